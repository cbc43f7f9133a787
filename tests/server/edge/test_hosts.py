"""The host names of a server, and the origins whose pages may use it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from knockroll.commands import main
from knockroll.server.edge.hosts import Hosts
from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings

NAMES = Hosts(
    Settings(public_url="https://Games.example.org:8443/", hosts=("Box.lan",), origins=("https://friend.example",))
)


def refused(host: str | None, origin: str | None = None) -> str | None:
    try:
        NAMES.check(host, origin)
    except Refusal as refusal:
        return refusal.code.value
    return None


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "127.0.0.1:8000",
        "192.0.2.7",
        "[2001:db8::1]:8000",
        "games.example.org:8443",
        "games.example.org",
        "box.lan:80",
        socket.gethostname(),
        f"{socket.gethostname()}.local:8000",
        "",
        None,
    ],
)
def test_names_and_addresses_of_this_server(host: str | None) -> None:
    assert refused(host) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8000",
        "evil.example@localhost.x",
        "[",
        "[::1",
        ":",
    ],
)
def test_other_names(host: str) -> None:
    assert refused(host) == "bad_host"


def test_a_page_may_be_our_own_or_an_allowed_one() -> None:
    for origin in ("http://127.0.0.1:8000", "https://games.example.org:8443", "https://friend.example", None):
        assert refused("127.0.0.1:8000", origin) is None
    for origin in ("http://127.0.0.1", "https://games.example.org", "http://friend.example", "null", "", "http://["):
        assert refused("127.0.0.1:8000", origin) == "bad_origin"


@pytest.mark.parametrize(
    ("switch", "value", "said"),
    [
        ("--public-url", "games.example.org", "--public-url has to be an address such as https://example.org, not"),
        ("--proxy", "*", "--proxy has to be an address or a network such as 127.0.0.1 or 10.0.0.0/8, not"),
    ],
)
def test_what_is_no_address_is_said(
    switch: str, value: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--database", str(tmp_path / "db"), switch, value]) == 1
    assert capsys.readouterr().err == f"knockroll: {said} {value!r}\n"
