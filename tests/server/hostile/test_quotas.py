"""Quotas for a client that writes without end or opens many tables, and what happens to abandoned tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from knockroll.server.failures import CannotServe
from knockroll.server.settings import NO_LIMITS, Limits, read_limits
from tests.server.helpers import PATIENCE, Served, Visitor, serving, wait_until

SOLO = {"game": "thirty_one", "seats": [{"kind": "person"}, {"kind": "computer", "player": "House"}]}
COMPUTERS = {"game": "thirty_one", "seats": [{"kind": "computer", "player": "House"}] * 2}


def limited(tmp_path: Path, **limits: Any) -> Any:
    return serving(str(tmp_path / "db"), limits=Limits(**limits))


def refusal(answer: httpx.Response, words: str) -> None:
    """Assert that the answer says what is too much, what to do, and when."""
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (429, "too_fast"), answer.text
    assert words in error["message"] and "Try again in" in error["reason"]
    assert int(answer.headers["retry-after"]) == error["retry_after"] >= 1


def move(people: list[Visitor]) -> httpx.Response:
    view = people[0].get("/view")["view"]
    mover: Visitor = people[view["turn"]]
    position = mover.get("/view")
    body = {"move": position["view"]["legal"][0], "seq": position["seq"]}
    return mover.request("POST", "/moves", json=body)


@pytest.mark.parametrize("span", ["minute", "day"])
def test_moves_have_a_limit_over_http_and_over_websockets(tmp_path: Path, span: str) -> None:
    with limited(tmp_path, **{f"moves_per_{span}": 3}) as served:
        people = served.seated("Ann", "Bob", options={"strikes": 20})
        for _ in range(3):
            assert move(people).status_code == 200
        refusal(move(people), f"3 moves a {span}")
        turn = people[0].get("/view")["view"]["turn"]
        with people[turn].live() as socket:
            hello = socket.receive("hello")
            socket.move(hello["view"]["legal"][0], hello["seq"], id=7)
            error = socket.receive("error")
        assert (error["code"], error["answer"]) == ("too_fast", 7) and error["retry_after"] >= 1
        assert people[0].table["seq"] == hello["seq"], "and nothing was written"


def test_votes_and_hand_overs_have_a_limit(tmp_path: Path) -> None:
    with limited(tmp_path, changes_per_minute=6) as served:
        ann, bob = served.seated("Ann", "Bob", options={"strikes": 20})
        ann.post("/reset")
        bob.post("/vote", {"yes": False})
        ann.post("/hand_over")
        ann.post("/rejoin")
        before = ann.table["seq"]
        for visitor, path in ((ann, "/reset"), (bob, "/hand_over"), (ann, "/leave")):
            refusal(visitor.request("POST", path, json={}), "6 changes to tables a minute")
        assert ann.table["seq"] == before


def test_tables_have_a_limit_a_day_and_those_of_computers_alone_a_lower_one(tmp_path: Path) -> None:
    with limited(tmp_path, creations_per_day=3, computer_tables_per_day=1) as served:
        assert served.http.post("/api/tables", json=COMPUTERS).status_code == 201
        refusal(served.http.post("/api/tables", json=COMPUTERS), "1 tables of computers alone a day")
        assert served.http.post("/api/tables", json=SOLO).status_code == 201
        refusal(served.http.post("/api/tables", json=SOLO), "3 new tables a day")


def test_tables_where_someone_sits_are_not_open(tmp_path: Path) -> None:
    """Someone who plays alone, one game after the other, never hears that they have too many tables."""
    with limited(tmp_path, open_tables_per_client=2) as served:
        for _ in range(5):
            served.open(people=1, computers=1).sit("Ann")
        for _ in range(2):
            served.open()
        answer = served.http.post("/api/tables", json=SOLO)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (429, "too_many")
        assert "Sit down at one of them, or wait" in error["reason"] and error["retry_after"] == 60


class Browser:
    """Someone with cookies, who plays alone."""

    def __init__(self, served: Served) -> None:
        self.http = httpx.Client(base_url=served.url, timeout=PATIENCE)

    def play_now(self) -> str:
        id: str = self.http.post("/api/tables", json=SOLO).json()["table"]["id"]
        assert self.http.post(f"/api/tables/{id}/sit", json={"name": "Ann"}).status_code == 201
        return id

    def status(self, id: str) -> str:
        status: str = self.http.get(f"/api/tables/{id}").json()["table"]["status"]
        return status


def test_a_table_left_behind_is_closed_by_the_next_if_nothing_was_played_there(sqlite_served: Served) -> None:
    ann = Browser(sqlite_served)
    first = ann.play_now()
    second = ann.play_now()
    assert (ann.status(first), ann.status(second)) == ("closed", "running")
    view = ann.http.get(f"/api/tables/{second}/view").json()
    while not view["view"]["legal"]:
        view = ann.http.get(f"/api/tables/{second}/view").json()
    body = {"move": view["view"]["legal"][0], "seq": view["seq"]}
    assert ann.http.post(f"/api/tables/{second}/moves", json=body).status_code == 200
    third = ann.play_now()
    assert (ann.status(second), ann.status(third)) == ("running", "running"), "an unfinished game waits"
    stranger = Browser(sqlite_served)
    stranger.http.cookies.set("knockroll_solo", f"{third}:{'x' * 22}")
    stranger.play_now()
    assert ann.status(third) == "running"
    for browser in (ann, stranger):
        browser.http.close()


def test_a_host_cannot_start_over_until_the_hand_suits(tmp_path: Path) -> None:
    """Alone with computers, starting over harms no one."""
    with limited(tmp_path, resets_per_hour=2) as served:
        ann, _ = served.seated("Ann", "Bob", options={"strikes": 20})
        for _ in range(2):
            ann.post("/host", {"do": "reset"})
        answer = ann.request("POST", "/host", json={"do": "reset"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
        assert "if everyone agrees" in answer.json()["error"]["reason"]
        ann.post("/reset")
        alone = served.open(people=1, computers=1, options={"strikes": 20}).sit("Cyd")
        for _ in range(4):
            alone.post("/host", {"do": "reset"})


def test_limits_can_be_changed_by_name() -> None:
    limits = read_limits(["moves_per_day=7", "requests-per-second=0.5"], Limits())
    assert (limits.moves_per_day, limits.requests_per_second, limits.sockets) == (7, 0.5, Limits().sockets)
    assert read_limits(["sockets=9"], NO_LIMITS).moves_per_day == NO_LIMITS.moves_per_day
    for wrong, words in (
        ("nothing=1", "there is no limit 'nothing'; the limits are body_bytes"),
        ("sockets=many", "the limit sockets has to be a whole number, such as sockets=6000"),
        ("sockets", "has to be a whole number"),
        ("sockets=-1", "has to be greater than 0"),
        ("requests_per_second=nan", "has to be greater than 0"),
    ):
        with pytest.raises(CannotServe, match=words):
            read_limits([wrong], Limits())


def test_a_table_left_behind_by_someone_who_plays_alone_leaves_memory_at_once(tmp_path: Path) -> None:
    """It need not wait until the person counts as away, because no one else is waiting."""
    with serving(str(tmp_path / "db"), sweep_seconds=0.02, idle_unload_seconds=0.1) as served:
        ann = served.open(people=1, computers=1, away=3600).sit("Ann")
        assert served.server is not None and served.server.tables.hall is not None
        rooms = served.server.tables.hall.rooms
        wait_until(lambda: not rooms)
        assert ann.get("/view")["you"] == 0
