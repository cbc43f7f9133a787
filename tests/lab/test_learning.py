"""Players that learn: training comes out the same, and what it makes plays anywhere, by what its seat may see."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
import pytest

import knockroll
import knockroll.lab
from knockroll import arena
from knockroll.commands import main
from knockroll.engine.errors import InvalidOption, MissingPackage, UnknownPlayer
from knockroll.lab.learning.advice import Adviser
from knockroll.lab.learning.player import load
from tests.lab.arena.test_every_player import choose, only_what_is_seen_matters

if TYPE_CHECKING:  # loading torch takes seconds, and every worker reads this file
    from knockroll.lab.learning.training import Training

pytestmark = pytest.mark.compiles
SMALL = {"width": 16, "games": 8, "length": 8, "epochs": 1, "parts": 2, "lessons": 2}
UPDATES = 4
STEPS = UPDATES * SMALL["games"] * SMALL["length"]


def train(file: Path, **changes: Any) -> Training:
    """A short training, not for anything but to see that it goes on."""
    terms: dict[str, Any] = {"seats": 2, "against": ["House"], "steps": STEPS, "seed": 3, "sizes": SMALL, **changes}
    return knockroll.lab.train("thirty_one", file, **terms)


@pytest.fixture(scope="module", params=[False, True], ids=["alone", "asking"])
def learned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Training:
    return train(tmp_path_factory.mktemp("learned") / "small.npz", ask=request.param)


# --- Training -------------------------------------------------------------------------------------------------------


def test_training_that_was_interrupted_goes_on_to_the_same_player(learned: Training, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == total // 2:
            raise KeyboardInterrupt

    file = tmp_path / "again.npz"
    first = train(file, progress=stop, ask=learned.course.asks)
    assert (first.interrupted, first.steps) == (True, STEPS // 2)
    half = file.read_bytes()
    assert knockroll.player("thirty_one", f"learned:{file}").character != ""
    second = train(file, resume=True, ask=learned.course.asks)
    assert (second.interrupted, second.steps, second.hands) == (False, STEPS, learned.hands)
    assert second.curve == learned.curve
    assert half != file.read_bytes() == learned.player.read_bytes(), "twice the same, to the bit"


def test_a_network_learns_to_do_what_it_is_shown(tmp_path: Path) -> None:
    sizes = {"width": 32, "games": 128, "length": 32, "epochs": 2, "parts": 8, "lessons": 12}
    training = train(tmp_path / "pupil.npz", steps=12 * 128 * 32, sizes=sizes)
    untaught, *_, taught = (exam.reward for exam in training.curve)
    assert taught > untaught + 0.1, "a few hundredths are chance"


def test_a_move_is_judged_by_what_comes_before_the_same_seat_moves_again() -> None:
    """Two seats in turn; seat 1 ends the hand with its second move, which costs seat 0 a point."""
    from knockroll.lab.learning.ppo import TRACE, advantages

    rewards = numpy.zeros((5, 1, 2), numpy.float32)
    rewards[3, 0] = -1, 1
    ended = numpy.array([[False], [False], [False], [True], [False]])
    turns = numpy.array([[0], [1], [0], [1], [0], [1]])
    expected = numpy.array([[0.5], [0.25], [-0.5], [0.75], [0.125]], numpy.float32)
    better = advantages(rewards, ended, turns, expected, numpy.array([0.5], numpy.float32))[:, 0]
    assert better[3] == 1 - 0.75
    assert better[2] == -1 + 0.5
    assert better[1] == pytest.approx(0.75 - 0.25 + TRACE * better[3])
    assert better[0] == pytest.approx(-0.5 - 0.5 + TRACE * better[2])
    assert better[4] == pytest.approx(-0.5 - 0.125), "what the next seat still expects, this one fears"


def test_the_command_trains_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player, plot, kept = (str(tmp_path / name) for name in ("mine.npz", "mine.svg", "mine.json"))
    given = ["train", "31", "--seats", "2", "--against", "house,caution", "--seed", "1", "--width", "8", "--to", player]
    assert main([*given, "--steps", "1", "--plot", plot, "--json", kept]) == 0
    said = capsys.readouterr().out
    assert "Mr. Caution" in said
    assert "knockroll arena thirty_one" in said
    assert "against House" in Path(plot).read_text()
    told = json.loads(Path(kept).read_text())
    assert (told["course"]["seed"], told["steps"]) == ("0x1", 512 * 64)
    assert len(told["curve"]) == 4, "before and after, against both"
    assert main(given) == 1
    assert "there is already a checkpoint" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"against": ["Nobody"]}, "has no player 'Nobody'"),
        ({"against": ["cmd:./bot"]}, "cannot be compiled, so a network cannot learn from it"),
        ({"seats": 1}, "it takes 2 to 9"),
        ({"sizes": {"width": 0}}, "width must be a whole number of at least 1"),
        ({"sizes": {"games": 1}}, "too few"),
        ({"resume": True}, "no checkpoint"),
    ],
)
def test_what_cannot_be_trained_is_said_at_once(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(knockroll.KnockrollError, match=said):
        train(tmp_path / "x.npz", **changes)
    assert not list(tmp_path.iterdir())


def test_a_checkpoint_is_gone_on_from_only_with_its_own_course(learned: Training) -> None:
    with pytest.raises(InvalidOption, match="another course: seed was '0x3', not '0x4'"):
        train(learned.player, resume=True, ask=learned.course.asks, seed=4)
    with pytest.raises(InvalidOption, match="is not a checkpoint"):
        other = learned.player.with_name("other.npz")
        other.with_suffix(".pt").write_text("hello")
        train(other, resume=True)


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("training", "ppo", "network"):
        monkeypatch.delitem(sys.modules, f"knockroll.lab.learning.{name}")
    with pytest.raises(MissingPackage, match=r"pip install 'knockroll\[train\]'"):
        train(tmp_path / "x.npz")


# --- Playing --------------------------------------------------------------------------------------------------------


def test_it_plays_beside_others_in_the_arena(learned: Training) -> None:
    name = f"learned:{learned.player}"
    result = arena.run("thirty_one", [name, "House"], games=20, seed=1, compiled=False)
    assert [standing.faults for standing in result.standings] == [{}, {}]
    assert result.digest == arena.run("thirty_one", [name, "House"], games=20, seed=1, compiled=False).digest
    document = json.dumps(result.to_dict())
    assert arena.rerun(document, compiled=False, allow_commands=True).digest == result.digest


def test_its_choices_are_the_same_compiled_and_interpreted(learned: Training) -> None:
    game = learned.course.game
    bot = load(game, learned.player)
    env = knockroll.lab.vector(game, 64, seats=2, seed=2)
    env.reset()
    adviser = Adviser(game, bot, env.batch)
    for _ in range(12):
        states = [game.state.read(s) for s in env.batch.states]
        moves = [choose(game, bot, game.view_of(s, s.turn), 0) for s in states]
        assert adviser().tolist() == moves
        env.step(env.sample())


def test_its_choices_do_not_depend_on_what_its_seat_cannot_see(learned: Training) -> None:
    only_what_is_seen_matters(learned.course.game, load(learned.course.game, learned.player), 2, 2)


def test_whole_numbers_choose_as_the_network_does(learned: Training) -> None:
    """But for moves that it likes as well."""
    import torch

    from knockroll.lab.learning.network import Network
    from knockroll.lab.learning.ppo import TrainingGames

    network = Network(learned.course)
    kept = torch.load(learned.checkpoint, weights_only=True)
    network.layers.load_state_dict(kept["trainer"]["layers"])
    game, room = learned.course.game, TrainingGames(learned.course, 64)
    room.begin(5, 0)
    bot = load(game, learned.player)
    for _ in range(10):
        likes = room.look(network, learned.course.asks)[3]
        for i, s in enumerate(game.state.read(record) for record in room.env.batch.states):
            move = choose(game, bot, game.view_of(s, s.turn), 0)
            assert likes[i, move] > likes[i].max() - 0.01
        room.step(torch.from_numpy(room.env.sample().copy()))


def test_it_needs_neither_torch_nor_numpy(learned: Training) -> None:
    script = f"""
