"""The process that finds hints for a server or the terminal: a question per line in, an answer per line out.

``python -m knockroll.review.hint_process`` starts it. It keeps compiled code loaded, so that only the first question
about a game takes long, and it ends when the program that asks is gone. Reviews have another process, so that a player
who asks for a hint does not wait for a review.
"""

from __future__ import annotations

from queue import SimpleQueue
from typing import Literal

import msgspec

from knockroll.engine.errors import InvalidOption, InvalidRecord, KnockrollError, MissingPackage
from knockroll.engine.record import read_record
from knockroll.engine.state import CardState
from knockroll.engine.table import Table
from knockroll.engine.views import GameView
from knockroll.players.processes.lines import Lines
from knockroll.review.beliefs import belief_map
from knockroll.review.document import BeliefMap, Hint
from knockroll.review.hints import hint

NICENESS = 5
"""The same niceness as for computer players: the tables come first."""
_NOTHING = msgspec.Raw(b"null")


class HintQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A view to give a hint for, or a position of a record to analyse."""

    number: int
    view: msgspec.Raw = _NOTHING
    record: msgspec.Raw = _NOTHING
    moves: int = 0
    """The number of moves before the position."""


class HintFound(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a question: a hint, with a belief map if it was about a record; or an error."""

    number: int
    hint: msgspec.Raw = _NOTHING
    beliefs: msgspec.Raw = _NOTHING
    error: str | None = None
    code: Literal["invalid_record", "invalid_option", "unavailable"] = "invalid_option"


def answer(question: HintQuestion) -> HintFound:
    """Answer a question."""
    try:
        if bytes(question.record) == b"null":
            view: GameView = msgspec.json.decode(question.view)
            return _found(question.number, hint(view))
        table = _table_at(bytes(question.record), question.moves)
        seen = table.view(table.turn)
        beliefs = belief_map(seen) if issubclass(table.game.state, CardState) else None
        return _found(question.number, hint(seen), beliefs)
    except MissingPackage as error:
        return HintFound(question.number, error=str(error), code="unavailable")
    except InvalidRecord as error:
        return HintFound(question.number, error=str(error), code="invalid_record")
    except KnockrollError as error:
        return HintFound(question.number, error=str(error))


def _table_at(record: bytes, moves: int) -> Table:
    """Return the table of a record after some of its moves."""
    document = read_record(record)
    if not 0 <= moves < len(document.moves):
        raise InvalidOption(f"moves must be from 0 to {len(document.moves) - 1}: a seat has to be to move there")
    return Table.replay(document, moves)


def _found(number: int, found: Hint, beliefs: BeliefMap | None = None) -> HintFound:
    return HintFound(number, msgspec.Raw(msgspec.json.encode(found)), msgspec.Raw(msgspec.json.encode(beliefs)))


def main() -> None:
    """Answer one question after the other."""
    lines = Lines(NICENESS)
    questions: SimpleQueue[bytes] = SimpleQueue()
    lines.listen(questions.put)
    while True:
        found = answer(msgspec.json.decode(questions.get(), type=HintQuestion))
        lines.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
