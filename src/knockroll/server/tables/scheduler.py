"""What a room does by itself: computer players move, clocks run out, substitutes step in for people who are away."""

from __future__ import annotations

import asyncio
import logging
import random
import time
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from knockroll.engine.errors import PlayerFailed, UnknownPlayer
from knockroll.engine.game import Game, get_game
from knockroll.engine.views import GameView
from knockroll.players import RANDOM, Player, ask, is_slow, known_player
from knockroll.server import metrics
from knockroll.server.errors import Refusal
from knockroll.server.tables import entries, requests
from knockroll.server.tables.computer_players import Asked, Bots
from knockroll.server.tables.entries import Change
from knockroll.server.tables.requests import Changes
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat
from knockroll.server.tables.thinking_times import limit_before, told_at

if TYPE_CHECKING:
    from knockroll.server.tables.live_room import LiveRoom

logger = logging.getLogger("knockroll.server")
MOST_TIMEOUTS = 2
"""Timeouts in a row before a person counts as away."""
FAST_SECONDS = 0.002
"""Players faster than this move in the event loop; others in a thread."""
MOST_AT_ONCE = 32
"""Most moves of computers in a row, at a table without a pace, before other tables get their turn."""
LONGEST_AT_ONCE = 0.02

GRACE_SECONDS = 10.0
"""Least time left on a clock that ran while the table was not in memory."""
FOLLOWER_SECONDS = (0.25, 0.5)
"""Extra delay of a process that did not make the last entry."""
RETRY_SECONDS = 5.0
"""Delay before something that was due and failed is tried again."""

WATCH_SECONDS = 10.0
"""How long a table counts as watched after someone has looked at it."""
_cost: dict[tuple[str, str], float] = {}
"""Recent seconds per move of each player of each game."""


