"""Processes connected by Redis: entries committed at one are sent at all of them, whatever happens to Redis."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest
import sqlalchemy as sa
from scripts.serving import RedisProcess

from knockroll.server.cluster import members
from knockroll.server.cluster.bus import Committed, Message
from knockroll.server.cluster.members import Cluster
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.errors import Refusal
from knockroll.server.settings import Limits
from knockroll.server.storage.rows import Status
from knockroll.server.storage.schema import ROOMS
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Plan
from knockroll.server.tables.seats import Seat
from tests.server.cluster.halls import PLAN, Paper, halls, listen, move, open_table, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


async def play(lives: list[LiveRoom], papers: list[Paper], moves: int) -> None:
    """Let each process make a move in turn, as soon as it has the last one, until all listeners have all moves."""
    for number in range(moves):
        live = lives[number % len(lives)]
        seq = max(one.room.seq for one in lives)
        await until(lambda live=live, seq=seq: live.room.seq == seq)  # type: ignore[misc]
        assert await move(live, seq) == "made"
    await until(lambda: len({live.room.seq for live in lives}) == 1)
    assert all(paper.numbers == [*range(4, lives[0].room.seq + 1)] for paper in papers)


def test_who_listens_elsewhere_hears_of_every_move_and_sees_only_their_own_cards(
    database: str, redis: RedisProcess
) -> None:
    async def main() -> None:
        async with halls(database, 3, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            lives = [first, *[await hall.find(first.room.id) for hall in opened[1:]]]
            papers = [await listen(live, name) for live in lives for name in ("Ann", "Bob", None)]
            await play(lives, papers, 30)
            for seat, name in ((0, "Ann"), (1, "Bob"), (None, None)):
                told = [
                    paper.messages for paper, of in zip(papers, ("Ann", "Bob", None) * 3, strict=True) if of == name
                ]
                events = [[one for one in messages if one["type"] == "event"] for messages in told]
                assert events[0] == events[1] == events[2], "the same at every process"
                for event in events[0]:
                    _assert_sees_nothing_of_others(event, seat)

    run(main)


def _assert_sees_nothing_of_others(event: Any, seat: int | None) -> None:
    assert event["view"]["seat"] == seat
    assert seat is not None or not event["view"].get("hand")
    for one in event["events"]:
        if one.get("source") == "stock" and one.get("seat") not in (None, seat):
            assert not one.get("cards")
    assert "token" not in json.dumps(event)


def test_lost_and_doubled_messages_are_made_good_by_the_log(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear, count = Cluster._hear, 0

    def badly(cluster: Cluster, message: Message) -> None:
        nonlocal count
        if isinstance(message, Committed):
            count += 1
            for _ in range((1, 0, 2)[count % 3]):
                hear(cluster, message)
        else:
            hear(cluster, message)

    monkeypatch.setattr(Cluster, "_hear", badly)
    monkeypatch.setattr(members, "POLL_SECONDS", 0.05)

    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            lives = [first, await opened[1].find(first.room.id)]
            await play(lives, [await listen(live) for live in lives], 30)

    run(main)


def test_without_redis_play_goes_on_and_says_so(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            lives = [first, await opened[1].find(first.room.id)]
            papers = [await listen(live) for live in lives]
            await play(lives, papers, 4)
            redis.kill()
            await until(lambda: all(hall.peers.bus == "away" for hall in opened))
            await play(lives, papers, 4)
            await asyncio.to_thread(redis.start)
            await until(lambda: all(hall.peers.bus == "ok" for hall in opened))
            await play(lives, papers, 4)
            assert all(paper.closed is None for paper in papers)

    run(main)


def test_people_at_different_processes_see_each_other(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            ann, bob = await listen(first, "Ann"), await listen(second, "Bob")
            both = [Seat("person", token="Ann"), Seat("person", token="Bob")]
            await until(lambda: all(live.attendance.is_online(seat) for live in (first, second) for seat in both))
            await until(lambda: all(_online(paper) == [0, 1] for paper in (ann, bob)))
            second.attendance.react(second.room.seats[1], "hello")
            await until(lambda: any(message["type"] == "reaction" for message in ann.messages))
            for listener in list(second.listeners):
                second.detach(listener)
            await until(lambda: not first.attendance.is_online(both[1]) and _online(ann) == [0])

    run(main)


def _online(paper: Paper) -> list[int]:
    told: list[list[int]] = [message["online"] for message in paper.messages if message["type"] == "presence"]
    return told[-1] if told else []


def test_who_is_elsewhere_is_not_away(database: str, redis: RedisProcess) -> None:
    """Even if a process does not know that yet when the time is up, or cannot know it."""
    plan = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, None, 1, "House")

    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob", plan=plan)
            second = await opened[1].find(first.room.id)
            await listen(first, "Ann")
            await listen(second, "Bob")
            await until(lambda: all(len(live.attendance.online_at_peers) == 1 for live in (first, second)))
            for live in (first, second):
                live.attendance.online_at_peers = frozenset()
                live.scheduler._seen.clear()
                live.scheduler._seen.update(Ann=-1e6, Bob=-1e6)
                await live.scheduler._do_what_is_due()
            assert not any(seat.away for live in (first, second) for seat in live.room.seats)
            redis.kill()
            await until(lambda: all(hall.peers.bus == "away" for hall in opened))
            first.attendance.online_at_peers = frozenset()
            first.scheduler._seen["Bob"] = -1e6
            await first.scheduler._do_what_is_due()
            assert not any(seat.away for seat in first.room.seats)

    run(main)


def test_a_table_that_a_dead_process_left_is_played_on_by_another(database: str, redis: RedisProcess) -> None:
    """Computers play without spectators; the process that had the table has died."""
    plan = Plan("thirty_one", None, {"strikes": 1}, ("Random", "Random"), False, 0, None, 600, "Random")

    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            live = await opened[0].create(plan, "somebody")
            die(opened[0])
            with opened[1].store.database.engine.begin() as connection:
                connection.execute(sa.update(ROOMS).values(look_at=1.0))
            found = await asyncio.gather(*[opened[1].peers._due.find() for _ in range(3)])  # type: ignore[attr-defined]
            assert sorted(found) == [[], [], [live.room.id]], "found once, by one of them"
            other = opened[1].rooms[live.room.id]
            await until(lambda: other.room.status is Status.OVER)

    def die(hall: Hall) -> None:
        for live in hall.rooms.values():
            live.scheduler.stop()
            live.has_left = True
        hall.rooms.clear()

    run(main)


def test_limits_count_for_all_processes(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        limits = Limits(requests_per_second=0.01, requests_burst=6)
        async with halls(database, bus=redis.url, limits=limits) as opened:
            counters = [ClientLimits(limits) for _ in opened]
            for counter, hall in zip(counters, opened, strict=True):
                counter.peers = hall.peers
            for number in range(6):
                await counters[number % 2].request("192.0.2.1")
            for counter in counters:
                with pytest.raises(Refusal, match="too many requests"):
                    await counter.request("192.0.2.1")
                await counter.request("192.0.2.2")

    run(main)


def test_tables_that_wait_are_counted_for_all_processes(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "COUNTED_SECONDS", 0.0)

    async def main() -> None:
        async with halls(database, bus=redis.url, limits=Limits(open_tables=3)) as opened:
            for number in range(3):
                await opened[number % 2].create(PLAN, f"client {number}")
            for hall in opened:
                with pytest.raises(Refusal, match="as many tables as it allows"):
                    await hall.create(PLAN, "another")

    run(main)


def test_a_process_is_told_of_tables_where_somebody_listens_and_of_no_others(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[Hall, int]] = []
    hear = Cluster._hear

    def noted(cluster: Cluster, message: Message) -> None:
        if isinstance(message, Committed):
            heard.extend((cluster._hall, row[1]) for row in message.rows)
        hear(cluster, message)

    monkeypatch.setattr(Cluster, "_hear", noted)

    async def main() -> None:
        async with halls(database, 3, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            await listen(first, "Ann")
            second, third = [await hall.find(first.room.id) for hall in opened[1:]]
            paper = await listen(second, "Bob")
            name = opened[1].peers._bus.me  # type: ignore[attr-defined]
            await until(lambda: first.processes == frozenset([name]) and bool(second.processes))
            heard.clear()
            await play([first, second], [paper], 6)
            assert [seq for hall, seq in heard if hall is opened[1]] == [4, 6, 8]
            assert [seq for hall, seq in heard if hall is opened[0]] == [5, 7, 9]
            assert len(heard) == 6, "nobody listens at the third"
            third.touched = -math.inf
            await opened[2].peers.poll()  # type: ignore[attr-defined]
            assert third.room.id not in opened[2].rooms, "and it does not follow"
            assert (await opened[2].find(third.room.id)).room.seq == first.room.seq

    run(main)


def test_who_comes_while_something_is_committed_misses_nothing(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that learns of a listener at another process announces the table's latest entry."""
    monkeypatch.setattr(members, "POLL_SECONDS", 1e6)

    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            await listen(first, "Ann")
            second = await opened[1].find(first.room.id)
            await until(lambda: first.processes == frozenset())
            presence = opened[0].peers._presence  # type: ignore[attr-defined]
            monkeypatch.setattr(presence, "hear_of", lambda rooms: None)
            paper = await listen(second, "Bob")
            await until(lambda: bool(second.processes))
            assert await move(first, first.room.seq) == "made" and paper.numbers == []
            await presence.read([first.room.id])
            await until(lambda: paper.numbers == [4])

    run(main)
