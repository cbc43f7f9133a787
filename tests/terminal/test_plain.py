"""The plain mode through a real pipe: what a script, a screen reader or a person without a full screen gets."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

import knockroll
from knockroll.commands import main
from knockroll.engine.errors import IllegalMove
from knockroll.terminal.draw.bars import prompt_block
from knockroll.terminal.model.saves import saved_games
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Selection
from knockroll.terminal.model.session import LocalSession, Notice, SeatStep
from knockroll.terminal.model.setup import GameSetup
from knockroll.terminal.model.words import sudden_text
from knockroll.terminal.plain import Prompt
from tests import helpers
from tests.terminal.driving import Puppet

COMMAND = [sys.executable, "-m", "knockroll"]
SHORT = {
    "farkle": ("-o", "target=500"),
    "gin_rummy": ("-o", "target=20"),
    "thirty_one": ("-o", "strikes=1"),
    "tonk": ("-o", "hands=2"),
    "tunk": ("-o", "target=30"),
}


def plain(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*COMMAND, *arguments, "--plain"], input=lines, capture_output=True, text=True, env=environment
    )


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_played_to_its_end_through_a_pipe(game: str) -> None:
    ran = plain("play", game, "--seed", "5", "--players", "Random", *SHORT[game], lines="1\n" * 3000)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "\n== " in ran.stdout
    assert "Game over: " in ran.stdout
    (path,) = saved_games()
    assert ran.stdout.rstrip().splitlines()[-1].startswith("Watch the game again with:  knockroll replay")
    table = knockroll.Table.replay(json.loads(path.read_text()))
    assert table.result is not None
    said = [line[2:] for line in ran.stdout.splitlines() if line.startswith("> ")]
    assert set(said) == {"1"}


def test_moves_are_typed_in_the_grammar_and_mistakes_are_explained() -> None:
    lines = "draw stock\nfly\ndiscard As\nview\nrules\n\nquit\n"
    ran = plain("play", "thirty_one", "--seed", "2", "--players", "Random", lines=lines)
    assert "\nYou drew " in ran.stdout
    assert "! 'fly' is not a move" in ran.stdout
    assert "! You don't have A♠." in ran.stdout
    assert "Three cards, one suit" in ran.stdout
    assert ran.stdout.count("Your hand: ") >= 3
    assert "The game is saved. Resume it with:  knockroll play --resume" in ran.stdout


def test_the_end_of_the_input_leaves_and_resume_goes_on() -> None:
    first = plain("play", "gin_rummy", "--seed", "3", "--players", "Random", lines="1\n1\n")
    assert first.returncode == 0
    assert first.stdout.rstrip().endswith("knockroll play --resume")
    (path,) = saved_games()
    moves = json.loads(path.read_text())["moves"]
    second = plain("play", "--resume", lines="1\n1\n")
    assert json.loads(path.read_text())["moves"][: len(moves)] == moves
    assert len(json.loads(path.read_text())["moves"]) > len(moves)
    assert second.returncode == 0


def test_ctrl_c_leaves_cleanly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "tonk", "--plain", "--seed", "2", "--players", "Random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    while not said.endswith("\n> "):
        said += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == ""
    assert "knockroll play --resume" in out
    assert len(saved_games()) == 1


def test_a_closed_pipe_is_no_traceback() -> None:
    command = " ".join([*COMMAND, "play", "tonk", "--plain", "--seed", "2"])
    ran = subprocess.run(["bash", "-c", f"yes 1 | {command} | head -1"], capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess", "--plain"], "there is no game 'chess'"),
        (["play", "--plain"], "name a game"),
        (["play", "tonk", "--plain", "--seats", "99"], "cannot have 99 seats"),
        (["play", "tonk", "--plain", "-o", "stake"], "NAME=VALUE"),
        (["play", "tonk", "--plain", "-o", "colour=red"], "there is no option 'colour'"),
        (["play", "tonk", "--plain", "--players", "Nobody"], "has no player 'Nobody'"),
        (
            ["play", "tonk", "--plain", "--seats", "2", "--players", "Random,Random"],
            "2 computer players are too many for 2 seats",
        ),
        (["play", "--resume", "--plain"], "there is no unfinished game"),
        (["play", "--resume", "no/such/file", "--plain"], "cannot be read"),
        (["play", "tonk", "--resume", "--plain"], "omit GAME"),
        (["play", "--table", "x"], "needs both"),
        (["play", "--server", "http://127.0.0.1:1", "--plain"], "name a table"),
        (["play", "tonk", "--server", "http://127.0.0.1:1", "--table", "x"], "omit GAME and --resume"),
        (["play", "--server", "http://127.0.0.1:1", "--table", "x", "--plain"], "can't reach the server"),
        (["play", "--server", "nonsense", "--table", "x", "--plain"], "can't reach the server"),
        (["play", "tonk"], "try --plain"),
        (["play"], "try --plain"),
    ],
)
def test_what_cannot_be_gets_a_clear_error(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in helpers.said_of_error(arguments, capsys)


def test_watching_needs_nobody(tmp_path: Path) -> None:
    ran = plain("play", "farkle", "--watch", "--seed", "2", "-o", "target=500", "--players", "Random")
    assert ran.returncode == 0
    assert "Game over" in ran.stdout
    assert "You" not in ran.stdout


class Relayed(LocalSession):
    """A table whose messages arrive late, as from far away: some come between a move and its result."""

    def __init__(self, *news: Notice | str) -> None:
        hands = ["Ks 2s 4h", "7s 7h 8s"]
        then = [helpers.deck(hands)]
        table = helpers.table("thirty_one", hands, upcard="9h", stock="Td", dealer=1, then=then)
        super().__init__(table, (None, Puppet("Ann")))
        self._news = list(news)
        self.asked: list[str] = []

    async def play(self, move: str) -> None:
        self.asked.append(move)
        news = self._news.pop(0) if self._news else None
        if isinstance(news, str):  # the server was faster: it has moved for the person
            self.play_now(news)
            raise IllegalMove("stale", "The table has gone on.")
        if news is not None:
            self._coming.append(news)
        await super().play(move)


def test_news_between_a_move_and_what_follows_do_not_ask_for_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    session = Relayed(Notice("Ann is away.", trouble=False))
    Prompt(session, io.StringIO("draw stock\ndiscard Td\n")).run()
    said = capsys.readouterr().out
    assert "! Ann is away." in said
    assert session.asked == ["draw stock", "discard Td"]
    assert session.table.moves[:2] == ["draw stock", "discard Td"]
    assert said.count("Moves: 1 draw stock") == 2  # at first, and in the next turn


def test_a_table_that_has_gone_on_is_shown_before_the_next_question(capsys: pytest.CaptureFixture[str]) -> None:
    session = Relayed("draw stock")
    Prompt(session, io.StringIO("knock\ndiscard Td\n")).run()
    said = capsys.readouterr().out
    assert "! The table has gone on." in said
    assert said.index("! The table has gone on.") < said.index("You drew 10♦ from the stock")
    assert session.table.moves[:2] == ["draw stock", "discard Td"]


def test_who_thinks_for_long_is_said_to_be_thinking_once_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    session = Relayed()
    ann = Puppet("Ann")
    ann.slow = True  # type: ignore[attr-defined]
    session.players = (None, ann)
    Prompt(session, io.StringIO("draw stock\ndiscard Td\n")).run()
    assert capsys.readouterr().out.count("Ann is thinking …") == 1


def test_a_warning_is_said_and_the_same_once_more_does_it(capsys: pytest.CaptureFixture[str]) -> None:
    session = Relayed()
    prompt = Prompt(session, io.StringIO("1\nDRAW STOCK\n"))
    view = session.table.view(0)
    view["reading"]["warnings"] = {"draw stock": "{1} may not like that."}
    session._coming = deque([SeatStep((), view)])
    prompt.run()
    said = capsys.readouterr().out
    assert "! Ann may not like that. Type it again to confirm." in said
    assert session.asked == ["DRAW STOCK"]


def test_where_glyphs_cannot_be_printed_it_is_ascii() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*COMMAND, "play", "thirty_one", "--plain", "--seed", "2", "--players", "Random"]
    ran = subprocess.run(command, input="1\nquit\n", capture_output=True, text=True, env=environment)
    assert ran.returncode == 0, ran.stderr
    assert "You drew " in ran.stdout
    wanted = plain("play", "thirty_one", "--seed", "2", "--players", "Random", "--ascii", lines="1\nquit\n")
    assert wanted.stdout.isascii()


def test_a_finished_hand_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    session = Relayed()
    Prompt(session, io.StringIO("knock\n")).run()
    said = capsys.readouterr().out
    assert "You knocked, so everyone else gets one last turn\n" in said
    assert said.count("\n-- ") == said.count("lowest hand. ") == 1
    assert "showed" not in said


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "replay"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "examples:" in capsys.readouterr().out


@pytest.mark.parametrize(("variant", "warns"), [(None, True), ("standard", False)])
def test_who_may_be_surprised_is_warned(variant: str | None, warns: bool) -> None:
    """In gin, a computer may knock before the person's first move by the source's rules, but not by the standard."""
    warned = 0
    for seed in range(8):  # chance decides who begins
        setup = GameSetup(knockroll.get_game("gin_rummy"), 2, variant, opponents=("Random",), seed=seed, saving=False)
        session = setup.open()
        view = session.table.view(0)
        said = "before your first turn" in sudden_text(session.game.showing, view)
        assert said is warns
        scene = Scene(session.game, 0, session.names)
        scene.view = view
        shown = " ".join(" ".join(row.plain for row in prompt_block(scene, Selection(), "", 80)).split())
        warned += "before your first turn" in shown
        assert ("before your first turn" in shown) == (warns and view["turn"] != 0)
    assert (warned > 0) is warns


def test_plain_mode_needs_nothing_that_draws() -> None:
    program = """if True:
        import sys

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in ("textual", "rich"):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        sys.meta_path.insert(0, Missing())
        from knockroll.commands import main
        sys.exit(main(["play", "farkle", "--plain", "--no-save", "--seed", "1"]))
    """
    ran = subprocess.run([sys.executable, "-c", program], input="1\n", capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "This game was not saved." in ran.stdout
