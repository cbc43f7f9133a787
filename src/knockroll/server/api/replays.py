"""Replays of finished games: a record in, its steps out. Nothing is saved, and no table is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from knockroll.engine.errors import InvalidRecord, KnockrollError
from knockroll.engine.record import AnyRecord, read_record
from knockroll.engine.replays import Step, steps
from knockroll.engine.table import Table
from knockroll.engine.verify import proof
from knockroll.server.api.http import answer, body_of
from knockroll.server.api.models import HandReading, PositionLine, PositionRequest, Replay, ReplayRequest, ReplayStep
from knockroll.server.api.operations import operation
from knockroll.server.errors import Code, Refusal, shorten

MOST_MOVES = 20_000
"""Longer games can be replayed with ``knockroll replay``."""

PATH = "/api/replay"
POSITION_PATH = f"{PATH}/position"
router = APIRouter(prefix=PATH)
_line = asyncio.Semaphore(20)
"""Limits the number of waiting records, because each is in memory."""
_one_at_a_time = asyncio.Semaphore(1)


@router.post("", tags=["records"], **operation(Replay, body=ReplayRequest))
async def replay_record(request: Request, body: Annotated[ReplayRequest, Depends(body_of(ReplayRequest))]) -> Response:
    """Verify a record and return the game step by step, with all hands face up."""
    return await _in_turn(request, lambda seconds: replay_within(seconds, bytes(body.record)))


@router.post("/position", tags=["records"], **operation(PositionLine, body=PositionRequest))
async def get_position(
    request: Request, body: Annotated[PositionRequest, Depends(body_of(PositionRequest))]
) -> Response:
    """Get a position of a finished game as one line with every card, to open a practice table that begins there."""
    return await _in_turn(request, lambda seconds: position_within(seconds, bytes(body.record), body.moves))


async def _in_turn(request: Request, work: Callable[[float], Replay | PositionLine]) -> Response:
    """Do some work on a record within the time for it, one record after another."""
    seconds = request.app.state.hall.settings.limits.replay_seconds
    if _line.locked():
        raise Refusal(Code.UNAVAILABLE, "too many records are waiting to be replayed; try again later", 10)
    async with _line, _one_at_a_time:  # a replay takes tenths of a second of CPU time, and the tables come first
        return await asyncio.to_thread(lambda: answer(work(seconds)))


def position_within(seconds: float, record: AnyRecord, moves: int) -> PositionLine:
    """A position of a record; refused unless its game is over, because the line shows every card."""
    until = thread_time() + seconds
    found = None
    try:
        document = read_record(record)
        for table in Table.replay_steps(document):
            if len(table.moves) == moves and table.turn is not None:
                found = table.position_text()
            if thread_time() > until:
                raise InvalidRecord(f"the record takes longer than {seconds:g} s to replay")
    except KnockrollError as error:
        raise Refusal(Code.INVALID_RECORD, shorten(str(error))) from None
    if table.result is None:
        raise Refusal(Code.INVALID_RECORD, "this game is not over: a position shows every card")
    if found is None:
        reason = f"the record has {len(document.moves)} moves, and nobody is to move after {moves} of them"
        raise Refusal(Code.INVALID_OPTION, reason)
    return PositionLine(found)


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
"""Fields of views that are the same in all steps of a replay, or follow from the steps."""


def _read_hands(step: Step, before: list[list[str]], readings: list[HandReading]) -> list[HandReading]:
    """The melds and the count of each hand. A hand that is the same as in the step before is not read again."""
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
    """A step without the fields in :data:`_SAME_OR_TOLD`."""
    view = {key: value for key, value in step.view.items() if key not in _SAME_OR_TOLD}
    events = [event.without_readers() for event in step.events]
    return ReplayStep(step.move, step.seat, events, view | {"hands": step.hands}, readings)
