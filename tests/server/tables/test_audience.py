"""Sending messages to a few listeners, and to thousands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from knockroll.server.tables.audience import TOLD_AT_ONCE, Audience, Listener, MessageBatch
from knockroll.server.tables.seats import Seat


class Heard:
    """A transport that remembers."""

    on_writable: Callable[[], None] | None = None
    unsent = 0
    keeps_up = True

    def __init__(self) -> None:
        self.heard: list[bytes | int] = []
        self.batches: list[MessageBatch] = []

    def write(self, message: bytes) -> None:
        self.heard.append(message)

    def write_all(self, batch: MessageBatch) -> None:
        self.batches.append(batch)
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        self.heard.append(code)


def crowd(audience: Audience, spectators: int) -> tuple[list[Heard], Heard]:
    """Spectators, and one player."""
    transports = [Heard() for _ in range(spectators + 1)]
    for transport in transports[1:]:
        audience.add(Listener(None, transport, 1000))
    audience.add(Listener(Seat("person"), transports[0], 1000))
    return transports[1:], transports[0]


def tell(audience: Audience, message: bytes) -> None:
    audience.send([(receiver, message) for receiver in audience.receivers])


def test_a_few_are_told_at_once() -> None:
    audience = Audience()
    spectators, player = crowd(audience, 3)
    tell(audience, b"1")
    audience.send_away(1000, "closed")
    assert [one.heard for one in (player, *spectators)] == [[b"1", 1000]] * 4


def test_spectators_of_a_lively_table_are_told_several_things_at_once_by_the_same_bytes() -> None:
    """The first message at once, the rest together. Players get everything at once, and no one gets anything twice."""

    async def run() -> None:
        audience = Audience()
        spectators, player = crowd(audience, 3)
        for message in (b"1", b"2", b"3"):
            tell(audience, message)
        assert player.heard == [b"1", b"2", b"3"]
        assert [one.heard for one in spectators] == [[b"1"]] * 3
        late = Heard()
        audience.add(Listener(None, late, 1000))
        tell(audience, b"4")
        while not late.heard:
            await asyncio.sleep(0.01)
        assert [one.heard for one in spectators] == [[b"1", b"2", b"3", b"4"]] * 3
        assert late.heard == [b"4"]
        first, *others = [one.batches[-1] for one in spectators]
        assert all(batch is first for batch in others) and late.batches != [first]

    asyncio.run(run())


def test_what_was_gathered_is_sent_before_the_end() -> None:
    async def run() -> None:
        audience = Audience()
        spectators, _ = crowd(audience, 2)
        tell(audience, b"1")
        tell(audience, b"2")
        audience.send_away(1000, "closed")
        assert [one.heard for one in spectators] == [[b"1", b"2", 1000]] * 2

    asyncio.run(run())


def test_players_are_told_at_once_and_thousands_in_order_while_others_have_their_turn() -> None:
    async def run() -> None:
        audience = Audience()
        spectators, player = crowd(audience, 10 * TOLD_AT_ONCE)
        tell(audience, b"1")
        tell(audience, b"2")
        audience.send_away(1000, "closed")
        assert player.heard == [b"1", b"2"]
        assert not any(one.heard for one in spectators)
        turns = 0
        while any(one.heard != [b"1", b"2", 1000] for one in (*spectators, player)):
            before = sum(len(one.heard) for one in spectators)
            await asyncio.sleep(0)
            assert sum(len(one.heard) for one in spectators) - before <= TOLD_AT_ONCE
            turns += 1
            assert turns < 100
        assert turns > 20

    asyncio.run(run())


def test_who_has_gone_is_told_nothing() -> None:
    async def run() -> None:
        audience = Audience()
        spectators, _ = crowd(audience, 2 * TOLD_AT_ONCE)
        tell(audience, b"1")
        for listener in list(audience):
            listener.forget()
            audience.discard(listener)
        await asyncio.sleep(0.05)
        assert not any(one.heard for one in spectators) and len(audience) == 0

    asyncio.run(run())


def test_spectators_are_told_together_whenever_they_came() -> None:
    """Spectators who came while messages were gathered are in a separate group until those are sent."""

    async def run() -> None:
        audience = Audience()
        crowd(audience, 3)
        late = [Heard() for _ in range(3)]
        for transport in late:
            tell(audience, b"1")
            audience.add(Listener(None, transport, 1000))
        assert len(audience.receivers) == 1 + 3, "the player; the first three and the first of the late; the others"
        before_a_commit = audience.receivers
        while len(audience.receivers) > 1 + 1:
            await asyncio.sleep(0.01)
        audience.send([(receiver, b"2") for receiver in before_a_commit])
        audience.send_away(1000, "closed")
        assert [one.heard[-2:] for one in late] == [[b"2", 1000]] * 3
        assert [one.heard.count(b"1") for one in late] == [2, 1, 0]
        for listener in list(audience):
            audience.discard(listener)
        assert audience.receivers == []

    asyncio.run(run())