class Scheduler:
    """The timer of a room, set to the next thing that is due."""

    def __init__(self, live: LiveRoom, bots: Bots) -> None:
        # weak: a room that leaves memory is freed at once, without waiting for the garbage collector
        self._live_room = weakref.ref(live)
        self._loop = live.loop
        self._computers = Computers(live, bots)
        self._turn_since = self._begin_turn(live.room)
        self._seen: dict[str | None, float] = {}
        """When each person, by token hash, was last seen."""
        self._looked: dict[str | None, int] = {}
        """The latest entry that each person, by token hash, has requested without a live connection."""
        self._last_news = 0
        """The number of the last entry that started a game or was a person's move."""
        self._watched_at = -WATCH_SECONDS
        """When someone without a seat last looked at the table without a live connection."""
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self.arm()

    @property
    def _live(self) -> LiveRoom:
        live = self._live_room()
        assert live is not None, "a room that has left memory has no timer"
        return live

    def see(self, seat: Seat) -> None:
        """Note that a person was seen."""
        self._seen[seat.token] = self._loop.time()

    def seen_within(self, seconds: float) -> list[str | None]:
        """The people seen lately, by token hash."""
        since = self._loop.time() - seconds
        return [token for token, at in self._seen.items() if at >= since]

    def _begin_turn(self, room: Room) -> float:
        """When the current turn began, according to the log; later if the clock would have almost run out meanwhile."""
        now = self._loop.time()
        if not room.moved_at:
            return now
        begun = self._by_this_clock(room.moved_at)
        return (
            begun
            if room.plan.clock is None
            else max(begun, now + min(GRACE_SECONDS, room.plan.clock) - room.plan.clock)
        )

    def _by_this_clock(self, at: float) -> float:
        """A time from the log, on the clock of the event loop."""
        return self._loop.time() - max(0.0, time.time() - at)

    def look(self, seat: Seat) -> None:
        """Note that a person requested the state, as programs without a live connection do."""
        waited = not self._follows(seat)
        self._looked[seat.token] = self._live.room.seq
        if waited:
            self.arm()  # computers have an audience now

    def watch(self) -> None:
        """Note that someone without a seat looked at the table."""
        waited = not self._has_company(self._live.room)
        self._watched_at = self._loop.time()
        if waited:
            self.arm()

    def note(self, changes: Sequence[Change], has_moved_on: bool) -> None:
        """Note that changes were committed. ``has_moved_on``: whether the position changed."""
        room = self._live.room
        self._computers.think_no_more_unless(room)
        if any(_needs_a_look(change) for change in changes):
            self._last_news = room.seq
        if has_moved_on:
            self._turn_since = self._by_this_clock(room.moved_at)
        plain = len(changes) == 1 and isinstance(changes[0], entries.Move)
        if not plain or room.plan.clock or room.mover() is not None:
            self.arm()  # after a plain move between people, what was due is still due

    def arm(self) -> None:
        """Set the timer to the next thing that is due."""
        self._disarm()
        due = None if self._stopped else self.due()
        if due is not None:
            if self._live.follows:  # the process that made the last entry goes first
                due += random.uniform(*FOLLOWER_SECONDS)
            elif self._has_company(self._live.room):
                self._computers.begin(self._live.room)
            self._timer = self._loop.call_at(due, self._ring)

    def stop(self) -> None:
        """Stop the timer for good."""
        self._stopped = True
        self._disarm()
        self._computers.think_no_more()

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def due(self) -> float | None:
        """When the next thing is due: a computer's move, the end of a clock, a substitute; None if nothing is."""
        room = self._live.room
        if room.closed:
            return None
        times = [self._gone_at(seat) for seat in self._missing(room)]
        if (host := self._missing_host(room)) is not None:
            times.append(self._gone_at(host))
        return min([*times, *self._next_moves(room)], default=None)

    def _next_moves(self, room: Room) -> list[float]:
        """When the next move of a computer or the clock is due; empty if none is."""
        if room.turn is None:
            return []
        if room.mover() is not None:
            return [self._turn_since + room.plan.pace / 1000] if self._has_company(room) else []
        return [] if room.plan.clock is None else [self._turn_since + room.plan.clock]

    @property
    def is_idle(self) -> bool:
        """Whether the table may leave memory. It need not stay to mark a person who plays alone as away."""
        room = self._live.room
        if room.people == 1 and not self._live.listeners and not room.closed:
            return not self._next_moves(room)
        return self.due() is None

    def _missing(self, room: Room) -> list[Seat]:
        """The seats of people without a connection for whom no substitute plays yet."""
        return [s for s in room.seats if s.is_taken and not s.away and not self._live.attendance.is_online(s)]

    def _missing_host(self, room: Room) -> Seat | None:
        """A host without a seat or connection, while someone else is waiting."""
        host = None if room.host_seat is not None else room.visitor(room.host or "")
        is_waited_for = any(seat.is_taken and not seat.away for seat in room.seats)
        return host if host is not None and is_waited_for and not self._live.attendance.is_online(host) else None

    def _gone_at(self, seat: Seat) -> float:
        return self._seen.setdefault(seat.token, self._loop.time()) + self._live.room.plan.away

    def _has_company(self, room: Room) -> bool:
        """Whether computers should play on.

        They wait for the people at the table until those count as away. A table that all people have left goes on
        while someone listens. A table for computers only always goes on, but with slow computers only while it is
        watched: their time is for people.
        """
        here = [seat for seat in room.seats if seat.is_taken and not seat.away]
        if here:
            return any(self._follows(seat) for seat in here)
        if self._live.listeners:
            return True
        if any(player is None for player in room.plan.seats):
            return False
        return not self._computers.are_slow(room) or self._loop.time() < self._watched_at + WATCH_SECONDS

    def _follows(self, seat: Seat) -> bool:
        """Whether a person has a connection, or has requested the state since the last start or move of a person."""
        return self._live.attendance.is_online(seat) or self._looked.get(seat.token, -1) >= self._last_news

    def _ring(self) -> None:
        self._timer = None
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._do_what_is_due())

    async def _do_what_is_due(self) -> None:
        live = self._live  # keeps the room alive until this is done
        try:
            await self._look_for_missing(live)
            chosen = await self._computers.think_if_slow(live.room)
            if chosen is not None and live.room.people:
                await asyncio.sleep(chosen.tell_at - self._loop.time())
            if self._stopped:
                return
            await live.perform(lambda room: self._what_is_due(room, chosen))
        except Exception as error:
            if not isinstance(error, Refusal):
                logger.exception("what is due at a table could not be done", extra={"table": live.room.id})
            if not self._stopped:
                self._timer = self._loop.call_later(RETRY_SECONDS, self._ring)
        else:
            self.arm()

    async def _look_for_missing(self, live: LiveRoom) -> None:
        """Before people count as away, look for them at other processes; if that is impossible, count them as seen."""
        now = self._loop.time()
        gone = [seat for seat in self._missing(live.room) if now >= self._gone_at(seat)]
        if gone and not await live.peers.find_people(live):
            for seat in gone:
                self.see(seat)

    def _what_is_due(self, room: Room, chosen: Chosen | None) -> Changes:
        """The changes that are due: people away, moves of computers and the clock. ``chosen``: a slow player's move."""
        now = self._loop.time()
        yield from requests.away(room, [seat for seat in self._missing(room) if now >= self._gone_at(seat)])
        if (host := self._missing_host(room)) is not None and now >= self._gone_at(host):
            yield from requests.pass_on(room)
        yield from requests.next_game_if_all_agree(room)
        if room.turn is not None and room.mover() is None and room.plan.clock is not None:
            if now >= self._turn_since + room.plan.clock:
                yield from self._time_is_up(room, room.seats[room.turn])
        elif now >= self._turn_since + room.plan.pace / 1000 and self._has_company(room):
            yield from self._computers.moves(room, chosen)
            if not room.people and room.table is not None and len(room.table.moves) >= self._live.limits.computer_moves:
                yield from requests.close(room, "only computer players were left, and they played long enough")

    def _time_is_up(self, room: Room, seat: Seat) -> Changes:
        assert room.turn is not None
        timeouts = _timeouts(room, room.turn) + 1
        yield from requests.move_for(room, self._computers.substitute(room), "clock")
        if timeouts >= MOST_TIMEOUTS:
            yield from requests.away(room, [seat])


