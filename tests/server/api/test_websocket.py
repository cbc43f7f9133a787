"""Live connections: numbered events, resuming, refusals; the same as NDJSON."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.helpers import PATIENCE, Served, Socket, Visitor, serving, wait_until


def _to_move(people: list[Visitor]) -> tuple[Visitor, Visitor, int]:
    """The person to move, the other one, and the number to answer."""
    position = people[0].get("/view")
    turn = position["view"]["turn"]
    return people[turn], people[1 - turn], position["seq"]


def test_first_the_whole_view_then_numbered_events(served: Served) -> None:
    mover, other, seq = _to_move(served.seated("Ann", "Bob", game="tunk"))
    with mover.live() as mine, other.live() as theirs:
        hello = mine.receive("hello")
        assert hello["seq"] == seq and hello["view"] == mover.get("/view")["view"] and not hello["resumed"]
        theirs.receive("hello")
        mine.move("draw stock", seq, id="a")
        told = mine.receive("event")
        assert told["answer"] == "a" and told["seq"] == seq + 1 and told["by"] == "person"
        assert len(told["events"][0]["cards"]) == 1
        heard = theirs.receive("event")
        assert "answer" not in heard and heard["seq"] == seq + 1
        assert "cards" not in heard["events"][0] and heard["events"][0]["count"] == 1
        assert told["view"]["legal"] and not heard["view"]["legal"]


def test_stale_and_repeated_moves_are_refused(served: Served) -> None:
    mover, other, seq = _to_move(served.seated("Ann", "Bob", game="tunk"))
    with mover.live() as mine, other.live() as theirs:
        mine.move("draw stock", seq, id=1)
        mine.move("draw stock", seq, id=2)
        assert mine.receive("event")["answer"] == 1
        refusal = mine.receive("error")
        assert (refusal["code"], refusal["answer"]) == ("stale", 2)
        theirs.move("knock", seq + 1, id=3)
        assert theirs.receive("error")["code"] == "not_your_turn"
        mine.move("discard Zz", seq + 1)
        assert mine.receive("error")["code"] == "invalid_move"
    assert mover.get("/view")["seq"] == seq + 1


def _play_some(people: list[Visitor], moves: int) -> None:
    for _ in range(moves):
        mover, _, _ = _to_move(people)
        mover.move()


def _events(socket: Socket, last: int) -> list[Any]:
    events: list[Any] = []
    while not events or events[-1]["seq"] < last:
        events.append(socket.receive("event"))
    return events


@pytest.mark.parametrize("kept", [64, 2])
def test_a_client_that_resumes_gets_exactly_what_it_missed(tmp_path: Any, kept: int) -> None:
    """Whether the events are still in memory or have to be replayed from the log."""
    with serving(str(tmp_path / "db"), frames_kept=kept) as served:
        people = served.seated("Ann", "Bob")
        watcher = Visitor(served, people[0].id)
        with people[0].live() as whole, watcher.live() as public:
            start = whole.receive("hello")["seq"]
            public.receive("hello")
            _play_some(people, 20)
            heard, seen = _events(whole, start + 20), _events(public, start + 20)
        for who, told in ((people[0], heard), (watcher, seen)):
            for after in (start, start + 7, start + 19):
                with who.live(after) as socket:
                    hello = socket.receive()
                    assert hello["resumed"] and hello["seq"] == after and "view" not in hello
                    missed = _events(socket, start + 20)
                assert missed[-1].pop("view") == told[-1]["view"]
                expected = [{k: v for k, v in e.items() if k not in ("view", "answer")} for e in told[after - start :]]
                assert missed == expected
        with people[0].live(start + 20) as socket:
            assert socket.receive()["resumed"]
        with people[0].live(start + 21) as socket:
            hello = socket.receive()
            assert not hello["resumed"] and hello["view"]


def test_ndjson_tells_the_same(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    url = f"{sqlite_served.url}/api/tables/{people[0].id}/events"
    with people[0].live() as socket, httpx.stream("GET", url, headers=people[0].headers, timeout=PATIENCE) as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        lines = response.iter_lines()
        start = json.loads(next(lines))["seq"]
        _play_some(people, 5)
        streamed = [message for _, message in zip(range(5), _only_events(lines), strict=False)]
        assert streamed == _events(socket, start + 5)
    with httpx.stream("GET", f"{url}?after={start + 3}", headers=people[0].headers, timeout=PATIENCE) as response:
        lines = response.iter_lines()
        assert json.loads(next(lines))["resumed"]
        assert [json.loads(next(lines))["seq"] for _ in range(2)] == [start + 4, start + 5]


def test_all_acts_of_the_hand_come_with_every_view_only_to_whom_wants_them(sqlite_served: Served) -> None:
    """A client that gets every event knows them, and in a long hand they would be most of the message."""
    people = sqlite_served.seated("Ann", "Bob")
    url = f"{sqlite_served.url}/api/tables/{people[0].id}/events?acts=true"
    with (
        people[0].live() as hears,
        people[0].live(acts=True) as wants,
        httpx.stream("GET", url, headers=people[0].headers, timeout=PATIENCE) as response,
    ):
        lines = response.iter_lines()
        start = json.loads(next(lines))["seq"]
        assert hears.receive("hello")["view"]["acts"] == wants.receive("hello")["view"]["acts"] == []
        _play_some(people, 2)
        told, asked = _events(hears, start + 2), _events(wants, start + 2)
        assert [message["view"].pop("acts") for message in asked][-1] == people[0].get("/view")["view"]["acts"] != []
        assert asked == told
        assert next(_only_events(lines))["view"]["acts"]


def _only_events(lines: Any) -> Any:
    for line in lines:
        message = json.loads(line)
        if message["type"] == "event":
            yield message


def test_presence_and_the_table_are_told(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2)
    with table.live() as watching:
        assert watching.receive("hello")["view"] is None
        ann = table.sit("Ann")
        sat = watching.receive("event")
        assert sat["kind"] == "sit" and sat["name"] == "Ann" and sat["table"]["seats"][0]["name"] == "Ann"
        assert "token" not in json.dumps(sat)
        with ann.live():
            assert watching.receive("presence")["online"] == [0]
        assert watching.receive("presence")["online"] == []
        table.sit("Bob")
        assert [watching.receive("event")["kind"] for _ in range(2)] == ["sit", "start"]


def test_watching_needs_no_seat_but_moving_does(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    with Visitor(sqlite_served, people[0].id).live() as socket:
        hello = socket.receive("hello")
        assert hello["you"] is None and hello["view"]["hand"] == [] and hello["view"]["legal"] == []
        socket.move("draw stock", hello["seq"])
        assert socket.receive("error")["code"] == "not_seated"
        socket.send({"type": "ping"})
        assert socket.receive("pong")


def test_who_cannot_come_in_is_told_why(sqlite_served: Served) -> None:
    table = sqlite_served.open()
    for visitor, code in (
        (Visitor(sqlite_served, "0000000000000000"), "unknown_table"),
        (Visitor(sqlite_served, table.id, "nonsense"), "bad_token"),
    ):
        with visitor.live() as socket:
            assert socket.receive()["code"] == code
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code in (4404, 4401)
    with table.live() as socket:
        socket.receive("hello")
    url = f"ws{sqlite_served.url.removeprefix('http')}/api/tables/{table.id}/live"
    with connect(f"{url}?after=x") as raw:
        assert json.loads(raw.recv(PATIENCE))["code"] == "malformed"
    with connect(f"{url}?acts=x") as raw:
        assert json.loads(raw.recv(PATIENCE))["code"] == "malformed"
    with connect(f"{url}/x") as raw:
        assert json.loads(raw.recv(PATIENCE))["code"] == "not_found"


def test_pages_of_other_origins_are_kept_out(sqlite_served: Served) -> None:
    table = sqlite_served.open()
    url = f"ws{sqlite_served.url.removeprefix('http')}/api/tables/{table.id}/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(url, origin=Origin("https://evil.example"))
    assert refused.value.response.status_code == 403
    with connect(url, origin=Origin(sqlite_served.url)) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "hello"
    answer = sqlite_served.http.post(f"/api/tables/{table.id}/sit", json={"name": "Eve"}, headers={"Origin": "null"})
    assert answer.status_code == 403 and answer.json()["error"]["code"] == "bad_origin"


def test_two_browsers_at_one_seat_hear_the_same(sqlite_served: Served) -> None:
    mover, _, seq = _to_move(sqlite_served.seated("Ann", "Bob", game="tunk"))
    with mover.live() as first, mover.live() as second:
        first.receive("hello"), second.receive("hello")
        first.move("draw stock", seq, id=7)
        told, heard = first.receive("event"), second.receive("event")
        assert told.pop("answer") == 7 and told == heard


def test_computers_take_their_time(skipping_served: Served) -> None:
    """Ten seconds for each move: nothing happens before, and then exactly one move."""
    ann = skipping_served.open(people=1, computers=2, pace=10_000).sit("Ann")
    with ann.live():
        while ann.get("/view")["view"]["turn"] == 0:
            ann.move()
        seq = ann.table["seq"]
        for moves in range(3):
            assert ann.table["seq"] == seq + moves
            if ann.table["turn"] == 0:
                break  # the last of the computers began
            skipping_served.skip(10)
            wait_until(partial(lambda before: ann.table["seq"] > before, seq + moves))


def test_it_works_without_the_short_cuts(tmp_path: Any) -> None:
    """Any ASGI server will do; ours is only faster."""
    with serving(str(tmp_path / "db"), plain=True) as served:
        mover, other, seq = _to_move(served.seated("Ann", "Bob", game="tunk"))
        with mover.live() as mine, other.live() as theirs:
            mine.move("draw stock", seq, id=1)
            mine.move("draw stock", seq, id=2)
            assert mine.receive("event")["answer"] == 1 and mine.receive("error")["answer"] == 2
            assert theirs.receive("event")["seq"] == seq + 1
