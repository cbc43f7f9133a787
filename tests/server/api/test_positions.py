"""Playing on from a position: the line of a record's position, and practice tables that begin there."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.engine.chance import Fair
from knockroll.players import player
from tests.review.games import played
from tests.server.helpers import Served, Visitor, serving, wait_until

GAMES = [("gin_rummy", 2), ("thirty_one", 3), ("tonk", 3), ("tunk", 2), ("farkle", 2)]


def line_of(served: Served, record: Any, moves: int) -> str:
    answer = served.http.post("/api/replay/position", json={"record": record, "moves": moves})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["position"])


def at_position(served: Served, game: str, position: str, seats: int, seat: int = 0, **plan: Any) -> Visitor:
    """A person at a table that begins at a position, with computers in the other seats."""
    kinds = [{"kind": "person" if number == seat else "computer"} for number in range(seats)]
    body = {"game": game, "seats": kinds, "practice": True, "position": position, **plan}
    answer = served.http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    served.http.cookies.clear()
    return Visitor(served, answer.json()["table"]["id"], host=answer.json()["host"]).sit("Ann")


def before_a_move(record: Any, seat: int) -> tuple[int, knockroll.Table]:
    """A position in the middle of a game in which a seat is to move, not at the start of a hand."""
    found = [len(t.moves) for t in knockroll.Table.replay_steps(record) if t.turn == seat and len(t.legal()) > 1]
    moves = found[len(found) // 2]
    return moves, knockroll.Table.replay(record, moves=moves)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_game_is_played_on_from_a_position_to_its_end(sqlite_served: Served, game: str, seats: int) -> None:
    record = played(game, seats=seats, seed=4)
    moves, there = before_a_move(record, seat=1)
    line = line_of(sqlite_served, record, moves)
    assert line == there.position_text()
    ann = at_position(sqlite_served, game, line, seats, seat=1)
    now = ann.get("/view")
    expected = there.view(1)
    for key in ("hand", "turn", "phase", "legal", "players"):
        assert now["view"].get(key) == expected.get(key), key
    assert ann.table["practice"] and ann.table["options"] == dict(there.options)
    ann.move()
    spectator = Visitor(sqlite_served, ann.id)  # a request of hers would take the seat back
    with ann.live():  # a game waits while nobody is there
        ann.post("/hand_over")
        wait_until(lambda: spectator.get("/view")["view"]["turn"] is None)
    told = ann.get("/record")
    assert told["format"] == "knockroll/2" and told["practice"] is True
    again = knockroll.Table.replay(told)
    assert again.result is not None
    assert knockroll.Table.replay(told, moves=0).describe() == there.describe()


def test_the_table_is_the_same_when_it_is_loaded_from_its_log(tmp_path: Any) -> None:
    record = played("gin_rummy", seed=4)
    _, there = before_a_move(record, seat=0)
    with serving(str(tmp_path / "db")) as served:
        ann = at_position(served, "gin_rummy", there.position_text(), 2)
        ann.move()
        before = ann.get("/view")
        id, token = ann.id, ann.token
    with serving(str(tmp_path / "db")) as served:
        back = Visitor(served, id, token)
        assert back.get("/view") == before
        back.post("/take_back", {"seq": before["seq"]})
        assert back.get("/view")["view"]["hand"] == there.view(0)["hand"]


def test_another_game_there_begins_at_the_same_position_with_other_chance(sqlite_served: Served) -> None:
    record = played("farkle", seed=4)
    _, there = before_a_move(record, seat=0)
    ann = at_position(sqlite_served, "farkle", there.position_text(), 2)
    first = ann.get("/view")["view"]
    ann.post("/reset", {})
    assert ann.get("/view")["view"] == first
    assert ann.table["games"] == 2


def test_nobody_else_joins_a_game_whose_cards_one_person_knows(sqlite_served: Served) -> None:
    record = played("tonk", seats=3, seed=4)
    _, there = before_a_move(record, seat=0)
    ann = at_position(sqlite_served, "tonk", there.position_text(), 3)
    assert ann.table["can_join"] is False
    assert Visitor(sqlite_served, ann.id).refused("/sit", {"name": "Bob"}) == "no_seat"


def test_the_line_of_an_unfinished_game_is_not_told(sqlite_served: Served) -> None:
    table = knockroll.Table("gin_rummy", 2, chance=Fair(b"1" * 32))
    bots = [player("gin_rummy", "Simple", seat) for seat in range(2)]
    for _ in range(6):
        assert table.turn is not None
        table.play(bots[table.turn].choose(table.view(table.turn)))
    open_record = {**table.record(), "chance": table.chance.to_dict(over=True)}
    answer = sqlite_served.http.post("/api/replay/position", json={"record": open_record, "moves": 2})
    assert answer.json()["error"]["code"] == "invalid_record"
    assert "this game is not over" in answer.json()["error"]["message"]


@pytest.mark.parametrize("moves", [260, 100_000])
def test_a_position_where_nobody_is_to_move_is_refused(sqlite_served: Served, moves: int) -> None:
    record = played("farkle", seed=4)
    assert len(record["moves"]) == 260
    answer = sqlite_served.http.post("/api/replay/position", json={"record": record, "moves": moves})
    assert answer.json()["error"]["code"] == "invalid_option"


LINE = "thirty_one/2 hands: [Ks Qs 2h, ...], pile: 7h"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"practice": False}, "only a practice table can begin at a position"),
        ({"game": "tonk"}, "this is a position of thirty_one, not of tonk"),
        ({"options": {"strikes": 1}}, "omit them"),
        ({"seats": [{"kind": "person"}, {"kind": "person"}]}, "for one person and computer players"),
        ({"seats": [{"kind": "person"}] + 2 * [{"kind": "computer"}]}, "this position has 2 seats, not 3"),
        ({"position": "thirty_one/2 hands: [Ks Ks 2h, ...]"}, "Ks"),
        ({"position": "chess"}, "a position begins with game and seats"),
    ],
)
def test_what_cannot_begin_at_a_position_is_refused(sqlite_served: Served, change: Any, message: str) -> None:
    body = {"game": "thirty_one", "practice": True, "position": LINE, **change}
    answer = sqlite_served.http.post("/api/tables", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] == "invalid_option"
    assert message in answer.json()["error"]["message"]


def test_cards_that_a_line_leaves_open_are_dealt_once(sqlite_served: Served) -> None:
    answer = sqlite_served.http.post(
        "/api/tables", json={"game": "thirty_one", "practice": True, "position": LINE, "seats": None}
    )
    ann = Visitor(sqlite_served, answer.json()["table"]["id"], host=answer.json()["host"]).sit("Ann")
    assert ann.get("/view")["view"]["hand"] == ["Qs", "Ks", "2h"]
