"""Replaying a record, with a check that everything in it is true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knockroll.engine.chance import Chance
from knockroll.engine.errors import InvalidRecord, KnockrollError
from knockroll.engine.record import Record, same_json, show_json

if TYPE_CHECKING:
    from knockroll.engine.table import Table


def checked_replay(kind: type[Table], document: Record, chance: Chance | None) -> Iterator[Table]:
    """Yield the table of a record before its first move and after each one: the same object, played on.

    Raises :class:`InvalidRecord` at the first thing that does not fit.
    """
    try:
        table = kind.replay_start(document, chance)
    except KnockrollError as error:
        raise InvalidRecord(f"the game of this record cannot begin: {error}") from error
    if table.variant != document.variant:
        raise InvalidRecord(
            f"the record names the variant {document.variant!r}, but its options are others; with null for the"
            " variant they would be what they are"
        )
    _check_given(table, document, 0)
    yield table
    for number, move in enumerate(document.moves, start=1):
        checked = len(table.given)
        try:
            table.replay_move(move)
        except KnockrollError as error:
            raise InvalidRecord(f"move {number}: {error}") from error
        _check_given(table, document, checked)
        yield table
    _check_end(table, document)


def _check_given(table: Table, document: Record, checked: int) -> None:
    """Check that chance gave what the record says so far, from number ``checked`` on."""
    moves, asked = len(table.moves), len(table.given)
    for mine, theirs in zip(table.given[checked:], document.given[checked:asked], strict=False):
        if mine != theirs:
            raise InvalidRecord(
                f"after move {moves} chance gave something else: the record says {theirs}, but it must be {mine}"
            )
    if len(document.given) < asked or any(given.after <= moves for given in document.given[asked : asked + 1]):
        recorded = sum(given.after <= moves for given in document.given)
        raise InvalidRecord(
            f"after move {moves} chance has been asked {asked} times, but the record has {recorded} deals or throws"
        )


def _check_end(table: Table, document: Record) -> None:
    result = table.result.to_dict() if table.result else None
    if not same_json(result, document.result):
        said, found = show_json(document.result), show_json(result)
        raise InvalidRecord(f"the record says the result is {said}, but the moves lead to {found}")
    if len(document.given) != len(table.given):
        raise InvalidRecord(
            f"chance has been asked {len(table.given)} times in all, but the record has {len(document.given)} deals"
            " or throws"
        )
