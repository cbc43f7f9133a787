"""The server explains each refusal twice: to programs with everything they need, to people in a sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from knockroll.server.errors import Code, Refusal
from tests.server.helpers import Served, Visitor

MACHINES_WORDS = re.compile(
    r"(?<![A-Za-z0-9])'|'(?![a-z])|[\"`_]|\bseat \d|\bnumber \d|\bJSON\b|\btoken\b|[a-z]+\.[a-z]+|\{(?!\d)"
)


def sentence(text: str) -> None:
    """A whole sentence for a person."""
    assert re.fullmatch(r"[A-Z{].*[.!?]", text), text
    assert not MACHINES_WORDS.search(text), text


@pytest.mark.parametrize("code", Code)
def test_every_refusal_has_a_reason_for_a_person(code: Code) -> None:
    sentence(Refusal(code, "something is not as it should be").detail().reason)


def test_a_reason_of_its_own_comes_first() -> None:
    assert Refusal(Code.STALE, "x", reason="{1} was faster.").detail().reason == "{1} was faster."


def _refused(visitor: Visitor, what: str, body: Any) -> dict[str, str]:
    answer = visitor.request("POST", what, json=body)
    assert answer.status_code >= 400
    error: dict[str, str] = answer.json()["error"]
    return error


def test_over_the_network_people_are_told_in_their_own_words(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    position = people[0].get("/view")
    turn, seq = position["view"]["turn"], position["seq"]
    mover, other = people[turn], people[1 - turn]
    early = _refused(other, "/moves", {"move": "draw stock", "seq": seq})
    assert (early["code"], early["reason"]) == ("not_your_turn", f"It's {{{turn}'s}} turn.")
    for move, number in (("discard Zz", seq), ("dance", seq), ("draw stock", seq - 1), ("discard As", seq)):
        sentence(_refused(mover, "/moves", {"move": move, "seq": number})["reason"])
    watcher = Visitor(sqlite_served, mover.id)
    for what, body in (("/moves", {"move": "knock", "seq": 1}), ("/rematch", {}), ("/sit", {"name": ""})):
        sentence(_refused(watcher, what, body)["reason"])
    sentence(_refused(mover, "/moves", {"nonsense": 1})["reason"])
    with mover.live() as socket:
        socket.receive("hello")
        socket.move("dance", seq, id=1)
        sentence(socket.receive("error")["reason"])
        socket.send("no JSON")
        sentence(socket.receive("error")["reason"])
