"""The guides, followed to the letter: every block of code is saved or run as it is printed."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from httpx import ConnectError
from scripts.serving import free_port

import knockroll
from knockroll.client import Client
from tests.server.helpers import wait_until
from tests.test_pages import ROOT

PATIENCE = 240
"""Seconds for a program to end; each takes a few, and the machine may be busy."""
PORT = "8000"
"""The port of a server on every page; the tests use a free one."""
KNOCKROLL = f"{shlex.quote(sys.executable)} -m knockroll "


class Guide:
    """A page, and the folder in which its reader works."""

    def __init__(self, name: str, folder: Path) -> None:
        self.folder = folder
        self.port = str(free_port())
        text = (ROOT / "docs" / name).read_text(encoding="utf-8").replace(f":{PORT}", f":{self.port}")
        self.text = text.replace(f"--port {PORT}", f"--port {self.port} --no-browser --no-prepare")
        found = re.findall(r"([^\n]*)\n\n```(\w+)\n(.*?)```", self.text, re.DOTALL)
        self.blocks = [(before, language, code) for before, language, code in found]
        self.environment = {
            **os.environ,
            "KNOCKROLL_DATA": str(folder / "data"),
            "PYTHONPATH": str(folder),
            "NO_COLOR": "1",
        }

    def code(self, language: str) -> list[str]:
        return [code for _, one, code in self.blocks if one == language]

    def save(self) -> None:
        """Save what the page says to save."""
        for before, _, code in self.blocks:
            if (name := re.search(r"save (?:this|it) as `([^`]+)`", before, re.IGNORECASE)) is not None:
                (self.folder / name[1]).write_text(code, encoding="utf-8")

    def run(self, *command: str) -> str:
        ran = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, cwd=self.folder, env=self.environment
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def shell(self, line: str) -> str:
        """Run a line that a reader types, with this Python's knockroll."""
        return self.run("sh", "-c", line.replace("knockroll ", KNOCKROLL, 1))

    @contextmanager
    def background(self, line: str) -> Iterator[None]:
        """A line that is typed in another terminal."""
        command = shlex.split(line.replace("knockroll ", KNOCKROLL, 1))
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                yield
            finally:
                process.terminate()
                process.wait(PATIENCE)

    @contextmanager
    def server(self, line: str) -> Iterator[Client]:
        with self.background(line), Client(f"http://127.0.0.1:{self.port}") as client:
            wait_until(lambda: _answers(client), PATIENCE)
            yield client


def _answers(client: Client) -> bool:
    try:
        return bool(client.games())
    except ConnectError:
        return False


def test_your_first_bot_in_five_minutes(tmp_path: Path) -> None:
    guide = Guide("first-bot.md", tmp_path)
    guide.save()
    install, in_python, in_node, serve, wait = (block.strip() for block in guide.code("sh"))
    assert install == "pip install 'knockroll[lab,server]'", "what this environment has"
    _, look, invite = guide.code("python")
    shown, chosen = guide.run(sys.executable, "-c", look).splitlines()
    assert chosen in shown
    assert "mybot:choose" in guide.shell(in_python) and "cmd:node mybot.cjs" in guide.shell(in_node)
    with guide.server(serve) as client, guide.background(wait):
        wait_until(client.bots, PATIENCE)
        assert "My Bot" in guide.run(sys.executable, "-c", invite)


def test_your_own_front_end_in_an_afternoon(tmp_path: Path) -> None:
    """The server restarts in mid-game: the front end resumes, plays to the end and checks the deal."""
    guide = Guide("front-end.md", tmp_path)
    serve, play, verify = (block.strip() for block in guide.code("sh"))
    program = "\n".join(guide.code("js"))
    (tmp_path / "frontend.mjs").write_text(program, encoding="utf-8")
    assert len([line for line in program.splitlines() if line]) <= 70, "small enough to read in one go"
    with ExitStack() as first_life:
        first_life.enter_context(guide.server(serve))
        front_end = subprocess.Popen(
            shlex.split(play),
            text=True,
            cwd=tmp_path,
            env=guide.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        with front_end:
            assert front_end.stdin is not None and front_end.stdout is not None
            shown = []
            for line in front_end.stdout:
                shown.append(line)
                if line.startswith("1 draw stock"):
                    break
            first_life.close()  # the server is gone while it is our turn
            with guide.server(serve):
                said, _ = front_end.communicate("1\n" * 3000, timeout=PATIENCE)
    assert "The connection is broken" in said and "Dealt as promised." in said, "".join(shown) + said
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["names"][0] == "Ann" and knockroll.Table.replay(record).result is not None
    assert "the secret fits the commitment" in guide.shell(verify)
