"""Playing: shows the steps of a session at a pace that people can follow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from knockroll.engine.errors import IllegalMove, KnockrollError
from knockroll.engine.words import fill
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, text_block
from knockroll.terminal.model.preferences import ORDERS, PACES
from knockroll.terminal.model.scene import Moment, Scene
from knockroll.terminal.model.selection import Selection
from knockroll.terminal.model.session import Notice, SeatStep, Session
from knockroll.terminal.screens.moves import MoveScreen
from knockroll.terminal.screens.picture import Picture

_NAMED = {"enter", "space", "left", "right", "escape"}
_SCROLLS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
_PRACTICE = ("i", "u")
"""Keys at a practice table."""


class PlayScreen(MoveScreen):
    """One game from the first deal to its winner."""

    # The letters are those of knockroll.engine.words.RESERVED_KEYS: no game has a verb with one of them.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", show=False),
        Binding("slash", "type", "type a move", show=False),
        Binding("c", "scores", "scores", show=False),
        Binding("l", "log", "log", show=False),
        Binding("o", "order", "order of cards", show=False),
        Binding("v", "pace", "pace", show=False),
        Binding("x", "appearance", "appearance", show=False),
        Binding("q", "leave", "leave", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.scene.ended += session.past_hands
        self._woken = asyncio.Event()
        self._waiting = False
        """Whether the game waits for Enter."""
        self._hint: Sequence[str] = ()
        """The best moves in sentences, at a practice table; empty if no hint is shown."""

    def on_mount(self) -> None:
        """Start following the game."""
        self.run_worker(self._follow(), exclusive=True)
        self.set_interval(1.0, self._watch_clock)

    async def on_unmount(self) -> None:
        """Leave the table, however the screen was left."""
        await self.session.close()

    @property
    def at_ending(self) -> bool:
        """Whether the end of a hand or of a turn is shown until Enter."""
        return self._waiting

    @property
    def may_move(self) -> bool:
        """Whether the person can make a move now."""
        return self.scene.my_turn and not self._waiting

    @property
    def waits_for_person(self) -> bool:
        """Whether nothing happens until the person does something."""
        return self.over or self._waiting or (self.scene.my_turn and bool(self.selection.actions) and not self.coming)

    # --- Following the game ----------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Show one step after the other to the end."""
        session = self.session
        while True:
            try:
                step = await self.session.next_step()
            except KnockrollError as error:
                self.notify(str(error), severity="error", timeout=60)
                return
            if step is None:
                return
            if isinstance(step, Notice):
                self.scene.remarks = session.remarks
                if not step.lasting and step.text:
                    self.notify(step.text, severity="warning" if step.trouble else "information", timeout=8)
                self.redraw()
            else:
                await self._show(step)

    async def _show(self, step: SeatStep) -> None:
        session = self.session
        if step.new_game:
            self.scene, self.over = Scene(session.game, session.seat, session.names, session.characters), False
        self.scene.seat, self.scene.names, self.scene.remarks = session.seat, session.names, session.remarks
        self.scene.slow = session.slow
        if step.past:
            self.scene.catch_up([step])
            self.over = bool(self.scene.winners)
            self.begin_selection()
            return
        for moment in self.scene.take(step):
            self.begin_selection()
            if moment is Moment.HAND or (moment is Moment.TURN and self.scene.trouble):
                await self._wait_for_enter()
            elif moment is Moment.TURN:
                await self._pause(2 * self.knockroll.settings.seconds)
            elif moment is Moment.GAME:
                self.over = True
                self.redraw()
            elif not self.scene.my_turn:
                await self._pause(0.1 if session.paced else self.knockroll.settings.seconds)

    async def _wait_for_enter(self) -> None:
        self._waiting = True
        self.selection = Selection()
        self.message = "" if self.scene.showdown is not None else self.scene.banner
        self.redraw()
        self._woken.clear()
        await self._woken.wait()
        self._waiting = False

    async def _pause(self, seconds: float) -> None:
        """Pause to let the person follow; a key without another use skips the pause."""
        self._woken.clear()
        if seconds:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._woken.wait()

    # --- Keys and clicks -------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Take a key of the game; the screen's own keys are bindings."""
        if self.has_class("typing"):
            return
        key = event.key if event.key in _NAMED else (event.character or "")
        if not self.scene.view:
            if key == "enter" and self.session.may_begin:
                self.run_worker(self._play_again(), group="again", exclusive=True)
        elif event.key in _SCROLLS:
            self.action_scroll_ending(_SCROLLS[event.key])
        elif self.over:
            self._press_when_over(key)
        elif self.session.practice and key in _PRACTICE:
            self.run_worker(self._ask_hint() if key == "i" else self._take_back(), group="practice", exclusive=True)
        elif not self.may_move:
            if key in ("enter", "space"):
                self._woken.set()
        elif key:
            self.press(key)

    async def _ask_hint(self) -> None:
        """Show the best moves, or put them away."""
        if not self.may_move:
            self.notify("Hints are for your turn.")
            return
        sentences: Sequence[str] = ()
        view = self.scene.view
        if not self._hint:
            self._hint = ("Looking for the best moves…",)
            self.redraw()
            try:
                sentences = await self.session.hint()
            except KnockrollError as error:
                self._complain(error)
        self._hint = [fill(text, self.scene.all_names) for text in sentences] if self.scene.view is view else ()
        self.redraw()

    async def _take_back(self) -> None:
        """Return to the person's last decision."""
        try:
            await self.session.take_back()
        except KnockrollError as error:
            self._complain(error)
        else:
            self._woken.set()

    def _complain(self, error: KnockrollError) -> None:
        """Say why something was refused."""
        self.notify(error.reason if isinstance(error, IllegalMove) else str(error), severity="warning", timeout=8)

    def begin_selection(self) -> None:
        """Clear the selection and the hint, which was about another position."""
        self._hint = ()
        super().begin_selection()

    def comment(self, width: int) -> Block:
        """The hint."""
        return text_block([(text, "$good") for text in self._hint], width)

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Take a click on the table or on the name of a key."""
        kind, _, what = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, what)
        elif self.may_move:
            self.touch(kind, what)
        else:
            self._woken.set()

    # --- What the keys at the right end do -------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show what the keys do."""
        from knockroll.terminal.screens.sheets import KeysScreen

        self.app.push_screen(KeysScreen(self.scene.game, self.action_rules))

    def action_order(self) -> None:
        """Sort the hand another way."""
        order = ORDERS[(ORDERS.index(self.knockroll.settings.order) + 1) % len(ORDERS)]
        self.knockroll.change(order=order)
        self.selection.arrange([card for group in self.arranged() for card in group])
        self.redraw()

    def action_pace(self) -> None:
        """Change the pace of the computer players."""
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
        elif key == "r":
            self.run_worker(self._review(), group="review", exclusive=True)
        elif key == "enter":
            self.action_leave()

    async def _review(self) -> None:
        """Review the game that is over."""
        try:
            self.knockroll.review(await self.session.record(), self.session)
        except KnockrollError as error:
            self.notify(str(error), severity="error", timeout=15)

    async def _play_again(self) -> None:
        """Play again, at this table if it can have another game, otherwise at a new one."""
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
        """The keys that work now."""
        if self.over:
            return [("n", "new game", "key n"), ("r", "review", "key r"), ("Enter", "leave", "key enter")]
        if self._waiting:
            scroll: list[Hint] = [("↑↓", "scroll", "key down")] if self.ending_is_long else []
            return [("Enter", "continue", "key enter"), *scroll]
        return self.move_hints() if self.scene.my_turn else [("space", "skip", "key space")]

    def more_hints(self) -> list[Hint]:
        """The keys that always work; the last ones are dropped last if there is no room."""
        return [
            ("x", "appearance", "key x"),
            ("v", f"pace: {self.knockroll.settings.pace}", "key v"),
            *([("o", "sort", "key o")] if self.may_move and self.scene.has_cards else []),
            ("l", "log", "key l"),
            ("c", "scores", "key c"),
            *([("/", "type", "key slash")] if self.may_move else []),
            *([("i", "hint", "key i"), ("u", "take back", "key u")] if self.session.practice and not self.over else []),
            ("?", "help", "key question_mark"),
            ("q", "leave", "key q"),
        ]

    @property
    def in_trouble(self) -> bool:
        """Whether there is lasting trouble."""
        return bool(self.session.trouble)

    def corner(self) -> str:
        """The dealer and the time left; or the trouble, while it lasts."""
        if self.session.trouble:
            return self.session.trouble
        dealer = self.scene.view.get("dealer") if self.scene.showing.has_dealer else None
        words = ["Practice"] if self.session.practice else []
        words += [f"dealer: {self.scene.name(dealer)}"] if dealer is not None else []
        if self.session.deadline is not None:
            words.append(f"{max(int(self.session.deadline - time.time()), 0)} s")
        return "   ".join(words)

    def waiting_words(self) -> str:
        """The text while the table waits for players."""
        begin = ("Enter  start now, with computer players in the empty seats",) if self.session.may_begin else ()
        trouble = (self.session.trouble, "") if self.session.trouble else ()
        return "\n".join((*trouble, *self.session.waiting, "", *begin, "q  leave"))
