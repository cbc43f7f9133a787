"""Names that are invisible, look like another name, or belong to someone else."""

from __future__ import annotations

import pytest

from knockroll.server.errors import Refusal
from knockroll.server.tables.seats import clean_name, free_name, skeleton
from tests.server.helpers import Served


@pytest.mark.parametrize("code", [0x3164, 0x115F, 0x1160, 0xFFA0, 0x2800, 0x034F, 0x200B, 0xFE0F, 0x180E, 0xE0101])
def test_a_name_that_nobody_sees_is_refused_and_nothing_invisible_makes_a_twin(code: int) -> None:
    for name in (chr(code), f" {chr(code)}{chr(code)} "):
        with pytest.raises(Refusal, match="visible character"):
            clean_name(name)
    assert clean_name(f"An{chr(code)}n") == "Ann"


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),  # Cyrillic
        ("Bob", "\u0392\u03bfb"),  # Greek
        ("\u0410\u043d\u043d\u0430", "A\u043d\u043da"),
        ("Paul", "Pau1"),
        ("Paul", "PauI"),
        ("Otto", "0tto"),
        ("Ann", "\U0001d5a0nn"),  # mathematical
        ("Ann", "\uff21nn"),  # full width
    ],
)
def test_a_name_that_looks_like_another_at_the_table_gets_a_number(name: str, twin: str) -> None:
    assert free_name(clean_name(twin), {name}) == f"{clean_name(twin)} 2"
    assert free_name(name, {clean_name(twin)}) == f"{name} 2"


@pytest.mark.parametrize("other", ["Anna", "Än", "Ánn", "Ben", "安", "Анна", "Ann B."])
def test_other_names_are_left_as_they_are(other: str) -> None:
    assert free_name(other, {"Ann"}) == other and skeleton(other) != skeleton("Ann")


def test_at_a_table_and_among_bots(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "\u0410nn")
    assert [seat["name"] for seat in people[0].table["seats"]] == ["Ann", "\u0410nn 2"]
    for name in ("House", "house", "Madame Zora", "M\u0430dame Zor\u0430"):
        answer = sqlite_served.http.post("/api/bots", json={"name": name})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_name"), name
        assert "give your bot another name" in answer.json()["error"]["reason"]
