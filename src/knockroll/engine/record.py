"""Records: one readable JSON document for each game, in the format ``knockroll/1``.

A game that began at a set-up position has one more field, and the format ``knockroll/2``.

What a record holds is described in docs/records.md. Reading one trusts nothing: every field is checked here, every
deal and move by :meth:`knockroll.Table.replay`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

import msgspec

from knockroll.engine.cards import parse_cards, texts_of
from knockroll.engine.chance import SEED_BITS, Chance, ChanceDocument, Fair, Scripted, Seeded
from knockroll.engine.errors import InvalidChance, InvalidRecord, KnockrollError
from knockroll.engine.options import Value
from knockroll.engine.state import A_DECK, A_SEAT, DICE
from knockroll.engine.views import plain

FORMAT: Final = "knockroll/1"
FORMAT_WITH_SETUP: Final = "knockroll/2"
_KEYS = {A_SEAT: "dealer", A_DECK: "deck", DICE: "dice"}
_CHANCE = "the record's chance"
_HEXADECIMAL = set("0123456789abcdefABCDEF")
_MOST_GIVEN = 64
"""No move leads to more deals and throws: a hand that ends with its deal is dealt again, but not this often."""
_LONGEST_SHOWN = 400
"""Characters of a value that an error quotes."""
_MOST_DIGITS = 19
_WORDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number with a point",
    bool: "true or false",
    type(None): "null",
}
"""JSON types in words."""


class GivenDocument(TypedDict):
    """What chance gave at one point of the game: a dealer, a deck or dice."""

    after: int
    """The number of moves made before."""
    dealer: NotRequired[int]
    """The seat that became the first dealer."""
    deck: NotRequired[str]
    """52 cards in dealing order."""
    dice: NotRequired[str]
    """The faces of the dice thrown."""


class SubstitutedDocument(TypedDict):
    """A move that someone else made in a player's place."""

    move: int
    """Its number among the moves, from 0."""
    player: str
    """The computer player that made it."""


class RecordDocument(TypedDict):
    """A record, as it is written."""

    format: Literal["knockroll/1", "knockroll/2"]
    """The format: ``knockroll/2`` if the game began at a set-up position."""
    game: str
    """The name of the game."""
    variant: str | None
    """The variant; null if the options belong to none."""
    options: dict[str, Value]
    """The value of every option."""
    seats: int
    """The number of seats at the start."""
    dealer: int | None
    """The first dealer, if one was named."""
    chance: ChanceDocument
    """The source of all deals and throws."""
    given: list[GivenDocument]
    """Everything that chance gave, in order."""
    moves: list[str]
    """All moves in order, including ``join`` and ``leave``."""
    result: Annotated[dict[str, Any], plain("Result")] | None
    """The result of the game; null if it is not over."""
    setup: NotRequired[dict[str, Any]]
    """In ``knockroll/2``, the position that the game began at, as it was given."""
    names: NotRequired[list[str | None]]
    """The players' names, in records written by a server."""
    substituted: NotRequired[list[SubstitutedDocument]]
    """Moves that someone else made in a player's place, in records written by a server; absent if there are none."""
    practice: NotRequired[bool]
    """True for a game at a practice table, where hints and take-backs are allowed and nothing counts."""


AnyRecord = str | bytes | Mapping[str, Any]
"""A record as JSON text or parsed, not yet checked to be a :class:`RecordDocument`."""


class Given(msgspec.Struct, frozen=True, gc=False):
    """What chance gave, and after how many moves."""

    after: int
    wants: int
    numbers: tuple[int, ...]

    def to_dict(self) -> GivenDocument:
        """Return it as JSON: ``{"after": 12, "deck": "7h Ks …"}``."""
        document: Any = {"after": self.after, _KEYS[self.wants]: self._value()}
        return document  # type: ignore[no-any-return]

    def _value(self) -> str | int:
        if self.wants == A_SEAT:
            return self.numbers[0]
        return " ".join(texts_of(self.numbers) if self.wants == A_DECK else map(str, self.numbers))

    def __str__(self) -> str:
        return f"{_KEYS[self.wants]} {self._value()}"


