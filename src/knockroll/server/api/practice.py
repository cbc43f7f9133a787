"""Requests at practice tables: hints, and moves that are taken back."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from knockroll.review.hint_process import HintQuestion
from knockroll.server.api.hinter import Hinter
from knockroll.server.api.http import OneTable, answer, body_of
from knockroll.server.api.models import HintAnswer, PositionAnswer, PracticeRequest
from knockroll.server.api.operations import operation
from knockroll.server.tables import practice
from knockroll.server.tables.messages import encode

router = APIRouter(prefix="/api/tables/{id}")
Asked = Annotated[PracticeRequest, Depends(body_of(PracticeRequest))]


@router.post("/hint", tags=["play"], **operation(HintAnswer, body=PracticeRequest))
async def get_hint(visit: OneTable, request: Request, body: Asked) -> Response:
    """At a practice table, get the best moves in the position after event number `seq`, from what your seat knows."""
    view = practice.view_for_hint(visit.live.room, visit.seated, body.seq)
    visit.limits.hints.take(visit.client)
    hinter: Hinter = request.app.state.hinter
    position = visit.live.room.position
    found = await hinter.ask(HintQuestion(0, msgspec.Raw(encode(view))))
    told = b'{"seq":%d,"hint":%b}' % (position, bytes(found.hint))
    return Response(told, 200, {"cache-control": "no-store"}, media_type="application/json")


@router.post("/take_back", tags=["play"], **operation(PositionAnswer, body=PracticeRequest))
async def take_back(visit: OneTable, body: Asked) -> Response:
    """At a practice table, take back your last move, with what the computers did since. It stays in the log."""
    seat = visit.seated
    await visit.change(lambda room: practice.take_back(room, seat, body.seq))
    return answer(visit.position())
