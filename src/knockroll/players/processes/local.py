"""The processes on this machine that think for slow players, and those that prepare them.

A player that searches has to compile code and fit tables before its first move. That is done once on a machine, in a
separate process, and cached on disk piece by piece; the processes that think only load the result. So no question has
to wait for another player's preparation, and a process that thinks is never stopped because it is slow to compile.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Literal

from knockroll.engine.errors import PlayerFailed, UnknownPlayer
from knockroll.engine.game import game_names, get_game
from knockroll.players.processes import jobs
from knockroll.players.processes.jobs import About, Choose, Job, Prepare
from knockroll.players.processes.main import IN_BACKGROUND, PREPARING
from knockroll.players.processes.pool import Pool
from knockroll.players.processes.program import START_LIMIT, Program, ProgramEnded
from knockroll.players.processes.turns import Ticket, Turns
from knockroll.players.registry import is_cached, player_names

logger = logging.getLogger("knockroll.players")
COMMAND = shlex.join([sys.executable, "-m", "knockroll.players.processes.main"])
PREPARE_SECONDS = 600.0
"""The longest time for one piece of a preparation."""
LOAD_SECONDS = 5.0
"""How long a move waits for a player that is being prepared: long enough to load what was compiled before."""
OPTIONS_SECONDS = 30.0
"""How long a move waits for a player that is ready, but has to prepare for the options of the table."""
USUAL_SECONDS = 60.0
"""How long a preparation is expected to take before anything is known about it."""
LONGEST_LINE = 2**26


def usual_processes() -> int:
    """Return the usual number of processes: one core is left for the tables, if there is more than one."""
    return min(8, max(1, (os.cpu_count() or 1) - 1))


class Helper(Program):
    """One process for background jobs."""

    longest_answer = LONGEST_LINE
    name = "a process for background jobs"
    _may_not_be_killed = False
    _tell: Callable[[float], None]

    def do(self, job: Job, tell: Callable[[float], None]) -> str:
        """Return the answer to a job; ``tell`` is called with the share done of its preparation."""
        self._tell = tell
        # A player that watches the clock will answer in time, and the next question needs its warm process.
        watches_the_clock = isinstance(job, Choose) and is_cached(get_game(job.game), job.player)
        self._may_not_be_killed = watches_the_clock
        try:
            return jobs.read_answer(self.answer(jobs.write(job)))
        finally:
            self._may_not_be_killed = False

    def _next_line(self, limit: float) -> str:
        line = super()._next_line(limit)
        while line.startswith(PREPARING):
            before, self._may_not_be_killed = self._may_not_be_killed, True
            try:
                share = 0.0
                while share < 1 and line.startswith(PREPARING):
                    self._tell(share := float(line.removeprefix(PREPARING)))
                    line = super()._next_line(PREPARE_SECONDS if share < 1 else self.time_limit)
            finally:
                self._may_not_be_killed = before
                self._tell(1.0)
        return line

    def kill(self) -> None:
        """End the process, unless the next question needs what it is preparing."""
        if not self._may_not_be_killed:
            super().kill()


@dataclass(frozen=True)
class Readiness:
    """How far the preparation of a player is."""

    state: Literal["ready", "preparing"]
    progress: float = 1.0
    """From 0 to 1."""
    seconds: float = 0.0
    """How many more seconds it will take, roughly."""


@dataclass
class _Preparation:
    """A preparation in progress."""

    since: float
    share: float = 0.0


class LocalWork:
    """The processes of this machine, started when they are first needed."""

    def __init__(self, processes: int, seconds: float, most_waiting: int) -> None:
        """Up to ``processes`` think at a time, each for at most ``seconds`` about a question.

        At most ``most_waiting`` questions wait or are under way.
        """
        self.patience = START_LIMIT + seconds
        self._processes = processes
        self.turns = Turns(processes, most_waiting)
        self.ready: set[About] = set()
        self._preparing: dict[About, _Preparation] = {}
        self._at_thinkers: set[About] = set()
        """The players that a process that thinks is preparing, because another could not."""
        self._limits: dict[asyncio.Timeout, About] = {}
        """How long each question waits, and for which player."""
        self._pool: Pool[Helper] = Pool(processes, lambda command: Helper(command, seconds))
        # Players and tables are prepared by one process each: a table does not wait for a player to compile.
        self._for_players: Pool[Helper] = Pool(1, lambda command: Helper(command, seconds))
        self._for_tables: Pool[Helper] = Pool(1, lambda command: Helper(command, seconds))
        self._player_turns, self._table_turns = Turns(1, most_waiting), Turns(1, most_waiting)
        self._tasks: dict[tuple[About, str], tuple[Ticket, asyncio.Task[None]]] = {}

    # --- Asking ----------------------------------------------------------------------------------------------------

    async def do(self, job: Choose, client: str = "", people: bool = True) -> str:
        """Return the move of a player, or raise :class:`PlayerFailed`. Cancelling the wait ends the job.

        :param client: who asks: a client has one question under way at a time, and a fair share of turns
        :param people: whether people are waiting for the move; they come first
        """
        who = About(job.game, job.player)
        if not is_cached(get_game(job.game), job.player):
            return await self._ask(job, who, client, people)
        if who not in self.ready:
            await self._wait_for(who, self.prepare(job.game, job.player, client, people), LOAD_SECONDS)
        try:
            question = Choose(job.game, job.player, job.view, job.milliseconds, prepares=False)
            return await self._ask(question, who, client, people)
        except PlayerFailed as error:
            if error.kind != jobs.UNPREPARED:
                raise
        await self._wait_for(who, self._prepare_table(job, client, people), OPTIONS_SECONDS)
        return await self._ask(job, who, client, people)

    async def _ask(self, job: Job, who: About, client: str, people: bool) -> str:
        try:
            async with asyncio.timeout(self.patience):
                ticket = Ticket(client, people)
                turn = self.turns.take(ticket)
                await turn.__aenter__()
        except TimeoutError:
            raise PlayerFailed("busy", f"no process was free to answer within {self.patience:g} s") from None
        try:
            try:
                return await self._ask_now(job, who)
            except ProgramEnded:  # it may have been killed through no fault of the job
                return await self._ask_now(job, who)
        finally:
            await turn.__aexit__(None, None, None)

    async def _ask_now(self, job: Job, who: About) -> str:
        loop = asyncio.get_running_loop()
        tell = _ignore if who in self.ready else self._teller(who, loop, self._note_at_thinker)
        end = self._end_of_waiting(who)
        if end is not None and loop.time() >= end:
            raise self._unprepared(who)
        limit = asyncio.timeout_at(end)
        self._limits[limit] = who
        try:
            async with limit:
                asked = self._pool.put(COMMAND, lambda helper: helper.do(job, tell))
                return await self._pool.wait(asked, self.patience)
        except TimeoutError:
            raise self._unprepared(who) from None
        finally:
            del self._limits[limit]

    def _teller(
        self, who: About, loop: asyncio.AbstractEventLoop, note: Callable[[About, float], None]
    ) -> Callable[[float], None]:
        def tell(share: float) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(note, who, share)

        return tell

    def _end_of_waiting(self, who: About) -> float | None:
        """Until when to wait for what a process that thinks prepares: for this player, or in all of them for others."""
        if who in self._at_thinkers:
            return self._preparing[who].since + LOAD_SECONDS
        many = len(self._at_thinkers) >= self._processes
        return min(self._preparing[one].since for one in self._at_thinkers) + LOAD_SECONDS if many else None

    def _note(self, who: About, share: float) -> None:
        """Note how far the preparation of a player is."""
        if share < 1:
            self._preparing.setdefault(who, _Preparation(asyncio.get_running_loop().time())).share = share

    def _note_at_thinker(self, who: About, share: float) -> None:
        """Note how far a preparation is that keeps a process from thinking, because no other could do it."""
        self._note(who, share)
        if share < 1:
            self._at_thinkers.add(who)
        else:
            self._at_thinkers.discard(who)
            self._preparing.pop(who, None)
        for limit, waits in self._limits.items():
            if not limit.expired():
                limit.reschedule(self._end_of_waiting(waits))

    # --- Preparing -------------------------------------------------------------------------------------------------

    def prepare(self, game: str, player: str, client: str = "", people: bool = False) -> asyncio.Task[None]:
        """Prepare a player, once for all who want it; then the processes that think have loaded it."""
        who = About(game, player)
        return self._once((who, ""), client, people, lambda ticket: self._prepare(who, ticket))

    async def prepare_all(self) -> None:
        """Prepare all players that cache what they prepare, one after the other."""
        players = [(get_game(game), player) for game in game_names() for player in player_names(game)]
        for task in [self.prepare(game.name, player) for game, player in players if is_cached(game, player)]:
            await asyncio.wait([task])
            if not task.cancelled() and (error := task.exception()) is not None:
                logger.warning("a computer player cannot be prepared: %s", error)

    async def _prepare(self, who: About, ticket: Ticket) -> None:
        loop, job = asyncio.get_running_loop(), Prepare(who.game, who.player)
        async with self._player_turns.take(ticket):
            self._note(who, 0.0)
            try:
                command = f"{COMMAND} {IN_BACKGROUND}"
                await self._finish(self._for_players, command, job, self._teller(who, loop, self._note))
                await self._finish(self._pool, COMMAND, job, _ignore)
            finally:
                self._preparing.pop(who, None)
        self.ready.add(who)
        if not self._player_turns.waiting:
            self._for_players.rest()

    def _prepare_table(self, job: Choose, client: str, people: bool) -> asyncio.Task[None]:
        who = About(job.game, job.player)
        key = jobs.write(
            Choose(job.game, job.player, {"options": job.view.get("options"), "seats": len(job.view["players"])})
        )
        asked = Prepare(job.game, job.player, job.view)

        async def go(ticket: Ticket) -> None:
            async with self._table_turns.take(ticket):
                await self._finish(self._for_tables, f"{COMMAND} {IN_BACKGROUND}", asked, _ignore)

        return self._once((who, key), client, people, go)

    async def _finish(self, pool: Pool[Helper], command: str, job: Job, tell: Callable[[float], None]) -> None:
        """Get a job done, however long it takes; if its process ends, continue with what it has cached."""
        for attempt in range(3):
            try:
                await asyncio.wrap_future(pool.put(command, lambda helper: helper.do(job, tell)))
                return
            except ProgramEnded:
                if attempt == 2:
                    raise

    def _once(
        self, key: tuple[About, str], client: str, people: bool, do: Callable[[Ticket], Coroutine[Any, Any, None]]
    ) -> asyncio.Task[None]:
        """Do something once for all who want it; as soon as people do, they come first."""
        if key in self._tasks:
            ticket, task = self._tasks[key]
            ticket.people |= people
            return task
        ticket = Ticket(client, people)
        task = asyncio.create_task(do(ticket))
        self._tasks[key] = ticket, task

        def over(task: asyncio.Task[None]) -> None:
            del self._tasks[key]
            if not task.cancelled():
                task.exception()  # those who wait get the exception

        task.add_done_callback(over)
        return task

    async def _wait_for(self, who: About, task: asyncio.Task[None], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        begun = self._preparing[who].since if who in self._preparing else loop.time()
        try:
            async with asyncio.timeout_at(begun + seconds):
                await asyncio.shield(task)
        except TimeoutError:
            raise self._unprepared(who) from None

    def _unprepared(self, who: About) -> PlayerFailed:
        share = self._preparing[who].share if who in self._preparing else 0.0
        return PlayerFailed("busy", f"{who.player} of {who.game} is getting ready ({share:.0%} done)")

    def readiness(self, game: str, player: str) -> Readiness:
        """Return how far the preparation of a player is."""
        who = About(game, player)
        try:
            if who in self.ready or not is_cached(get_game(game), player):
                return Readiness("ready")
        except UnknownPlayer:
            return Readiness("ready")
        one = self._preparing.get(who)
        if one is None:
            players = [known for known, table in self._tasks if not table]
            before = players.index(who) if who in players else len(players)
            return Readiness("preparing", 0.0, USUAL_SECONDS * (1 + before))
        passed = asyncio.get_running_loop().time() - one.since
        left = passed / one.share - passed if one.share > 0 else max(USUAL_SECONDS - passed, USUAL_SECONDS / 2)
        return Readiness("preparing", round(one.share, 2), round(left))

    def close(self) -> None:
        """End all processes."""
        for _, task in self._tasks.values():
            task.get_loop().call_soon_threadsafe(task.cancel)
        for pool in (self._pool, self._for_players, self._for_tables):
            pool.close()


def _ignore(share: float) -> None:
    """Ignore the share done."""
