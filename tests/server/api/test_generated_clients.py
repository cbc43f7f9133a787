"""Clients that others generate from the OpenAPI document, in Python and TypeScript, each play a whole game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripts.schema import ROOT

import knockroll
from tests.server.helpers import Served

PATIENCE = 180
"""Seconds for a program to end; it takes a few, and the machine may be busy."""
STREAMS = {"image/svg+xml", "application/x-ndjson"}
"""Media types that openapi-python-client leaves to its users."""
CONFIG = "post_hooks: []  # formatting the code would take longer than writing it\n"
IN_PYTHON = """
import json, sys
from knockroll_client import AuthenticatedClient, Client
from knockroll_client.api.games import list_games
from knockroll_client.api.play import get_record, get_view, make_move
from knockroll_client.api.seats import sit
from knockroll_client.api.tables import create_table
from knockroll_client.models import (
    ComputerSeat, ComputerSeatKind, ErrorAnswer, MoveRequest, NewTable, NewTableOptions, Opened, PersonSeat,
    PersonSeatKind, PositionAnswer, RecordDocument, Seated, SitRequest,
)

url = sys.argv[1]
watching = Client(base_url=url)
games = list_games.sync(client=watching)
assert games is not None and not isinstance(games, ErrorAnswer)
[game] = [game for game in games.games if game.name == "thirty_one"]
assert game.options.to_dict()["properties"]["strikes"]["default"] == 3

seats = [PersonSeat(kind=PersonSeatKind.PERSON), ComputerSeat(kind=ComputerSeatKind.COMPUTER, player="Random")]
options = NewTableOptions.from_dict({"strikes": 1})
opened = create_table.sync(client=watching, body=NewTable(game=game.name, options=options, seats=seats))
assert isinstance(opened, Opened), opened
table = opened.table.id
with AuthenticatedClient(base_url=url, token=opened.host) as host:
    seated = sit.sync(table, client=host, body=SitRequest(name="Ann", entropy="c0ffee"))
assert isinstance(seated, Seated), seated
with AuthenticatedClient(base_url=url, token=seated.token) as me:
    while True:
        position = get_view.sync(table, client=me)
        assert isinstance(position, PositionAnswer) and position.view is not None
        if position.view.turn is None:
            break
        if position.view.legal:
            chosen = "knock" if "knock" in position.view.legal else position.view.legal[-1]
            made = make_move.sync(table, client=me, body=MoveRequest(move=chosen, seq=position.seq))
            assert isinstance(made, PositionAnswer), made
    refused = make_move.sync(table, client=me, body=MoveRequest(move="knock", seq=position.seq))
    assert isinstance(refused, ErrorAnswer) and refused.error.code == "not_running", refused
record = get_record.sync(table, client=watching)
assert isinstance(record, RecordDocument), record
print(json.dumps(record.to_dict()))
"""
IN_TYPESCRIPT = """
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const url = process.argv[2];
const watching = createClient<paths>({ baseUrl: url });
const games = await watching.GET("/api/games");
const game = games.data!.games.find(({ name }) => name === "thirty_one")!;
const opened = await watching.POST("/api/tables", {
  body: {
    game: game.name,
    options: { strikes: 1 },
    seats: [{ kind: "person" }, { kind: "computer", player: "Random" }],
  },
});
const params = { path: { id: opened.data!.table.id } };
const as = (token: string) => createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
const seated = await as(opened.data!.host).POST("/api/tables/{id}/sit", { params, body: { name: "Ann" } });
const me = as(seated.data!.token);
let position: components["schemas"]["PositionAnswer"];
for (;;) {
  position = (await me.GET("/api/tables/{id}/view", { params })).data!;
  const view = position.view!;
  if (view.turn === null) break;
  if (!view.legal.length) continue;
  const move = view.legal.includes("knock") ? "knock" : view.legal.at(-1)!;
  const made = await me.POST("/api/tables/{id}/moves", { params, body: { move, seq: position.seq } });
  if (made.error) throw new Error(made.error.error.message);
}
const refused = await me.POST("/api/tables/{id}/moves", { params, body: { move: "knock", seq: position.seq } });
if (refused.error?.error.code !== "not_running") throw new Error("a move after the game was not refused");
const record = await watching.GET("/api/tables/{id}/record", { params });
console.log(JSON.stringify(record.data));
"""


@pytest.fixture
def document(sqlite_served: Served, tmp_path: Path) -> Path:
    """The OpenAPI document of a running server, as a file."""
    path = tmp_path / "openapi.json"
    path.write_text(sqlite_served.http.get("/api/openapi.json").text)
    return path


def _run(*command: str | Path, cwd: Path, **environment: str) -> str:
    told = {**os.environ, **environment}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=cwd, env=told)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def _check(printed: str) -> Any:
    """Check that a client printed the whole record of a game that was played to its end."""
    record = json.loads(printed)
    result = knockroll.Table.replay(record).result
    assert result is not None and record["names"] == ["Ann", "Random"] and record["moves"]
    return record


def test_a_generated_client_in_python_plays_a_whole_game(sqlite_served: Served, document: Path, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    output = tmp_path / "knockroll_client"
    generate: list[str | Path] = [
        "-m",
        "openapi_python_client",
        "generate",
        "--path",
        document,
        "--output-path",
        output,
    ]
    said = _run(sys.executable, *generate, "--meta", "none", "--config", tmp_path / "config.yaml", cwd=tmp_path)
    left_out = set(re.findall(r"Unsupported content_type (\S+)\)", said))
    assert (left_out, said.count("WARNING"), "ERROR" in said) == (STREAMS, 4, False), said
    (tmp_path / "play.py").write_text(IN_PYTHON)
    record = _check(_run(sys.executable, "play.py", sqlite_served.url, cwd=tmp_path, PYTHONPATH=str(tmp_path)))
    assert record["chance"]["entropy"] == {"0": "c0ffee"}


def test_a_generated_client_in_typescript_plays_a_whole_game(
    sqlite_served: Served, document: Path, tmp_path: Path
) -> None:
    programs = ROOT / "node_modules" / ".bin"
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.ts").write_text(IN_TYPESCRIPT)
    flag = "--default-non-nullable=false"  # what has a default may be left out of a request
    _run(programs / "openapi-typescript", document, flag, "-o", "schema.d.ts", cwd=tmp_path)
    options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--skipLibCheck"]
    (tmp_path / "globals.d.ts").write_text("declare const process: { argv: string[] };\n")
    _run(programs / "tsc", *options, "play.ts", "globals.d.ts", cwd=tmp_path)
    _check(_run("node", "play.js", sqlite_served.url, cwd=tmp_path))
