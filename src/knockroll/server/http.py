"""The HTTP API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

import knockroll
from knockroll.server import catalogue, entries, messages, metrics, models
from knockroll.server.access import COOKIE, COOKIE_DAYS, client_of, seat_of, token_in
from knockroll.server.errors import Code, Refusal
from knockroll.server.hall import LONGEST_LIST, Hall
from knockroll.server.live_room import LiveRoom
from knockroll.server.rate_limits import ClientLimits
from knockroll.server.room import Status
from knockroll.server.seats import Seat, clean_name, hash_token, new_token, read_entropy
from knockroll.server.websocket import EventStream

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorAnswer, "description": what}
    for status, what in {
        401: "The token opens no seat.",
        403: "You need a seat for this, or your page may not ask.",
        404: "There is no such thing.",
        409: "Not now.",
        410: "The table is closed.",
        413: "Too large.",
        422: "The request cannot be understood.",
        429: "Too fast, or too many.",
        503: "The server cannot save anything now.",
    }.items()
}
router = APIRouter(prefix="/api", responses=ERRORS)


@dataclass(frozen=True)
class Visit:
    """A request about one table, and the seat of the one who asks."""

    hall: Hall
    live: LiveRoom
    seat: Seat | None
    client: str
    base: str

    @property
    def seated(self) -> Seat:
        """The seat, if there is one."""
        if self.seat is None:
            raise Refusal(Code.NOT_SEATED, "only somebody who sits at the table can do this")
        return self.seat

    @property
    def you(self) -> int | None:
        """The number of the seat."""
        return self.live.room.number(self.seat)

    @property
    def link(self) -> str:
        """The link that invites to the table."""
        return f"{self.base}/table/{self.live.room.id}"

    def table(self) -> dict[str, Any]:
        """The table and the seat, for an answer."""
        return {"you": self.you, "link": self.link, "table": messages.table_info(self.live.room, self.live.online)}

    def position(self) -> dict[str, Any]:
        """The view and its number, for an answer."""
        room = self.live.room
        return {"seq": room.seq, "you": self.you, "view": room.view(self.you)}


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _limits(request: Request) -> ClientLimits:
    limits: ClientLimits = request.app.state.limits
    return limits


def _base(request: Request) -> str:
    return (_hall(request).settings.public_url or str(request.base_url)).rstrip("/")


async def _visit(request: Request, id: Annotated[str, Path(max_length=64)]) -> Visit:
    hall = _hall(request)
    live = await hall.find(id)
    seat = seat_of(live.room, token_in(request.scope))
    live.see(seat)
    if seat is not None and not live.room.closed:
        await live.back(seat)
    return Visit(hall, live, seat, client_of(request.scope), _base(request))


OneTable = Annotated[Visit, Depends(_visit)]


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer that no cache keeps."""
    return Response(messages.encode(content), status, {"cache-control": "no-store"}, media_type="application/json")


# --- Games ---------------------------------------------------------------------------------------------------------


@router.get("/games", response_model=models.Games, tags=["games"])
async def list_games() -> Response:
    """All games, with their options and computer players."""
    return answer({"games": [catalogue.describe(name) for name in knockroll.game_names()]})


@router.get("/games/{name}", response_model=models.GameWithRules, tags=["games"])
async def get_game(name: str) -> Response:
    """One game, with its rule book."""
    return answer({**catalogue.describe(name), "rules": catalogue.rules(name)})


@router.get(
    "/games/{name}/rules", tags=["games"], response_class=Response, responses={200: {"content": {"text/markdown": {}}}}
)
async def get_rules(name: str) -> Response:
    """The rule book of a game, in Markdown."""
    return Response(catalogue.rules(name), media_type="text/markdown; charset=utf-8")


# --- Tables --------------------------------------------------------------------------------------------------------


@router.get("/tables", response_model=models.Tables, tags=["tables"])
async def list_tables(
    request: Request,
    status: Literal["open", "running"] | None = None,
    game: Annotated[str | None, Query(max_length=64)] = None,
    limit: Annotated[int, Query(ge=1, le=LONGEST_LIST)] = 50,
) -> Response:
    """Public tables that wait for people or are playing, the newest first."""
    statuses = [Status(status)] if status else [Status.OPEN, Status.RUNNING]
    return answer({"tables": await _hall(request).list(statuses, game, limit)})


@router.post("/tables", status_code=201, response_model=models.TableAnswer, tags=["tables"])
async def create_table(request: Request, body: models.NewTable) -> Response:
    """Open a table. Nobody sits there yet: sit down with the next request, when you have seen the commitment."""
    client = client_of(request.scope)
    plan = catalogue.plan_of(body)
    _limits(request).creation(client)
    live = await _hall(request).create(plan, client)
    return answer(Visit(_hall(request), live, None, client, _base(request)).table(), 201)


@router.get("/tables/{id}", response_model=models.TableAnswer, tags=["tables"])
async def get_table(visit: OneTable) -> Response:
    """A table: who sits there, what is being played, the commitment."""
    return answer(visit.table())


@router.get(
    "/tables/{id}/qr.svg", tags=["tables"], response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}}
)
async def get_qr_code(visit: OneTable) -> Response:
    """The link of the table as a QR code."""
    return Response(catalogue.qr_code(visit.link), media_type="image/svg+xml")


