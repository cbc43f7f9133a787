"""Workers and a Redis in the wrong hands: forged jobs, forged and huge answers, entries of the wrong type."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from scripts.serving import RedisProcess

import knockroll
from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes import jobs
from knockroll.players.processes.jobs import Choose
from knockroll.server.cluster.bus import connect
from knockroll.server.cluster.queue import ALIVE, LONGEST_ANSWER, Queue, QueuedJob
from knockroll.server.cluster.worker import JobWorker
from knockroll.server.tables.hall import Hall
from tests.server.cluster.halls import halls, run, until

VIEW = knockroll.Table("thirty_one", seats=2, dealer=0, seed=1).view(1)
JOB = Choose("thirty_one", "House", dict(VIEW))
MOST_SENT = 32 << 20


async def answered(hall: Hall, redis: Any, queue: Queue, answer: bytes) -> str | None:
    """A server's reaction to a forged answer, while a worker seems to be alive."""
    await redis.eval(ALIVE, 1, queue.workers, "nobody")
    asking = asyncio.create_task(hall.peers.work(JOB, "table:1"))
    id = f"{hall.peers._bus.name}:table:1:House"  # type: ignore[attr-defined]
    while not await redis.zscore(queue.wanted, id):
        await asyncio.sleep(0.01)
    await redis.set(queue._answer(id), answer)
    return await asking


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "answer", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"done": 3}', b'{"done": "' + b"x" * 10_000_000 + b'"}']
)
def test_an_answer_that_is_none_is_a_failure_of_the_player_and_of_nothing_else(
    database: str, redis: RedisProcess, answer: bytes
) -> None:
    async def main() -> None:
        async with halls(database, 1, bus=redis.url) as (hall,):
            server, queue = connect(redis.url), Queue(redis.url)
            try:
                assert await answered(hall, server, queue, answer) is None, "the server thinks by itself"
            except PlayerFailed as error:
                assert len(str(error)) < LONGEST_ANSWER
            assert hall.peers.bus == "ok"
            await server.aclose()

    run(main)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_an_answer_with_an_illegal_move_is_not_made(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, 1, bus=redis.url) as (hall,):
            server, queue = connect(redis.url), Queue(redis.url)
            assert await answered(hall, server, queue, b'{"done": "discard As"}') == "discard As"
            await server.aclose()
            asked = type("Asked", (), {"peers": hall.peers, "client": "c", "people": True, "position": "table:2"})
            work = hall.peers.work

            async def forged(job: object, key: str) -> str | None:
                return "discard As"

            hall.peers.work = forged  # type: ignore[method-assign]
            with pytest.raises(PlayerFailed, match="could only"):
                await hall.bots._think(JOB, asked)  # type: ignore[arg-type]
            hall.peers.work = work  # type: ignore[method-assign]

    run(main)


def test_a_worker_survives_forged_jobs_and_runs_no_program(redis: RedisProcess, tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    lines = [
        "",
        "{",
        "null",
        "x" * 1_000_000,
        jobs.write(Choose("thirty_one", f"cmd:touch {touched}", dict(VIEW))),
        jobs.write(Choose("thirty_one", "os:system", dict(VIEW))),
        jobs.write(Choose("thirty_one", f"learned:{tmp_path}/none", dict(VIEW))),
        jobs.write(Choose("thirty_one", "House", {"legal": 3})),
        jobs.write(Choose("no such game", "House", {})),
        jobs.write(jobs.Prepare("thirty_one", "House")),
        '{"type": "choose", "game": "thirty_one", "player": "House", "view": {}}',
    ]

    async def main() -> None:
        worker = JobWorker(redis.url, 1, 20, prepare=False)
        running = asyncio.create_task(worker.run())
        server, queue = connect(redis.url), Queue(redis.url)
        await until(lambda: worker._is_known)
        for raw in (b"", b"\xff", b"{}", b'["only one"]', b"[1, 2]", b"x" * 20_000_000):
            await server.lpush(queue._queue, raw)
        for number, line in enumerate([*lines, jobs.write(JOB)]):
            await server.zadd(queue.wanted, {str(number): 1e12})
            await queue.put(server, QueuedJob(str(number), line))
        last = None
        while last is None:
            last = await queue.fetch(server, str(len(lines)))
            await asyncio.sleep(0.01)
        assert jobs.read_answer(last) in VIEW["legal"], "an honest job is done after all of these"
        for number in range(len(lines)):
            forged = await queue.fetch(server, str(number))
            assert forged is not None and len(forged) < LONGEST_ANSWER
            with pytest.raises(PlayerFailed):
                jobs.read_answer(forged)
        assert not touched.exists() and not running.done()
        running.cancel()
        await asyncio.wait([running])
        await server.aclose()

    run(main)


async def bytes_taken(begin: bytes, more: bytes) -> int:
    """The number of bytes of an endless job that a worker reads before it hangs up."""
    taken, gone = 0, asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal taken
        try:
            while b"BRPOP" not in (asked := await reader.read(65_536)):
                writer.write(b"+OK\r\n" * asked.count(b"*"))
            writer.write(begin)
            while taken < MOST_SENT:
                writer.write(more)
                taken += len(more)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            gone.set()
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        worker = JobWorker(f"redis://127.0.0.1:{port}/0", 1, 20, prepare=False)
        taking = asyncio.create_task(worker._take_jobs())
        await gone.wait()
        taking.cancel()
        await asyncio.wait([taking])
        await worker._waiting.aclose()
        worker._local.close()
    return taken


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"*2\r\n$5\r\nqueue\r\n$500000000\r\n", b"x" * 65_536),
        (b"*100000000\r\n", b"$5\r\nqueue\r\n" * 8_192),
    ],
    ids=["one long job", "a long list"],
)
def test_a_worker_reads_only_the_beginning_of_an_endless_job(begin: bytes, more: bytes) -> None:
    """Not counting what the kernel has in its buffers."""
    assert asyncio.run(bytes_taken(begin, more)) < MOST_SENT
