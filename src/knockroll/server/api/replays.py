"""Replays of finished games: a record in, its steps out. Nothing is saved, and no table is needed."""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from knockroll.engine.errors import InvalidRecord
from knockroll.engine.record import AnyRecord, read_record
from knockroll.engine.replays import Step, steps
from knockroll.engine.verify import proof
from knockroll.server.api.http import answer, body_of
from knockroll.server.api.models import HandReading, Replay, ReplayRequest, ReplayStep
from knockroll.server.api.operations import operation
from knockroll.server.errors import Code, Refusal, shorten

MOST_MOVES = 20_000
"""Longer games can be replayed with ``knockroll replay``."""

PATH = "/api/replay"
router = APIRouter(prefix=PATH)
_line = asyncio.Semaphore(20)
"""Limits the records that wait, because each is in memory."""
_one_at_a_time = asyncio.Semaphore(1)


@router.post("", tags=["records"], **operation(Replay, body=ReplayRequest))
async def replay_record(request: Request, body: Annotated[ReplayRequest, Depends(body_of(ReplayRequest))]) -> Response:
    """Verify a record and return the game step by step, with all hands face up."""
    seconds = request.app.state.hall.settings.limits.replay_seconds
    if _line.locked():
        raise Refusal(Code.UNAVAILABLE, "too many records are waiting to be replayed; try again later", 10)
    async with _line, _one_at_a_time:  # it takes tenths of a second of CPU time, and the tables come first
        return await asyncio.to_thread(lambda: answer(replay_within(seconds, bytes(body.record))))


def replay_within(seconds: float, record: AnyRecord) -> Replay:
    """The replay of a record; refused when it has taken this many seconds of CPU time."""
    until = thread_time() + seconds
    found: list[ReplayStep] = []
    readings: list[HandReading] = []
    hands: list[list[str]] = []
    try:
        document = read_record(record)
        if len(document.moves) > MOST_MOVES:
            raise InvalidRecord(f"the record has {len(document.moves)} moves; the server replays at most {MOST_MOVES}")
        for step in steps(document):
            readings = _read_hands(step, hands, readings)
            hands = step.hands
            found.append(_slim(step, readings))
            if thread_time() > until:
                raise InvalidRecord(
                    f"the record takes longer than {seconds:g} s: {len(found) - 1} of its {len(document.moves)}"
                    " moves were replayed in that time. `knockroll replay` has no time limit"
                )
    except InvalidRecord as error:
        raise Refusal(Code.INVALID_RECORD, shorten(str(error))) from None
    table = step.table
    return Replay(
        game=document.game,
        title=table.game.title,
        seats=table.seats,
        verified=document.chance["kind"] != "scripted" and table.result is not None,
        lines=proof(document, table),
        entropy=sorted(document.entropy()) if document.chance["kind"] == "fair" else None,
        result=table.result,
        hands=list(table.hands),
        steps=found,
    )


_SAME_OR_TOLD = ("options", "reading", "last_hand", "legal", "acts")
"""What is the same in all steps of a replay, or follows from the steps."""


def _read_hands(step: Step, before: list[list[str]], readings: list[HandReading]) -> list[HandReading]:
    """How each hand reads. Most hands are the same as in the step before, and are not read again."""
    if not any(step.hands):
        return []
    game, state = step.table.game, step.table.state

    def read(seat: int) -> HandReading:
        if readings and seat < len(before) and before[seat] == step.hands[seat]:
            return readings[seat]
        reading = game.read(game.view_of(state, seat), seat)
        return HandReading(reading.melds, reading.count if step.hands[seat] else None)

    return [read(seat) for seat in range(len(step.hands))]


def _slim(step: Step, readings: list[HandReading]) -> ReplayStep:
    """A step without the fields that all steps share."""
    view = {key: value for key, value in step.view.items() if key not in _SAME_OR_TOLD}
    events = [event.without_readers() for event in step.events]
    return ReplayStep(step.move, step.seat, events, view | {"hands": step.hands}, readings)
