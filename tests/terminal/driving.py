"""Plays on the screen as a person would: presses keys and reads what is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from io import StringIO
from typing import Any

from rich.console import Console
from textual.pilot import Pilot

import knockroll
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.preferences import Preferences
from knockroll.terminal.model.session import LocalSession, Session
from knockroll.terminal.model.setup import GameSetup
from knockroll.terminal.model.verbs import take_apart, verb_of
from knockroll.terminal.screens.play import PlayScreen
from tests import helpers

SMALL, LARGE = (80, 24), (140, 40)
FAST = Preferences(pace="off")
KEY_NAMES = {"-": "minus", "=": "equals_sign"}
PATIENCE = 60.0

Script = Callable[["Pilot[str]", KnockrollApp], Awaitable[None]]


class Puppet:
    """A computer player that makes the moves it was given."""

    character = "Does as it is told."

    def __init__(self, name: str, *moves: str) -> None:
        self.name = name
        self._moves = list(moves)

    def choose(self, view: dict[str, Any]) -> str:
        return self._moves.pop(0) if self._moves else str(view["legal"][0])


def at_table(
    game: str, hands: Sequence[str], *puppets: Puppet, upcard: str = "", stock: str = "", **options: Any
) -> LocalSession:
    """A session with these hands: the person has seat 0 and deals, puppets have the other seats."""
    table = helpers.table(game, hands, upcard, stock, dealer=0, **options)
    return LocalSession(table, (None, *puppets))


def setup(game: str, seed: int = 1, **more: Any) -> GameSetup:
    """The setup of a game against random players, the same every time."""
    return GameSetup(knockroll.get_game(game), seed=seed, opponents=("Random",), saving=False, **more)


def app_of(session: Session, settings: Preferences = FAST, ascii: bool = False) -> KnockrollApp:
    return KnockrollApp(lambda: PlayScreen(session), settings, ascii=ascii)


def run(app: KnockrollApp, script: Script, size: tuple[int, int] = SMALL) -> str | None:
    """Run a script against an app, and return the app's farewell."""

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await until_ready(pilot, app)
            await script(pilot, app)

    asyncio.run(go())
    return app.return_value


def play_screen(app: KnockrollApp) -> PlayScreen:
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, PlayScreen))


async def until_ready(pilot: Pilot[str], app: KnockrollApp) -> None:
    """Wait until the app has shown the result of the last move and waits for the person."""
    for _ in range(int(PATIENCE / 0.01)):
        await pilot.pause()  # on a busy machine this returns early
        screen = app.screen
        if not isinstance(screen, PlayScreen):
            return
        moving = any(worker.group == "move" and not worker.is_finished for worker in app.workers)
        unseen = screen.may_move and screen.session.has_news
        if screen.waits_for_person and not moving and not unseen:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError(f"nothing happens now:\n{text_of(app)}")


async def until(pilot: Pilot[str], true: Callable[[], Any]) -> None:
    """Wait until something is true."""
    for _ in range(int(PATIENCE / 0.01)):
        if true():
            return
        await pilot.pause(0.01)
    assert isinstance(pilot.app, KnockrollApp)
    raise TimeoutError(f"waited in vain:\n{text_of(pilot.app)}")


async def press(pilot: Pilot[str], app: KnockrollApp, *keys: str) -> None:
    """Press keys, each when the app is ready for it."""
    for key in keys:
        await pilot.press(KEY_NAMES.get(key, key))
        await until_ready(pilot, app)


def keys_for(screen: PlayScreen, text: str) -> list[str]:
    """The keys that make a move."""
    selection = screen.selection
    verb = verb_of(text, selection.verbs)
    assert verb is not None
    move, action = take_apart(text, verb), selection.action(verb.word)
    assert action is not None
    if move.dice:
        return [*map(str, move.dice), verb.key]
    keys = [key for card in move.cards for key in _keys_of(screen, selection.cards.index(card))]
    places = [other for other in action.moves if other.cards == move.cards]
    choice = [str(1 + places.index(move))] if len(places) > 1 else []
    return [*keys, verb.key, *choice]


def _keys_of(screen: PlayScreen, place: int) -> list[str]:
    """The keys that select a card: its own key or, if there are too many cards, arrows."""
    key = screen.selection.key_of(place)
    return [key] if key else ["left"] * (len(screen.selection.cards) - place) + ["space"]


async def play_to_end(pilot: Pilot[str], app: KnockrollApp, choose: Callable[[Sequence[str]], str]) -> int:
    """Play by keys until the game is over, and return how many moves that took."""
    moves = 0
    while not play_screen(app).over:
        screen = play_screen(app)
        if screen.scene.my_turn and not screen.at_ending:
            await _make(pilot, app, choose(screen.scene.view["legal"]))
            moves += 1
        else:
            await press(pilot, app, "enter")
    return moves


async def _make(pilot: Pilot[str], app: KnockrollApp, move: str) -> None:
    """Make a move by keys, and wait for its result."""
    screen = play_screen(app)
    before = len(_table(screen).moves)

    def is_made() -> bool:
        return len(_table(screen).moves) > before

    for key in keys_for(screen, move):
        await pilot.press(KEY_NAMES.get(key, key))
    await until(pilot, lambda: is_made() or screen.confirming)
    if screen.confirming:
        await pilot.press("enter")
    await until(pilot, is_made)
    await until_ready(pilot, app)
    assert _table(screen).moves[before] == move


def _table(screen: PlayScreen) -> knockroll.Table:
    assert isinstance(screen.session, LocalSession)
    return screen.session.table


def notices(app: KnockrollApp) -> str:
    """All notifications, one per line. Textual has no public way to read them."""
    return "\n".join(toast.message for toast in app._notifications)


def text_of(app: KnockrollApp) -> str:
    """The screen as text."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=StringIO(), force_terminal=True, color_system="truecolor", record=True
    )
    console.print(app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    lines = console.export_text().splitlines()[:height]
    return "\n".join(line.rstrip() for line in lines)
