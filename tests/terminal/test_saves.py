"""Saved games: written whole after every move, found again, never lost."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.folders import write_whole
from knockroll.terminal.model import saves
from knockroll.terminal.model.preferences import Preferences, load_preferences
from knockroll.terminal.model.session import LocalSession, Notice, SeatStep
from knockroll.terminal.model.setup import GameSetup, NothingToResume, resume_session


def begin(game: str = "thirty_one") -> LocalSession:
    return GameSetup(knockroll.get_game(game), seed=5, opponents=("Random",)).open()


def advance(session: LocalSession, steps: int) -> None:
    """Let everyone move, the person with the first legal move."""

    async def go() -> None:
        for _ in range(steps):
            if session.table.turn is None:
                return
            if session.table.turn == session.seat:
                session.play_now(session.table.legal()[0])
            await session.next_step()

    asyncio.run(go())


def only_file() -> Path:
    (path,) = saves.saved_games()
    return path


def test_a_game_is_saved_from_its_first_deal_on_as_a_record_that_replays() -> None:
    session = begin()
    for _ in range(6):
        advance(session, 1)
        document = json.loads(only_file().read_text())
        assert document["players"] == [None, "Random", "Random", "Random"]
        assert knockroll.Table.replay(document) == session.table
    assert not list(saves.games_folder().glob(".*"))


async def first_steps(session: LocalSession) -> list[SeatStep]:
    """The first steps of a resumed game."""
    steps = []
    while session.has_news:
        step = await session.next_step()
        assert isinstance(step, SeatStep)
        steps.append(step)
    return steps


def test_resume_goes_on_where_it_was_with_the_log_of_the_hand() -> None:
    session = begin()
    advance(session, 7)
    again = resume_session()
    assert again.table == session.table
    assert again.names == session.names
    assert again.seat == 0
    steps = asyncio.run(first_steps(again))
    assert all(step.past for step in steps)
    assert steps[-1].view == session.table.view(0)
    assert [e.text for step in steps for e in step.events if e.text] == session.table.moves
    advance(again, 4)
    assert knockroll.Table.replay(json.loads(only_file().read_text())) == again.table


def test_a_resumed_game_knows_the_hands_before() -> None:
    session = begin()
    while len(session.table.hands) < 3:
        advance(session, 1)
    advance(session, 2)
    again = resume_session()
    steps = asyncio.run(first_steps(again))
    told = [event.points for step in steps for event in step.events if event.account is not None]
    assert [ended.points for ended in again.past_hands] + told == [hand.points for hand in session.table.hands]
    assert all(ended.title and "{" not in ended.title for ended in again.past_hands)


def test_the_last_unfinished_game_is_resumed_and_finished_ones_are_kept() -> None:
    finished = begin("farkle")
    advance(finished, 100_000)
    assert finished.table.result is not None
    assert "knockroll replay" in finished.farewell()
    with pytest.raises(NothingToResume, match="there is no unfinished game"):
        resume_session()
    running = begin("tonk")
    advance(running, 2)
    assert resume_session().table == running.table
    assert len(saves.saved_games()) == 2


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "it is a list, not an object"),
        ('{"format": "chess/1"}', "not a knockroll/1 record"),
    ],
)
def test_a_damaged_save_is_named_and_stays_as_it_is(damage: str, message: str) -> None:
    advance(begin(), 3)
    path = only_file()
    path.write_text(damage)
    with pytest.raises(knockroll.InvalidRecord, match=message):
        resume_session()
    assert path.read_text() == damage


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": ["draw stock", "fly"]}, "move 2"),
        ({"players": None}, "players"),
        ({"players": [None]}, "players"),
        ({"players": [None, None, "Random", "Random"]}, "players"),
        ({"players": [None, "Nobody", "Random", "Random"]}, "has no player 'Nobody'"),
        ({"players": [None, 7, "Random", "Random"]}, "can't be resumed"),
    ],
)
def test_a_forged_save_is_refused(change: dict[str, Any], message: str) -> None:
    advance(begin(), 3)
    path = only_file()
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(knockroll.InvalidRecord, match=message):
        resume_session(path)


def test_a_record_without_players_is_for_replays() -> None:
    path = saves.games_folder() / "record.json"
    write_whole(path, json.dumps(knockroll.Table("tonk", seed=1).record()))
    with pytest.raises(knockroll.InvalidRecord, match="knockroll replay"):
        resume_session(path)


def test_a_folder_that_cannot_be_written_is_said_once_and_the_game_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.parent.mkdir(exist_ok=True)
    data.write_text("a file where a folder should be")
    session = begin()

    async def go() -> list[Any]:
        return [await session.next_step(), await session.next_step()]

    got = asyncio.run(go())
    notices = [step for step in got if isinstance(step, Notice)]
    assert len(notices) == 1
    assert "Can't save the game" in notices[0].text
    advance(session, 4)
    assert session.farewell() == "This game was not saved."


def test_a_disk_that_is_full_leaves_what_was_saved_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    session = begin()
    advance(session, 2)
    monkeypatch.setattr(saves, "write_whole", full)
    advance(session, 4)
    said = session.farewell()
    assert said == "Only an earlier part of the game is saved. Resume it with:  knockroll play --resume"
    assert len(resume_session().table.moves) < len(session.table.moves)


def test_a_game_resumed_in_two_terminals_is_not_overwritten() -> None:
    advance(begin(), 3)
    first, second = resume_session(), resume_session()
    first.play_now(first.table.legal()[0]) if first.table.turn == 0 else advance(first, len(first._coming) + 1)
    kept = only_file().read_text()
    advance(second, len(second._coming) + 2)
    assert only_file().read_text() == kept
    assert second.farewell() == "This game was not saved."


def test_two_games_that_begin_in_one_second_have_two_files() -> None:
    begin()
    begin()
    assert len(saves.saved_games()) == 2


@pytest.mark.parametrize("damage", ["", "[]", '{"pace": "warp", "theme": 7, "order": ["x"]}', '{"pace": "fast"}'])
def test_settings_that_make_no_sense_are_as_usual(damage: str, data: Path) -> None:
    data.mkdir(parents=True)
    (data / "terminal.json").write_text(damage)
    assert load_preferences() == Preferences(pace="fast" if "fast" in damage else "normal")


def test_a_game_with_a_program_is_resumed_only_if_that_is_allowed(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    program = f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(bot))}"
    session = GameSetup(knockroll.get_game("thirty_one"), seats=2, seed=5, opponents=(program,)).open()
    advance(session, 8)
    assert session.names == ("You", "mybot")
    assert len(session.table.moves) > 5
    assert session.farewell().endswith("knockroll play --resume --allow-commands")
    with pytest.raises(knockroll.InvalidRecord, match=r"mybot.py.*add --allow-commands"):
        resume_session()
    again = resume_session(allow_commands=True)
    assert again.table == session.table
    advance(again, 4)
    assert len(again.table.moves) > len(session.table.moves)
    asyncio.run(session.close())
    asyncio.run(again.close())


def test_games_that_begin_in_the_same_second_have_files_of_their_own() -> None:
    begun = [saves.Save.new("tonk") for _ in range(6)]
    tables = [knockroll.Table("tonk", seed=seed) for seed in range(6)]
    for _ in range(2):
        for save, table in zip(begun, tables, strict=True):
            save.write(table, [None] * table.seats)
    assert len({save.path for save in begun}) == len(saves.saved_games()) == 6
    for save, table in zip(begun, tables, strict=True):
        assert knockroll.Table.replay(save.path.read_text()) == table
