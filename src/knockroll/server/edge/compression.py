"""Compressed answers, for what is long and sent to many."""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope


@lru_cache(maxsize=64)
def _compress(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def packed(scope: Scope, response: Response) -> Response:
    """A response to be sent: compressed, if whoever asks can read that."""
    response.headers["vary"] = "accept-encoding"
    if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
        response.body = _compress(bytes(response.body))
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    return response
