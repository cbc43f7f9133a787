"""Counts over all processes together: what one client has, and which bots wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from scripts.serving import RedisProcess

from knockroll.server.api.invitations import Invitations
from knockroll.server.cluster import notes
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.errors import Refusal
from knockroll.server.settings import Limits
from knockroll.server.tables import requests
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.messages import BotInfo
from knockroll.server.tables.peers import Counted
from tests.server.cluster.halls import PATIENCE, PLAN, Paper, halls, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
ANN, BOB = "192.0.2.1", "192.0.2.2"


async def until_so(ask: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a question is answered with yes."""
    async with asyncio.timeout(PATIENCE):
        while not await ask():
            await asyncio.sleep(0.01)


async def _has(hall: Hall, what: Counted, elsewhere: int) -> bool:
    return await hall.peers.count(what, ANN, 1) == elsewhere


async def _lists(invitations: Invitations, names: list[str]) -> bool:
    return [bot.name for bot in await invitations.listed()] == names


def counters(opened: list[Hall], limits: Limits) -> list[ClientLimits]:
    made = [ClientLimits(limits) for _ in opened]
    for counter, hall in zip(made, opened, strict=True):
        counter.peers = hall.peers
    return made


def test_connections_of_a_visitor_are_counted_at_all_processes(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        limits = Limits(connections_per_client=3)
        async with halls(database, bus=redis.url, limits=limits) as opened:
            one, two = counters(opened, limits)
            for counter in (one, two, two):
                await counter.connect(ANN)
            for counter in (one, two):
                with pytest.raises(Refusal, match="already have 3 connections"):
                    await counter.connect(ANN)
                await counter.connect(BOB)
            two.disconnect(ANN)
            await until_so(lambda: _has(opened[0], "connections", 1))
            await one.connect(ANN)
            redis.kill()
            await until(lambda: all(hall.peers.bus == "away" for hall in opened))
            await two.connect(ANN)  # it is not known what others have

    run(main)


def test_connections_at_a_process_that_has_died_count_no_more(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        limits = Limits(connections_per_client=1)
        async with halls(database, bus=redis.url, limits=limits) as opened:
            one, two = counters(opened, limits)
            await one.connect(ANN)
            with pytest.raises(Refusal):
                await two.connect(ANN)
            monkeypatch.setattr(notes, "GONE_SECONDS", -1.0)  # as if that had been long ago
            await two.connect(ANN)

    run(main)


def test_open_tables_of_a_visitor_are_counted_at_all_processes(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url, limits=Limits(open_tables_per_client=2)) as opened:
            first = await opened[0].create(PLAN, ANN)
            await opened[1].create(PLAN, ANN)
            for hall in opened:
                with pytest.raises(Refusal, match="already have 2 open tables"):
                    await hall.create(PLAN, ANN)
                await hall.create(PLAN, BOB)
            again = await opened[1].find(first.room.id)
            opened[0].unload(first)
            await opened[0].sweep()
            assert opened[0]._open_by[ANN] == 1, "nobody sits there yet"
            await again.perform(lambda room: requests.close(room, "idle"))
            await opened[0].sweep()
            assert ANN not in opened[0]._open_by
            await until_so(lambda: _has(opened[1], "open_tables", 0))
            await opened[1].create(PLAN, ANN)

    run(main)


def test_bots_that_wait_at_any_process_are_listed_and_invited_at_all(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            one, two = Invitations(), Invitations()
            one.peers, two.peers = opened[0].peers, opened[1].peers
            papers = [Paper(), Paper()]
            bots = [Listener(None, paper, 1 << 20) for paper in papers]
            await one.add(BotInfo("Randy", "", ("tonk",)), bots[0], "http://one")
            await until_so(lambda: _lists(two, ["Randy"]))
            await two.add(BotInfo("Randy", "", ("tunk",)), bots[1], "http://two")
            assert papers[1].messages[-1]["name"] == "Randy 2"
            assert await _lists(two, ["Randy", "Randy 2"])
            await until_so(lambda: _lists(one, ["Randy", "Randy 2"]))
            await two.invite("randy", "table", "tonk")
            await until(lambda: papers[0].messages[-1]["type"] == "invitation")
            assert papers[0].messages[-1]["link"] == "http://one/table/table", "the address that the bot itself uses"
            assert len(papers[1].messages) == 1
            with pytest.raises(Refusal, match="does not play this game"):
                await two.invite("Randy", "table", "tunk")
            one.remove(bots[0])
            await until_so(lambda: _lists(two, ["Randy 2"]))
            with pytest.raises(Refusal, match="waiting now: Randy 2"):
                await two.invite("Randy", "table", "tonk")

    run(main)
