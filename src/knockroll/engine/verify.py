"""Verifying a record: that its moves are legal, its results right and its chance as committed."""

from __future__ import annotations

import sys
from pathlib import Path

from knockroll.engine.errors import InvalidRecord
from knockroll.engine.record import AnyRecord, Record, read_record
from knockroll.engine.table import Table
from knockroll.engine.words import counted

LARGEST_RECORD = 64 * 1024 * 1024
STANDARD_INPUT = "-"


def read_file(path: str | Path) -> str:
    """Return the text of a record file (``-``: standard input); :class:`InvalidRecord` if it cannot be read."""
    name = "standard input" if str(path) == STANDARD_INPUT else str(path)
    try:
        with sys.stdin.buffer if str(path) == STANDARD_INPUT else Path(path).open("rb") as file:
            text = file.read(LARGEST_RECORD + 1)
        if len(text) > LARGEST_RECORD:
            raise InvalidRecord(f"{name} is larger than any record ({LARGEST_RECORD >> 20} MiB)")
        return text.decode()
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{name} is not a text file: byte {error.start} of it is not UTF-8") from error
    except OSError as error:
        raise InvalidRecord(f"{name} cannot be read: {error.strerror}") from error


def verify(record: AnyRecord) -> list[str]:
    """Recompute every deal, throw and move of a record, and return a few lines on what that proves.

    Raises :class:`InvalidRecord` at the first thing that does not match.
    """
    document = read_record(record)
    table = Table.replay(document)
    added = [_entropy_line(sorted(document.entropy()))] if document.chance["kind"] == "fair" else []
    return [*proof(document, table), *added, _outcome(table)]


def proof(document: Record, table: Table) -> list[str]:
    """Return what it proves that a record replays to this table."""
    rounds = table.game.showing.round
    moves, played = counted(len(table.moves), "move", "moves"), counted(len(table.hands), rounds.one, rounds.many)
    lines = [f"{table.game.title}, {table.seats} seats: {moves}, {played} replayed"]
    if document.setup is not None:
        said = ", ".join(document.setup) or "nothing"
        lines.append(
            f"the game began at a position that somebody set up ({said}): it could be, but how it came about is not"
            " recorded, and nothing proves it"
        )
    return [*lines, _chance_line(document, len(table.given))]


def _outcome(table: Table) -> str:
    if table.result is None:
        return f"the game is not over: it is seat {table.turn}'s turn"
    winners = " and ".join(f"seat {seat}" for seat in table.result.winners)
    return f"won by {winners}; scores {', '.join(map(str, table.result.scores))}"


def _entropy_line(seats: list[int]) -> str:
    if not seats:
        return "no seat added entropy: the deals and throws follow from the secret alone"
    if len(seats) == 1:
        return f"seat {seats[0]} added entropy"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} added entropy"


def _chance_line(document: Record, given: int) -> str:
    kind = document.chance["kind"]
    if kind == "scripted":
        return f"its {given} deals and throws were scripted: they are as written, and prove nothing about luck"
    if kind == "seeded":
        return f"all {given} deals and throws follow from the seed"
    if document.chance["secret"] is None:
        return f"its {given} deals and throws cannot be checked before the secret is shown, when the game is over"
    return f"the secret fits the commitment, and all {given} deals and throws follow from it and the seats' entropy"
