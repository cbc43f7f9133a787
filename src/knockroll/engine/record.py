"""Records: one JSON document a game, format ``knockroll/1``, readable by a person.

What a record holds is described in docs/records.md. Reading one trusts nothing: every field is checked here, every
deal and move by :meth:`knockroll.engine.table.Table.replay`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from knockroll.engine.cards import parse_cards, texts_of
from knockroll.engine.chance import Chance, ChanceDocument, Fair, Scripted, Seeded
from knockroll.engine.errors import InvalidRecord, KnockrollError
from knockroll.engine.options import Value
from knockroll.engine.state import A_DECK, A_SEAT, DICE
from knockroll.engine.views import plain

FORMAT: Final = "knockroll/1"
_KEYS = {A_SEAT: "dealer", A_DECK: "deck", DICE: "dice"}


class GivenDocument(TypedDict):
    """What chance gave after so many moves: one of a dealer, a deck, dice."""

    after: int
    dealer: NotRequired[int]
    deck: NotRequired[str]
    dice: NotRequired[str]


class RecordDocument(TypedDict):
    """A record, as it is written."""

    format: Literal["knockroll/1"]
    game: str
    variant: str | None
    options: dict[str, Value]
    seats: int
    dealer: int | None
    chance: ChanceDocument
    given: list[GivenDocument]
    moves: list[str]
    result: Annotated[dict[str, Any], plain("Result")] | None
    names: NotRequired[list[str | None]]
    """Who played, if the server wrote the record."""


AnyRecord = str | bytes | Mapping[str, Any]
"""A record as JSON text, or parsed: nobody has checked yet that it is a :class:`RecordDocument`."""


@dataclass(frozen=True)
class Given:
    """What chance gave, and after how many moves."""

    after: int
    wants: int
    numbers: tuple[int, ...]

    def to_dict(self) -> GivenDocument:
        """As JSON: ``{"after": 12, "deck": "7h Ks …"}``."""
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
    """A record whose fields have the right types; whether it tells the truth is another matter."""

    game: str
    variant: str | None
    options: dict[str, Any]
    seats: int
    dealer: int | None
    chance: dict[str, Any]
    given: tuple[Given, ...]
    moves: tuple[str, ...]
    result: dict[str, Any] | None

    def chance_source(self) -> Chance:
        """Where the game's chance came from; for a fair game whose secret is not shown, what it gave."""
        kind = self.chance.get("kind")
        try:
            if kind == "seeded":
                return Seeded(int(self.chance["seed"], 16), self.chance.get("game", 0))
            if kind == "fair":
                return self._fair_source()
            if kind == "scripted":
                return Scripted(self.chance["script"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidRecord(f"the record's chance is damaged: {error!r}") from error
        raise InvalidRecord(f"the record's chance is of kind {kind!r}, not 'seeded', 'scripted' or 'fair'")

    def _fair_source(self) -> Chance:
        if self.chance["secret"] is None:
            if self.result is not None:
                raise InvalidRecord("the game is over, but its secret is not shown: its chance cannot be checked")
            return Scripted([given.numbers[0] if given.wants == A_SEAT else _script(given) for given in self.given])
        entropy = {int(seat): bytes.fromhex(more) for seat, more in self.chance["entropy"].items()}
        fair = Fair(bytes.fromhex(self.chance["secret"]), entropy)
        if fair.commitment != self.chance["commitment"]:
            raise InvalidRecord(
                f"the secret does not fit the commitment: its SHA-256 is {fair.commitment}, but"
                f" {self.chance['commitment']} was published before the game"
            )
        return fair


def _script(given: Given) -> list[str] | list[int]:
    return texts_of(given.numbers) if given.wants == A_DECK else list(given.numbers)


def read_record(source: AnyRecord | Record) -> Record:
    """Read a record from JSON text or its parsed form, or raise :class:`InvalidRecord` saying what is wrong.

    One that has been read is returned as it is.
    """
    if isinstance(source, Record):
        return source
    document = _parse(source)
    if document.get("format") != FORMAT:
        raise InvalidRecord(f"this is not a {FORMAT} record: its format is {document.get('format')!r}")
    seats = _field(document, "seats", int)
    return Record(
        game=_field(document, "game", str),
        variant=_field(document, "variant", str, type(None)),
        options=_field(document, "options", dict),
        seats=seats,
        dealer=_field(document, "dealer", int, type(None)),
        chance=_field(document, "chance", dict),
        given=tuple(_read_given(i, entry) for i, entry in enumerate(_field(document, "given", list))),
        moves=tuple(_texts(_field(document, "moves", list))),
        result=_field(document, "result", dict, type(None)),
    )


def _parse(source: AnyRecord) -> Mapping[str, Any]:
    if isinstance(source, str | bytes):
        import json

        try:
            source = json.loads(source)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"the record is not JSON: {error}") from error
    if not isinstance(source, dict):
        raise InvalidRecord(f"a record is a JSON object, not {type(source).__name__}")
    return source


def _field(document: Mapping[str, Any], name: str, *types: type) -> Any:
    if name not in document:
        raise InvalidRecord(f"the record has no {name!r}")
    if type(document[name]) not in types:
        allowed = " or ".join("null" if kind is type(None) else kind.__name__ for kind in types)
        raise InvalidRecord(f"{name!r} of the record is a {type(document[name]).__name__}, not {allowed}")
    return document[name]


def _texts(moves: list[Any]) -> list[str]:
    for number, move in enumerate(moves, start=1):
        if not isinstance(move, str):
            raise InvalidRecord(f"move {number} of the record is {move!r}, not a text")
    return moves


def _read_given(index: int, entry: Any) -> Given:
    try:
        after = entry["after"]
        if type(after) is int:
            for wants, key in _KEYS.items():
                if key in entry:
                    value = entry[key]
                    if wants != A_SEAT:
                        numbers = parse_cards(value) if wants == A_DECK else [int(face) for face in value.split()]
                        return Given(after, wants, tuple(numbers))
                    if type(value) is int:
                        return Given(after, wants, (value,))
    except (KeyError, TypeError, ValueError, AttributeError, KnockrollError) as error:
        raise InvalidRecord(f"entry {index} of 'given' is damaged: {error}") from error
    raise InvalidRecord(f"entry {index} of 'given' is damaged: {entry!r}")
