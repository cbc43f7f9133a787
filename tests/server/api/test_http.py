"""The HTTP API, on both databases."""

from __future__ import annotations

import hashlib

import pytest

import knockroll
from knockroll.engine.names import LONGEST_NAME
from knockroll.players import RANDOM
from knockroll.players.player import Bot, Thinker
from knockroll.server.errors import STATUS, Code
from tests.server.helpers import Served, Visitor, play_to_the_end


def test_games_are_described(served: Served) -> None:
    games = served.http.get("/api/games").json()["games"]
    assert [game["name"] for game in games] == list(knockroll.game_names())
    for game in games:
        assert game["min_seats"] <= game["default_seats"] <= game["max_seats"]
        own = knockroll.get_game(game["name"])
        *named, last = [player["name"] for player in game["players"]]
        assert sorted([*named, last]) == sorted(knockroll.player_names(game["name"]))
        assert last == "Random"
        assert all(player["character"] for player in game["players"])
        strengths = {player["name"]: player["strength"] for player in game["players"]}
        known: list[Bot | Thinker] = [*own.thinkers, *own.players, RANDOM]
        assert strengths == {player.name: player.strength for player in known}
        assert [strengths[name] for name in named] == sorted((strengths[name] for name in named), reverse=True)
        assert all(strengths[player.name] >= 5 for player in own.thinkers)
        assert max(strengths.values()) == (6 if own.thinkers else 5) and min(strengths.values()) == 1
        assert game["options"]["type"] == "object"


def test_games_offer_their_rules_by_name(served: Served) -> None:
    for game in served.http.get("/api/games").json()["games"]:
        known = knockroll.get_game(game["name"])
        sets = {rules["variant"]: rules for rules in game["rule_sets"]}
        assert list(sets) == list(known.rule_sets())
        assert sets[None]["options"] == {option.name: option.default for option in known.options}
        for variant, rules in sets.items():
            plan = {"game": game["name"], "variant": variant}
            table = served.http.post("/api/tables", json=plan).json()["table"]
            assert table["options"] == rules["options"]
    gin = served.http.get("/api/games/gin_rummy").json()["rule_sets"]
    assert [(rules["variant"], rules["title"]) for rules in gin] == [
        ("standard", "Standard"),
        (None, "Knock any time"),
    ]


def test_a_game_comes_with_its_rule_book(served: Served) -> None:
    game = served.http.get("/api/games/thirty_one").json()
    rules = served.http.get("/api/games/thirty_one/rules")
    assert rules.headers["content-type"].startswith("text/markdown")
    assert rules.text == game["rules"]
    assert "31" in rules.text


def test_a_whole_game_is_played_and_its_record_verifies(served: Served) -> None:
    table = served.open(people=2, computers=1, options={"strikes": 1})
    before = table.table
    assert before["status"] == "open"
    assert before["fair"]["secret"] is None
    ann = table.sit("Ann", entropy="00ff00ff")
    assert table.request("GET", "/view").json()["view"] is None
    bob = table.sit("Bob")
    assert table.table["status"] == "running"
    assert table.request("GET", "/record").json()["error"]["code"] == "not_over"
    play_to_the_end([ann, bob])
    after = table.table
    assert after["status"] == "over"
    assert hashlib.sha256(bytes.fromhex(after["fair"]["secret"])).hexdigest() == before["fair"]["commitment"]
    record = table.get("/record")
    assert record["names"] == ["Ann", "Bob", "Random"]
    assert record["chance"]["entropy"] == {"0": "00ff00ff"}
    replayed = knockroll.Table.replay(record)
    assert replayed.result is not None
    assert list(replayed.result.winners) == after["winners"]


def test_a_move_answers_a_number_and_is_made_once(served: Served) -> None:
    people = served.seated("Ann", "Bob")
    position = people[0].get("/view")
    mover = people[position["view"]["turn"]]
    other = people[1 - position["view"]["turn"]]
    move = {"move": "draw stock", "seq": position["seq"]}
    assert other.refused("/moves", move) == "not_your_turn"
    assert mover.refused("/moves", {**move, "seq": position["seq"] + 1}) == "stale"
    assert mover.refused("/moves", {**move, "seq": position["seq"] - 1}) == "stale"
    made = mover.post("/moves", move)
    assert made["seq"] == position["seq"] + 1
    assert mover.refused("/moves", move) == "stale"
    assert mover.get("/view")["seq"] == made["seq"]


