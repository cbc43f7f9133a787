"""Programs of ``--allow-bot`` that misbehave: the table goes on, and nothing fills the memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes import program
from knockroll.players.processes.program import ProcessPlayer
from knockroll.server.settings import AllowedBot
from tests.server.helpers import serving, wait_until

WRITES = "import json, sys\n"
MISBEHAVIOUR = {
    "an illegal move": "for line in sys.stdin: print(json.dumps({'move': 'drop everything'}), flush=True)",
    "no object": "for line in sys.stdin: print('[1, 2]', flush=True)",
    "deeply nested": "for line in sys.stdin: print('[' * 100000, flush=True)",
    "not text": "for line in sys.stdin: sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
    "ends at once": "raise SystemExit(3)",
    "a move for each line, and one more": "for line in sys.stdin: print('{}\\n{}', flush=True)",
    "closes its output": "import os\nos.close(1)\nfor line in sys.stdin: pass",
}


def command(tmp_path: Path, source: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(WRITES + source)
    return f"{sys.executable} {file}"


@pytest.mark.parametrize("what", MISBEHAVIOUR)
def test_a_table_goes_on_whatever_its_program_does(tmp_path: Path, what: str) -> None:
    bots = (AllowedBot("Odd", command(tmp_path, MISBEHAVIOUR[what])),)
    with serving(str(tmp_path / "db"), bots=bots) as served:
        seats = [{"kind": "person"}, {"kind": "computer", "player": "Odd"}]
        body = {"game": "thirty_one", "seats": seats, "options": {"strikes": 20}}
        answer = served.http.post("/api/tables", json=body)
        id = answer.json()["table"]["id"]
        seated = served.http.post(f"/api/tables/{id}/sit", json={"name": "Ann"}).json()
        headers = {"Authorization": f"Bearer {seated['token']}"}

        def mine() -> bool:
            view = served.http.get(f"/api/tables/{id}/view", headers=headers).json()
            if not view["view"]["legal"]:
                return False
            body = {"move": view["view"]["legal"][0], "seq": view["seq"]}
            return served.http.post(f"/api/tables/{id}/moves", json=body, headers=headers).status_code == 200

        for _ in range(4):
            wait_until(mine)
        assert served.http.get("/api/ready").json()["failing"] == []


def test_a_program_that_talks_without_being_asked_is_stopped(tmp_path: Path) -> None:
    """Its output waits in memory, which has to have a limit."""
    player = ProcessPlayer(command(tmp_path, "while True: print('{}', flush=True)"), 20)
    player.start()
    process = player._process
    assert process is not None
    assert process.wait(20) != 0
    wait_until(lambda: not any(listener.is_alive() for listener in player._listeners))
    assert player._answers.qsize() == program.MOST_UNASKED + 1
    player.close()


def test_a_complaint_without_an_end_is_not_kept(tmp_path: Path) -> None:
    source = "sys.stderr.write('x' * 20_000_000)\nsys.stderr.flush()\nraise SystemExit(1)"
    player = ProcessPlayer(command(tmp_path, source), 20)
    with pytest.raises(PlayerFailed) as failed:
        player.choose({})
    assert len(str(failed.value)) < 4000
    player.close()