import sys
for name in ("torch", "numpy", "numba"):
    sys.modules[name] = None
import knockroll
table = knockroll.Table("thirty_one", 2, seed=7)
player = knockroll.player("thirty_one", {f"learned:{learned.player}"!r})
while table.turn is not None:
    table.play(player.choose(table.view(table.turn)))
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_file_that_has_changed_is_another_player(learned: Training, tmp_path: Path) -> None:
    """Compiled code is kept under what is in the file, not under its name."""
    game = learned.course.game
    file = tmp_path / "mine.npz"
    file.write_bytes(learned.player.read_bytes())
    before = load(game, file)
    other = train(tmp_path / "other.npz", seed=4, steps=1)
    file.write_bytes(other.player.read_bytes())
    after = load(game, file)
    assert before.name == after.name == f"learned:{file}"
    assert before.compiled_as != after.compiled_as
    assert load(game, file) == after, "and the same file the same, which is not compiled again"


def test_what_is_no_fit_player_is_said(learned: Training, tmp_path: Path) -> None:
    name = f"learned:{learned.player}"
    wrong = tmp_path / "wrong.npz"
    for content in (b"", b"PK\x05\x06" + bytes(18)):
        wrong.write_bytes(content)
        with pytest.raises(UnknownPlayer, match="is not a learned player: make one with 'knockroll train'"):
            knockroll.player("thirty_one", f"learned:{wrong}")
    with pytest.raises(UnknownPlayer, match="cannot be read: No such file"):
        knockroll.player("thirty_one", f"learned:{tmp_path / 'none.npz'}")
    with pytest.raises(UnknownPlayer, match="has learned thirty_one, not tunk"):
        knockroll.player("tunk", name)
    with pytest.raises(InvalidOption, match="can only play at tables of 2, not of 3"):
        arena.run("thirty_one", [name, "House"], seats=3, games=6)
    with pytest.raises(InvalidOption, match="can only play at tables of 2, not of 3"):
        knockroll.lab.vector("thirty_one", 4, seats=3, opponents=name)
    table = knockroll.Table("thirty_one", 3, seed=1)
    with pytest.raises(InvalidOption, match="can only play at tables of 2, not of 3"):
        knockroll.player("thirty_one", name).choose(table.view(table.turn))


def test_names_from_files_and_networks_load_no_file(learned: Training) -> None:
    from knockroll.players import known_player, short_name

    with pytest.raises(UnknownPlayer):
        known_player(learned.course.game, f"learned:{learned.player}")
    assert short_name(f"learned:{learned.player}") == "small"
