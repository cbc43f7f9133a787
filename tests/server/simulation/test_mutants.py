"""Deliberate errors in the server, each of which must be found within the seeds that the tests run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from knockroll.server.cluster import bus
from knockroll.server.cluster.members import Cluster
from knockroll.server.storage.rows import LogRow, Write
from knockroll.server.storage.store import Store
from knockroll.server.tables import live_room
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Room
from tests.server.simulation.run import simulate
from tests.server.simulation.test_simulation import SEEDS

Mutant = Callable[[pytest.MonkeyPatch], None]
MUTANTS: dict[str, tuple[Mutant, str]] = {}
"""Each with words of what is found."""


def mutant(finds: str) -> Callable[[Mutant], Mutant]:
    """Add a mutant."""

    def add(make: Mutant) -> Mutant:
        MUTANTS[make.__name__] = make, finds
        return make

    return add


@mutant("not committed")
def acknowledged_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    append = Store.append

    def tell_first(self: Store, log: Any, state: Any, done: Any, snapshot: Any = None, send: Any = None) -> None:
        send()
        append(self, log, state, done, snapshot)

    patch.setattr(Store, "append", tell_first)


@mutant("the log has")
def a_lost_race_counts_as_won(patch: pytest.MonkeyPatch) -> None:
    def commit(self: Store, batch: Sequence[Write], error: Exception) -> list[tuple[Write, Exception | None]]:
        return [(write, None) for write in batch]

    patch.setattr(Store, "_commit_without_overtaken", commit)


@mutant("not committed")
def a_forged_row_is_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bus, "hmac", SimpleNamespace(compare_digest=lambda seal, expected: True))


@mutant("begins with")
def the_log_is_not_read_for_a_new_connection(patch: pytest.MonkeyPatch) -> None:
    async def stay_behind(self: LiveRoom) -> None:
        pass

    patch.setattr(LiveRoom, "catch_up", stay_behind)


@mutant("within")
def the_log_is_not_polled(patch: pytest.MonkeyPatch) -> None:
    async def poll(self: Cluster) -> None:
        pass

    patch.setattr(Cluster, "poll", poll)


@mutant("after")
def a_gap_in_the_messages_is_not_noticed(patch: pytest.MonkeyPatch) -> None:
    def hear(self: LiveRoom, rows: Sequence[LogRow]) -> None:
        new = [row for row in rows if row.seq > self.room.seq]
        if new and not self.busy:
            self.room = self.room.copy()
            self.room.seq = new[0].seq - 1
            self._follow(new)

    patch.setattr(LiveRoom, "hear_hint", hear)


@mutant("hidden cards")
def events_show_every_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("knockroll.redact", lambda event, seat: event)


@mutant("the view of")
def everybody_gets_the_same_view(patch: pytest.MonkeyPatch) -> None:
    view = Room.view_to_send
    patch.setattr(Room, "view_to_send", lambda self, seat, acts: view(self, 0, acts))


@mutant("is told that nothing has changed")
def a_commit_without_an_answer_counts_as_not_made(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(live_room, "UNCONFIRMED", "the server could not save that; nothing has changed")


@pytest.mark.parametrize("name", MUTANTS)
def test_the_mutant_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, finds = MUTANTS[name]
    make(monkeypatch)
    found = next((broken for seed in range(1, SEEDS + 1) if (broken := simulate(seed).broken)), None)
    assert found is not None, "no seed finds it"
    assert finds in found[0]
