"""Attacks on fair dealing at a server; docs/fairness.md names these tests in its table."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

import knockroll
from knockroll.engine.verify import verify
from tests.server.helpers import Served, Visitor, play_to_the_end

SHORT: dict[str, Any] = {"options": {"strikes": 1}}
ANN, BOB, CAT = b"what Ann adds".hex(), b"what Bob adds".hex(), b"what Cat adds".hex()


def _hash(text: str) -> str:
    return sha256(bytes.fromhex(text)).hexdigest()


def _fair(visitor: Visitor) -> Any:
    return visitor.table["fair"]


def test_the_secret_is_fixed_before_the_first_seat_speaks(sqlite_served: Served) -> None:
    """The commitment to a game is public before anyone can add entropy to it."""
    table = sqlite_served.open(people=2, **SHORT)
    opened = _fair(table)
    assert (opened["entropy"], opened["next_entropy"], opened["secret"]) == ({}, {}, None)
    people = [table.sit("Ann", entropy=ANN), table.sit("Bob", entropy=BOB)]
    begun = _fair(table)
    assert begun["commitment"] == opened["commitment"] == opened["next_commitment"] != begun["next_commitment"]
    play_to_the_end(people)
    assert _hash(people[0].get("/record")["chance"]["secret"]) == opened["commitment"]
    people[0].post("/rematch", {"entropy": ANN})
    people[1].post("/rematch", {"entropy": BOB})
    assert _fair(table)["commitment"] == begun["next_commitment"]


def test_the_last_seat_sees_hashes_and_not_entropy(sqlite_served: Served) -> None:
    """Each hash is public before the next seat adds entropy; the entropy itself comes with the record."""
    table = sqlite_served.open(people=3, **SHORT)
    ann = table.sit("Ann", entropy=ANN)
    assert _fair(table)["entropy"] == {"0": _hash(ANN)}
    bob = table.sit("Bob", entropy=BOB)
    assert _fair(table)["entropy"] == {"0": _hash(ANN), "1": _hash(BOB)}
    cat = table.sit("Cat")
    assert _fair(table)["entropy"] == {"0": _hash(ANN), "1": _hash(BOB)}, "Cat added none, and all can see it"
    with cat.live(after=0) as socket:
        while socket.receive("event")["kind"] != "start":
            pass
    cat.get("/view")
    seen = "".join(table.received + cat.received)
    assert _hash(ANN) in seen and ANN not in seen and BOB not in seen
    play_to_the_end([ann, bob, cat])
    entropy = cat.get("/record")["chance"]["entropy"]
    assert {seat: _hash(more) for seat, more in entropy.items()} == _fair(table)["entropy"]


def test_a_vote_binds_the_entropy_of_those_who_agreed(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob", **SHORT)
    play_to_the_end(people)
    people[0].post("/rematch", {"entropy": ANN})
    assert _fair(people[1])["next_entropy"] == {"0": _hash(ANN)}
    people[0].post("/rematch", {"entropy": CAT})
    assert _fair(people[1])["next_entropy"] == {"0": _hash(ANN)}, "a seat speaks once"
    people[1].post("/vote", {"yes": True, "entropy": BOB})
    assert _fair(people[1])["entropy"] == {"0": _hash(ANN), "1": _hash(BOB)}
    assert _fair(people[1])["next_entropy"] == {}


def test_a_seat_that_withdraws_takes_its_entropy_along(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=3, **SHORT)
    ann, bob = table.sit("Ann", entropy=ANN), table.sit("Bob", entropy=BOB)
    ann.post("/leave")
    assert _fair(table)["entropy"] == {"1": _hash(BOB)}
    table.sit("Ann", entropy=CAT)
    table.sit("Cat")
    assert _fair(table)["entropy"] == {"0": _hash(CAT), "1": _hash(BOB)}
    assert _fair(bob)["commitment"] == _fair(table)["commitment"]


def test_a_host_who_resets_until_the_deal_suits_is_seen(sqlite_served: Served) -> None:
    """Each reset is announced and counted; every game given up can be checked, with its secret."""
    table = sqlite_served.open(people=2, **SHORT)
    ann, bob = table.sit("Ann", entropy=ANN), table.sit("Bob", entropy=BOB)
    announced = _fair(bob)["next_commitment"]
    with bob.live() as socket:
        socket.receive("hello")
        for game in (2, 3):
            ann.post("/host", {"do": "reset", "entropy": CAT})
            while (message := socket.receive("event"))["kind"] != "game":
                pass
            assert message["by_host"] is True
            fair = message["table"]["fair"]
            assert (message["table"]["games"], fair["commitment"]) == (game, announced)
            assert fair["entropy"] == {"0": _hash(CAT)}, "Bob did not speak, and everyone sees it"
            announced = fair["next_commitment"]
    for game in (1, 2):
        given_up = bob.get(f"/record?game={game}")
        assert given_up["result"] is None
        assert any("the secret fits the commitment" in line for line in verify(json.dumps(given_up)))


def test_a_table_that_ends_a_game_early_has_to_show_its_secret(skipping_served: Served) -> None:
    """A server that dislikes a deal may close the table, but the deal remains and can be checked."""
    table = skipping_served.open(people=2, **SHORT)
    ann = table.sit("Ann", entropy=ANN)
    table.sit("Bob", entropy=BOB)
    before = _fair(ann)
    skipping_served.close_table(ann.id)
    record = ann.get("/record")
    assert record["result"] is None and _hash(record["chance"]["secret"]) == before["commitment"]
    assert knockroll.Table.replay(record).given


@pytest.mark.parametrize(("sent", "said"), [(ANN, [0]), (None, [])])
def test_a_replay_says_which_seats_added_entropy(sqlite_served: Served, sent: str | None, said: list[int]) -> None:
    table = sqlite_served.open(people=1, computers=1, **SHORT)
    ann = table.sit("Ann", **({} if sent is None else {"entropy": sent}))
    play_to_the_end([ann])
    answer = sqlite_served.http.post("/api/replay", json={"record": ann.get("/record")}).json()
    assert answer["entropy"] == said


def test_a_replay_of_a_seeded_game_names_no_seats(sqlite_served: Served) -> None:
    record = knockroll.Table("farkle", seed=1).record()
    assert sqlite_served.http.post("/api/replay", json={"record": record}).json()["entropy"] is None
