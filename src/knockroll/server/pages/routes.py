"""Routes of the pages: the front end's files, and the API's documentation without anything from other hosts."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import knockroll
from knockroll.server.edge.compression import packed
from knockroll.server.pages.bundle import Bundle
from knockroll.server.pages.fonts import display_font
from knockroll.server.pages.previews import Preview, preview_of, put_into
from knockroll.server.pages.rule_books import render

WEB = Path(knockroll.__file__).parent / "web"
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer."""
COMPRESSED = {"font/woff", "image/png"}
"""Types that are compressed already."""
MOST_PAGES = 64
"""Most pages with different previews in memory."""
NOTHING = Preview("Page not found · Knock & Roll", "There's no such page.")
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}

for _suffix, _type in {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
}.items():
    mimetypes.add_type(_type, _suffix)  # some systems have wrong types, and a module with a wrong type does not run


class FrontEnd(StaticFiles):
    """The page and its files. Paths without a suffix are routes inside the page.

    All routes need the list of games, so the page includes it and can be used as soon as its script runs. The files
    that it was bundled from are also available, for browsers' developer tools.
    """

    def __init__(self, web: Path, games: Callable[[], bytes], public_url: str | None) -> None:
        """``games`` returns the list of games in JSON."""
        super().__init__(directory=web)
        self.bundle = Bundle(web, display_font())
        self._games = games
        self._public_url = public_url
        self._sent = b""
        self._previews: dict[str, Preview] = {}
        self._pages: dict[tuple[Preview | None, str], tuple[bytes, str]] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file that browsers cache forever, or the page, which they check every time (ETag)."""
        asset = self.bundle.assets.get(path)
        if asset is not None:
            response = Response(asset.body, 200, FOR_EVER, asset.media_type)
            return response if asset.media_type in COMPRESSED else packed(scope, response)
        if not Path(path).suffix and not path.startswith("api"):
            return self._send_page(path, scope)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response

    def _send_page(self, path: str, scope: Scope) -> Response:
        games = self._games()
        if games != self._sent:  # a computer player has become ready
            self._sent = games
            self._pages.clear()
            described = msgspec.json.decode(games)["games"]
            self._previews = {one["name"]: Preview(one["title"], one["summary"]) for one in described}
        preview = preview_of(path, self._previews)
        headers_sent = Headers(scope=scope)
        page, etag = self._page(preview, self._public_url or f"{scope['scheme']}://{headers_sent.get('host', '')}")
        headers = {"cache-control": "no-cache", "etag": etag}
        if preview is not None and etag in headers_sent.get("if-none-match", ""):
            return Response(None, 304, headers)
        return packed(scope, HTMLResponse(page, 404 if preview is None else 200, headers))

    def _page(self, preview: Preview | None, origin: str) -> tuple[bytes, str]:
        """The page with a preview, and its ETag."""
        known = self._pages.get((preview, origin))
        if known is None:
            page = put_into(self.bundle.page_with("games", self._sent), preview or NOTHING, origin)
            known = page, f'"{hashlib.sha256(page).hexdigest()[:16]}"'
            if len(self._pages) >= MOST_PAGES:  # someone is making up host names
                self._pages.clear()
            self._pages[preview, origin] = known
        return known


def add_pages(
    app: FastAPI,
    games: Callable[[], bytes],
    rules: Callable[[str], str],
    web: Path = WEB,
    public_url: str | None = None,
) -> None:
    """Add the documentation, the rule books, and the front end if there is one.

    ``games`` returns the list of games in JSON, ``rules`` the rule book of a game in Markdown. Previews of links
    contain the server's address: ``public_url`` or, without one, the address that the client used.
    """

    @app.get("/api/docs", include_in_schema=False)
    async def documentation() -> HTMLResponse:
        return HTMLResponse(describe_api(app.openapi()))

    @app.get("/rules/{name}.html", include_in_schema=False)
    async def rule_book(request: Request, name: str) -> Response:
        return packed(request.scope, HTMLResponse(render(rules(name)), 200, {"cache-control": "no-cache"}))

    if (web / "index.html").is_file():
        app.mount("/", FrontEnd(web, games, public_url), name="web")


def describe_api(document: dict[str, Any]) -> str:
    """The OpenAPI document as one plain page: no scripts, nothing loaded from other hosts."""
    parts = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', ''))}</p>")
            if operation.get("security") and {} not in operation["security"]:
                parts.append("<p>Needs the token of a seat: <code>Authorization: Bearer TOKEN</code>.</p>")
            rows = [
                (p["name"], p["in"], p.get("description") or p["schema"].get("description", ""))
                for p in operation.get("parameters", [])
            ]
            body = operation.get("requestBody")
            if body:
                schema = body["content"]["application/json"]["schema"]
                name = schema.get("$ref", "").rsplit("/", 1)[-1]
                properties = document["components"]["schemas"].get(name, {}).get("properties", {})
                rows += [(key, "body", value.get("description", "")) for key, value in properties.items()]
            if rows:
                cells = "".join(f"<tr>{''.join(f'<td>{escape(str(c))}</td>' for c in row)}</tr>" for row in rows)
                parts.append(f"<table><tr><th>name</th><th>in</th><th></th></tr>{cells}</table>")
    title = escape(document["info"]["title"])
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><h1>{title}</h1>"
        f"<p>{escape(document['info']['description'])}</p>"
        "<p>For programs: <a href=/api/openapi.json>/api/openapi.json</a> (OpenAPI)."
        " Live messages and error codes are described in docs/api.md.</p>" + "".join(parts) + "</html>"
    )
