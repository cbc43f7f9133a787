"""Bots that wait at a server: which are listed, what hosts may do, and how ``knockroll bot`` survives kills."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from scripts.serving import ServerProcess

import knockroll
from knockroll.client import Client, RemoteSeat, ServerError
from knockroll.client.bot import BotSettings, NetworkBot, run
from knockroll.engine.errors import InvalidOption, UnknownPlayer
from tests import seeded
from tests.server.helpers import PATIENCE, Served, wait_until

BOT = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["legal"][0]}), flush=True)
"""


# --- The list, and inviting from it --------------------------------------------------------------------------------


@contextmanager
def waiting(served: Served, **bot: Any) -> Iterator[Iterator[dict[str, Any]]]:
    """A bot that waits at a server, and the lines it receives."""
    with served.http.stream("POST", "/api/bots", json=bot) as response:
        assert response.status_code == 200, response.read()
        yield (json.loads(line) for line in response.iter_lines())


def listed(served: Served) -> list[str]:
    return [bot["name"] for bot in served.http.get("/api/bots").json()["bots"]]


def test_a_bot_is_listed_while_it_waits_and_gets_invitations(sqlite_served: Served) -> None:
    with waiting(sqlite_served, name="Randy", games=["tonk"], character="Plays anything.") as lines:
        assert next(lines) == {"type": "welcome", "name": "Randy"}
        bots = sqlite_served.http.get("/api/bots").json()["bots"]
        assert bots == [{"name": "Randy", "character": "Plays anything.", "games": ["tonk"]}]
        table = sqlite_served.open("tonk", people=3)
        ann = table.sit("Ann")
        ann.post("/invite", {"bot": "randy"})
        link = f"{sqlite_served.url}/table/{table.id}"
        assert next(lines) == {"type": "invitation", "table": table.id, "game": "tonk", "link": link}
    wait_until(lambda: listed(sqlite_served) == [])
    assert ann.refused("/invite", {"bot": "Randy"}) == "unknown_player"


def test_two_bots_of_one_name_are_told_apart(sqlite_served: Served) -> None:
    with waiting(sqlite_served, name="Randy") as one, waiting(sqlite_served, name="RANDY") as other:
        assert [next(one)["name"], next(other)["name"]] == ["Randy", "RANDY 2"]
        assert listed(sqlite_served) == ["Randy", "RANDY 2"]
    wait_until(lambda: listed(sqlite_served) == [])


def test_who_may_not_invite(sqlite_served: Served) -> None:
    with waiting(sqlite_served, name="Randy", games=["tonk"]) as lines:
        next(lines)
        table = sqlite_served.open("thirty_one", people=2)
        watcher = sqlite_served.open("tonk", people=2)
        watcher.host = None
        assert watcher.refused("/invite", {"bot": "Randy"}) == "not_seated"
        ann = table.sit("Ann")
        assert ann.refused("/invite", {"bot": "Randy"}) == "invalid_option"
        table.sit("Bob")
        assert ann.refused("/invite", {"bot": "Randy"}) == "no_seat"
        assert ann.refused("/invite", {"bot": ""}) == "malformed"


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ({"name": "Randy", "games": ["chess"]}, "unknown_game"),
        ({"name": "x" * 25}, "invalid_name"),
        ({"name": "\u200b"}, "invalid_name"),
        ({"games": []}, "malformed"),
        ({"name": "Randy", "command": "rm"}, "malformed"),
    ],
)
def test_who_may_not_wait(sqlite_served: Served, bot: dict[str, Any], code: str) -> None:
    assert sqlite_served.http.post("/api/bots", json=bot).json()["error"]["code"] == code
    assert listed(sqlite_served) == []


# --- knockroll bot -------------------------------------------------------------------------------------------------


class BotProcess:
    """``knockroll bot`` in a separate process, with its output in a file."""

    def __init__(self, url: str, folder: Path, *switches: str) -> None:
        self.file = folder / "said"
        self.command = [sys.executable, "-m", "knockroll", "bot", "--server", url, *switches]
        self.environment = {**os.environ, "PYTHONPATH": str(folder)}

    @property
    def said(self) -> str:
        return self.file.read_text()

    def start(self) -> None:
        before = self.said.count(" is waiting for invitations at ") if self.file.exists() else 0
        with self.file.open("a") as file:
            self.process = subprocess.Popen(self.command, stdout=file, stderr=file, env=self.environment)
        wait_until(
            lambda: self.said.count(" is waiting for invitations at ") > before or self.process.poll() is not None, 60
        )
        assert self.process.poll() is None, self.said

    def __enter__(self) -> BotProcess:
        self.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path, deals: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "tables.sqlite3", command=seeded.command(deals)) as one:
        yield one


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    return f"cmd:{sys.executable} -S -E {file}"


def invite(client: Client, game: str, bot: str, **options: Any) -> RemoteSeat:
    """Open a table for two, sit down, and invite a bot that accepts."""
    seat = client.create(game, seats=["person", "person"], options=options).sit("Ann")
    seat.invite(bot)
    wait_until(lambda: seat.info()["status"] == "running")
    return seat


