"""Limits on sizes, rates and counts, and the functions that count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knockroll.server import token_buckets
from knockroll.server.errors import Code, Refusal
from knockroll.server.settings import Limits, Settings
from knockroll.server.tables.audience import TOO_SLOW, Listener, MessageBatch
from knockroll.server.tables.seats import clean_name, free_name, hash_token, new_token, read_entropy, same_token
from knockroll.server.token_buckets import RateLimit
from tests.server.helpers import Served, Visitor, serving


def test_large_bodies_are_refused(sqlite_served: Served) -> None:
    body = b'{"game": "' + b"x" * 70_000 + b'"}'
    for headers in ({}, {"Transfer-Encoding": "chunked"}):
        content: Any = body if not headers else iter([body[:40_000], body[40_000:]])
        answer = sqlite_served.http.post("/api/tables", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_fast_clients_are_told_to_wait(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=1, requests_burst=5)
    with serving(str(tmp_path / "db"), limits=limits) as served:
        answers = [served.http.get("/api/health") for _ in range(10)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 4
        assert refused[0].json()["error"]["code"] == "too_fast" and int(refused[0].headers["retry-after"]) >= 1


@pytest.mark.parametrize("trusted", [True, False])
def test_behind_a_proxy_limits_count_per_visitor(tmp_path: Path, trusted: bool) -> None:
    """A proxy's word about its client counts only if the settings name the proxy."""
    limits = Limits(requests_per_second=0.01, requests_burst=1)
    proxies = ("127.0.0.1",) if trusted else ()
    with serving(str(tmp_path / "db"), limits=limits, proxies=proxies) as served:
        statuses = [
            served.http.get("/api/health", headers={"X-Forwarded-For": f"198.51.100.{visitor}"}).status_code
            for visitor in (1, 2, 3)
        ]
    assert (statuses == [200, 200, 200]) == trusted


def test_behind_a_proxy_that_speaks_https_cookies_are_secure(tmp_path: Path) -> None:
    with serving(str(tmp_path / "db"), proxies=("127.0.0.1",)) as served:
        id = served.open().id
        for scheme in ("http", "https"):
            headers = {"X-Forwarded-Proto": scheme}
            answer = served.http.post(f"/api/tables/{id}/sit", json={"name": scheme}, headers=headers)
            assert ("Secure" in answer.headers["set-cookie"]) == (scheme == "https")
            served.http.cookies.clear()


def test_tables_and_connections_are_counted(tmp_path: Path) -> None:
    limits = Limits(open_tables_per_client=3, connections_per_client=2, creations_burst=5, creations_per_minute=1)
    with serving(str(tmp_path / "db"), limits=limits) as served:
        tables = [served.open() for _ in range(3)]
        answer = served.http.post("/api/tables", json={"game": "thirty_one"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
        served.http.post("/api/tables", json={"game": "thirty_one"})
        assert served.http.post("/api/tables", json={"game": "thirty_one"}).json()["error"]["code"] == "too_fast"
        with tables[0].live() as one, tables[0].live() as two:
            one.receive("hello"), two.receive("hello")
            with tables[0].live() as three:
                assert three.receive()["code"] == "too_many"
            assert tables[0].request("GET", "/events").json()["error"]["code"] == "too_many"
        with tables[0].live() as again:
            again.receive("hello")


def test_who_sends_too_fast_is_read_slowly_and_loses_nothing(tmp_path: Path) -> None:
    import time

    limits = Limits(messages_per_second=50, messages_burst=10)
    with serving(str(tmp_path / "db"), limits=limits) as served, served.open().live() as socket:
        begun = time.monotonic()
        for _ in range(40):
            socket.send({"type": "ping"})
        for _ in range(40):
            socket.receive("pong")
        assert time.monotonic() - begun > 0.5


class _Stuck:
    """A transport whose network takes nothing."""

    on_writable: Callable[[], None] | None = None
    keeps_up = False

    def __init__(self) -> None:
        self.unsent = 0
        self.closed: int | None = None

    def write(self, message: bytes) -> None:
        self.unsent += len(message)

    def write_all(self, batch: MessageBatch) -> None:
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        self.closed = code


def test_who_does_not_read_is_cut_off() -> None:
    stuck = _Stuck()
    listener = Listener(None, stuck, most_unsent=20)
    for _ in range(5):
        listener.send(b"x" * 10)
    assert stuck.closed == TOO_SLOW and stuck.unsent == 30


def test_a_rate_limit_counts_each_client_and_forgets_the_oldest() -> None:
    now = 0.0
    limit = RateLimit(rate=1, burst=2, clients=2, clock=lambda: now)
    for _ in range(2):
        limit.take("a", "things")
    with pytest.raises(Refusal) as refusal:
        limit.take("a", "things")
    assert refusal.value.code is Code.TOO_FAST and refusal.value.status == 429
    limit.take("b", "things")
    now = 1.0
    limit.take("a", "things")
    limit.take("c", "things")
    assert list(limit._buckets) == ["a", "c"]


def test_a_client_whose_bucket_is_full_again_is_forgotten() -> None:
    """Thousands of clients a day take no memory, and none of them is allowed more than before."""
    now = 0.0
    limit = RateLimit(rate=1, burst=200, clients=50_000, clock=lambda: now)
    for _ in range(200):
        limit.take("greedy", "things")
    with pytest.raises(Refusal):
        limit.take("greedy", "things")
    most = 0
    for number in range(1000):
        now = number / 10
        limit.take(str(number), "things")
        most = max(most, len(limit._buckets))
    assert most <= 2 * token_buckets.FEW, "a visitor is known for a second, and there are ten a second"
    now = 100.0
    for _ in range(100):
        limit.take("greedy", "things")
    with pytest.raises(Refusal):
        limit.take("greedy", "things")


def test_tokens_are_random_and_kept_as_hashes() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100 and all(len(token) >= 22 for token in tokens)
    token = tokens.pop()
    assert same_token(hash_token(token), hash_token(token)) and not same_token(None, hash_token(token))
    assert token not in hash_token(token)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ann", "Ann"),
        (" a\tb\n c ", "a b c"),
        ("Ａｎｎ", "Ann"),
        ("Zoë 🎲", "Zoë 🎲"),
        ("a" + "\u0301" * 9, "á\u0301\u0301"),
    ],
)
def test_names(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\u0000", "x" * 25])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_name(name)
    assert refusal.value.code is Code.INVALID_NAME


def test_names_are_told_apart() -> None:
    assert free_name("Ann", {"bob"}) == "Ann"
    assert free_name("Ann", {"ann", "ann 2"}) == "Ann 3"


@pytest.mark.parametrize("entropy", ["", "x", "abc", "00" * 65])
def test_entropy_that_is_none(entropy: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_entropy(entropy)
    assert refusal.value.code is Code.INVALID_ENTROPY


@pytest.mark.parametrize(
    ("database", "url"),
    [
        ("/tmp/x.db", "sqlite:////tmp/x.db"),
        ("sqlite:///x.db", "sqlite:///x.db"),
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
    ],
)
def test_database_addresses(database: str, url: str) -> None:
    assert Settings(database=database).database_url == url


def test_secrets_are_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(str(tmp_path / "db")) as served:
        people = served.seated("Ann", "Bob")
        mover = people[people[0].get("/view")["view"]["turn"]]
        mover.move()
        Visitor(served, mover.id, "wrong-token").request("GET", "/view")
    assert mover.token and mover.token not in caplog.text and "wrong-token" not in caplog.text
