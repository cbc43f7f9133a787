"""Sessions, through which a front end plays at a local table or one on a server, as one seat, step by step."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from knockroll.engine.errors import IllegalMove, KnockrollError, PlayerFailed
from knockroll.engine.events import Event, redact
from knockroll.engine.game import Game
from knockroll.engine.table import Table
from knockroll.players import Player, ask, is_code, player, short_name
from knockroll.players.processes.program import ProcessPlayer
from knockroll.terminal.model.saves import Save, save_document
from knockroll.terminal.model.words import account_title

if TYPE_CHECKING:
    from knockroll.terminal.model.game_review import ReviewSource

YOU = "You"
SUBSTITUTE = "Random"


@dataclass(frozen=True)
class SeatStep:
    """One move and what followed from it, as a seat may see it."""

    events: tuple[Event, ...]
    view: dict[str, Any]
    """The seat's view after the step."""
    past: bool = False
    """Whether the step happened before the session began, and needs no pause."""
    new_game: bool = False
    """Whether the step begins another game."""


class Ended(NamedTuple):
    """How a hand ended, in words, and each seat's points: a line of the score sheet."""

    title: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class Notice:
    """Something to tell the person besides the game, such as a lost connection."""

    text: str
    trouble: bool = True
    lasting: bool = False
    """Whether the screen shows it in another place, such as :attr:`Session.trouble`, and needs no message."""


class Session(Protocol):
    """A table as one seat sees it. Steps come one at a time, on request, so the screen sets the pace."""

    @property
    def game(self) -> Game:
        """The game being played."""

    @property
    def seat(self) -> int | None:
        """The person's seat; None when watching."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""

    @property
    def characters(self) -> tuple[str, ...]:
        """A line about each computer player; empty for people."""

    @property
    def past_hands(self) -> Sequence[Ended]:
        """The known hands before the first step."""

    @property
    def paced(self) -> bool:
        """Whether steps already come at a pace people can follow."""

    @property
    def deadline(self) -> float | None:
        """When the time to move runs out, in seconds since 1970; None if there is no clock."""

    @property
    def may_begin(self) -> bool:
        """Whether the person may start before everyone is there."""

    @property
    def practice(self) -> bool:
        """Whether this is a practice table, with hints and moves that can be taken back."""

    @property
    def trouble(self) -> str:
        """A lasting problem, such as a lost connection; empty if all is well."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """A remark about the player in each seat, such as ``offline``; empty if all is well."""

    @property
    def slow(self) -> tuple[bool, ...]:
        """Whether the player in each seat takes long to move."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """A description of a table that waits for players, line by line."""

    @property
    def has_news(self) -> bool:
        """Whether a step or notice is waiting."""

    async def next_step(self) -> SeatStep | Notice | None:
        """Wait for the next step or notice, the past ones first; None when there will be no other."""

    async def play(self, move: str) -> None:
        """Make the person's move, or raise :class:`knockroll.engine.errors.KnockrollError` saying why not."""

    async def hint(self) -> Sequence[str]:
        """Return the best moves in sentences, at a practice table."""

    async def take_back(self) -> None:
        """Take back the person's last decision, at a practice table."""

    async def again(self) -> bool:
        """Ask for the next game (or the first) at this table; return whether this table can have one."""

    async def record(self) -> dict[str, Any]:
        """Return the record of the finished game."""

    def reviews(self) -> ReviewSource:
        """Return a source of reviews of the record."""

    def farewell(self) -> str:
        """Return how to come back, for a person who leaves."""

    async def close(self) -> None:
        """Leave the table."""


