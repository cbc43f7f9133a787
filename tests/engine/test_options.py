"""Options: one typed definition each, for Python, command line, JSON schema and state."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.options import MAY_RETURN_DISCARD, NONE, Option, choice, flag, number, option_values, turn_limit

SIZE = number("size", 3, 1, 20, "how large")
LIMIT = number("limit", None, 1, 500, "how far; none for no limit")
LOUD = flag("loud", False, "whether it is loud")
MODE = choice("mode", ("stake", "double", "nothing"), "how it pays")
WORTH = choice("worth", (30, 0), "what it is worth")
OFFSET = number("offset", 0, -5, 5, "how far off")
ALL = (SIZE, LIMIT, LOUD, MODE, WORTH, OFFSET)


@pytest.mark.parametrize(
    ("option", "good", "bad", "allowed"),
    [
        (SIZE, [1, 3, 20], [0, 21, -1, "3", 3.0, None, True, [3]], "a whole number from 1 to 20"),
        (LIMIT, [None, 1, 500], [0, 501, "none", False, 2.5], "a whole number from 1 to 500 or none"),
        (LOUD, [True, False], [1, 0, "true", None, []], "true or false"),
        (
            MODE,
            ["stake", "double", "nothing"],
            ["Double", "", 0, None],
            "stake or double or nothing",
        ),
        (WORTH, [30, 0], [31, False, 30.0, "30", None], "30 or 0"),
        (OFFSET, [-5, 0, 5], [-6, 6, "-5"], "a whole number from -5 to 5"),
    ],
    ids=lambda value: value.name if isinstance(value, Option) else "",
)
def test_check_takes_what_is_allowed_and_says_what_that_is(
    option: Option, good: list[Any], bad: list[Any], allowed: str
) -> None:
    """The type counts: True is not 1, and 30.0 is not 30."""
    assert option.allowed == allowed
    for value in good:
        assert option.check(value) is value
    for value in bad:
        with pytest.raises(InvalidOption) as error:
            option.check(value)
        assert str(error.value) == f"option {option.name} cannot be {value!r}: it takes {allowed}"


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SIZE, "7", 7),
        (LIMIT, "none", None),
        (LIMIT, "None", None),
        (LIMIT, "500", 500),
        (LOUD, "true", True),
        (LOUD, "False", False),
        (MODE, "double", "double"),
        (MODE, "DOUBLE", "double"),
        (WORTH, "0", 0),
        (WORTH, "30", 30),
        (OFFSET, "-5", -5),
    ],
)
def test_parse_reads_a_value_from_text(option: Option, text: str, value: Any) -> None:
    parsed = option.parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (SIZE, ""),
        (SIZE, "0"),
        (SIZE, "lots"),
        (SIZE, "3.0"),
        (SIZE, "none"),
        (SIZE, "--5"),
        (SIZE, "5-"),
        (SIZE, "-"),
        (SIZE, "²"),
        (SIZE, "1_0"),
        (SIZE, "9" * 5000),
        (LIMIT, "no"),
        (LOUD, "1"),
        (LOUD, "yes"),
        (MODE, "0"),
        (WORTH, "31"),
        (WORTH, "--30"),
        (OFFSET, "-6"),
    ],
)
def test_parse_refuses_what_is_no_value(option: Option, text: str) -> None:
    with pytest.raises(InvalidOption, match=f"option {option.name} cannot be .*: it takes "):
        option.parse(text)


@given(st.sampled_from(ALL), st.text(max_size=30))
def test_parse_gives_an_allowed_value_or_invalid_option(option: Option, text: str) -> None:
    try:
        option.check(option.parse(text))
    except InvalidOption as error:
        assert option.name in str(error)


def every_value(option: Option) -> list[Any]:
    return [*option.choices] or [*range(option.low, option.high + 1), *([None] if option.or_none else [])]


@pytest.mark.parametrize("option", ALL, ids=lambda option: option.name)
def test_every_value_as_a_number_of_the_state_and_back(option: Option) -> None:
    codes = [option.encode(value) for value in every_value(option)]
    assert all(type(code) is int for code in codes)
    assert len(set(codes)) == len(codes)
    for code, value in zip(codes, every_value(option), strict=True):
        assert option.decode(code) == value
        assert type(option.decode(code)) is type(value)


@pytest.mark.parametrize("option", ALL, ids=lambda option: option.name)
def test_every_value_as_text_and_back(option: Option) -> None:
    for value in every_value(option):
        assert option.parse(str(value)) == value


def test_how_the_state_writes_values() -> None:
    assert (LOUD.encode(False), LOUD.encode(True)) == (0, 1)
    assert [MODE.encode(value) for value in MODE.choices] == [0, 1, 2]
    assert (WORTH.encode(30), WORTH.encode(0)) == (30, 0)
    assert LIMIT.encode(None) == NONE == -1


def test_the_first_choice_is_the_default() -> None:
    assert (MODE.default, WORTH.default) == ("stake", 30)


def test_an_option_may_be_kept_in_a_field_of_another_name() -> None:
    assert SIZE.field == "size"
    assert number("size", 3, 1, 20, "how large", field="table_size").field == "table_size"


@pytest.mark.parametrize(
    ("option", "schema"),
    [
        (SIZE, {"type": "integer", "minimum": 1, "maximum": 20, "default": 3, "description": "how large"}),
        (
            LIMIT,
            {
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": 500,
                "default": None,
                "description": "how far; none for no limit",
            },
        ),
        (LOUD, {"type": "boolean", "default": False, "description": "whether it is loud"}),
        (WORTH, {"enum": [30, 0], "default": 30, "description": "what it is worth"}),
        (
            MODE,
            {
                "enum": ["stake", "double", "nothing"],
                "default": "stake",
                "description": "how it pays",
            },
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Option) else "",
)
def test_schema(option: Option, schema: dict[str, Any]) -> None:
    assert option.schema() == schema
    assert json.loads(json.dumps(option.schema())) == schema


@pytest.mark.parametrize("name", knockroll.game_names())
def test_the_schema_of_a_game_has_every_option_and_nothing_else(name: str) -> None:
    game = knockroll.get_game(name)
    schema = game.options_schema()
    assert list(schema["properties"]) == [option.name for option in game.options]
    assert schema["additionalProperties"] is False
    assert json.loads(json.dumps(schema)) == schema
    for option in game.options:
        assert option.check(option.default) == schema["properties"][option.name]["default"]
        assert option.help


def test_option_values_are_defaults_then_what_is_given_in_turn() -> None:
    assert option_values(ALL) == {
        "size": 3,
        "limit": None,
        "loud": False,
        "mode": "stake",
        "worth": 30,
        "offset": 0,
    }
    values = option_values(ALL, {"size": 5, "loud": True}, {"size": 6, "limit": 9})
    assert (values["size"], values["loud"], values["limit"]) == (6, True, 9)


def test_option_values_name_what_is_wrong_and_what_there_is() -> None:
    with pytest.raises(InvalidOption) as error:
        option_values(ALL, {"colour": "red"})
    assert str(error.value) == "there is no option 'colour': there are limit, loud, mode, offset, size, worth"
    with pytest.raises(InvalidOption, match="option size cannot be 99: it takes a whole number from 1 to 20"):
        option_values(ALL, {"size": 99}, {"size": 3})


def test_a_game_checks_its_option_values() -> None:
    game = knockroll.get_game("thirty_one")
    assert game.option_values(None, None, {"strikes": 5})["strikes"] == 5
    for seats in (True, "4", 4.0, 99):
        with pytest.raises(InvalidOption, match=r"Thirty-One cannot have .* seats: it takes 2 to 9"):
            game.option_values(seats, None, {})  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="Thirty-One has no variant 'wild'; it has: none"):
        game.option_values(None, "wild", {})


def test_what_all_card_games_have() -> None:
    assert (MAY_RETURN_DISCARD.name, MAY_RETURN_DISCARD.default) == ("may_return_discard", True)
    assert (turn_limit(300).name, turn_limit(300).default, turn_limit(300).low) == ("turn_limit", 300, 1)