@dataclass(frozen=True)
class Record:
    """A record whose fields have the right types. Whether it is true, only a replay can tell."""

    game: str
    variant: str | None
    options: dict[str, Any]
    seats: int
    dealer: int | None
    chance: dict[str, Any]
    given: tuple[Given, ...]
    moves: tuple[str, ...]
    result: dict[str, Any] | None
    setup: dict[str, Any] | None = None
    """The position that the game began at, as it was given; None if it began with a deal."""

    def chance_source(self) -> Chance:
        """Return the source of the game's chance; for a fair game with its secret hidden, a script of what it gave."""
        kind = self.chance.get("kind")
        try:
            if kind == "seeded":
                return Seeded(int(_hexadecimal(self.chance, "seed"), 16), self.chance.get("game", 0))
            if kind == "fair":
                return self._fair_source()
            if kind == "scripted":
                return Scripted(_of_chance(self.chance, "script", list))
        except InvalidChance as error:
            raise InvalidRecord(f"{_CHANCE} is damaged: {error}") from error
        raise InvalidRecord(f"{_CHANCE} is of kind {show_json(kind)}, not 'seeded', 'scripted' or 'fair'")

    def entropy(self) -> dict[int, bytes]:
        """Return what each seat added to the chance of a fair game; raise if a seat beyond the table did."""
        found = {}
        by_seat = _of_chance(self.chance, "entropy", dict)
        for seat in by_seat:
            if not _is_number(seat) or str(int(seat)) != seat or int(seat) >= self.seats:
                raise InvalidRecord(
                    f"{_CHANCE} is damaged: {show_json(seat)} in 'entropy' is not a seat from 0 to {self.seats - 1}"
                )
            found[int(seat)] = bytes.fromhex(_hexadecimal(by_seat, seat))
        return found

    def _fair_source(self) -> Chance:
        entropy = self.entropy()
        if _of_chance(self.chance, "secret", str, type(None)) is None:
            if self.result is not None:
                raise InvalidRecord("the game is over, but its secret is not shown: its chance cannot be checked")
            return Scripted([given.numbers[0] if given.wants == A_SEAT else _script(given) for given in self.given])
        fair = Fair(bytes.fromhex(_hexadecimal(self.chance, "secret")), entropy)
        published = _of_chance(self.chance, "commitment", str, type(None))
        if fair.commitment != published:
            raise InvalidRecord(
                f"the secret does not fit the commitment: its SHA-256 is {fair.commitment}, but"
                f" {show_json(published)} was published before the game"
            )
        return fair


def _script(given: Given) -> list[str] | list[int]:
    return texts_of(given.numbers) if given.wants == A_DECK else list(given.numbers)


def _of_chance(chance: Mapping[str, Any], name: str, *types: type) -> Any:
    try:
        return field_of(chance, name, *types, of="it")
    except InvalidRecord as error:
        raise InvalidRecord(f"{_CHANCE} is damaged: {error}") from None


def _hexadecimal(chance: Mapping[str, Any], name: str) -> str:
    """Return hexadecimal digits: whole bytes, or for the seed a number of at most 64 digits."""
    digits: str = _of_chance(chance, name, str)
    if name == "seed" and len(digits) > SEED_BITS // 4:
        raise InvalidRecord(f"{_CHANCE} is damaged: its 'seed' has {len(digits)} digits, more than {SEED_BITS // 4}")
    if not digits or set(digits) - _HEXADECIMAL or (len(digits) % 2 and name != "seed"):
        raise InvalidRecord(f"{_CHANCE} is damaged: its {name!r} is {show_json(digits)}, not hexadecimal digits")
    return digits


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < _MOST_DIGITS


# --- Reading -------------------------------------------------------------------------------------------------------


