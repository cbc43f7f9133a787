"""Two versions of a game's rules serve the same tables during an upgrade."""

from __future__ import annotations

import json

import msgspec
import pytest
import sqlalchemy as sa
from scripts.serving import RedisProcess

from knockroll.server.errors import Refusal
from knockroll.server.storage.schema import LOG, ROOMS
from knockroll.server.tables.live_room import LiveRoom
from tests.server.cluster.halls import halls, listen, move, open_hall, open_table, run, until


@pytest.mark.parametrize(("rules", "code"), [("99", "unavailable"), (None, "damaged")])
def test_a_table_of_newer_rules_that_leads_elsewhere_here_waits_for_the_upgrade(
    database: str, rules: str | None, code: str
) -> None:
    """With the rules of this version, the table would count as damaged."""

    async def main() -> None:
        async with halls(database, 1) as (hall,):
            live = await open_table(hall, "Ann", "Bob")
            assert await move(live, live.room.seq) == "made"
            id = live.room.id
            plan = json.loads(msgspec.json.encode(live.room.plan))
        hall = await open_hall(database)
        with hall.store.database.engine.begin() as connection:
            connection.execute(sa.update(LOG).where(LOG.c.seq == 4).values(fingerprint=7))
            if rules is not None:
                connection.execute(sa.update(ROOMS).values(plan=json.dumps(plan | {"rules": rules})))
        with pytest.raises(Refusal) as refused:
            await hall.find(id)
        assert refused.value.code.value == code and bool(refused.value.retry_after) == (code == "unavailable")
        assert (id in hall._damaged) == (code == "damaged")
        await hall.close()

    run(main)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_process_whose_rules_lead_elsewhere_shows_nothing_wrong_and_disturbs_no_one(
    database: str, redis: RedisProcess
) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            papers = [await listen(first), await listen(second)]
            await until(lambda: bool(first.processes))
            apply = LiveRoom._apply

            def otherwise(draft, entry, asker=None):  # type: ignore[no-untyped-def]
                step = apply(second, draft, entry, asker)
                frame = msgspec.structs.replace(step.frame, fingerprint=7)
                return step._replace(frame=frame)

            second._apply = otherwise  # type: ignore[method-assign]
            assert await move(first, first.room.seq) == "made"
            await until(lambda: papers[1].closed is not None)
            assert papers[1].numbers == [] and papers[0].numbers == [4], "it was not told what it would have made of it"
            assert await move(first, first.room.seq) == "made" and papers[0].closed is None
            assert all(hall.peers.bus == "ok" and hall.tasks.failing == [] for hall in opened)

    run(main)