def _timeouts(room: Room, number: int) -> int:
    """The number of moves in a row that the clock has made for a seat, as far as frames are kept."""
    count = 0
    for frame in reversed(room.frames[room.frames.forgotten :]):
        if frame.game != room.games:
            break
        if frame.fields.get("seat") == number:
            if frame.fields.get("by") == "clock":
                count += 1
            elif frame.kind in ("move", "back", "sit", "join"):
                break
    return count


def _needs_a_look(change: Change) -> bool:
    """Whether people should see this change before computers go on."""
    if isinstance(change, entries.Move):
        return change.by == "person"
    return isinstance(change, entries.Start | entries.NextGame)


class Question(NamedTuple):
    """A question to a slow player."""

    position: int
    """The number of the entry that led to the position."""
    player: str

    @classmethod
    def of(cls, room: Room) -> Question | None:
        """The question to ask now; None if no computer player is to move."""
        name = None if room.closed or room.table is None or room.turn is None else room.mover()
        return None if name is None else cls(room.position, name)


class Chosen(NamedTuple):
    """The choice of a slow player."""

    question: Question
    move: str
    is_own: bool
    """Whether the player chose it; if not, it failed, and a substitute chose in its place."""
    tell_at: float = 0.0
    """When to show the move, on the clock of the event loop; that hides when the move was found."""