def read_record(source: AnyRecord | Record) -> Record:
    """Read a record from JSON text or its parsed form, or raise :class:`InvalidRecord` saying what is wrong.

    A :class:`Record` is returned unchanged.
    """
    if isinstance(source, Record):
        return source
    document = _parse(source)
    if document.get("format") not in (FORMAT, FORMAT_WITH_SETUP):
        there = f"its format is {show_json(document['format'])}" if "format" in document else "it has no 'format'"
        raise InvalidRecord(f"this is not a {FORMAT} record: {there}")
    seats = field_of(document, "seats", int)
    is_set_up = document["format"] == FORMAT_WITH_SETUP
    return Record(
        game=field_of(document, "game", str),
        variant=field_of(document, "variant", str, type(None)),
        options=field_of(document, "options", dict),
        seats=seats,
        dealer=field_of(document, "dealer", int, type(None)),
        chance=field_of(document, "chance", dict),
        given=tuple(_read_given(i, entry) for i, entry in enumerate(_few_given(document))),
        moves=tuple(_texts(field_of(document, "moves", list))),
        result=field_of(document, "result", dict, type(None)),
        setup=field_of(document, "setup", dict) if is_set_up else None,
    )


def _parse(source: AnyRecord) -> Mapping[str, Any]:
    if isinstance(source, str | bytes):
        try:
            source = parse_json(source)
        except ValueError as error:
            raise InvalidRecord(f"the record is not JSON: {error}") from error
    if not isinstance(source, dict):
        raise InvalidRecord(f"a record is a JSON object, not {word_for(source)}")
    return source


def parse_json(text: str | bytes) -> Any:
    """Parse JSON; ValueError if it is malformed or an object has the same key twice."""
    import json

    try:
        return json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"{twice!r} comes twice in one object")
    return found


def field_of(document: Mapping[str, Any], name: str, *types: type, of: str = "the record") -> Any:
    """Return a field of a document; :class:`InvalidRecord` if it is missing or has another type."""
    if name not in document:
        raise InvalidRecord(f"{of} has no {name!r}")
    if type(document[name]) not in types:
        allowed = " or ".join(_WORDS[kind] for kind in types)
        raise InvalidRecord(f"{name!r} of {of} is {word_for(document[name])}, not {allowed}")
    return document[name]


def word_for(value: Any) -> str:
    """Return the JSON type of a value in words: ``an object``, ``a list``."""
    return _WORDS.get(type(value), f"a {type(value).__name__}")


def show_json(value: Any) -> str:
    """Return a value as JSON, shortened for an error message."""
    import json

    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def same_json(one: Any, other: Any) -> bool:
    """Return whether two values are the same as JSON; in Python, 1, 1.0 and True are equal."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_json(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return bool(one == other)


def _texts(moves: list[Any]) -> list[str]:
    for number, move in enumerate(moves, start=1):
        if not isinstance(move, str):
            raise InvalidRecord(f"move {number} of the record is {show_json(move)}, not a text")
    return moves


def _few_given(document: Mapping[str, Any]) -> list[Any]:
    """Return the raw entries of ``given``; refuse more of them than any game could ask for."""
    given, moves = field_of(document, "given", list), field_of(document, "moves", list)
    if len(given) > _MOST_GIVEN * (len(moves) + _MOST_GIVEN):
        raise InvalidRecord(f"the record has {len(given)} deals and throws for {len(moves)} moves: far too many")
    return given  # type: ignore[no-any-return]


def _read_given(index: int, entry: Any) -> Given:
    is_one = isinstance(entry, dict) and sum(key in entry for key in _KEYS.values()) == 1
    if is_one and type(entry.get("after")) is int:
        for wants, key in _KEYS.items():
            value = entry.get(key)
            if wants == A_SEAT and type(value) is int:
                return Given(entry["after"], wants, (value,))
            if wants == A_DECK and isinstance(value, str):
                try:
                    return Given(entry["after"], wants, tuple(parse_cards(value)))
                except KnockrollError as error:
                    raise InvalidRecord(f"entry {index} of 'given' is damaged: {error}") from error
            if wants == DICE and isinstance(value, str) and all(map(_is_number, value.split())):
                return Given(entry["after"], wants, tuple(map(int, value.split())))
    raise InvalidRecord(f"entry {index} of 'given' is damaged: {show_json(entry)}")