@router.post("/tables/{id}/sit", status_code=201, response_model=models.Seated, tags=["seats"])
async def sit(visit: OneTable, request: Request, body: models.Sitting) -> Response:
    """Sit down. The answer has a token that opens the seat, and sets it as a cookie; it is not shown again."""
    if visit.seat is not None:
        raise Refusal(Code.NO_SEAT, f"you have seat {visit.you} at this table already")
    token = new_token()
    name, entropy = clean_name(body.name), read_entropy(body.entropy)
    hashed = hash_token(token)
    await visit.live.perform(lambda room: entries.sit(room, name, hashed, entropy, body.seat))
    seat = visit.live.room.find(hashed)
    if seat is None:
        raise Refusal(Code.NO_SEAT, "you had the seat, and it was given up")
    visit.live.see(seat)
    seated = Visit(visit.hall, visit.live, seat, visit.client, visit.base)
    response = answer({**seated.table(), "token": token}, 201)
    _set_cookie(response, request, visit.live.room.id, token)
    return response


@router.post("/tables/{id}/rejoin", response_model=models.TableAnswer, tags=["seats"])
async def rejoin(visit: OneTable, request: Request) -> Response:
    """Take your seat back; with the token in the header, this sets the cookie of another browser, too."""
    _ = visit.seated
    response = answer(visit.table())
    token = token_in(request.scope)
    if token is not None:
        _set_cookie(response, request, visit.live.room.id, token[0])
    return response


@router.post("/tables/{id}/leave", response_model=models.TableAnswer, tags=["seats"])
async def leave(visit: OneTable) -> Response:
    """Give up your seat. A computer player goes on in a running game, and somebody else may sit there."""
    seat = visit.seated
    await visit.live.perform(lambda room: entries.leave(room, seat))
    response = answer(Visit(visit.hall, visit.live, None, visit.client, visit.base).table())
    response.delete_cookie(COOKIE, path=f"/api/tables/{visit.live.room.id}")
    return response


@router.post("/tables/{id}/start", response_model=models.TableAnswer, tags=["seats"])
async def start(visit: OneTable) -> Response:
    """Begin although not everybody is there; computer players take the empty seats."""
    seat = visit.seated
    await visit.live.perform(lambda room: entries.start(room, seat))
    return answer(visit.table())


@router.post("/tables/{id}/rematch", response_model=models.TableAnswer, tags=["seats"])
async def rematch(visit: OneTable, body: models.Another) -> Response:
    """Play again when a game is over. It begins when everybody who is there wants it."""
    seat, entropy = visit.seated, read_entropy(body.entropy)
    await visit.live.perform(lambda room: entries.again(room, seat, entropy, reset=False))
    return answer(visit.table())


@router.post("/tables/{id}/reset", response_model=models.TableAnswer, tags=["seats"])
async def reset(visit: OneTable, body: models.Another) -> Response:
    """Give up the running game and begin a new one. It begins when everybody who is there wants it."""
    seat, entropy = visit.seated, read_entropy(body.entropy)
    await visit.live.perform(lambda room: entries.again(room, seat, entropy, reset=True))
    return answer(visit.table())


# --- Playing -------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/view", response_model=models.Position, tags=["play"])
async def get_view(visit: OneTable) -> Response:
    """What you may know: your seat's view, or the public one."""
    return answer(await visit.live.when_committed(visit.position))


@router.post("/tables/{id}/moves", response_model=models.Position, tags=["play"])
async def make_move(visit: OneTable, body: models.Move) -> Response:
    """Make a move that answers event number `seq`. The answer comes when the move is committed."""
    seat = visit.seated
    await visit.live.perform(lambda room: entries.move(room, seat, body.move, body.seq))
    return answer(visit.position())


@router.get(
    "/tables/{id}/events",
    tags=["play"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def get_events(
    visit: OneTable, request: Request, after: Annotated[int | None, Query(ge=0, le=2**53)] = None
) -> Response:
    """All that happens, one JSON message a line, as it happens; with `after`, from that number on."""
    return EventStream(visit.live, visit.seat, after, _limits(request), visit.client)


@router.get("/tables/{id}/record", tags=["play"], response_model=dict[str, Any])
async def get_record(visit: OneTable, game: Annotated[int | None, Query(ge=1, le=2**31)] = None) -> Response:
    """The record of a game that is over, with the secret: check it with `knockroll verify`."""
    room = visit.live.room
    if game is not None and game < room.games:
        room = await visit.hall.replay(room.id)
    return answer(room.record(game))


# --- The server ----------------------------------------------------------------------------------------------------


@router.get("/health", response_model=models.Health, tags=["server"])
async def health(request: Request) -> Response:
    """Whether the server and its database answer."""
    try:
        await _hall(request).store.check()
    except Exception:
        raise Refusal(Code.UNAVAILABLE, "the database does not answer", 5) from None
    return answer({"status": "ok", "version": knockroll.__version__})


@router.get("/metrics", tags=["server"], response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def get_metrics() -> Response:
    """Metrics as Prometheus text."""
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


def _set_cookie(response: Response, request: Request, room: str, token: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_DAYS * 86_400,
        path=f"/api/tables/{room}",
        secure=secure,
        httponly=True,
        samesite="strict",
    )
