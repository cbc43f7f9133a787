"""A soak: clients that connect, play, drop, send junk and vanish; then: is memory level, is the log clean?

``python -m bench.server.soak --minutes 5``. Prints memory as it goes, and the server's log at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server.run import free_port, resident_mb, wait_for

CLIENTS = 40
JUNK: tuple[Any, ...] = (
    "{",
    "null",
    b"\xff\x00",
    '{"type":"move"}',
    '{"type":"move","move":"x","seq":1}',
    "x" * 20_000,
)


async def visit(url: str, rng: random.Random, end: float, counts: dict[str, int]) -> None:
    """Open tables and behave badly at them until the time is up."""
    games = [game["name"] for game in httpx.get(f"{url}/api/games").json()["games"]]
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        while time.monotonic() < end:
            with suppress(httpx.TransportError, WebSocketException, OSError, TimeoutError, KeyError):
                body = {"game": rng.choice(games), "seats": [{"kind": "person"}, {"kind": "computer"}], "away": 1}
                id = (await http.post("/api/tables", json=body)).json()["table"]["id"]
                token = (await http.post(f"/api/tables/{id}/sit", json={"name": "Soak"})).json()["token"]
                http.cookies.clear()
                counts["tables"] += 1
                for _ in range(rng.randrange(1, 4)):
                    await converse(url, id, token, rng, counts)


async def converse(url: str, id: str, token: str, rng: random.Random, counts: dict[str, int]) -> None:
    headers = {"Authorization": f"Bearer {token}"} if rng.random() < 0.8 else {}
    address = f"ws{url.removeprefix('http')}/api/tables/{id}/live"
    async with connect(address, additional_headers=headers, compression=None) as socket:
        for _ in range(rng.randrange(1, 40)):
            message = json.loads(await asyncio.wait_for(socket.recv(), 5))
            counts["messages"] += 1
            if rng.random() < 0.1:
                await socket.send(rng.choice(JUNK))
            view = message.get("view")
            if view and view["legal"]:
                move = {"type": "move", "move": rng.choice(view["legal"]), "seq": message["seq"]}
                await socket.send(json.dumps(move))
        if rng.random() < 0.5:
            socket.transport.abort()  # vanish


async def soak(url: str, process: subprocess.Popen[Any], minutes: float) -> None:
    end = time.monotonic() + minutes * 60
    counts = {"tables": 0, "messages": 0}
    tasks = [asyncio.create_task(visit(url, random.Random(i), end, counts)) for i in range(CLIENTS)]
    while time.monotonic() < end:
        await asyncio.sleep(minutes * 60 / 10)
        metrics = (await asyncio.to_thread(urllib.request.urlopen, f"{url}/api/metrics")).read().decode()
        loaded = metrics.split("\nknockroll_tables_loaded ")[1].split()[0]
        print(f"{resident_mb(process):6.0f} MB, {loaded} tables loaded, {counts}", flush=True)
    await asyncio.gather(*tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        port, log = free_port(), Path(name) / "log"
        code = (
            f"from knockroll.server import *; serve(port={port}, database={f'{name}/db'!r}, open_browser=False,"
            "settings=Settings(limits=NO_LIMITS, idle_close_seconds=20, idle_unload_seconds=5, sweep_seconds=2))"
        )
        with log.open("wb") as file:
            process = subprocess.Popen([sys.executable, "-c", code], stdout=file, stderr=file)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            asyncio.run(soak(f"http://127.0.0.1:{port}", process, asked.minutes))
        finally:
            process.kill()
            process.wait()
        print("the server's log:\n" + log.read_text())


if __name__ == "__main__":
    main()
