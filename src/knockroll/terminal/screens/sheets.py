"""Pages over the table: the scores hand by hand, the whole log, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import DataTable, Static

from knockroll.engine.game import Game
from knockroll.engine.showing import Dice
from knockroll.terminal.draw.blocks import line, text_of
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.words import limit_of, score_number, signed


class Sheet(ModalScreen[None]):
    """A page to read, over the table."""

    DEFAULT_CSS = """
    Sheet { align: center middle; background: $background 60%; }
    Sheet > Vertical { width: 92%; max-width: 100; height: 92%; background: $surface; padding: 1 2; }
    Sheet ScrollableContainer { height: 1fr; background: $surface; scrollbar-size: 1 1; scrollbar-color: $panel; }
    Sheet ScrollableContainer:focus { background-tint: transparent; }
    Sheet Static { width: 100%; }
    Sheet .title { color: $accent; text-style: bold; padding-bottom: 1; }
    Sheet .keys { color: $quiet; padding-top: 1; }
    Sheet Markdown { background: $surface; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,c,l,enter", "close", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
        Binding("space", "app.simulate_key('pagedown')", show=False),
        Binding("b", "app.simulate_key('pageup')", show=False),
    ]
    title_text = ""
    keys_text = "esc closes    ↑ ↓ PgUp PgDn scroll"

    def compose(self) -> ComposeResult:
        """Lay out a title, the page, and how to close it."""
        with Vertical():
            yield Static(self.title_text, classes="title", markup=False)
            with ScrollableContainer():
                yield from self.page()
            yield Static(self.keys_text, classes="keys", markup=False)

    def page(self) -> ComposeResult:
        """The content of the sheet."""
        yield from ()

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss(None)


class LogScreen(Sheet):
    """Everything that has happened."""

    title_text = "Log"

    def __init__(self, log: Sequence[str]) -> None:
        super().__init__()
        self._log = list(log)

    def page(self) -> ComposeResult:
        """The lines of the log."""
        yield Static("\n".join(self._log), markup=False)

    def on_mount(self) -> None:
        """Start at the end."""
        self.query_one(ScrollableContainer).scroll_end(animate=False)


class ScoreScreen(Sheet):
    """The scores, hand by hand."""

    DEFAULT_CSS = """
    ScoreScreen DataTable { width: auto; height: auto; background: $surface; padding-bottom: 1; }
    """
    title_text = "Scores"

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def page(self) -> ComposeResult:
        """The table of scores, and who the computer players are."""
        scene = self._scene
        table: DataTable[Text] = DataTable(show_cursor=False)
        table.can_focus = False
        names = [_right(scene.name(player["seat"])) for player in scene.view["players"]]
        table.add_columns(_right(scene.showing.round.one.capitalize()), *names, "")
        unknown = max(scene.view["hands_played"] - len(scene.ended), 0)
        for number, ended in enumerate(scene.ended, start=unknown + 1):
            changes = [signed(change) if change else "·" for change in ended.points]
            changes += [""] * (len(names) - len(changes))
            table.add_row(_right(str(number)), *map(_right, changes), Text(ended.title, "dim"))
        score, limit = scene.showing.score, limit_of(scene.showing.score, scene.view)
        now = [score_number(player["score"], score, limit) for player in scene.view["players"]]
        table.add_row(*(_right(text, "bold") for text in ("Total", *now)), Text(score.many, "dim"))
        yield table
        known = [(name, who) for name, who in zip(scene.names, scene.characters, strict=False) if who]
        yield Static(text_of([line((name, "bold"), (f"  {who}", "$quiet")) for name, who in known]))


def _right(text: str, style: str = "") -> Text:
    return Text(text, style, justify="right")


class KeysScreen(Sheet):
    """What every key does at a table of this game; ? leads on to the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "rules", show=False)]
    keys_text = "? rules of the game    esc closes    ↑ ↓ scroll"

    def __init__(self, game: Game, show_rules: Callable[[], None]) -> None:
        super().__init__()
        self._game = game
        self._show_rules = show_rules
        self.title_text = f"{game.title}: keys"

    def page(self) -> ComposeResult:
        """A line for each key."""
        yield Static(text_of([line((f"{keys:<12}", "bold"), words) for keys, words in self._keys()]))

    def _keys(self) -> list[tuple[str, str]]:
        showing = self._game.showing
        verbs = [(verb.key, f"{verb.phrase[:1].upper()}{verb.phrase[1:]}") for verb in showing.verbs]
        choose = []
        if showing.hand.size:
            choose.append(("1 … 9 0 -", "Select the card above that key; press again to put it back"))
        if any(isinstance(part, Dice) and part.choose for part in showing.middle):
            choose.append(("1 … 6", "Select a die with this number"))
        return [*verbs, ("", ""), *choose, *_ALWAYS]

    def action_rules(self) -> None:
        """Show the rule book instead."""
        self.dismiss(None)
        self._show_rules()


_ALWAYS = (
    ("← → space", "Move along them, and select"),
    ("Enter", "Make the usual move; continue after a hand; confirm a warning"),
    ("Esc", "Clear the selection; say no to a warning"),
    ("/", "Type a move; Tab completes it"),
    ("", ""),
    ("c", "Scores hand by hand, and who the players are"),
    ("l", "Log"),
    ("o", "Sort your cards: melds, suit, rank"),
    ("i u", "At a practice table: a hint; take back your last decision"),
    ("v", "Pace of the computer players; space skips a pause"),
    ("x", "Appearance: dark or light, two or four colours"),
    ("↑ ↓", "Scroll a finished hand that doesn't fit the screen"),
    ("q, Ctrl-C", "Leave; the game is saved, and an online seat stays yours"),
)
