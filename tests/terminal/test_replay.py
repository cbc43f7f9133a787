"""Stepping through records: forward, back, hand by hand, and from any player's view."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.commands import main
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.screens.replay import ReplayScreen
from tests.helpers import said_of_error
from tests.terminal.driving import FAST, LARGE, SMALL, run, text_of, until


def finished(game: str, seed: int = 1, **options: Any) -> dict[str, Any]:
    table = knockroll.Table(game, seed=seed, **options)
    rng = random.Random(seed)
    while table.turn is not None:
        table.play(rng.choice(table.legal()))
    return dict(table.record())


def replay(record: dict[str, Any], seat: int | None = None) -> KnockrollApp:
    return KnockrollApp(lambda: ReplayScreen(Recording(record), seat), FAST)


def screen_of(app: KnockrollApp) -> ReplayScreen:
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x40"])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_a_record_is_stepped_through_to_its_end(game: str, size: tuple[int, int]) -> None:
    short: dict[str, Any] = {"farkle": {"target": 500}, "tonk": {"hands": 2}, "thirty_one": {"strikes": 1}}
    record = finished(game, **short.get(game, {"target": 70}))

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert f"move 0 of {len(record['moves'])}" in text_of(app)
        for _ in range(3):
            await pilot.press("right")
        ahead = text_of(app)
        await pilot.press("right", "left")
        await pilot.pause()
        assert text_of(app) == ahead
        await pilot.press("end")
        await pilot.pause()
        assert "The game is over" in text_of(app)
        assert screen_of(app).scene.winners == tuple(record["result"]["winners"])
        await pilot.press("home")
        await pilot.pause()
        assert "move 0 of" in text_of(app)
        await pilot.press("q")

    assert run(replay(record), script, size) == ""


def test_a_finished_hand_has_a_place_of_its_own_and_hands_can_be_jumped_to() -> None:
    record = finished("gin_rummy", target=60)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("down")
        await pilot.pause()
        assert "hand 2" in text_of(app)
        at = screen_of(app)._at
        await pilot.press("left")
        await pilot.pause()
        assert "Hand 1: " in text_of(app)
        await pilot.press("down")
        assert screen_of(app)._at == at
        await pilot.press("up")
        await pilot.pause()
        assert "move 0 of" in text_of(app)

    run(replay(record), script)


def test_all_hands_are_open_or_only_one_is_seen() -> None:
    record = finished("thirty_one", seed=4)
    table = knockroll.Table.replay(record, moves=0)
    hands = [table.view(seat)["hand"] for seat in range(4)]

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert "View as: everyone" in text_of(app)
        assert screen_of(app).scene.open_cards == {seat: tuple(hand) for seat, hand in enumerate(hands)}
        await pilot.press("s")
        await pilot.pause()
        assert "View as: Seat 0" in text_of(app)
        assert screen_of(app).scene.open_cards == {}
        assert screen_of(app).scene.view["hand"] == hands[0]
        for _ in range(4):
            await pilot.press("s")
        await pilot.pause()
        assert "View as: everyone" in text_of(app)

    run(replay(record), script)


def test_it_runs_by_itself_until_it_is_stopped() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app)._at >= 1)
        await pilot.press("space")
        await pilot.pause()
        assert "play" in text_of(app).splitlines()[-1]

    run(replay(finished("farkle", target=500)), script)


def test_names_come_from_the_record() -> None:
    record = finished("tonk", hands=1)
    assert Recording(record).names == ("Seat 0", "Seat 1", "Seat 2")
    assert Recording({**record, "players": [None, "House", "House"]}).names == ("You", "House", "House 2")
    assert Recording({**record, "names": ["Ann", None, 7]}).names == ("Ann", "Seat 1", "Seat 2")


def test_names_of_a_record_cannot_write_to_the_terminal() -> None:
    """Anyone may have written a record: a name in it could clear the screen, or change the title of the window."""
    record = dict(knockroll.Table("thirty_one", seats=3, seed=1).record())
    names = ["\x1b[2J\x1b]0;owned\x07Ann", "B\ro\nb", "\x1b\u202e\u200b"]
    assert Recording({**record, "names": names}).names == ("[2J]0;ownedAnn", "B o b", "Seat 2")
    assert Recording({**record, "players": names}).names == ("[2J]0;ownedAnn", "B o b", "Seat 2")


def test_a_table_that_people_joined_and_left_can_be_replayed() -> None:
    table = knockroll.Table("tonk", seats=2, seed=3)
    table.join()
    rng = random.Random(3)
    while table.turn is not None:
        table.play(rng.choice(table.legal()))
        if len(table.hands) == 3 and "leave 2" not in table.moves:
            table.leave(2)
    steps = Recording(dict(table.record())).seen_by(None)
    assert len(steps) == len(table.moves) + 1
    assert steps[-1].step.view["winners"]


# --- By the command, as text ---------------------------------------------------------------------------------------


def test_plain_replay_prints_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = finished("tonk", hands=2)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["replay", str(file), "--plain"]) == 0
    printed = capsys.readouterr().out
    assert printed.count(" discarded ") == sum(move.startswith("discard") for move in record["moves"])
    assert printed.rstrip().splitlines()[-1].startswith("== ")
    assert main(["replay", str(file), "--plain", "--seat", "1"]) == 0
    seen = capsys.readouterr().out
    assert len(seen) < len(printed)


def test_an_unfinished_record_says_that_it_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(knockroll.Table("tunk", seed=1).record()))
    assert main(["replay", str(file), "--plain"]) == 0
    assert "The record ends here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("{", [], "is not JSON"),
        ('{"format": "knockroll/1"}', [], "the record has no 'seats'"),
        (None, [], "cannot be read"),
        ("good", ["--seat", "9"], "there is no seat 9"),
        ("forged", [], "move 1"),
    ],
)
def test_a_broken_record_is_a_clear_error(
    content: str | None, arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = knockroll.Table("tunk", seed=1).record()
    file = tmp_path / "game.json"
    if content is not None:
        forged = json.dumps({**record, "moves": ["fly"]})
        file.write_text({"good": json.dumps(record), "forged": forged}.get(content, content))
    assert message in said_of_error(["replay", str(file), "--plain", *arguments], capsys)
