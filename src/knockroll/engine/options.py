"""Options: one typed definition each, from which Python arguments, JSON schema, help and state fields are derived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from knockroll.engine.errors import InvalidOption

Value = int | bool | str | None
NONE = -1
"""How the state writes an option that is None: no limit."""


class OptionSchema(TypedDict):
    """An option as JSON schema."""

    description: str
    """What it says."""
    default: Value
    """Its value, unless another is named."""
    type: NotRequired[str | list[str]]
    """Of its values."""
    enum: NotRequired[list[Value]]
    """The values there are."""
    minimum: NotRequired[int]
    """The least …"""
    maximum: NotRequired[int]
    """… and the greatest number."""


class OptionsSchema(TypedDict):
    """All options of a game as JSON schema."""

    type: Literal["object"]
    properties: dict[str, OptionSchema]
    """The options by name."""
    additionalProperties: bool
    """There are no others."""


@dataclass(frozen=True)
class Option:
    """A setting that players may change. Its value is in the state field ``field``."""

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    or_none: bool = False
    other_field: str = ""

    @property
    def field(self) -> str:
        """The state field with the value: the option's name, unless that field means something else."""
        return self.other_field or self.name

    @property
    def allowed(self) -> str:
        """Return the allowed values in words."""
        if self.choices:
            return " or ".join(_text(choice) for choice in self.choices)
        return f"a whole number from {self.low} to {self.high}" + (" or none" if self.or_none else "")

    def check(self, value: Any) -> Value:
        """Return the value if it is allowed; otherwise :class:`InvalidOption` says what is."""
        if self.choices:
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return value  # type: ignore[no-any-return]
        elif (value is None and self.or_none) or (type(value) is int and self.low <= value <= self.high):
            return value
        raise InvalidOption(f"option {self.name} cannot be {value!r}: it takes {self.allowed}")

    def parse(self, text: str) -> Value:
        """A value written as text, on a command line for example."""
        for choice in self.choices:
            if text.lower() == _text(choice):
                return choice
        if self.or_none and text.lower() == "none":
            return None
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 19  # what Python reads without fail
        return self.check(int(text) if is_number else text)

    def encode(self, value: Value) -> int:
        """The int that stands for a value in the state."""
        if isinstance(value, str):
            return self.choices.index(value)
        return NONE if value is None else int(value)

    def decode(self, code: int) -> Value:
        """The value that an int of the state stands for."""
        if self.choices and isinstance(self.default, str):
            return self.choices[code]
        if isinstance(self.default, bool):
            return bool(code)
        return None if self.or_none and code == NONE else code

    def schema(self) -> OptionSchema:
        """The option as JSON schema."""
        schema: OptionSchema = {"description": self.help, "default": self.default}
        if isinstance(self.default, bool):
            return {**schema, "type": "boolean"}
        if self.choices:
            return {**schema, "enum": list(self.choices)}
        types: str | list[str] = ["integer", "null"] if self.or_none else "integer"
        return {**schema, "type": types, "minimum": self.low, "maximum": self.high}


def number(name: str, default: int | None, low: int, high: int, help: str, field: str = "") -> Option:
    """An option that is a whole number; if its default is None it may also be None."""
    return Option(name, default, help, low=low, high=high, or_none=default is None, other_field=field)


def flag(name: str, default: bool, help: str) -> Option:
    """An option that is on or off."""
    return Option(name, default, help, choices=(True, False))


def choice(name: str, choices: Sequence[Value], help: str) -> Option:
    """An option that is one of some values, the first by default."""
    return Option(name, choices[0], help, choices=tuple(choices))


MAY_RETURN_DISCARD = flag(
    "may_return_discard", True, "whether the card just taken from the discard pile may be discarded in the same turn"
)


def turn_limit(default: int) -> Option:
    """The turn limit of a card game (C2), far above what real play reaches."""
    return number("turn_limit", default, 1, 100_000, "turns after which a hand ends as if the stock had run out")


def option_values(options: Sequence[Option], *given: Mapping[str, Any]) -> dict[str, Value]:
    """The values of all options: defaults, overridden by each of the given mappings in turn, all checked."""
    by_name = {option.name: option for option in options}
    values = {option.name: option.default for option in options}
    for mapping in given:
        for name, value in mapping.items():
            if name not in by_name:
                raise InvalidOption(f"there is no option {name!r}: there are {', '.join(sorted(by_name))}")
            values[name] = by_name[name].check(value)
    return values


def read_options(options: Sequence[Option], texts: Sequence[str]) -> dict[str, Value]:
    """Options written as ``name=value``, on a command line for example."""
    by_name = {option.name: option for option in options}
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidOption(f"an option is written NAME=VALUE, not {text!r}")
        if name not in by_name:
            raise InvalidOption(f"there is no option {name!r}: there are {', '.join(sorted(by_name))}")
        values[name] = by_name[name].parse(value)
    return values


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
