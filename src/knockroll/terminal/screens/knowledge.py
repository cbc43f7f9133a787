"""What was known at a position of a replay: what each move was worth, and where the unseen cards probably were."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll

from knockroll.engine.errors import KnockrollError
from knockroll.engine.words import capital
from knockroll.terminal.draw.bars import Hint, key_bar
from knockroll.terminal.draw.beliefs import GRID, map_block, worth_block
from knockroll.terminal.draw.blocks import Block, ends, line, text_block
from knockroll.terminal.model.beliefs import CARDS, RANKS, beliefs_of
from knockroll.terminal.model.game_review import Analysis, RecordReviews
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.screens.base import BaseScreen
from knockroll.terminal.screens.picture import Picture

WIDE = 120
"""From this width on, the moves stand beside the map."""


class KnowledgeScreen(BaseScreen):
    """The chance to win after each move, and a map of the cards, as the seat to move knew it."""

    CSS_PATH = "knowledge.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "card(-1)", show=False),
        Binding("right", "card(1)", show=False),
        Binding("up", f"card(-{len(RANKS)})", show=False),
        Binding("down", f"card({len(RANKS)})", show=False),
        Binding("space,pagedown", "scroll(1)", show=False),
        Binding("b,pageup", "scroll(-1)", show=False),
        Binding("t", "stop", show=False),
        Binding("x", "appearance", show=False),
        Binding("q,escape,w", "back", show=False),
    ]

    def __init__(self, recording: Recording, reviews: RecordReviews, moves: int) -> None:
        """``moves`` is the number of moves before the position; a seat has to be to move there."""
        super().__init__()
        self._recording = recording
        self._reviews = reviews
        self._moves = moves
        table = recording.table_at(moves)
        assert table.turn is not None
        self._seat = table.turn
        self._hand = table.view(None)["hands_played"]
        self._hands = recording.hands_at(moves)
        self._at = 0
        """The place of the card that is told in words."""
        self.found: Analysis | None = None
        self._seconds: int | None = None
        """The seconds that it has taken so far; None if nothing is under way."""
        self._trouble = ""
        self._pictures = {name: Picture(id=name) for name in ("top", "map", "worth", "keys")}
        self._scroll = VerticalScroll(id="page", can_focus=False)

    def compose(self) -> ComposeResult:
        """Lay out everything that can be drawn on."""
        yield self._pictures["top"]
        with self._scroll, Horizontal(id="known"):
            yield self._pictures["map"]
            yield self._pictures["worth"]
        yield self._pictures["keys"]
        yield self.notice

    def on_mount(self) -> None:
        """Ask what was known."""
        self.set_interval(1.0, self._tick)
        self._begin()

    def _begin(self) -> None:
        self._seconds, self._trouble = 0, ""
        self.run_worker(self._ask(), exclusive=True)
        self.redraw()

    async def _ask(self) -> None:
        try:
            self.found = await self._reviews.analysis(self._moves)
        except KnockrollError as error:
            self._trouble = capital(str(error)).rstrip(".") + "."
        self._seconds = None
        self.redraw()

    def _tick(self) -> None:
        if self._seconds is not None:
            self._seconds += 1
            self.redraw()

    # --- What is shown ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything."""
        if not self.is_mounted:
            return
        super().redraw()
        if self.too_small():
            return
        width = self.size.width
        wide = width >= WIDE and bool(self._hands)
        self.set_class(wide, "wide")
        word = self._recording.game.showing.round.one
        where = f"{capital(word)} {self._hand + 1}, move {self._moves + 1}  "
        title = line((f" {self._recording.game.title}", "bold $accent"), (f"  what {self.player} knew", "$quiet"))
        self._pictures["top"].draw([ends(title, line((where, "$quiet")), width)])
        self._pictures["keys"].draw([key_bar(self._hints(), self._more_hints(), width)])
        beside = GRID + 2 if wide else width
        self._pictures["map"].draw(self._map(beside))
        self._pictures["worth"].draw(self._worth(width - beside if wide else width))

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return self._recording.names[self._seat]

    def _map(self, width: int) -> Block:
        if self.found is None:
            return text_block([("", ""), *self._progress()], width)
        if self.found.beliefs is None:
            return text_block([("", ""), ("Nothing is hidden in this game: there are no cards to map.", "")], width)
        beliefs = beliefs_of(self.found.beliefs, self._hands)
        return map_block(beliefs, self._at, self.player, self._recording.names, width)

    def _progress(self) -> list[tuple[str, str]]:
        if self._trouble:
            return [(self._trouble, "$bad bold")]
        if self._seconds is None:
            return [("This was stopped.", "")]
        compiles = "The first position of a game takes longer, because its code is compiled."
        return [(f"Working it out… {self._seconds} s", "bold"), (compiles, "$quiet")]

    def _worth(self, width: int) -> Block:
        if self.found is None:
            return []
        return [*text_block([("", "")], width), *worth_block(self.found, self._recording.moves[self._moves], width)]

    def _hints(self) -> list[Hint]:
        if self.found is None:
            return [("t", "try again" if self._seconds is None else "stop", "key t")]
        return [("←→↑↓", "card", "key right")] if self.found.beliefs is not None else []

    def _more_hints(self) -> list[Hint]:
        scroll: list[Hint] = [("space", "scroll", "key space")] if self._scroll.max_scroll_y else []
        return [("x", "appearance", "key x"), *scroll, ("q", "back", "key q")]

    # --- Keys ------------------------------------------------------------------------------------------------------

    def action_card(self, by: int) -> None:
        """Tell another card in words."""
        if 0 <= self._at + by < len(CARDS):
            self._at += by
            self.redraw()

    def action_scroll(self, pages: int) -> None:
        """Scroll, if not everything fits the screen."""
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)

    def action_stop(self) -> None:
        """Give up waiting, or ask again."""
        if self.found is not None:
            return
        if self._seconds is None:
            self._begin()
        else:
            self.workers.cancel_node(self)
            self._seconds = None
            self.redraw()

    def action_appearance(self) -> None:
        """Switch between light and dark."""
        self.knockroll.change(theme="light" if self.knockroll.settings.theme == "dark" else "dark")

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Take a click on a card or on the name of a key."""
        kind, _, what = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, what)
        else:
            self._at = int(what)
            self.redraw()
