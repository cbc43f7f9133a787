"""Two processes write to one table: the number of the entry decides, and no one sees a gap or a repetition."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
import uvloop

from knockroll.server.errors import Code, Refusal
from knockroll.server.storage.postgresql import Postgresql
from knockroll.server.storage.rows import LogRow
from knockroll.server.storage.schema import LOG
from knockroll.server.tables import requests
from tests.server.cluster.halls import halls, listen, move, open_table, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


def test_who_comes_second_learns_what_happened_and_is_told_that_the_move_is_stale(database: str) -> None:
    """Both moves answer the same entry: one is made, the other refused, and both processes go on."""

    async def play() -> None:
        async with halls(database) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            papers = [await listen(first), await listen(second)]
            for _ in range(20):
                seq = first.room.seq
                assert sorted(await asyncio.gather(move(first, seq), move(second, seq))) == ["made", "stale"]
                await first.catch_up()
                await second.catch_up()
                assert first.room.seq == second.room.seq == seq + 1
                assert first.room.table is not None and second.room.table is not None
                assert first.room.table.fingerprint() == second.room.table.fingerprint()
            assert papers[0].numbers == papers[1].numbers == [*range(4, 24)]
            assert all(paper.closed is None for paper in papers)

    run(play)


def test_what_need_not_come_first_is_done_second(database: str) -> None:
    """Two people take the last two seats at the same time, each at another process: both sit."""

    async def play() -> None:
        async with halls(database) as opened:
            first = await open_table(opened[0])
            second = await opened[1].find(first.room.id)
            sits = [
                live.perform(lambda room, name=name: requests.sit(room, None, name, name, None, None))  # type: ignore[misc]
                for live, name in ((first, "Ann"), (second, "Bob"), (first, "Cyd"), (second, "Dan"))
            ]
            done = await asyncio.gather(*sits, return_exceptions=True)
            assert sorted(one.code.value for one in done if isinstance(one, Refusal)) == ["no_seat", "no_seat"]
            await first.catch_up()
            await second.catch_up()
            assert first.room.seats == second.room.seats and first.room.seq == second.room.seq == 3

    run(play)


def test_many_tables_at_once(database: str) -> None:
    """Commits of many tables are shared, and writes that come second do not hold up the others."""

    async def play() -> None:
        async with halls(database, 3) as opened:
            tables = [await open_table(opened[0], "Ann", "Bob") for _ in range(30)]
            copies = [[await hall.find(live.room.id) for hall in opened] for live in tables]
            papers = [[await listen(live) for live in lives] for lives in copies]
            results: list[str] = []
            for _ in range(8):
                moves = [move(live, live.room.seq) for lives in copies for live in lives]
                results += await asyncio.gather(*moves)
                await asyncio.gather(*(live.catch_up() for lives in copies for live in lives))
            assert set(results) == {"made", "stale"}
            with opened[0].store.database.engine.connect() as connection:
                query = sa.select(LOG.c.room, sa.func.count(), sa.func.max(LOG.c.seq)).group_by(LOG.c.room)
                counts = {room: (count, last) for room, count, last in connection.execute(query)}
            assert sum(last - 3 for _, last in counts.values()) == results.count("made") >= 8 * 30
            for lives, of_table in zip(copies, papers, strict=True):
                count, last = counts[lives[0].room.id]
                assert count == last == lives[0].room.seq
                assert all(paper.numbers == [*range(4, last + 1)] for paper in of_table)

    run(play)


def test_a_table_that_was_deleted_is_not_written_to(database: str) -> None:
    """No other process wrote first: the table leaves memory, and is gone."""

    async def play() -> None:
        async with halls(database) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            await opened[0].store.delete(first.room.id)
            assert await move(second, second.room.seq) == "unavailable"
            with pytest.raises(Refusal, match="no such table"):
                await opened[1].find(first.room.id)

    run(play)


def test_play_goes_on_with_a_new_connection_when_the_one_to_the_database_is_lost(database: str) -> None:
    """In the servers' own event loop. Whether writes under way at that moment were saved is unknown."""

    async def play() -> None:
        async with halls(database, 1) as (hall,):
            live = await open_table(hall, "Ann", "Bob")
            id, outcomes = live.room.id, []
            cut = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            for number in range(4):
                assert isinstance(hall.store.database, Postgresql)
                commits = hall.store.database._commits
                assert commits is not None and commits._socket is not None
                if number % 2:  # as uvloop does with a socket that has nothing but an error
                    asyncio.get_running_loop().remove_reader(commits._socket)
                await hall.store.run(lambda connection: connection.execute(cut))
                for _ in range(4):
                    live = await hall.find(id)
                    async with asyncio.timeout(10):
                        outcomes.append(await move(live, live.room.seq))
                assert outcomes[-1] == "made"
            assert set(outcomes) <= {"made", "unavailable"}

    uvloop.run(play())


def test_who_catches_up_has_caught_up_even_if_the_log_cannot_be_read_again(database: str) -> None:
    """A busy table reads the log when it is done; if that fails, the entries read before still count."""

    async def main() -> None:
        async with halls(database) as (one, two):
            live = await open_table(one, "Ann", "Bob")
            other = await two.find(live.room.id)
            assert await move(live, live.room.seq) == "made"
            log_after, reads = two.store.log_after, 0

            async def read_once(room: str, seq: int) -> list[LogRow]:
                nonlocal reads
                reads += 1
                if reads > 1:
                    raise Refusal(Code.UNAVAILABLE, "the database does not respond")
                return await log_after(room, seq)

            two.store.log_after = read_once  # type: ignore[method-assign]
            other.busy = True  # as while something is committed
            catching_up = asyncio.create_task(other.catch_up())
            await until(lambda: bool(other._waiting))
            other.busy = False
            other._go_on()
            await catching_up
            assert reads == 2
            assert other.room.seq == live.room.seq

    run(main)
