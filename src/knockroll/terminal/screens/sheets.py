"""What can be laid over the table: the rule book, the scores hand by hand, the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from knockroll.engine.game import Game
from knockroll.engine.rulebooks import rule_book
from knockroll.terminal.draw.blocks import Block, line, text_of
from knockroll.terminal.scene import Scene
from knockroll.terminal.words import limit_of, score_number, signed

_CLOSE = "esc closes    ↑ ↓ PgUp PgDn scroll"


class Sheet(ModalScreen[None]):
    """A page to read, over the table."""

    DEFAULT_CSS = """
    Sheet { align: center middle; background: $background 60%; }
    Sheet > Vertical { width: 92%; max-width: 100; height: 92%; background: $surface; padding: 1 2; }
    Sheet VerticalScroll {
        height: 1fr;
        background: $surface;
        scrollbar-size-vertical: 1;
        scrollbar-background: $surface;
        scrollbar-color: $panel;
    }
    Sheet .title { color: $accent; text-style: bold; padding-bottom: 1; }
    Sheet .close { color: $quiet; padding-top: 1; }
    Sheet Markdown { background: $surface; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,c,l,enter", "close", "close", show=False),
        Binding("down,j", "scroll_sheet(1)", show=False),
        Binding("up,k", "scroll_sheet(-1)", show=False),
        Binding("pagedown,space", "scroll_sheet(15)", show=False),
        Binding("pageup,b", "scroll_sheet(-15)", show=False),
        Binding("home", "scroll_sheet(-100000)", show=False),
        Binding("end", "scroll_sheet(100000)", show=False),
    ]
    title_text = ""

    def compose(self) -> ComposeResult:
        """A title, the page, and how to close it."""
        with Vertical():
            yield Static(self.title_text, classes="title", markup=False)
            with VerticalScroll():
                yield from self.page()
            yield Static(_CLOSE, classes="close", markup=False)

    def page(self) -> ComposeResult:
        """What is on the sheet."""
        yield from ()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)

    def action_scroll_sheet(self, lines: int) -> None:
        """Scroll by some lines."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=lines, animate=False)


class RulesScreen(Sheet):
    """The rule book of a game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self.title_text = f"{game.title}: the rules"

    def page(self) -> ComposeResult:
        """The book."""
        yield Markdown(rule_book(self._game) or self._from_the_game(), open_links=False)

    def _from_the_game(self) -> str:
        """What is known of a game that came without a book."""
        options = [f"- `{o.name}`: {o.help} ({o.allowed})" for o in self._game.options]
        moves = ", ".join(f"`{form}`" for form in self._game.moves.forms)
        return "\n".join([f"# {self._game.title}", "", self._game.summary, "", f"Moves: {moves}", "", *options])


class LogScreen(Sheet):
    """Everything that has happened."""

    title_text = "The log"

    def __init__(self, log: Sequence[str]) -> None:
        super().__init__()
        self._log = list(log)

    def page(self) -> ComposeResult:
        """The lines."""
        yield Static("\n".join(self._log), markup=False)

    def on_mount(self) -> None:
        """Begin at the end."""
        self.call_after_refresh(self.action_scroll_sheet, 100_000)


class ScoreScreen(Sheet):
    """The scores, hand by hand."""

    title_text = "The scores"

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def page(self) -> ComposeResult:
        """The table of scores."""
        yield Static(text_of(self._table()))

    def _table(self) -> Block:
        scene = self._scene
        seats = range(len(scene.view["players"]))
        widths = [max(len(scene.name(seat)), 6) + 2 for seat in seats]
        heads = [(scene.name(seat).rjust(width), "bold") for seat, width in zip(seats, widths, strict=True)]
        rows = [line((f"{scene.showing.round.one:<6}", "$quiet"), *heads)]
        unknown = max(scene.view["hands_played"] - len(scene.ended), 0)
        for number, ended in enumerate(scene.ended, start=unknown + 1):
            changes = [signed(change) if change else "·" for change in ended.points]
            cells = "".join(text.rjust(width) for text, width in zip(changes, widths, strict=False))
            rows.append(line((f"{number:>4}  ", "$quiet"), cells, (f"  {ended.title}", "$quiet")))
        score, limit = scene.showing.score, limit_of(scene.showing.score, scene.view)
        now = [score_number(player["score"], score, limit) for player in scene.view["players"]]
        cells = "".join(text.rjust(width) for text, width in zip(now, widths, strict=True))
        total = line(("all   ", "$accent bold"), (cells, "bold"), (f"  {score.many}", "$quiet"))
        return [*rows, line(""), total, line(""), *self._characters()]

    def _characters(self) -> Block:
        """Who the computer players are."""
        known = [(name, who) for name, who in zip(self._scene.names, self._scene.characters, strict=False) if who]
        return [line((name, "bold"), (f"  {who}", "$quiet")) for name, who in known]