def test_what_others_do_beside_the_game_makes_no_move_stale(served: Served) -> None:
    """A vote also has a number, but the position is the same."""
    people = served.seated("Ann", "Bob")
    position = people[0].get("/view")
    turn = position["view"]["turn"]
    people[1 - turn].post("/reset")
    assert people[turn].post("/moves", {"move": "draw stock", "seq": position["seq"]})["seq"] == position["seq"] + 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "poker"}, Code.UNKNOWN_GAME),
        ({"game": "thirty_one", "options": {"strikes": 0}}, Code.INVALID_OPTION),
        ({"game": "thirty_one", "options": {"nonsense": 1}}, Code.INVALID_OPTION),
        ({"game": "thirty_one", "variant": "nonsense"}, Code.INVALID_OPTION),
        ({"game": "thirty_one", "seats": []}, Code.INVALID_OPTION),
        ({"game": "thirty_one", "seats": [{"kind": "person"}] * 12}, Code.INVALID_OPTION),
        ({"game": "thirty_one", "seats": [{"kind": "person"}] * 17}, Code.MALFORMED),
        ({"game": "thirty_one", "seats": [{"kind": "computer", "player": "Nobody"}] * 2}, Code.UNKNOWN_PLAYER),
        ({"game": "thirty_one", "seats": [{"kind": "computer", "player": "cmd:true"}] * 2}, Code.UNKNOWN_PLAYER),
        ({"game": "thirty_one", "substitute": "Nobody"}, Code.UNKNOWN_PLAYER),
        ({"game": "thirty_one", "pace": -1}, Code.MALFORMED),
        ({"game": "thirty_one", "extra": 1}, Code.MALFORMED),
        ({"game": 31}, Code.MALFORMED),
        ([], Code.MALFORMED),
    ],
)
def test_a_table_that_cannot_be(sqlite_served: Served, body: object, code: Code) -> None:
    answer = sqlite_served.http.post("/api/tables", json=body)
    assert answer.status_code == STATUS[code]
    assert answer.json()["error"]["code"] == code


@pytest.mark.parametrize("game", knockroll.game_names())
def test_computer_players_that_nobody_chose_are_not_all_the_same(sqlite_served: Served, game: str) -> None:
    usual = [bot.name for bot in knockroll.get_game(game).players]
    people, computers = [{"kind": "person"}], [{"kind": "computer"}] * min(3, knockroll.get_game(game).max_seats - 1)
    body = {"game": game, "seats": people + computers}
    table = sqlite_served.http.post("/api/tables", json=body).json()["table"]
    different = min(len(usual), len(computers))
    assert [seat["name"] for seat in table["seats"][1:]][:different] == usual[:different]


