"""Reviews of finished games: a record in; progress, a first review and the whole one out, line by line.

Reviews take seconds of computing, so they run in a separate process at low priority, one after the other. Nothing is
saved; the latest reviews are cached, because a page that is reloaded asks again. A client that closes its connection
gives up its review.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from knockroll.review.process import ReviewAnswer
from knockroll.review.runner import ReviewRunner, ReviewStopped
from knockroll.server import metrics
from knockroll.server.api.access import client_of
from knockroll.server.api.http import body_of
from knockroll.server.api.line_cache import LineCache
from knockroll.server.api.models import ErrorAnswer, ReviewProgress, ReviewRequest
from knockroll.server.api.operations import operation
from knockroll.server.edge.transport import Receive, Scope, Send
from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.tables.messages import encode

PATH = "/api/review"
router = APIRouter(prefix=PATH)
MOST_WAITING = 16
"""Most clients that may wait for a review."""
MOST_CACHED = 64 * 2**20
"""Most bytes of cached reviews."""


class Admission:
    """A client's place in the queue for reviews, to be released at least once."""

    def __init__(self, client: str, clients: set[str]) -> None:
        self._client = client
        self._clients = clients
        self._is_released = False
        clients.add(client)

    def release(self) -> None:
        """Give up the place. Further calls do nothing, because the client may have taken a new place since."""
        if not self._is_released:
            self._is_released = True
            self._clients.remove(self._client)


class Reviewer:
    """The process that reviews, and the reviews that wait for it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._clients: set[str] = set()
        """The clients that wait for a review; each may wait for one at a time."""
        self._runner = ReviewRunner()
        self._cached = LineCache(MOST_CACHED)
        metrics.REVIEWS_WAITING.read = lambda: len(self._clients)

    def admit(self, client: str) -> Admission:
        """Give a client a place in the queue; refused if the client is already waiting, or too many are."""
        if client in self._clients:
            raise Refusal(
                Code.TOO_MANY,
                "a review for you is under way; wait for it, or close its connection first",
                reason="One review at a time: wait for the other one, or close it.",
            )
        if len(self._clients) >= MOST_WAITING:
            raise Refusal(Code.UNAVAILABLE, "too many games are waiting to be reviewed; try again later", 30)
        return Admission(client, self._clients)

    async def lines(self, request: ReviewRequest, admission: Admission) -> AsyncGenerator[bytes]:
        """Yield the lines of an answer. If it is closed early, the review is given up.

        The client's place is released before the last line: once it has read that, it may ask again.
        """
        key = hashlib.sha256(msgspec.json.encode(request)).digest()
        if (cached := self._cached.get(key)) is not None:
            admission.release()
            yield cached
            return
        if self._turn.locked():
            yield encode(ReviewProgress(share=0.0, waiting=True))
        async with self._turn, aclosing(self._ask(request)) as answers:
            async for answer in answers:
                line = _line_of(answer)
                if answer.is_last:
                    admission.release()
                if answer.is_last and bytes(answer.review) != b"null":
                    metrics.REVIEWS.add()
                    self._cached.put(key, line)
                yield line

    async def _ask(self, request: ReviewRequest) -> AsyncGenerator[ReviewAnswer]:
        """Yield the answers of the process to one request."""
        asked = self._runner.ask(request.record, request.seat, request.hands, self._seconds)
        try:
            async with aclosing(asked) as answers:
                async for answer in answers:
                    yield answer
        except ReviewStopped as error:
            raise Refusal(Code.UNAVAILABLE, str(error), 5) from error

    async def close(self) -> None:
        """End the process."""
        await self._runner.close()


def _line_of(answer: ReviewAnswer) -> bytes:
    if answer.error is not None:
        return encode(ErrorAnswer(Refusal(Code(answer.code), shorten(answer.error)).detail()))
    if bytes(answer.review) == b"null":
        return encode(ReviewProgress(share=round(answer.share, 3)))
    final = b"true" if answer.is_last else b"false"
    return b'{"type":"review","final":' + final + b',"review":' + bytes(answer.review) + b"}"


class ReviewStream(Response):
    """The lines of a review."""

    media_type = "application/x-ndjson"

    def __init__(self, reviewer: Reviewer, request: ReviewRequest, admission: Admission) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._reviewer, self._request, self._admission = reviewer, request, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines until the review is over or the client disconnects."""
        sending = asyncio.create_task(self._send_lines(send))
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            sending.cancel()
            self._admission.release()
            with suppress(asyncio.CancelledError, OSError):
                await sending

    async def _send_lines(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        try:
            async with aclosing(self._reviewer.lines(self._request, self._admission)) as lines:
                async for line in lines:
                    await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})
        except Refusal as refusal:
            error = encode(ErrorAnswer(refusal.detail()))
            await send({"type": "http.response.body", "body": error + b"\n", "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@router.post("", tags=["records"], **operation(media="application/x-ndjson", body=ReviewRequest))
async def review_record(request: Request, body: Annotated[ReviewRequest, Depends(body_of(ReviewRequest))]) -> Response:
    """Review a finished game: what each decision gave away, and how lucky each chance event was.

    The answer comes in lines: progress, a first review (`final` is false), more progress, and the final review, or an
    error.
    """
    reviewer: Reviewer = request.app.state.reviewer
    return ReviewStream(reviewer, body, reviewer.admit(client_of(request.scope)))
