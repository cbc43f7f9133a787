"""Playing: keys and clicks become moves, steps of the session become pictures, at a pace that a person can follow."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.suggester import SuggestFromList
from textual.widgets import Input

from knockroll.engine.errors import KnockrollError
from knockroll.terminal.draw.bars import Hint, verb_words
from knockroll.terminal.picking import Ask, Outcome, Picking, Play, Say
from knockroll.terminal.scene import Moment, Scene
from knockroll.terminal.screens.board import BoardScreen
from knockroll.terminal.screens.choose import ChooseScreen
from knockroll.terminal.screens.picture import Picture
from knockroll.terminal.session import Notice, Session, Step
from knockroll.terminal.settings import ORDERS, PACES
from knockroll.terminal.verbs import Move, choose_several

_NAMED = {"enter", "space", "left", "right", "escape"}


class MoveInput(Input):
    """Where a move can be typed; Tab takes the completion."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.stop_typing", "back", show=False),
        Binding("tab", "cursor_right", "complete", show=False),
    ]


class PlayScreen(BoardScreen):
    """One game from the first deal to its winner."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "rules", show=False),
        Binding("slash", "type", "type a move", show=False),
        Binding("c", "scores", "scores", show=False),
        Binding("l", "log", "log", show=False),
        Binding("o", "order", "order of cards", show=False),
        Binding("v", "pace", "pace", show=False),
        Binding("x", "look", "look", show=False),
        Binding("q", "leave", "leave", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(Scene(session.game, session.seat, session.names, session.characters))
        self.scene.hands += session.past_hands
        self.session = session
        self._woken = asyncio.Event()
        self._typed = MoveInput(id="typed", placeholder="a move, such as: discard 7h", compact=True)
        self._waiting_for = ""
        self._waiting = False
        """Whether Enter is what everything waits for."""

    def beside_prompt(self) -> ComposeResult:
        """The line in which a move can be typed."""
        yield self._typed

    def _new_scene(self) -> Scene:
        session = self.session
        return Scene(session.game, session.seat, session.names, session.characters)

    def on_mount(self) -> None:
        """Begin to follow the game."""
        self.run_worker(self._follow(), exclusive=True)
        self.set_interval(1.0, self._watch_clock)

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self.session.close()

    @property
    def at_ending(self) -> bool:
        """Whether something that has ended waits to be looked at."""
        return self._waiting

    @property
    def waits_for_person(self) -> bool:
        """Whether nothing will happen before the person does something."""
        return self.over or self._waiting or (self.scene.my_turn and bool(self.picking.verbs))

    # --- Following the game ----------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show one step after the other until there are no more."""
        while True:
            try:
                step = await self.session.next_step()
            except KnockrollError as error:
                self.notify(str(error), severity="error", timeout=60)
                return
            if step is None:
                return
            if isinstance(step, Notice) and not self.scene.view:
                self._waiting_for = step.text
                self.redraw()
            elif isinstance(step, Notice):
                self.notify(step.text, severity="warning" if step.trouble else "information", timeout=8)
            else:
                await self._show(step)

    async def _show(self, step: Step) -> None:
        if step.new_game:
            self.scene, self.over = self._new_scene(), False
        self.scene.seat, self.scene.names = self.session.seat, self.session.names
        if step.past:
            self.scene.catch_up([step])
            self.over = bool(self.scene.winners)
            self._begin_picking()
            return
        for moment in self.scene.take(step):
            self._begin_picking()
            if moment is Moment.HAND or (moment is Moment.TURN and self._own_farkle()):
                await self._wait_for_enter()
            elif moment is Moment.TURN:
                await self._pause(2 * self.knockroll.settings.seconds)
            elif moment is Moment.GAME:
                self.over = True
                self.redraw()
            elif not self.scene.my_turn:
                await self._pause(0.1 if self.session.paced else self.knockroll.settings.seconds)

    def _own_farkle(self) -> bool:
        return self.scene.hands[-1][0] == "farkle" and self.scene.view["turn"] == self.scene.seat

    def _begin_picking(self) -> None:
        """The position has changed: what was chosen is forgotten."""
        view = self.scene.view
        legal = view["legal"] if self.scene.my_turn and not self._waiting else ()
        cards = [card for group in self.arranged() for card in group]
        self.picking = Picking.begin(legal, cards, view.get("dice", ()))
        self.message = ""
        if legal:
            self._typed.suggester = SuggestFromList(legal, case_sensitive=False)
        self.redraw()

    async def _wait_for_enter(self) -> None:
        self._waiting = True
        self.picking = Picking()
        if self.scene.showdown is None:
            self.message = "Farkle! Nothing of this turn counts."
        self.redraw()
        self._woken.clear()
        await self._woken.wait()
        self._waiting = False

    async def _pause(self, seconds: float) -> None:
        """Let the person see it; any key that has nothing else to do cuts it short."""
        self._woken.clear()
        if seconds:
            try:
                await asyncio.wait_for(self._woken.wait(), seconds)
            except TimeoutError:
                return

    # --- Keys and clicks -------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """A key of the game: those of the screen have been handled before."""
        if self.has_class("typing"):
            return
        key = event.key if event.key in _NAMED else (event.character or "")
        if not self.scene.view:
            if key == "enter":
                self.run_worker(self._play_again(), group="again", exclusive=True)
        elif self.over:
            self._press_when_over(key)
        elif self._waiting or not self.scene.my_turn:
            if key in ("enter", "space"):
                self._woken.set()
        elif key:
            self._take(self.picking.press(key))

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """A click: on a card, a die, a pile, or on a key's name."""
        kind, _, what = event.does.partition(" ")
        if kind == "key":
            self.simulate(what)
        elif self._waiting or not self.scene.my_turn:
            self._woken.set()
        elif kind == "card" and what in self.picking.cards:
            self._take(self.picking.touch(self.picking.cards.index(what)))
        elif kind == "die":
            self._take(self.picking.touch(int(what)))
        elif event.does == "draw discard" and self.picking.chosen:
            self._take(self.picking.press("enter"))
        else:
            self._take(self.picking.do_word(event.does))

    def simulate(self, key: str) -> None:
        """Do what a key does."""
        self.app.call_later(self.app.simulate_key, key)

    def _take(self, outcome: Outcome) -> None:
        """Do what the choosing has led to."""
        self.message = ""
        if isinstance(outcome, Play):
            self.play(outcome.move)
        elif isinstance(outcome, Ask):
            self._ask(outcome)
        elif isinstance(outcome, Say):
            self.message = outcome.text
        self.redraw()

    def play(self, move: str) -> None:
        """Make a move; if it is refused, say why and keep everything as it was."""
        self.run_worker(self._play(move), group="move", exclusive=True)

    async def _play(self, move: str) -> None:
        try:
            await self.session.play(move)
        except KnockrollError as error:
            self.message = str(error)
            self.redraw()

    def _ask(self, ask: Ask) -> None:
        def chosen(move: Move | None) -> None:
            if move is not None:
                self.play(move.text)

        self.app.push_screen(ChooseScreen(ask, self.scene.view), chosen)

    # --- Typing a move ---------------------------------------------------------------------------------------------

    def action_type(self) -> None:
        """Open the line in which a move can be typed."""
        if self.scene.my_turn and not self._waiting:
            self.add_class("typing")
            self._typed.focus()

    def action_stop_typing(self) -> None:
        """Close it again."""
        self._typed.value = ""
        self.remove_class("typing")
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A move was typed."""
        event.stop()
        move = event.value.strip()
        self.action_stop_typing()
        if move:
            self.play(move)

    # --- What the keys at the right end do -------------------------------------------------------------------------

    def action_order(self) -> None:
        """Sort the hand another way."""
        order = ORDERS[(ORDERS.index(self.knockroll.settings.order) + 1) % len(ORDERS)]
        self.knockroll.change(order=order)
        self.picking.arrange([card for group in self.arranged() for card in group])
        self.redraw()

    def action_pace(self) -> None:
        """Let the computer players go faster or slower."""
        paces = list(PACES)
        pace = paces[(paces.index(self.knockroll.settings.pace) + 1) % len(paces)]
        self.knockroll.change(pace=pace)
        self.redraw()

    def action_leave(self) -> None:
        """Leave the table; the game is kept."""
        self.knockroll.left(self.session.farewell())

    def _press_when_over(self, key: str) -> None:
        if key == "n":
            self.run_worker(self._play_again(), group="again", exclusive=True)
        elif key == "enter":
            self.action_leave()

    async def _play_again(self) -> None:
        """Another game: here if the table can have one, else at a new table."""
        try:
            if not await self.session.again() and self.over:
                self.knockroll.play_again(self.session)
        except KnockrollError as error:
            self.notify(str(error), severity="warning")

    def _watch_clock(self) -> None:
        """Show how much time is left, if there is a clock."""
        if self.session.deadline is not None and self.scene.view:
            self.redraw()

    # --- Words -----------------------------------------------------------------------------------------------------

    def hints(self) -> list[Hint]:
        """The moves that can be made now."""
        if self.over:
            return [("n", "new game", "key n"), ("Enter", "leave", "key enter")]
        if self._waiting:
            return [("Enter", "go on", "key enter")]
        if not self.scene.my_turn:
            return [("space", "faster", "key space")]
        if self.picking.armed is not None:
            return [("esc", "back", "key escape")]
        hints: list[Hint] = [(verb.key, verb_words(self.scene, verb), verb.word) for verb in self.picking.verbs]
        if sum(len(words) + 6 for _, words, _ in hints) > self.size.width - 24:
            hints = [(key, word, word) for key, _, word in hints]
        if self.picking.dice:
            hints.insert(0, ("1-6", "choose dice", "none"))
        elif any(verb.takes_cards or verb.takes_more for verb in self.picking.verbs):
            hints.insert(0, ("1..", "choose cards" if choose_several(self.picking.verbs) else "choose a card", "none"))
        return hints

    def more_hints(self) -> list[Hint]:
        """The keys that always work; the last ones are dropped last if there is no room."""
        at_table = self.scene.my_turn and not self._waiting
        return [
            ("x", "look", "key x"),
            ("v", f"pace: {self.knockroll.settings.pace}", "key v"),
            *([("o", "order", "key o")] if at_table and not self.scene.has_dice else []),
            ("l", "log", "key l"),
            ("c", "scores", "key c"),
            *([("/", "type", "key slash")] if at_table else []),
            ("?", "rules", "key question_mark"),
            ("q", "leave", "key q"),
        ]

    def corner(self) -> str:
        """Who deals, and how much time is left."""
        dealer = self.scene.view.get("dealer")
        words = [f"dealer: {self.scene.name(dealer)}"] if dealer is not None and not self.scene.has_dice else []
        if self.session.deadline is not None:
            words.append(f"{max(int(self.session.deadline - time.time()), 0)} s")
        return "   ".join(words)

    def waiting_words(self) -> str:
        """Why there is nothing to see yet."""
        keys = "Enter  begin now, with computer players in the empty seats\nq  leave"
        return f"{self._waiting_for}\n\n{keys}" if self._waiting_for else ""

    def go_on_words(self) -> str:
        """What Enter does after a hand."""
        return "go on"