def test_moves_that_cannot_be(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    position = people[0].get("/view")
    seq, turn = position["seq"], position["view"]["turn"]
    mover = people[turn]
    before = mover.get("/view")
    assert mover.refused("/moves", {"move": "shout", "seq": seq}) == "invalid_move"
    assert mover.refused("/moves", {"move": "x" * 201, "seq": seq}) == "malformed"
    assert mover.refused("/moves", {"move": "discard As", "seq": seq}) == "illegal_move"
    assert mover.refused("/moves", {"move": "draw stock"}) == "malformed"
    assert mover.refused("/moves", {"move": "draw stock", "seq": "1"}) == "malformed"
    watcher = Visitor(sqlite_served, mover.id)
    assert watcher.refused("/moves", {"move": "draw stock", "seq": seq}) == "not_seated"
    assert Visitor(sqlite_served, mover.id, "nonsense").refused("/moves", {"move": "knock", "seq": seq}) == "bad_token"
    assert mover.get("/view") == before


def test_a_move_that_is_not_allowed_is_refused_in_a_persons_words_too(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    position = people[0].get("/view")
    mover = people[position["view"]["turn"]]
    body = {"move": f"discard {position['view']['discard']}", "seq": position["seq"]}
    refused = mover.request("POST", "/moves", json=body).json()["error"]
    assert refused["code"] == "illegal_move" and refused["reason"] == "Draw a card first."
    with mover.live() as socket:
        socket.receive("hello")
        socket.move(body["move"], body["seq"], id=5)
        told = socket.receive("error")
        assert told["reason"] == refused["reason"] and told["answer"] == 5
    stale = mover.request("POST", "/moves", json={**body, "seq": 0}).json()["error"]
    assert stale["code"] == "stale" and stale["reason"].startswith("The game moved on")


def test_a_body_must_say_that_it_is_json(sqlite_served: Served) -> None:
    """A page of another origin cannot send this content type without asking first."""
    answer = sqlite_served.http.post(
        "/api/tables", content=b'{"game": "thirty_one"}', headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")


def test_somebody_elses_token_opens_no_seat_here(sqlite_served: Served) -> None:
    ann, _ = sqlite_served.seated("Ann", "Bob")
    elsewhere, _ = sqlite_served.seated("Ann", "Bob")
    intruder = Visitor(sqlite_served, ann.id, elsewhere.token)
    assert intruder.request("GET", "/view").status_code == 401
    assert intruder.refused("/moves", {"move": "knock", "seq": 3}) == "bad_token"


def test_unknown_things_are_not_found(sqlite_served: Served) -> None:
    http = sqlite_served.http
    for path, code in {
        "/api/tables/0000000000000000": "unknown_table",
        "/api/tables/nonsense": "unknown_table",
        "/api/games/poker": "unknown_game",
        "/api/games/poker/rules": "unknown_game",
        "/api/nonsense": "not_found",
    }.items():
        answer = http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, code)
    assert http.delete("/api/games").json()["error"]["code"] == "method_not_allowed"


def test_the_cookie_opens_the_seat_and_scripts_cannot_read_it(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2)
    http = sqlite_served.http
    answer = http.post(f"/api/tables/{table.id}/sit", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and f"Path=/api/tables/{table.id}" in cookie
    assert http.get(f"/api/tables/{table.id}").json()["you"] == 0
    again = http.post(f"/api/tables/{table.id}/sit", json={"name": "Ann"})
    assert again.json()["error"]["code"] == "no_seat"
    http.post(f"/api/tables/{table.id}/leave")
    assert http.get(f"/api/tables/{table.id}").json()["you"] is None
    http.cookies.clear()


def test_public_tables_are_listed_and_others_are_not(served: Served) -> None:
    hidden = served.open()
    shown = served.open(public=True)
    running = served.open(people=1, computers=1, public=True)
    running.sit("Ann")
    everything = [table["id"] for table in served.http.get("/api/tables").json()["tables"]]
    assert shown.id in everything and running.id in everything and hidden.id not in everything
    still_open = [table["id"] for table in served.http.get("/api/tables?status=open").json()["tables"]]
    assert shown.id in still_open and running.id not in still_open
    assert served.http.get("/api/tables?game=nonsense").json()["tables"] == []


def test_names_are_cleaned_and_told_apart(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=4)
    table.sit("  Ann\u202e \n  B\u0000ee ")
    table.sit("ann bee")
    assert [seat["name"] for seat in table.table["seats"]][:2] == ["Ann Bee", "ann bee 2"]
    assert table.refused("/sit", {"name": "\u200b\u202e"}) == "invalid_name"
    assert table.refused("/sit", {"name": "x" * 25}) == "invalid_name"
    assert table.refused("/sit", {"name": "Cat", "entropy": "xyz"}) == "invalid_entropy"
    assert table.refused("/sit", {"name": "Cat", "seat": 0}) == "no_seat"


def test_invitations_have_a_link_and_a_qr_code(sqlite_served: Served) -> None:
    table = sqlite_served.open()
    assert table.get()["link"] == f"{sqlite_served.url}/table/{table.id}"
    code = table.request("GET", "/qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.text.startswith("<svg")


@pytest.mark.parametrize("path", ["/api/health", "/api/ready"])
def test_monitors_may_ask_by_head(path: str, sqlite_served: Served) -> None:
    asked, got = sqlite_served.http.head(path), sqlite_served.http.get(path)
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_health_metrics_and_documents(served: Served) -> None:
    http = served.http
    assert http.get("/api/health").json() == {"status": "ok", "version": knockroll.__version__}
    text = http.get("/api/metrics").text
    assert "knockroll_commit_seconds_bucket" in text and "knockroll_resident_memory_bytes" in text
    page = http.get("/api/docs")
    assert "POST /api/tables/{id}/moves" in page.text and "<script" not in page.text
    assert "/api/tables/{id}/moves" in http.get("/api/openapi.json").json()["paths"]


def test_every_answer_has_a_strict_policy(sqlite_served: Served) -> None:
    for path in ("/api/health", "/api/docs", "/api/nonsense"):
        headers = sqlite_served.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_every_code_is_documented() -> None:
    from pathlib import Path

    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    table = text.split("## Errors")[1]
    for code in Code:
        row = next(line for line in table.splitlines() if f"`{code.value}`" in line)
        assert f"| {STATUS[code]} |" in row


def test_all_games_with_several_people(served: Served) -> None:
    for game in knockroll.game_names():
        seats = max(knockroll.get_game(game).min_seats, 2)
        people = served.seated(*[f"Person {i}" for i in range(seats)], game=game)
        for number in range(12):
            position = people[0].get("/view")
            if position["view"]["turn"] is None:
                break
            mover = people[position["view"]["turn"]]
            legal = mover.get("/view")["view"]["legal"]
            mover.move(legal[number % len(legal)])
        table = people[0].table
        assert table["seq"] >= 12 or table["status"] == "over"


def test_a_short_game_of_people_ends(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob", options={"strikes": 1})
    play_to_the_end(people)
    assert people[0].table["winners"]


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "\u2060", ""])
def test_a_table_is_not_opened_for_a_name_that_nobody_may_have(served: Served, name: str) -> None:
    """A bad name given beforehand is refused before a table is opened that would stay empty."""
    answer = served.http.post("/api/tables", json={"game": "farkle", "public": True, "name": name})
    assert answer.json()["error"]["code"] in ("invalid_name", "malformed")
    assert served.http.get("/api/tables").json()["tables"] == []
    assert served.open("farkle", public=True, name="x" * LONGEST_NAME).table["status"] == "open"
