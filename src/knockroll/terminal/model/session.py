"""What a front end plays through: a table here or far away, seen from one seat, step by step."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from knockroll.engine.errors import IllegalMove, KnockrollError, PlayerFailed
from knockroll.engine.events import Event, redact
from knockroll.engine.game import Game
from knockroll.engine.table import Table
from knockroll.players import Player, ask, is_code, player, short_name
from knockroll.players.processes.program import ProcessPlayer
from knockroll.terminal.model.saves import Save
from knockroll.terminal.model.words import account_title

YOU = "You"
SUBSTITUTE = "Random"


@dataclass(frozen=True)
class SeatStep:
    """One move and what followed from it, as the seat may see it."""

    events: tuple[Event, ...]
    view: dict[str, Any]
    """What the seat may know after it."""
    past: bool = False
    """Whether it happened before the session began: nobody waits for it."""
    new_game: bool = False
    """Whether another game begins with it."""


class Ended(NamedTuple):
    """How a hand ended, in words, and the change of each seat's score: a line of the score sheet."""

    title: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Notice:
    """Something to tell the person that is no part of the game, such as a lost connection."""

    text: str
    trouble: bool = True
    lasting: bool = False
    """Whether the session goes on saying it by itself (:attr:`Session.trouble`): it need not be said over the table."""


