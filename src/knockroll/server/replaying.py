"""Looking at finished games: a record in, its steps out. Nothing is kept, and no table is needed."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response

from knockroll.engine.errors import InvalidRecord
from knockroll.engine.game import get_game
from knockroll.engine.record import read_record
from knockroll.engine.replays import steps
from knockroll.engine.table import Table
from knockroll.engine.verify import explain
from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.http import ERRORS, answer
from knockroll.server.models import Replay, ReplayRequest

MOST_MOVES = 20_000
"""Longer games are replayed with ``knockroll replay``, at home."""

PATH = "/api/replay"
router = APIRouter(prefix=PATH, responses=ERRORS)
_one_at_a_time = asyncio.Semaphore(1)


@router.post("", response_model=Replay, tags=["records"])
async def replay(request: ReplayRequest) -> Response:
    """Verify a record, and show the game step by step with all hands open."""
    async with _one_at_a_time:  # it takes the processor for some tenths of a second: the tables come first
        return answer(await asyncio.to_thread(_replay, request.record))


def _replay(record: dict[str, Any]) -> dict[str, Any]:
    try:
        document = read_record(record)
        if len(document.moves) > MOST_MOVES:
            raise InvalidRecord(f"the record has {len(document.moves)} moves; here it may have {MOST_MOVES}")
        table = Table.replay(record)
        found = [_slim(step) for step in steps(record)]
    except InvalidRecord as error:
        raise Refusal(Code.INVALID_RECORD, shorten(str(error))) from None
    return {
        "game": document.game,
        "title": get_game(document.game).title,
        "seats": table.seats,
        "verified": document.chance["kind"] != "scripted" and table.result is not None,
        "lines": explain(document, table),
        "result": table.result.to_dict() if table.result else None,
        "hands": [hand.to_dict() for hand in table.hands],
        "steps": found,
    }


def _slim(step: dict[str, Any]) -> dict[str, Any]:
    """A step without what is the same in all of them."""
    view = {
        key: value for key, value in step["view"].items() if key not in ("options", "reading", "last_hand", "legal")
    }
    return {
        "move": step["move"],
        "seat": step["seat"],
        "events": step["events"],
        "view": view | {"hands": step["hands"]},
    }