class LocalSession:
    """A table on this machine: one person, computer players, and a file to save the game in."""

    may_begin = practice = False

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
        """The game being played."""
        return self.table.game

    @property
    def seat(self) -> int | None:
        """The person's seat; None if computer players have all of them."""
        return self._seat

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return numbered([YOU if p is None else short_name(p.name) for p in self.players])

    paced = False
    deadline = None
    trouble = ""
    waiting = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Empty for every seat, because everyone is here."""
        return tuple("" for _ in self.players)

    @property
    def slow(self) -> tuple[bool, ...]:
        """Whether each computer player calls itself slow."""
        return tuple(bool(getattr(p, "slow", False)) for p in self.players)

    @property
    def characters(self) -> tuple[str, ...]:
        """A line about each computer player."""
        return tuple("" if p is None else p.character for p in self.players)

    def catch_up(self, steps: Sequence[SeatStep]) -> None:
        """Begin with the earlier steps of this hand: a resumed game starts with a full log."""
        self._coming = deque(replace(step, past=True) for step in steps)
        ended = sum(event.account is not None for step in steps for event in step.events)
        before = self.table.hands[: len(self.table.hands) - ended]
        self.past_hands = [Ended(account_title(hand.account, self.names), hand.points) for hand in before]

    @property
    def has_news(self) -> bool:
        """Whether a step or notice is waiting."""
        return bool(self._coming)

    async def next_step(self) -> SeatStep | Notice | None:
        """Return the next step: let a computer player move, or wait for the person."""
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
            raise IllegalMove("You're watching, so you can't make a move.")
        self._apply(move, self._seat)
        self._moved.set()

    async def hint(self) -> Sequence[str]:
        """Give no hint: this is not a practice table."""
        raise IllegalMove("There are no hints at this table.")

    async def take_back(self) -> None:
        """Take nothing back: this is not a practice table."""
        raise IllegalMove("Moves can't be taken back at this table.")

    async def again(self) -> bool:
        """Return False: another game is another session."""
        return False

    async def record(self) -> dict[str, Any]:
        """Return the record, with the players as a saved game has them."""
        return save_document(self.table, self.players)

    def reviews(self) -> ReviewSource:
        """Return reviews on this machine."""
        from knockroll.terminal.model.game_review import LocalReviews

        return LocalReviews()

    def farewell(self) -> str:
        """Return where the game is saved."""
        if self.save is None or not self.save.is_ours:
            return "This game was not saved."
        if self.table.result is not None and self._saving:
            return f"Watch the game again with:  knockroll replay {self.save.shown}"
        allow = " --allow-commands" if any(p is not None and is_code(p.name) for p in self.players) else ""
        saved = "The game is saved" if self._saving else "Only an earlier part of the game is saved"
        return f"{saved}. Resume it with:  knockroll play --resume{allow}"

    async def close(self) -> None:
        """End the programs that play here; they would start again for another move."""
        for mover in self.players:
            if isinstance(mover, ProcessPlayer):
                mover.close()

    # --- Inside ----------------------------------------------------------------------------------------------------

    async def _let_move(self, mover: Player, seat: int) -> None:
        """Make a computer player's move, or a substitute's if it has no legal one."""
        try:
            move = await asyncio.to_thread(ask, self.game, mover, self.table.view(seat))
        except PlayerFailed as error:
            why = str(error) if self._seat is None else error.in_public  # the legal moves would give its hand away
            failed = f"{self.names[seat]} couldn't move ({why})"
            self._coming.append(Notice(f"{failed}. {SUBSTITUTE} moves instead."))
            move = ask(self.game, player(self.game, SUBSTITUTE), self.table.view(seat))
        self._apply(move, seat)

    def _apply(self, move: str, seat: int) -> None:
        self.table.play(move, seat)
        self._coming.append(self._step())
        self._keep()

    def _step(self) -> SeatStep:
        return SeatStep(tuple(redact(event, self._seat) for event in self.table.events), self.table.view(self._seat))

    def _keep(self) -> None:
        """Save the game; if that fails, say so once and play on."""
        if self.save is None or not self._saving:
            return
        try:
            self.save.write(self.table, self.players)
        except KnockrollError as error:
            self._saving = False
            self._coming.append(Notice(f"{error} You can play on, but the game is no longer being saved."))


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Make the names different: the second House is ``House 2``."""
    return tuple(
        name if names.index(name) == i else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)
    )


def seat_players(
    game: Game, seats: int, chosen: Sequence[str] = (), seed: int | None = None, watching: bool = False
) -> tuple[Player | None, ...]:
    """Put the person in seat 0, and the chosen computer players (by default the quick ones) in the others in turn."""
    from knockroll.players import is_slow, player_names

    usual = [name for name in player_names(game) if name != SUBSTITUTE and not is_slow(game, name)] or [SUBSTITUTE]
    names = list(chosen) or usual
    people: tuple[Player | None, ...] = () if watching else (None,)
    return people + tuple(
        player(game, names[i % len(names)], None if seed is None else seed + 1 + i) for i in range(seats - len(people))
    )