def play_on(seat: RemoteSeat, moves: int, seed: int = 1) -> int:
    """Play random moves, whatever happens to the server, until enough are made or the game is over."""
    rng, made = random.Random(seed), 0

    def step() -> bool:
        nonlocal made
        with suppress(httpx.TransportError, ServerError):
            position = seat.view()
            if position["view"]["legal"]:
                seat.play(rng.choice(position["view"]["legal"]), position["seq"])
                made += 1
            return made >= moves or position["view"]["turn"] is None
        return False

    wait_until(step, 4 * PATIENCE)
    return made


def moves_told(seat: RemoteSeat) -> list[dict[str, Any]]:
    """All moves of a table, from its events."""
    last, told = seat.info()["seq"], []
    for message in seat.messages(after=0):
        told += [message] if message.get("kind") == "move" else []
        if message["type"] == "event" and message["seq"] == last:
            break
    return told


def test_a_bot_plays_many_tables_through_kills_of_the_server_and_no_move_is_lost_or_doubled(
    server: ServerProcess, tmp_path: Path, program: str
) -> None:
    with (
        BotProcess(server.url, tmp_path, "--player", program, "--name", "Randy") as bot,
        Client(server.url, timeout=PATIENCE) as client,
    ):
        assert [one["name"] for one in client.bots()] == ["Randy"]
        seats = [invite(client, game, "Randy") for game in ("thirty_one", "farkle", "gin_rummy", "tonk")]
        for _ in range(2):
            for seat in seats:
                play_on(seat, 3)
            server.kill()
            server.start()
            for seat in seats:
                play_on(seat, 3)
        wait_until(lambda: [one["name"] for one in client.bots()] == ["Randy"])  # it can be invited again
        play_on(seats[0], 10_000)
        record = seats[0].record()
        table = knockroll.Table.replay(record)
        assert table.result is not None and record["names"] == ["Ann", "Randy"]
        told = moves_told(seats[0])
        assert [one["move"] for one in told] == list(table.moves)
        assert {one["by"] for one in told} == {"person"}, "nobody had to move in its place"
        assert bot.said.count("sat down") == 4, "it never lost its seat"
        assert all(not seat["away"] for one in seats for seat in one.info()["seats"])
        assert "failed" not in bot.said and "Traceback" not in bot.said, bot.said


def test_a_bot_that_was_killed_takes_its_seats_back_and_agrees_to_another_game(
    server: ServerProcess, tmp_path: Path
) -> None:
    file = tmp_path / "seats.json"
    with (
        BotProcess(server.url, tmp_path, "--player", "House", "--game", "thirty_one", "--seats", str(file)) as bot,
        Client(server.url, timeout=PATIENCE) as client,
    ):
        assert client.bots() == [
            {
                "name": "House (bot)",
                "character": knockroll.player("thirty_one", "House").character,
                "games": ["thirty_one"],
            }
        ]
        seat = invite(client, "thirty_one", "House (bot)", strikes=1)
        play_on(seat, 2)
        wait_until(file.exists)  # the table knows that it sat down before the bot does
        bot.process.kill()
        bot.process.wait()
        assert file.stat().st_mode & 0o077 == 0, "tokens are nobody else's business"
        bot.start()
        play_on(seat, 10_000)
        assert seat.info()["status"] == "over"
        seat.rematch()
        wait_until(lambda: seat.info()["games"] == 2)
        seat.leave()
        bot.process.send_signal(signal.SIGTERM)
        assert bot.process.wait(PATIENCE) == 0
        assert "Traceback" not in bot.said, bot.said


def test_a_bot_follows_links_and_leaves_when_nobody_is_left(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "mymodule.py").write_text("def choose(view):\n    return view['legal'][0]\n")
    with Client(server.url, timeout=PATIENCE) as client:
        table = client.create("thirty_one", seats=["person", "person"])
        seat = table.sit("Ann")
        link = f"{server.url}/table/{table.id}"
        with BotProcess(server.url, tmp_path, "--player", "mymodule:choose", "--stay", "0", link) as bot:
            wait_until(lambda: table.info()["status"] == "running")
            assert table.info()["seats"][1]["name"] == "choose (bot)"
            seat.leave()
            wait_until(lambda: all(one["free"] for one in table.info()["seats"]))
            wait_until(lambda: "left after 0 s" in bot.said)


def test_the_example_of_the_page(server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text()
    (example,) = (block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "knockroll.client" in block)
    with BotProcess(server.url, tmp_path, "--player", "Random"):
        exec(compile(example.replace("http://127.0.0.1:8000", server.url), "docs/bots.md", "exec"), {})
    assert capsys.readouterr().out == "['Ann', 'Random (bot)']\n"


def test_a_bot_of_no_name_or_address_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownPlayer, match="no game has a player 'nobody'"):
        NetworkBot(BotSettings("http://127.0.0.1:1", "nobody"))
    with pytest.raises(UnknownPlayer, match="there is no module"):
        NetworkBot(BotSettings("http://127.0.0.1:1", "no_such_module:choose"))
    with pytest.raises(InvalidOption, match="'junk' is not the address of a server or table"):
        run(BotSettings("junk", "House"))
    damaged = tmp_path / "seats.json"
    damaged.write_text("[]")
    with pytest.raises(InvalidOption, match="is not a file of seats"):
        NetworkBot(BotSettings("http://127.0.0.1:1", "House", seats_file=damaged))
