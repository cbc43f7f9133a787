"""The slots of connections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from knockroll.server.edge.slots import ConnectionSlots, client_named
from knockroll.server.settings import Limits

LIMITS = replace(Limits(), sockets=3, sockets_per_client=2)


class Line:
    """A transport as a slot sees it."""

    def __init__(self) -> None:
        self.aborted = self.closing = False

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.closing


def line() -> Any:
    return Line()


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("no:address", "no:address"),
    ],
)
def test_a_client_is_an_address_or_the_network_of_a_household(host: str, client: str) -> None:
    assert client_named(host) == client


def test_one_client_gets_only_some_places_and_gets_them_back() -> None:
    slots = ConnectionSlots(LIMITS)
    first, second = slots.take("192.0.2.1", line()), slots.take("192.0.2.1", line())
    assert first is not None and second is not None
    assert slots.take("192.0.2.1", line()) is None
    slots.leave(first)
    slots.leave(first)
    assert slots.take("192.0.2.1", line()) is not None
    assert slots.take("192.0.2.1", line()) is None


def test_a_proxy_asks_for_many() -> None:
    slots = ConnectionSlots(replace(LIMITS, sockets=100), ["10.0.0.0/8"])
    assert all(slots.take("10.1.2.3", line()) for _ in range(50))


def test_who_has_no_request_makes_room_the_oldest_first() -> None:
    slots = ConnectionSlots(LIMITS)
    lines = [line() for _ in range(5)]
    busy, silent, other = (slots.take(f"192.0.2.{number}", lines[number]) for number in range(3))
    assert busy is not None and silent is not None and other is not None
    slots.work(busy)
    slots.rest(busy)
    slots.work(busy)
    assert slots.take("192.0.2.3", lines[3]) is not None
    assert [one.aborted for one in lines] == [False, True, False, False, False]
    slots.leave(silent)
    assert slots.take("192.0.2.4", lines[4]) is not None
    assert [one.aborted for one in lines] == [False, True, True, False, False]


def test_when_everybody_has_a_request_who_comes_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    slots = ConnectionSlots(LIMITS)
    for number in range(3):
        slot = slots.take(f"192.0.2.{number}", line())
        assert slot is not None
        slots.work(slot)
    assert slots.take("192.0.2.9", line()) is None
    assert slots.take("192.0.2.9", line()) is None
    assert [record.message for record in caplog.records] == [
        "all 3 connections are in use; those without a request make room"
    ]


def test_who_is_still_closing_at_the_second_look_is_cut_off() -> None:
    slots = ConnectionSlots(LIMITS)
    closing, staying = line(), line()
    closing.closing = True
    slots.take("192.0.2.1", closing)
    slots.take("192.0.2.2", staying)
    slots.cut_off()
    assert not closing.aborted
    slots.cut_off()
    assert closing.aborted and not staying.aborted