class Session(Protocol):
    """A table as one seat sees it. Steps come one at a time, when they are asked for: so the screen sets the pace."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def seat(self) -> int | None:
        """The person's seat; None for somebody who watches."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""

    @property
    def characters(self) -> tuple[str, ...]:
        """Who they are, each in one line; empty for people."""

    @property
    def past_hands(self) -> Sequence[Ended]:
        """The hands before the first step, as far as they are known."""

    @property
    def paced(self) -> bool:
        """Whether steps already come at a pace that a person can follow."""

    @property
    def deadline(self) -> float | None:
        """When the time to move runs out, in seconds since 1970; None if there is no clock."""

    @property
    def may_begin(self) -> bool:
        """Whether the person may begin before everybody is there."""

    @property
    def trouble(self) -> str:
        """What is wrong as long as it is, such as a lost connection; nothing if all is well."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be known of who has each seat, such as ``offline``; nothing if all is well."""

    @property
    def slow(self) -> tuple[bool, ...]:
        """Whether a player who thinks for long has each seat."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """What is waited for before a game begins, line by line."""

    @property
    def has_news(self) -> bool:
        """Whether something has happened that has not been asked for yet."""

    async def next_step(self) -> SeatStep | Notice | None:
        """The next thing that happens, waiting for it; None when nothing more will. First comes what is past."""

    async def play(self, move: str) -> None:
        """Make a move for the person, or raise :class:`knockroll.engine.errors.KnockrollError` saying why not."""

    async def again(self) -> bool:
        """Ask for the next game at this table, the first one included; whether there can be one here."""

    def farewell(self) -> str:
        """How to come back, for somebody who leaves."""

    async def close(self) -> None:
        """Leave the table."""


class LocalSession:
    """A table on this machine: one person, computer players, and a file in which the game is kept."""

    may_begin = False

    def __init__(self, table: Table, players: Sequence[Player | None], save: Save | None = None) -> None:
        """Take a table, and for each seat its computer player (None: the person)."""
        self.table = table
        self.players = tuple(players)
        self.save = save
        self.past_hands: Sequence[Ended] = ()
        self._seat = self.players.index(None) if None in self.players else None
        self._coming: deque[SeatStep | Notice] = deque([self._step()])
        self._moved = asyncio.Event()
        self._saving = True
        if save is not None and not save.exists:
            self._keep()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def seat(self) -> int | None:
        """The person's seat; None if computers have all of them."""
        return self._seat

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return numbered([YOU if p is None else short_name(p.name) for p in self.players])

    paced = False
    deadline = None
    trouble = ""
    waiting = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Everybody is here."""
        return tuple("" for _ in self.players)

    @property
    def slow(self) -> tuple[bool, ...]:
        """Who says so."""
        return tuple(bool(getattr(p, "slow", False)) for p in self.players)

    @property
    def characters(self) -> tuple[str, ...]:
        """Who they are, each in one line."""
        return tuple("" if p is None else p.character for p in self.players)

    def catch_up(self, steps: Sequence[SeatStep]) -> None:
        """Begin with what had happened in this hand before: a resumed game starts with a full log."""
        self._coming = deque(replace(step, past=True) for step in steps)
        ended = sum(event.account is not None for step in steps for event in step.events)
        before = self.table.hands[: len(self.table.hands) - ended]
        self.past_hands = [Ended(account_title(hand.account, self.names), hand.points) for hand in before]

    @property
    def has_news(self) -> bool:
        """Whether a move has been made that has not been asked for yet."""
        return bool(self._coming)

    async def next_step(self) -> SeatStep | Notice | None:
        """The next move: a computer player makes it, or the person is waited for."""
        while not self._coming:
            if self.table.turn is None:
                return None
            mover = self.players[self.table.turn]
            if mover is None:
                self._moved.clear()
                await self._moved.wait()
            else:
                await self._let_move(mover, self.table.turn)
        return self._coming.popleft()

    async def play(self, move: str) -> None:
        """Make a move for the person."""
        self.play_now(move)

    def play_now(self, move: str) -> None:
        """Make a move for the person."""
        if self._seat is None:
            raise IllegalMove("you are watching: there is no move to make")
        self._apply(move, self._seat)
        self._moved.set()

    async def again(self) -> bool:
        """Another game is another session."""
        return False

    def farewell(self) -> str:
        """Where the game is kept."""
        if self.table.result is None:
            if self.save is None or not self._saving:
                return "This game was not saved."
            allow = " --allow-commands" if any(p is not None and is_code(p.name) for p in self.players) else ""
            return f"The game is saved. Go on with it:  knockroll play --resume{allow}"
        if self.save is None or not self._saving:
            return "This game was not saved."
        return f"Watch the game again:  knockroll replay {self.save.shown}"

    async def close(self) -> None:
        """End the programs that play here; asked again, they would start again."""
        for mover in self.players:
            if isinstance(mover, ProcessPlayer):
                mover.close()

    # --- Inside ----------------------------------------------------------------------------------------------------

    async def _let_move(self, mover: Player, seat: int) -> None:
        """Make a computer player's move; somebody else's if it has none that can be played."""
        try:
            move = await asyncio.to_thread(ask, self.game, mover, self.table.view(seat))
        except PlayerFailed as error:
            failed = f"{self.names[seat]} could not move ({error.in_public})"
            self._coming.append(Notice(f"{failed}: {SUBSTITUTE} moves instead."))
            move = ask(self.game, player(self.game, SUBSTITUTE), self.table.view(seat))
        self._apply(move, seat)

    def _apply(self, move: str, seat: int) -> None:
        self.table.play(move, seat)
        self._coming.append(self._step())
        self._keep()

    def _step(self) -> SeatStep:
        return SeatStep(tuple(redact(event, self._seat) for event in self.table.events), self.table.view(self._seat))

    def _keep(self) -> None:
        """Save the game; if that is impossible say so once, and play on."""
        if self.save is None or not self._saving:
            return
        try:
            self.save.write(self.table, self.players)
        except KnockrollError as error:
            self._saving = False
            self._coming.append(Notice(f"{error} The game goes on, but it is not saved."))


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Names made different: the second House is ``House 2``."""
    return tuple(
        name if names.index(name) == i else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)
    )


def seat_players(
    game: Game, seats: int, chosen: Sequence[str] = (), seed: int | None = None, watching: bool = False
) -> tuple[Player | None, ...]:
    """Who sits where: the person on seat 0, on the others the chosen computer players in turn, or the quick ones."""
    from knockroll.players import is_slow, player_names

    usual = [name for name in player_names(game) if name != SUBSTITUTE and not is_slow(game, name)] or [SUBSTITUTE]
    names = list(chosen) or usual
    people: tuple[Player | None, ...] = () if watching else (None,)
    return people + tuple(
        player(game, names[i % len(names)], None if seed is None else seed + 1 + i) for i in range(seats - len(people))
    )
