"""The HTTP API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

import knockroll
from knockroll.engine.record import RecordDocument
from knockroll.review.hint_process import HintQuestion
from knockroll.server import metrics
from knockroll.server.api import catalogue, models, solo
from knockroll.server.api.access import COOKIE, COOKIE_DAYS, client_of, seat_of, token_in
from knockroll.server.api.documents import THE_TABLE, TO_RESUME, WITH_ACTS, asyncapi
from knockroll.server.api.hinter import Hinter
from knockroll.server.api.operations import operation
from knockroll.server.api.websocket import EventStream
from knockroll.server.edge.compression import packed
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.edge.reach import NOWHERE, Reach, is_loopback, reach_of
from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.storage.rows import Status
from knockroll.server.tables import hosting, messages, requests
from knockroll.server.tables.hall import LONGEST_LIST, Hall
from knockroll.server.tables.hosting import Deed
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.reactions import REACTIONS
from knockroll.server.tables.requests import Ask
from knockroll.server.tables.room import Plan
from knockroll.server.tables.seats import Seat, clean_name, hash_token, new_token, read_entropy

T = TypeVar("T")
router = APIRouter(prefix="/api")


def _not_seated() -> Refusal:
    return Refusal(Code.NOT_SEATED, "only people at the table can do this")


@dataclass(frozen=True)
class Visit:
    """A request about one table, and the seat of the client."""

    hall: Hall
    live: LiveRoom
    seat: Seat | None
    """The client's seat. A host who has not sat down has one without a number."""
    client: str
    base: str
    limits: ClientLimits

    async def change(self, ask: Ask) -> None:
        """Change the table, and count the change against the client's limits."""
        self.limits.changes.take(self.client)
        await self.live.perform(ask)

    @property
    def seated(self) -> Seat:
        """The client's seat; refused if there is none."""
        if self.seat is None or self.you is None:
            raise _not_seated()
        return self.seat

    def refuse_strangers(self) -> None:
        """Refuse a client that neither has a seat nor opened the table."""
        if self.seat is None:
            raise _not_seated()

    @property
    def you(self) -> int | None:
        """The number of the client's seat; None without one."""
        return self.live.room.number(self.seat)

    @property
    def link(self) -> str:
        """The table's link, which is the invitation."""
        return self.link_at(self.base)

    def link_at(self, base: str) -> str:
        """The table's link at another address of this server."""
        return f"{base}/table/{self.live.room.id}"

    def table(self) -> models.TableAnswer:
        """The table and the client's seat, for an answer."""
        return models.TableAnswer(self.you, self.link, self.live.info())

    def position(self) -> models.PositionAnswer:
        """The client's view and the number of the latest event, for an answer."""
        room = self.live.room
        return models.PositionAnswer(room.seq, self.you, room.view(self.you))


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _limits(request: Request) -> ClientLimits:
    limits: ClientLimits = request.app.state.limits
    return limits


def base_of(request: Request) -> str:
    """The address of this server, as the client knows it."""
    return (_hall(request).settings.public_url or str(request.base_url)).rstrip("/")


async def _visit(request: Request, id: Annotated[str, Path(max_length=64, description=THE_TABLE)]) -> Visit:
    hall = _hall(request)
    live = await hall.find(id)
    seat = seat_of(live.room, token_in(request.scope))
    live.look(seat)
    if seat is not None and not live.room.closed:
        await live.back(seat)
    return Visit(hall, live, seat, client_of(request.scope), base_of(request), _limits(request))


OneTable = Annotated[Visit, Depends(_visit)]