class Computers:
    """The computer players of one room, and substitutes for people."""

    def __init__(self, live: LiveRoom, bots: Bots) -> None:
        plan = live.room.plan
        self.game = get_game(plan.game)
        self._id = live.room.id
        self._bots = bots
        self._live_room = weakref.ref(live)
        self._peers = live.peers
        self._substitute = _quick(self.game, plan.substitute)
        self._players: dict[str, Player] = {}
        self._thinking: tuple[Question, asyncio.Task[Chosen]] | None = None
        self._games = live.room.games
        """The number of the game that was last asked about."""
        self._told: set[tuple[int, str]] = set()
        """The games, by number, and players whose failure the log has already reported."""

    def substitute(self, room: Room) -> str:
        """The move of the substitute for the seat to move."""
        return self.choose(room, self._substitute)[0]

    def choose(self, room: Room, name: str) -> tuple[str, bool]:
        """The move of a player for the seat to move, from that seat's view, and whether the player chose it itself."""
        assert room.table is not None and room.turn is not None
        return self._ask(name, room.table.view(room.turn))

    async def think_if_slow(self, room: Room) -> Chosen | None:
        """The choice of a slow player; None for a quick one, or if the move is no longer wanted."""
        question = Question.of(room)
        if question is None or self._is_fast(question.player):
            return None
        task = self._begin(room, question)
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()  # which does nothing to one that is done: its answer stays until the question changes
        return None if task.cancelled() else task.result()

    def begin(self, room: Room) -> None:
        """Let a slow player begin to think before its move is due."""
        question = Question.of(room)
        if question is not None and self._bots.has(self.game, question.player):
            self._begin(room, question)

    def _begin(self, room: Room, question: Question) -> asyncio.Task[Chosen]:
        if self._thinking is None or self._thinking[0] != question or self._thinking[1].cancelling():
            assert room.table is not None
            self.think_no_more()
            self._games = room.games
            asked = Asked(
                f"{self._id}:{question.position}", self._client(), any(map(_is_there, room.seats)), self._peers
            )
            task = asyncio.create_task(self._think(question, room.table.view(room.turn), asked, room.plan.pace / 1000))
            self._thinking = question, task
        return self._thinking[1]

    def _client(self) -> str:
        live = self._live_room()
        return self._id if live is None else live.client

    def are_slow(self, room: Room) -> bool:
        """Whether a slow player sits at the table."""
        return any(seat.player is not None and is_slow(self.game, seat.player) for seat in room.seats)

    async def _think(self, question: Question, view: GameView, asked: Asked, pace: float) -> Chosen:
        name, loop = question.player, asyncio.get_running_loop()
        begun, times = loop.time(), self._bots.thinking_times(self.game, name)
        beat = max(pace, times.next_beat())
        if not self._bots.has(self.game, name):
            return Chosen(question, *await asyncio.to_thread(self._ask, name, view))
        while True:
            try:
                move, is_own = await self._bots.choose(self.game, name, view, asked, limit_before(beat)), True
                times.note(loop.time() - begun)
            except PlayerFailed as error:
                if error.kind == "busy" and not asked.people:  # a table of computers can wait
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                self._tell_failure(name, error, f"{self._substitute} moves")
                move, is_own = (await asyncio.to_thread(self._ask, self._substitute, view))[0], False
            return Chosen(question, move, is_own, begun + told_at(beat, loop.time() - begun))

    def think_no_more_unless(self, room: Room) -> None:
        """Stop searching for a move that is no longer wanted in this position."""
        if self._thinking is not None and self._thinking[0] != Question.of(room):
            self.think_no_more()

    def think_no_more(self) -> None:
        """Stop searching for a move."""
        if self._thinking is not None:
            self._thinking[1].cancel()

    def moves(self, room: Room, chosen: Chosen | None) -> Changes:
        """Moves until it is a person's turn; with a pace, only one."""
        begun = time.perf_counter()
        for _ in range(1 if room.plan.pace else MOST_AT_ONCE):
            name, turn = room.mover(), room.turn
            if name is None or turn is None or time.perf_counter() - begun > LONGEST_AT_ONCE:
                return
            if chosen is not None and chosen.question == Question.of(room):
                move, is_own = chosen.move, chosen.is_own
            elif self._is_fast(name):
                move, is_own = self.choose(room, name)
            else:
                return
            if room.seats[turn].kind != "computer":
                yield from requests.move_for(room, move, "substitute")
            elif is_own:
                yield from requests.move_for(room, move, "computer")
            else:
                metrics.SUBSTITUTED.add(label=f"{self.game.name} {name}")
                yield from requests.move_for(room, move, "substitute", self._substitute)

    def _is_fast(self, name: str) -> bool:
        return _cost.get((self.game.name, name), FAST_SECONDS + 1) <= FAST_SECONDS

    def _ask(self, name: str, view: GameView) -> tuple[str, bool]:
        """The move of a player, and whether it chose the move itself. The table goes on even if the player fails."""
        begun = time.perf_counter()
        first = view["legal"][0]
        try:
            if name not in self._players:
                self._players[name] = known_player(self.game, name)
            move, is_own = ask(self.game, self._players[name], view), True
        except PlayerFailed as error:
            self._tell_failure(name, error, f"the first legal move, {first.split()[0]}, is made")
            move, is_own = first, False
        except UnknownPlayer as error:  # a package or an allowed program is gone
            self._tell_failure(name, error, f"{self._substitute} moves")
            move, is_own = first if name == self._substitute else self._ask(self._substitute, view)[0], False
        taken = time.perf_counter() - begun
        key = (self.game.name, name)
        _cost[key] = max(taken, _cost.get(key, 0.0) * 0.9)
        return move, is_own

    def _tell_failure(self, name: str, error: PlayerFailed | UnknownPlayer, instead: str) -> None:
        """Log that a player failed and what happens instead: once a game, and once a minute for all tables of a player.

        The log does not show the cards of a move.
        """
        if (self._games, name) in self._told or not self._bots.may_tell(self.game, name):
            return
        self._told.add((self._games, name))
        why = error.in_public if isinstance(error, PlayerFailed) else error
        logger.warning(
            "computer player %s of %s failed: %s; %s in its place",
            name,
            self.game.name,
            why,
            instead,
            exc_info=error.__cause__,
            extra={"table": self._id},
        )


def _is_there(seat: Seat) -> bool:
    """Whether a person sits there and is not away."""
    return seat.is_taken and not seat.away


def _quick(game: Game, name: str) -> str:
    """The name of a quick substitute: this player, or the game's usual one if it is slow."""
    return name if not is_slow(game, name) else next(bot.name for bot in (*game.players, RANDOM))
