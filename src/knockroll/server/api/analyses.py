"""The analysis of a position in a record, from what the seat knew: the best moves, and where cards probably were."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from knockroll.review.hint_process import HintQuestion
from knockroll.server.api.access import client_of
from knockroll.server.api.hinter import Hinter
from knockroll.server.api.http import body_of
from knockroll.server.api.models import AnalysisAnswer, AnalysisRequest
from knockroll.server.api.operations import operation
from knockroll.server.edge.rate_limits import ClientLimits

PATH = "/api/analysis"
router = APIRouter(prefix=PATH)


@router.post("", tags=["records"], **operation(AnalysisAnswer, body=AnalysisRequest))
async def analyze_position(
    request: Request, body: Annotated[AnalysisRequest, Depends(body_of(AnalysisRequest))]
) -> Response:
    """Analyse a position of a record, from what the seat to move knew: the worth of each move, where cards may be."""
    limits: ClientLimits = request.app.state.limits
    limits.hints.take(client_of(request.scope))
    hinter: Hinter = request.app.state.hinter
    found = await hinter.ask(HintQuestion(0, record=body.record, moves=body.moves))
    told = b'{"hint":%b,"beliefs":%b}' % (bytes(found.hint), bytes(found.beliefs))
    return Response(told, 200, {"cache-control": "no-store"}, media_type="application/json")
