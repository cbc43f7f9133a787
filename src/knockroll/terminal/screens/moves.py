"""Making moves with keys, clicks and a typed line. A subclass decides when the person may move."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.suggester import SuggestFromList
from textual.widgets import Input

from knockroll.engine.errors import IllegalMove, KnockrollError
from knockroll.engine.showing import Dice, Pile, Spreads
from knockroll.engine.words import fill
from knockroll.terminal.draw.bars import Hint, hint_width, verb_hints
from knockroll.terminal.model.counts import canonical, warning_of, why_not
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Ask, Outcome, Play, Refused, Say, Selection
from knockroll.terminal.model.session import Session
from knockroll.terminal.model.verbs import choose_several
from knockroll.terminal.screens.board import BoardScreen
from knockroll.terminal.screens.choice import ChooseScreen

ALWAYS = 22
"""Columns for the keys that always work, or at least for the last of them."""


class MoveInput(Input):
    """The line in which a move can be typed; Tab takes the completion."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.stop_typing", "back", show=False),
        Binding("tab", "cursor_right", "complete", show=False),
    ]


class MoveScreen(BoardScreen):
    """A table where the person can select cards and dice, and make moves."""

    def __init__(self, session: Session) -> None:
        super().__init__(Scene(session.game, session.seat, session.names, session.characters))
        self.session = session
        self._typed = MoveInput(
            id="typed", placeholder=f"Type a move, such as: {session.game.moves.forms[0]}", compact=True
        )
        self.confirming: tuple[str, ...] = ()
        """Moves that the game warns about: Enter makes them."""
        self.coming: tuple[str, ...] = ()
        """Moves to make as soon as the one before them is done."""

    def beside_prompt(self) -> ComposeResult:
        """The line in which a move can be typed."""
        yield self._typed

    @property
    def may_move(self) -> bool:
        """Whether the person can make a move now."""
        return self.scene.my_turn

    def begin_selection(self) -> None:
        """Clear the selection for new legal moves, and make the next of several moves."""
        view, showing = self.scene.view, self.scene.showing
        legal = view["legal"] if self.may_move else ()
        cards = [card for group in self.arranged() for card in group]
        dice = [view[part.field] for part in showing.middle if isinstance(part, Dice) and part.choose]
        then = (view.get("reading") or {}).get("then")
        self.selection = Selection.begin(legal, showing.verbs, cards, dice[0] if dice else (), then)
        self.message, self.confirming = "", ()
        if legal:
            self._typed.suggester = SuggestFromList(legal, case_sensitive=False)
        coming, self.coming = self.coming, ()
        if coming and coming[0] in legal:
            self._make(coming)
        self.redraw()

    # --- Keys and clicks -------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key that selects something, makes a move, or answers a warning."""
        if self.confirming:
            moves, self.confirming, self.message = self.confirming, (), ""
            if key == "enter":
                self._make(moves)
            self.redraw()
        else:
            self._take(self.selection.press(key))

    def touch(self, kind: str, what: str) -> None:
        """Take a click on a card, a die, a pile, a spread, or the name of a verb."""
        if kind == "card" and what in self.selection.cards:
            self._take(self.selection.touch(self.selection.cards.index(what)))
        elif kind == "die":
            self._take(self.selection.touch(int(what)))
        elif kind == "pile":
            self._take(self._touch_pile(what))
        elif kind == "spread":
            words = [word for part in self.scene.showing.middle if isinstance(part, Spreads) for word in part.put]
            self._take(self.selection.do_place(words, int(what)))
        elif kind == "verb":
            self._take(self.selection.do_word(what))

    def _touch_pile(self, place: str) -> Outcome:
        """Put the selected card on a pile, or take one from it."""
        pile = next(part for part in self.scene.showing.middle if isinstance(part, Pile) and part.place == place)
        put = [word for word in pile.put if self.selection.chosen and self.selection.action(word) is not None]
        return self.selection.do_word(put[0] if put else pile.take)

    def _take(self, outcome: Outcome) -> None:
        """Act on the outcome of a key or a click."""
        self.message = ""
        if isinstance(outcome, Play):
            self.play(*outcome.moves)
        elif isinstance(outcome, Ask):
            self.app.push_screen(ChooseScreen(outcome, self.scene), lambda move: self.play(move.text) if move else None)
        elif isinstance(outcome, Refused):
            reason = why_not(self.scene.game, self.scene.view, outcome.move)
            self.message = fill(reason, self.scene.all_names) or f"You can't {outcome.verb.phrase} now."
        elif isinstance(outcome, Say):
            self.message = outcome.text
        self.redraw()

    # --- Making moves ----------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> None:
        """Make a move, or several in a row; a move that the game warns about needs a second Enter."""
        warning = warning_of(self.scene.view, canonical(self.scene.game, moves[0]))
        if warning:
            self.confirming = moves
            self.message = f"{fill(warning, self.scene.all_names)} Press Enter to do it, Esc to go back."
            self.redraw()
        else:
            self._make(moves)

    def _make(self, moves: tuple[str, ...]) -> None:
        self.coming = moves[1:]
        self.run_worker(self._play(moves[0]), group="move")

    async def _play(self, move: str) -> None:
        """Make a move; if it is refused, say why and leave everything as it was."""
        try:
            await self.session.play(move)
        except KnockrollError as error:
            self.coming = ()
            reason = error.reason if isinstance(error, IllegalMove) else str(error)
            self.message = fill(reason, self.scene.all_names)
            self.redraw()

    # --- Typing a move ---------------------------------------------------------------------------------------------

    def action_type(self) -> None:
        """Open the line in which a move can be typed."""
        if self.may_move:
            self.add_class("typing")
            self._typed.focus()

    def action_stop_typing(self) -> None:
        """Close the line again."""
        self._typed.value = ""
        self.remove_class("typing")
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make a typed move."""
        event.stop()
        move = event.value.strip()
        self.action_stop_typing()
        if move:
            self.play(move)

    # --- Words -----------------------------------------------------------------------------------------------------

    def move_hints(self) -> list[Hint]:
        """The keys for the moves that can be made now."""
        if self.confirming:
            return [("Enter", "confirm", "key enter"), ("esc", "back", "key escape")]
        if self.selection.armed is not None:
            return [("esc", "back", "key escape")]
        choose: list[Hint] = []
        if self.selection.dice and not self.selection.chosen:
            choose = [("1-6", "select dice", "none")]
        elif any(action.verb.takes for action in self.selection.actions) and not self.selection.chosen:
            several = choose_several(self.selection.actions)
            choose = [("1..", "select cards" if several else "select a card", "none")]
        room = self.size.width - ALWAYS - sum(hint_width(hint) for hint in choose)
        return choose + verb_hints(self.scene, self.selection, room)
