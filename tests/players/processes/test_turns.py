"""Whose question is next: people's before computers', each client in turn, one at a time for each."""

from __future__ import annotations

import asyncio

import pytest

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes.turns import Ticket, Turns


class Asking:
    """Questions that wait for their turn, and are answered when a test says so."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.answered: list[str] = []
        self.refused: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def ask(self, name: str, client: str, people: bool = True) -> None:
        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._go(name, Ticket(client, people)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _go(self, name: str, ticket: Ticket) -> None:
        try:
            async with self.turns.take(ticket):
                self.answered.append(name)
                await self._ends[name].wait()
        except PlayerFailed as failed:
            assert failed.kind == "busy"
            self.refused.append(name)

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end_all(self) -> None:
        while running := [name for name in self.answered if not self._tasks[name].done()]:
            await self.end(running[0])


def test_people_come_before_computers_that_play_among_themselves() -> None:
    async def go() -> None:
        asking = Asking(Turns(1, 10))
        await asking.ask("first", "a", people=False)
        await asking.ask("computers", "b", people=False)
        await asking.ask("people", "c")
        await asking.end_all()
        assert asking.answered == ["first", "people", "computers"]

    asyncio.run(go())


def test_a_client_with_many_questions_has_one_under_way_and_its_share_of_turns() -> None:
    async def go() -> None:
        turns = Turns(2, 20)
        asking = Asking(turns)
        for number in range(4):
            await asking.ask(f"greedy {number}", "greedy")
        assert asking.answered == ["greedy 0"], "there is a second place, but not for the same client"
        await asking.ask("one", "one")
        assert len(turns.under_way) == 2
        await asking.ask("two", "two")
        await asking.end("greedy 0")
        assert asking.answered[-1] == "two", "whose turn is the longest ago"
        await asking.end_all()
        assert sorted(asking.answered) == ["greedy 0", "greedy 1", "greedy 2", "greedy 3", "one", "two"]
        assert not turns.waiting
        assert not turns.under_way

    asyncio.run(go())


def test_the_queue_is_bounded_and_computers_make_room_for_people() -> None:
    async def go() -> None:
        asking = Asking(Turns(1, 3))
        await asking.ask("under way", "a")
        await asking.ask("computers 1", "b", people=False)
        await asking.ask("computers 2", "c", people=False)
        await asking.ask("computers 3", "d", people=False)
        assert asking.refused == ["computers 3"]
        await asking.ask("people", "e")
        assert asking.refused == ["computers 3", "computers 2"]
        await asking.ask("more people", "f")
        await asking.ask("too many people", "g")
        assert asking.refused[2:] == ["computers 1", "too many people"]
        await asking.end_all()
        assert asking.answered == ["under way", "people", "more people"]

    asyncio.run(go())


def test_no_client_has_more_than_half_of_the_queue() -> None:
    async def go() -> None:
        asking = Asking(Turns(1, 8))
        for number in range(8):
            await asking.ask(str(number), "greedy")
        assert asking.refused == ["6", "7"]
        await asking.ask("somebody else", "other")
        await asking.end_all()
        assert asking.answered[:2] == ["0", "somebody else"]

    asyncio.run(go())


def test_a_question_that_is_no_longer_wanted_gives_up_its_place() -> None:
    async def go() -> None:
        turns = Turns(1, 8)
        asking = Asking(turns)
        for name in "abc":
            await asking.ask(name, name)
        for name in "ba":
            asking._tasks[name].cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking._tasks[name]
        await asyncio.sleep(0)
        assert asking.answered == ["a", "c"]
        await asking.end("c")
        assert not turns.waiting
        assert not turns.under_way

    asyncio.run(go())
