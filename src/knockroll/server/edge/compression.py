"""Compressed answers, for long documents that many clients request."""

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
    """The response, compressed if the client accepts that."""
    response.headers["vary"] = "accept-encoding"
    if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
        response.body = _compress(bytes(response.body))
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    return response