def body_of(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """A dependency that reads the body of a request."""
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> T:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refusal(
                Code.MALFORMED, "the body of a request has to be JSON, with the Content-Type application/json"
            )
        try:
            return decoder.decode(await request.body())
        except (ValueError, RecursionError) as error:
            raise Refusal(Code.MALFORMED, shorten(f"the body of the request: {error}")) from None

    return read


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer that is not cached."""
    return Response(messages.encode(content), status, {"cache-control": "no-store"}, media_type="application/json")


# --- Games ---------------------------------------------------------------------------------------------------------

GameName = Annotated[str, Path(description="A game's name, as listed by `/api/games`.")]


@router.get("/games", tags=["games"], **operation(models.GameList))
async def list_games(request: Request) -> Response:
    """List all games with their options and computer players."""
    return packed(request.scope, answer(catalogue.games(_hall(request).bots)))


@router.get("/games/{name}", tags=["games"], **operation(models.GameWithRules))
async def get_game(request: Request, name: GameName) -> Response:
    """Get a game with its rule book."""
    described = catalogue.with_bots(catalogue.describe_with_rules(name), _hall(request).bots)
    return packed(request.scope, answer(described))


@router.get("/games/{name}/rules", tags=["games"], **operation(media="text/markdown"))
async def get_rules(request: Request, name: GameName) -> Response:
    """Get the rule book of a game in Markdown."""
    book = Response(catalogue.rules(name), media_type="text/markdown; charset=utf-8")
    return packed(request.scope, book)


# --- Tables --------------------------------------------------------------------------------------------------------


@router.get("/tables", tags=["tables"], **operation(models.TableList))
async def list_tables(
    request: Request,
    status: Annotated[Literal["open", "running"] | None, Query(description="Only tables with this status.")] = None,
    game: Annotated[str | None, Query(max_length=64, description="Only tables of this game.")] = None,
    limit: Annotated[int, Query(ge=1, le=LONGEST_LIST, description="Most tables to list.")] = 50,
) -> Response:
    """List public tables that are waiting for people or playing, newest first."""
    statuses = [Status(status)] if status else [Status.OPEN, Status.RUNNING]
    return answer(models.TableList(await _hall(request).list(statuses, game, limit)))


@router.post("/tables", tags=["tables"], **operation(models.Opened, body=models.NewTable, status=201))
async def create_table(
    request: Request, body: Annotated[models.NewTable, Depends(body_of(models.NewTable))]
) -> Response:
    """Open a table. Its seats are empty: sit down with the next request, once you have seen the commitment.

    You are the host. The answer contains the host's token and sets it as a cookie; the token is not shown again.
    """
    client = client_of(request.scope)
    if body.name is not None:
        clean_name(body.name)
    token = new_token()
    plan = catalogue.plan_of(body, hash_token(token), _hall(request).bots)
    await solo.close_last(request, _hall(request))
    await _limits(request).creation(client, all(player is not None for player in plan.seats))
    live = await _hall(request).create(plan, client)
    if plan.practice:
        await _get_hints_ready(request.app.state.hinter, plan)
    opened = Visit(_hall(request), live, None, client, base_of(request), _limits(request)).table()
    return _with_token(request, models.Opened(**msgspec.structs.asdict(opened), host=token), token)


async def _get_hints_ready(hinter: Hinter, plan: Plan) -> None:
    """Let the search for hints load what it needs for this table, because that may take a while."""
    options: dict[str, Any] = plan.options
    table = knockroll.Table(plan.game, len(plan.seats), variant=plan.variant, seed=0, **options)
    await hinter.warm(HintQuestion(0, msgspec.Raw(messages.encode(table.view(table.turn)))))


@router.get("/tables/{id}", tags=["tables"], **operation(models.TableAnswer))
async def get_table(visit: OneTable) -> Response:
    """Get a table: its seats, its game and the commitment."""
    return answer(visit.table())


@router.get("/tables/{id}/qr.svg", tags=["tables"], **operation(media="image/svg+xml"))
async def get_qr_code(
    visit: OneTable,
    request: Request,
    at: Annotated[
        str | None, Query(max_length=200, description="Another address of this server, as listed by `/api/reach`.")
    ] = None,
) -> Response:
    """Get the table's link as a QR code. With `at`, the link uses another address of this server."""
    if at is not None and at not in _reach(request).urls:
        raise Refusal(Code.NOT_FOUND, "this is not an address of this server; /api/reach lists them")
    return Response(catalogue.qr_code(visit.link_at(at or visit.base)), media_type="image/svg+xml")


@router.post("/tables/{id}/sit", tags=["seats"], **operation(models.Seated, body=models.SitRequest, status=201))
async def sit(
    visit: OneTable, request: Request, body: Annotated[models.SitRequest, Depends(body_of(models.SitRequest))]
) -> Response:
    """Sit down. The answer contains your seat's token and sets it as a cookie; the token is not shown again."""
    if visit.you is not None:
        reason = "You already have a seat at this table."
        raise Refusal(Code.NO_SEAT, f"you already have seat {visit.you} at this table", reason=reason)
    token = new_token()
    name, entropy = clean_name(body.name), read_entropy(body.entropy)
    hashed = hash_token(token)
    await visit.change(lambda room: requests.sit(room, visit.seat, name, hashed, entropy, body.seat))
    seat = visit.live.room.find(hashed)
    if seat is None:
        raise Refusal(Code.NO_SEAT, "the seat was taken and given up again")
    visit.live.see(seat)
    seated = replace(visit, seat=seat).table()
    response = _with_token(request, models.Seated(**msgspec.structs.asdict(seated), token=token), token)
    solo.remember(response, request, visit.live.room, token)
    return response


@router.post("/tables/{id}/rejoin", tags=["seats"], **operation(models.TableAnswer))
async def rejoin(visit: OneTable, request: Request) -> Response:
    """Take your seat back. If you send the token in the header, this sets the cookie in another browser."""
    seat = visit.seated
    if not visit.live.room.closed:
        await visit.change(lambda room: requests.back(room, seat))
    response = answer(visit.table())
    token = token_in(request.scope)
    if token is not None:
        _set_cookie(response, request, visit.live.room.id, token[0])
    return response


@router.post("/tables/{id}/hand_over", tags=["seats"], **operation(models.TableAnswer))
async def hand_over(visit: OneTable) -> Response:
    """Let a computer play for you and keep your seat; `rejoin` takes it back."""
    seat = visit.seated
    await visit.change(lambda room: requests.hand_over(room, seat))
    return answer(visit.table())


@router.post("/tables/{id}/leave", tags=["seats"], **operation(models.TableAnswer))
async def leave(visit: OneTable) -> Response:
    """Give up your seat. In a running game a computer finishes your hand, and someone else can sit down."""
    seat = visit.seated
    await visit.change(lambda room: requests.leave(room, seat))
    response = answer(replace(visit, seat=None).table())
    response.delete_cookie(COOKIE, path=f"/api/tables/{visit.live.room.id}")
    return response


@router.post("/tables/{id}/start", tags=["seats"], **operation(models.TableAnswer))
async def start(visit: OneTable) -> Response:
    """As the host, start without waiting for more people. Computer players take the empty seats."""
    visit.refuse_strangers()
    return await _as_host(visit, "start")


@router.post("/tables/{id}/host", tags=["seats"], **operation(models.TableAnswer, body=models.HostRequest))
async def act_as_host(
    visit: OneTable, body: Annotated[models.HostRequest, Depends(body_of(models.HostRequest))]
) -> Response:
    """As the host, start or reset the game, remove someone, lock or unlock free seats, or hand on the role."""
    return await _as_host(visit, body.do, body.seat, read_entropy(body.entropy))


async def _as_host(visit: Visit, deed: Deed, seat: int | None = None, entropy: bytes | None = None) -> Response:
    if deed == "reset":
        visit.live.count_reset(visit.seat)
    await visit.change(lambda room: hosting.do(room, visit.seat, deed, seat, entropy))
    return answer(visit.table())


@router.post("/tables/{id}/rematch", tags=["seats"], **operation(models.TableAnswer, body=models.NewGameRequest))
async def rematch(
    visit: OneTable, body: Annotated[models.NewGameRequest, Depends(body_of(models.NewGameRequest))]
) -> Response:
    """Propose or accept a rematch after a game. It begins when everyone who is present agrees."""
    seat, entropy = visit.seated, read_entropy(body.entropy)
    await visit.change(lambda room: requests.again(room, seat, entropy, reset=False))
    return answer(visit.table())


@router.post("/tables/{id}/reset", tags=["seats"], **operation(models.TableAnswer, body=models.NewGameRequest))
async def reset(
    visit: OneTable, body: Annotated[models.NewGameRequest, Depends(body_of(models.NewGameRequest))]
) -> Response:
    """Propose or accept a new game in place of the running one. It begins when everyone who is present agrees."""
    seat, entropy = visit.seated, read_entropy(body.entropy)
    await visit.change(lambda room: requests.again(room, seat, entropy, reset=True))
    return answer(visit.table())


@router.post("/tables/{id}/vote", tags=["seats"], **operation(models.TableAnswer, body=models.VoteRequest))
async def vote(visit: OneTable, body: Annotated[models.VoteRequest, Depends(body_of(models.VoteRequest))]) -> Response:
    """Vote on a proposed game. Voting no ends the vote; the proposer can withdraw by voting no."""
    seat, entropy = visit.seated, read_entropy(body.entropy)
    await visit.change(lambda room: requests.answer(room, seat, entropy, body.yes))
    return answer(visit.table())


# --- Playing -------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/view", tags=["play"], **operation(models.PositionAnswer))
async def get_view(visit: OneTable) -> Response:
    """Get your view of the game: your seat's, or the public one."""
    return answer(visit.position())


@router.post("/tables/{id}/moves", tags=["play"], **operation(models.PositionAnswer, body=models.MoveRequest))
async def make_move(
    visit: OneTable, body: Annotated[models.MoveRequest, Depends(body_of(models.MoveRequest))]
) -> Response:
    """Make a move in the position after event number `seq`. The answer is sent when the move is saved."""
    seat = visit.seated
    visit.limits.moves.take(visit.client)
    await visit.live.perform(lambda room: requests.move(room, seat, body.move, body.seq))
    visit.live.look(seat)
    return answer(visit.position())


@router.get("/tables/{id}/events", tags=["play"], **operation(media="application/x-ndjson"))
async def get_events(
    visit: OneTable,
    request: Request,
    after: Annotated[int | None, Query(ge=0, le=2**53, description=TO_RESUME)] = None,
    acts: Annotated[bool, Query(description=WITH_ACTS)] = False,
) -> Response:
    """Stream events as they happen, one JSON message per line; with `after`, starting after that event."""
    return EventStream(visit.live, visit.seat, after, acts, _limits(request), visit.client)


@router.get("/tables/{id}/record", tags=["play"], **operation(RecordDocument))
async def get_record(
    visit: OneTable,
    game: Annotated[
        int | None,
        Query(ge=1, le=2**31, description="The number of the game at this table, from 1; by default the latest."),
    ] = None,
) -> Response:
    """Get the record of a finished game, including the secret. Check it with `knockroll verify`."""
    room = visit.live.room
    number = room.number_of_record(game)
    if not room.has_record(number):
        room = await visit.hall.replay(room.id)
    return answer(room.record(number))


@router.get("/reactions", tags=["play"], **operation(models.Reactions))
async def get_reactions() -> Response:
    """List the reactions that people at a table can send."""
    return answer(models.Reactions(list(REACTIONS.values())))


# --- The server ----------------------------------------------------------------------------------------------------


@router.head("/health", include_in_schema=False)
@router.get("/health", tags=["server"], **operation(models.Health))
async def get_health() -> Response:
    """Check whether the server is alive. Its database may still be down: see `/api/ready`."""
    return answer(models.Health("ok", knockroll.__version__))


@router.head("/ready", include_in_schema=False)
@router.get("/ready", tags=["server"], **operation(models.Ready))
async def get_ready(request: Request) -> Response:
    """Check whether the server can save games: 503 without its database, or if the disk is full.

    With several processes, `bus` says whether they are connected.
    """
    hall = _hall(request)
    hall.refuse_if_locked_out()
    await hall.store.check()
    return answer(models.Ready("ok", knockroll.__version__, hall.peers.bus, hall.tasks.failing))


@router.get("/reach", tags=["server"], **operation(Reach))
async def get_reach(request: Request) -> Response:
    """Get the addresses at which others reach this server. Only answered on the machine it runs on."""
    return answer(_reach(request))


def _reach(request: Request) -> Reach:
    """The server's addresses, for clients on the same machine; others learn nothing about its network."""
    settings, server = _hall(request).settings, request.scope["server"]
    asker, asked = request.client, request.url.hostname
    is_here = asker is not None and is_loopback(asker.host) and asked is not None and is_loopback(asked)
    if settings.public_url is not None or server is None or not is_here:
        return NOWHERE
    return reach_of(settings.bound, server[1], request.url.scheme)


@router.get("/metrics", tags=["server"], **operation(media="text/plain"))
async def get_metrics(request: Request) -> Response:
    """Get metrics as Prometheus text, unless they are turned off."""
    if not _hall(request).settings.metrics:
        raise Refusal(Code.NOT_FOUND, "this server does not publish metrics")
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


@router.get("/asyncapi.json", tags=["server"], **operation(media="application/json"))
async def get_asyncapi(request: Request) -> Response:
    """Get the AsyncAPI document of the WebSocket."""
    return answer(asyncapi(knockroll.game_names(), base_of(request)))


def _with_token(request: Request, made: models.Opened | models.Seated, token: str) -> Response:
    """An answer that shows a token once and sets it as a cookie."""
    response = answer(made, 201)
    _set_cookie(response, request, made.table.id, token)
    return response


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
