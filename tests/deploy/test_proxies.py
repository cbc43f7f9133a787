"""The examples for nginx and Caddy, each in front of a server: TLS, WebSockets, and who is who."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.deploy.conftest import Proxy


def seat(proxy: Proxy) -> tuple[str, str]:
    """A table where somebody has sat down against a computer player: its id, and the token of the seat."""
    with proxy.visit() as http:
        plan = {"game": "farkle", "seats": [{"kind": "person"}, {"kind": "computer", "player": "Random"}], "pace": 0}
        opened = http.post("/api/tables", json=plan)
        assert opened.status_code == 201, opened.text
        assert opened.json()["link"].startswith(f"https://{proxy.host}/"), "the link is one that others can use"
        id = opened.json()["table"]["id"]
        sat = http.post(f"/api/tables/{id}/sit", json={"name": "Ada"})
        assert sat.status_code == 201, sat.text
        assert "; secure" in sat.headers["set-cookie"].lower(), "the server knows that people come by HTTPS"
        return id, sat.json()["token"]


def receive(socket: Any, *types: str) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=20))
        if message["type"] in types:
            return message


def test_the_page_and_its_modules_arrive(proxy: Proxy) -> None:
    with proxy.visit() as http:
        page = http.get("/")
        assert "text/html" in page.headers["content-type"]
        assert page.headers["strict-transport-security"]
        assert http.get("/api/games").json()["games"]


def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    answer = httpx.get(f"http://127.0.0.1:{proxy.plain_port}/t/1", headers={"Host": "localhost"})
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith("https://localhost")
    assert answer.headers["location"].endswith("/t/1")


def test_a_move_is_played_over_a_websocket(proxy: Proxy) -> None:
    id, token = seat(proxy)
    url = f"wss://{proxy.host}/api/tables/{id}/live"
    headers = {"Authorization": f"Bearer {token}"}
    with connect(url, ssl=proxy.trusted, additional_headers=headers, origin=Origin(f"https://{proxy.host}")) as socket:
        message = receive(socket, "hello", "event")
        while not (message.get("view") or {}).get("legal"):
            message = receive(socket, "hello", "event")
        socket.send(json.dumps({"type": "move", "move": message["view"]["legal"][0], "seq": message["seq"], "id": 7}))
        done = receive(socket, "event", "error")
        assert done["type"] == "event", done
        assert done["seq"] > message["seq"]


def test_a_websocket_of_another_site_is_refused(proxy: Proxy) -> None:
    id, _ = seat(proxy)
    with (
        pytest.raises(InvalidStatus),
        connect(f"wss://{proxy.host}/api/tables/{id}/live", ssl=proxy.trusted, origin=Origin("https://evil.example")),
    ):
        pass


def test_what_happens_is_told_at_once_not_when_a_buffer_is_full(proxy: Proxy) -> None:
    id, token = seat(proxy)
    headers = {"Authorization": f"Bearer {token}"}
    with proxy.visit() as http, http.stream("GET", f"/api/tables/{id}/events?after=0", headers=headers) as stream:
        assert json.loads(next(stream.iter_lines()))["type"] == "hello"


def test_figures_of_the_server_are_not_for_everybody(proxy: Proxy) -> None:
    with proxy.visit() as http:
        assert http.get("/api/metrics").status_code == 404
    assert httpx.get(f"http://127.0.0.1:{proxy.server_port}/api/metrics").status_code == 200


def test_limits_count_per_visitor_whatever_a_visitor_claims(proxy: Proxy) -> None:
    status = 0
    with proxy.visit(f"127.0.{1 + proxy.plain_port % 250}.1") as greedy:
        for i in range(200):
            claim = {"X-Forwarded-For": f"198.51.100.{i}", "X-Real-IP": f"198.51.100.{i}"}
            status = greedy.post("/api/tables", json={"game": "farkle"}, headers=claim).status_code
            if status == 429:
                break
    assert status == 429
    with proxy.visit() as other:
        assert other.post("/api/tables", json={"game": "farkle"}).status_code == 201
