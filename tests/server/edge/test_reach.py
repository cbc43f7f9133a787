"""A server reveals its addresses only to clients on the same machine."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import pytest

from knockroll.server.edge import reach
from tests.server.helpers import Served, serving

NETWORK = ["192.168.1.20", "10.0.0.5"]


def test_a_server_for_this_machine_says_so(sqlite_served: Served) -> None:
    assert sqlite_served.http.get("/api/reach").json() == {"here_only": True, "urls": []}


def test_a_server_for_everybody_names_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "own_addresses", lambda: NETWORK)
    for bound in (*reach.EVERYWHERE, None):
        found = reach.reach_of(bound, 8000, "http")
        assert found == reach.Reach(here_only=False, urls=["http://192.168.1.20:8000", "http://10.0.0.5:8000"])
    assert reach.reach_of("192.168.1.20", 8000, "http") == reach.NOWHERE
    assert reach.reach_of("::1", 8000, "http").here_only


def test_own_addresses_are_no_loopback() -> None:
    assert not any(ip_address(address).is_loopback for address in reach.own_addresses())


def test_who_asks_from_elsewhere_is_told_nothing(tmp_path: Path) -> None:
    """The client uses another name of the server, or a proxy that names its client."""
    with serving(str(tmp_path / "db"), proxies=("127.0.0.1",), hosts=("games.example",)) as served:
        for headers in ({"Host": "games.example"}, {"X-Forwarded-For": "203.0.113.9"}):
            assert served.http.get("/api/reach", headers=headers).json() == {"here_only": False, "urls": []}
        assert served.http.get("/api/reach").json()["here_only"]


def test_who_has_told_the_server_its_address_needs_no_other(tmp_path: Path) -> None:
    with serving(str(tmp_path / "db"), public_url="https://games.example") as served:
        assert not served.http.get("/api/reach").json()["here_only"]


def test_a_qr_code_is_for_one_of_the_servers_addresses(sqlite_served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sqlite_served.open()
    code = table.request("GET", "/qr.svg")
    assert code.status_code == 200
    found = reach.Reach(here_only=False, urls=["http://10.0.0.5:1"])
    monkeypatch.setattr("knockroll.server.api.http.reach_of", lambda bound, port, scheme: found)
    other = table.request("GET", "/qr.svg?at=http://10.0.0.5:1")
    assert other.status_code == 200 and other.text != code.text
    assert table.request("GET", "/qr.svg?at=http://evil.example").status_code == 404
