"""What can be laid over the table: the scores hand by hand, the whole log, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from knockroll.engine.game import Game
from knockroll.engine.showing import Dice
from knockroll.terminal.draw.blocks import Block, line, text_of
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.words import limit_of, score_number, signed


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
    foot_text = "esc closes    ↑ ↓ PgUp PgDn scroll"

    def compose(self) -> ComposeResult:
        """A title, the page, and how to close it."""
        with Vertical():
            yield Static(self.title_text, classes="title", markup=False)
            with VerticalScroll():
                yield from self.page()
            yield Static(self.foot_text, classes="close", markup=False)

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


class KeysScreen(Sheet):
    """What every key does at a table of this game; from here it is one more key to the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "rules", show=False)]
    foot_text = "? the rules of the game    esc closes    ↑ ↓ scroll"

    def __init__(self, game: Game, show_rules: Callable[[], None]) -> None:
        super().__init__()
        self._game = game
        self._show_rules = show_rules
        self.title_text = f"{game.title}: the keys"

    def page(self) -> ComposeResult:
        """Key by key."""
        yield Static(text_of([line((f"{keys:<12}", "bold"), words) for keys, words in self._keys()]))

    def _keys(self) -> list[tuple[str, str]]:
        showing = self._game.showing
        verbs = [(verb.key, f"{verb.phrase[:1].upper()}{verb.phrase[1:]}") for verb in showing.verbs]
        choose = []
        if showing.hand.size:
            choose.append(("1 … 9 0 -", "Choose the card above that key; once more puts it back"))
        if any(isinstance(part, Dice) and part.choose for part in showing.middle):
            choose.append(("1 … 6", "Choose a die that shows this"))
        return [*verbs, ("", ""), *choose, *_ALWAYS]

    def action_rules(self) -> None:
        """The rule book instead."""
        self.dismiss(None)
        self._show_rules()


_ALWAYS = (
    ("← → space", "Move along them, and choose"),
    ("Enter", "Make the move that fits; go on after a hand"),
    ("Esc", "Choose nothing; no, where the game warns of a move"),
    ("/", "Type a move, Tab completes it"),
    ("", ""),
    ("c", "The scores hand by hand, and who the players are"),
    ("l", "The log"),
    ("o", "Another order of your cards"),
    ("v", "The pace of computer players; space cuts a pause short"),
    ("x", "Dark or light, two or four colours"),
    ("↑ ↓", "Scroll a finished hand that takes more than the screen"),
    ("q, Ctrl-C", "Leave: the game is saved, an online seat stays yours"),
)
