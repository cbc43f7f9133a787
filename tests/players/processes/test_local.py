"""Players that search are prepared by another process, and say how far they are."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes.jobs import Choose, Job, Prepare
from knockroll.players.processes.local import USUAL_SECONDS, Helper, LocalWork
from knockroll.players.processes.program import ProgramEnded
from knockroll.players.processes.turns import Ticket

ZORA, HUNCH = ("gin_rummy", "Madame Zora"), ("tonk", "Inspector Hunch")
VIEW: dict[str, Any] = {"options": {}, "players": [], "legal": ["draw stock"]}


class Asked:
    """What processes are asked, and what they answer, without any process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[Job] = []
        self.fails: list[Exception] = []
        self.unprepared = False

        def do(helper: Helper, job: Job, tell: Any) -> str:
            self.jobs.append(job)
            if self.fails:
                raise self.fails.pop(0)
            if isinstance(job, Prepare):
                self.unprepared = self.unprepared and job.view is None
                tell(0.5)
                return ""
            if self.unprepared and not job.prepares:
                raise PlayerFailed("unprepared", "not yet")
            return "draw stock"

        monkeypatch.setattr(Helper, "do", do)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def test_a_player_is_prepared_in_one_process_and_loaded_in_another_before_it_is_asked(asked: Asked) -> None:
    async def go() -> None:
        work = LocalWork(1, 10, 8)
        try:
            assert work.readiness(*ZORA).state == "preparing"
            assert await work.do(Choose(*ZORA, VIEW)) == "draw stock"
            assert [type(job) for job in asked.jobs] == [Prepare, Prepare, Choose]
            assert work.readiness(*ZORA).state == "ready"
            await work.do(Choose(*ZORA, VIEW))
            assert [type(job) for job in asked.jobs[3:]] == [Choose], "once for all"
        finally:
            work.close()

    asyncio.run(go())


def test_options_that_are_new_are_prepared_elsewhere_and_the_question_is_asked_again(asked: Asked) -> None:
    async def go() -> None:
        work = LocalWork(1, 10, 8)
        try:
            await work.prepare(*ZORA)
            asked.unprepared = True
            assert await work.do(Choose(*ZORA, VIEW)) == "draw stock"
            assert [type(job) for job in asked.jobs[2:]] == [Choose, Prepare, Choose]
            assert asked.jobs[3] == Prepare(*ZORA, VIEW)
        finally:
            work.close()

    asyncio.run(go())


def test_what_was_killed_is_prepared_again_from_what_is_cached(asked: Asked) -> None:
    asked.fails = [ProgramEnded("crash", "killed"), ProgramEnded("crash", "killed")]

    async def go() -> None:
        work = LocalWork(1, 10, 8)
        try:
            await work.prepare(*ZORA)
            assert work.readiness(*ZORA).state == "ready"
            assert len(asked.jobs) == 4
        finally:
            work.close()

    asyncio.run(go())


def test_those_who_wait_to_be_prepared_say_for_how_long(asked: Asked) -> None:
    async def go() -> None:
        work = LocalWork(1, 10, 8)
        try:
            async with work._player_turns.take(Ticket("another")):
                for who in (ZORA, HUNCH):
                    work.prepare(*who)
                told = [work.readiness(*who) for who in (ZORA, HUNCH)]
                assert [one.seconds for one in told] == [USUAL_SECONDS, 2 * USUAL_SECONDS]
                assert {(one.state, one.progress) for one in told} == {("preparing", 0.0)}
        finally:
            work.close()

    asyncio.run(go())
