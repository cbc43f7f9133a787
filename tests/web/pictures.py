"""Makes the pictures of the page: ``python -m tests.web.pictures``. Each is a game played here, the same every time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from scripts.serving import ServerProcess

import knockroll
from tests.web.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, settings_of
from tests.web.staged import CHOOSE, Stage, Staged

FOLDER = Path(__file__).parents[2] / "docs" / "images"
NAMES = ("Ann", "Bob", "Cleo", "Dan")
When = Callable[[knockroll.Table], bool]


@dataclass(frozen=True)
class Picture:
    """A moment of a game, seen by the person on seat 0."""

    game: str
    when: When
    secret: bytes
    size: tuple[int, int] = DESKTOP
    dark: bool = False
    variant: str | None = None
    chooses: bool = False
    """Whether the person has chosen what can be chosen."""

    def messages(self) -> Iterator[bytes]:
        """What the server would say up to then."""
        seats = knockroll.get_game(self.game).default_seats
        staged = Staged(self.game, self.variant, self.secret, seats, NAMES)
        for frame in staged.happens():
            table = staged.room.table
            if table is not None:
                yield staged.news(frame, 0) if table.moves else staged.hello(0)
                if self.when(table):
                    return
        raise AssertionError(f"no such moment comes up in this game of {self.game}")


def your_turn(phase: str, moves: int) -> When:
    """When it is the person's turn, after at least ``moves`` moves."""
    return lambda table: table.turn == 0 and table.phase == phase and len(table.moves) >= moves


def is_over(table: knockroll.Table) -> bool:
    """When the game is."""
    return table.result is not None


PICTURES = {
    "table": Picture("thirty_one", your_turn("draw", 8), b"a table"),
    "farkle-dark": Picture("farkle", your_turn("keep", 40), b"some dice", dark=True, chooses=True),
    "gin-phone-dark": Picture("gin_rummy", your_turn("discard", 20), b"a phone", PHONE, dark=True, variant="standard"),
    "tunk-over-dark": Picture("tunk", is_over, b"the end", dark=True),
}


def main() -> None:
    """Take all pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.sqlite3") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
    ):
        lobby = _open(browser, DESKTOP, dark=False)
        lobby.goto(server.url)
        lobby.wait_for_load_state("networkidle")
        _take(lobby, "lobby")
        for name, picture in PICTURES.items():
            page = _open(browser, picture.size, picture.dark)
            stage = Stage(page, server.url)
            for message in picture.messages():
                stage.tell(message)
            if page.locator("#continue").count():
                page.click("#continue")  # from the end of a hand to that of the game
            if picture.chooses:
                page.evaluate(CHOOSE)
            _take(page, name)


def _open(browser: Browser, size: tuple[int, int], dark: bool) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(settings_of())
    return context.new_page()


def _take(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main()
