"""Somebody who visits a deployed server by its public name, and plays a game there: ``python -m tests.deploy.visitor``.

The environment says whom to trust (``SSL_CERT_FILE``), as at a place with a private certificate authority.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx

from knockroll.client import AsyncClient, ServerError

PATIENCE = 120.0
T = TypeVar("T")


def arrive(host: str) -> None:
    """Wait until the place is open: a proxy answers before its servers do."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if httpx.get(f"https://{host}/api/health", timeout=30).status_code == 200:
                return
        except httpx.TransportError as error:
            print(error, file=sys.stderr)
        time.sleep(0.2)
    raise TimeoutError(host)


def look_around(host: str) -> None:
    """See the page, and what is not for visitors."""
    with httpx.Client(base_url=f"https://{host}", timeout=30) as http:
        page = http.get("/")
        assert page.status_code == 200 and "text/html" in page.headers["content-type"], page.text
        assert page.headers["strict-transport-security"]
        assert http.get("/api/games").json()["games"]
        assert http.get("/api/metrics").status_code == 404, "figures are not for everybody"
        opened = http.post("/api/tables", json={"game": "farkle"}).json()
        assert opened["link"].startswith(f"https://{host}/"), opened["link"]
        sat = http.post(f"/api/tables/{opened['table']['id']}/sit", json={"name": "Eve"})
        assert "; secure" in sat.headers["set-cookie"].lower(), "the server does not trust its proxy"
    plain = httpx.get(f"http://{host}/", timeout=30)
    assert plain.status_code in (301, 308) and plain.headers["location"].startswith(f"https://{host}")


async def begin(host: str) -> dict[str, Any]:
    """Open a table, sit down, and make a few moves; what it takes to go on."""
    async with AsyncClient(f"https://{host}", timeout=60) as client:
        table = await client.create("thirty_one", ["person", "House"], options={"strikes": 5}, pace=0, away=3600)
        seat = await table.sit("Ada")
        moves = 0
        async for view in seat.turns():
            await seat.play(view["legal"][0])
            moves += 1
            if moves == 6:
                break
        return {"table": table.id, "token": seat.token}


async def again(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is an answer: for a moment, a proxy still asks a server that was killed."""
    while True:
        try:
            return await ask()
        except ServerError as error:
            if error.code != "internal":
                raise
            await asyncio.sleep(0.5)


async def finish(host: str, table: str, token: str) -> dict[str, Any]:
    """Go on at a table until the game is over."""
    async with AsyncClient(f"https://{host}", timeout=60) as client:
        seat = await again(lambda: client.table(table).seat(token))
        async for view in seat.turns():
            await seat.play("knock" if "knock" in view["legal"] else view["legal"][0])
        info = await seat.info()
        return {
            "status": info["status"],
            "winners": info["winners"],
            "ready": (await client.http.get("/api/ready")).json(),
        }


def main() -> None:
    what, host, *rest = sys.argv[1:]
    arrive(host)
    if what == "begin":
        look_around(host)
        print(json.dumps(asyncio.run(begin(host))))
    else:
        print(json.dumps(asyncio.run(finish(host, *rest))))


if __name__ == "__main__":
    main()
