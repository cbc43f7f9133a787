"""The application: the API, live connections and pages together, behind checks of every request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

import knockroll
from knockroll.server import metrics
from knockroll.server.api import analyses, catalogue, invitations, practice, replays, reviews
from knockroll.server.api.access import client_of, header
from knockroll.server.api.hinter import Hinter
from knockroll.server.api.http import answer, router
from knockroll.server.api.invitations import Invitations
from knockroll.server.api.models import ErrorAnswer
from knockroll.server.api.operations import complete, operation_id
from knockroll.server.api.reviews import Reviewer
from knockroll.server.api.websocket import serve_websocket
from knockroll.server.edge.hosts import Hosts
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.edge.transport import Receive, Scope, Send
from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.pages.routes import HEADERS, WEB, add_pages
from knockroll.server.settings import Settings
from knockroll.server.storage.store import Store
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.messages import encode
from knockroll.server.tables.peers import Peers

logger = logging.getLogger("knockroll.server")
BODY_SECONDS = 20.0
RECORD_PATHS = (analyses.PATH, replays.PATH, replays.POSITION_PATH, reviews.PATH)
"""Paths of requests that contain a record, and may be larger."""
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Api(FastAPI):
    """The HTTP API, documented by the structures that it is made of."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        if self.openapi_schema is None:
            complete(super().openapi())
        assert self.openapi_schema is not None
        return self.openapi_schema


class App:
    """The ASGI application: checks requests, then hands them to the HTTP API or to a live connection."""

    def __init__(self, settings: Settings, web: Path = WEB) -> None:
        self.settings = settings
        self.limits = ClientLimits(settings.limits)
        self.hosts = Hosts(settings)
        self.hall: Hall | None = None
        self.invitations = Invitations()
        self.reviewer = Reviewer(settings.limits.review_seconds)
        self.hinter = Hinter()
        self.api = self._make_api(web)

    def _make_api(self, web: Path) -> FastAPI:
        @asynccontextmanager
        async def lifespan(api: FastAPI) -> AsyncIterator[None]:
            self.hall = Hall(Store(self.settings.database_url), self.settings, peers_of(self.settings))
            await self.hall.open()
            self.limits.peers = self.invitations.peers = self.hall.peers
            api.state.hall, api.state.limits, api.state.invitations = self.hall, self.limits, self.invitations
            api.state.reviewer, api.state.hinter = self.reviewer, self.hinter
            yield
            await self.reviewer.close()
            await self.hinter.close()
            await self.hall.close()

        api = Api(
            title="Knock & Roll",
            description=_description(),
            version=knockroll.__version__,
            lifespan=lifespan,
            docs_url=None,
            redoc_url=None,
            openapi_url="/api/openapi.json",
            generate_unique_id_function=operation_id,
            servers=[{"url": self.settings.public_url or "/", "description": "This server."}],
        )
        api.include_router(router)
        api.include_router(practice.router)
        api.include_router(replays.router)
        api.include_router(analyses.router)
        api.include_router(reviews.router)
        api.include_router(invitations.router)
        add_pages(api, self._games, catalogue.rules, web, self.settings.public_url)
        api.add_exception_handler(Refusal, _say_refusal)
        api.add_exception_handler(RequestValidationError, _say_malformed)
        api.add_exception_handler(HTTPException, _say_http)
        api.add_exception_handler(Exception, _say_internal)
        return api

    def _games(self) -> bytes:
        assert self.hall is not None
        return encode(catalogue.games(self.hall.bots))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "http":
            await self._serve_http(scope, receive, send)
        elif scope["type"] == "websocket":
            assert self.hall is not None
            await serve_websocket(self.hall, self.limits, self.hosts, scope, receive, send)
        else:
            await self.api(scope, receive, send)

    async def _serve_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                metrics.REQUESTS.add(label=str(message["status"]))
                if logger.isEnabledFor(logging.DEBUG):  # without the query, which may hold anything
                    path = shorten(scope["path"])
                    logger.debug("%s %s from %s: %d", scope["method"], path, client_of(scope), message["status"])
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        host = header(scope, b"host")
        try:
            self.hosts.check_host(host)
            if scope["path"].startswith("/api/"):
                await self.limits.request(client_of(scope))
            if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
                self.hosts.check(host, header(scope, b"origin"))
                receive = await self._read_body(scope, receive)
        except ClientDisconnect:  # there is no one to answer
            return
        except Refusal as refusal:
            await _say(refusal)(scope, receive, send_with_headers)
            return
        await self.api(scope, receive, send_with_headers)

    async def _read_body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the whole body, unless it is too large or takes too long; then let the API read it again."""
        limits = self.settings.limits
        most = limits.record_bytes if scope["path"] in RECORD_PATHS else limits.body_bytes
        length = header(scope, b"content-length")
        too_large = Refusal(Code.TOO_LARGE, f"a request can have at most {most} bytes")
        if length is not None and length.isdigit() and int(length[:20]) > most:
            raise too_large
        body = bytearray()
        last: Any = None
        with self.limits.receiving(client_of(scope)) as count:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    while last is None:
                        message = await receive()
                        if message["type"] != "http.request":
                            raise ClientDisconnect
                        body += message.get("body", b"")
                        if len(body) > most:
                            raise too_large
                        count(len(body))
                        if not message.get("more_body"):
                            last = {"type": "http.request", "body": bytes(body), "more_body": False}
            except TimeoutError:
                raise Refusal(Code.MALFORMED, "the body of the request did not arrive") from None
        given = False

        async def receive_again() -> Any:
            nonlocal given
            if not given:
                given = True
                return last
            return await receive()

        return receive_again


def peers_of(settings: Settings) -> Callable[[Hall], Peers] | None:
    """How a hall connects to other processes; None for a single process."""
    if settings.bus is None:
        return None
    from knockroll.server.cluster.members import Cluster

    return partial(Cluster, url=settings.bus)


def create_app(settings: Settings | None = None, web: Path = WEB) -> App:
    """The server as an ASGI application."""
    return App(settings or Settings(), web)


def _description() -> str:
    titles = ", ".join(knockroll.get_game(name).title for name in knockroll.game_names())
    return f"Tables for {titles}: for people, bots and front ends of any kind."


def _say(refusal: Refusal) -> Response:
    metrics.REFUSALS.add(label=refusal.code.value)
    logger.debug("refused: %s", refusal.code.value)  # the message may quote a name, or cards
    response = answer(ErrorAnswer(refusal.detail()), refusal.status)
    if refusal.retry_after is not None:
        response.headers["retry-after"] = str(refusal.retry_after)
    if refusal.code is Code.BAD_TOKEN:
        response.headers["www-authenticate"] = "Bearer"
    return response


async def _say_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _say(error)


async def _say_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:5]]
    return _say(Refusal(Code.MALFORMED, shorten("; ".join(problems))))


async def _say_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: Code.NOT_FOUND, 405: Code.METHOD_NOT_ALLOWED, 413: Code.TOO_LARGE}
    response = _say(Refusal(codes.get(error.status_code, Code.MALFORMED), str(error.detail)))
    response.headers.update(error.headers or {})
    return response


async def _say_internal(request: Request, error: Exception) -> Response:
    """Answer without details; Starlette logs the error afterwards."""
    return answer(ErrorAnswer(Refusal(Code.INTERNAL, "something went wrong on the server").detail()), 500)
