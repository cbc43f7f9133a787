"""The vector environment: the same two ways and on any number of threads, in Gymnasium's interface."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import knockroll
import knockroll.lab
from knockroll.engine.errors import IllegalMove, InvalidMove, InvalidOption
from knockroll.engine.game import Game
from knockroll.lab.environments.arrays import Layout
from knockroll.lab.environments.stepping import Batch, Episode, Reward, Setting
from knockroll.players import RANDOM
from tests.lab.environments.seats import SEATS
from tests.plugins import EVERY_GAME

pytestmark = pytest.mark.compiles
ENVS = 6
STEPS = 120


def same(one: Batch, other: Batch) -> bool:
    names = ("observations", "masks", "rewards", "ended", "states", "playouts", "_streams")
    return all((getattr(one, name) == getattr(other, name)).all() for name in names)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(knockroll.get_game(name), seats) for name, seats in SEATS.items()]
    + [(game, seats) for game in EVERY_GAME if game.name not in SEATS for seats in (game.min_seats, game.max_seats)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_interpreted_and_compiled_steps_are_the_same(game: Game, seats: int) -> None:
    """Hands for points and games for the win; rewards add up to nothing."""
    values = game.option_values(seats, None, {})
    kinds: tuple[tuple[Episode, Reward], ...] = (("hand", "points"), ("game", "win"))
    for episode, reward in kinds:
        setting = Setting(game=game, seats=seats, values=values, episode=episode, reward=reward, most_moves=100)
        one, other = (Batch(setting, ENVS, compiled=how) for how in (True, False))
        one.begin(5)
        other.begin(5)
        ends = 0
        for _ in range(STEPS):
            assert same(one, other)
            moves = one.sample().copy()
            one.step(moves)
            other.step(moves)
            assert numpy.allclose(one.rewards.sum(axis=1), 0, atol=1e-3)
            ends += int((one.ended > 0).sum())
        assert ends, "episodes ended and began again among these steps"


@pytest.mark.parametrize(("name", "seats"), [("thirty_one", 2), ("follow", 6)])
def test_a_row_is_what_the_seat_to_move_may_know(name: str, seats: int) -> None:
    game = next(game for game in EVERY_GAME if game.name == name)
    env = knockroll.lab.vector(game, envs=ENVS, seats=seats, seed=2)
    env.reset()
    layout = Layout.of(game, seats)
    for _ in range(50):
        observations, *_, infos = env.step(env.sample())
        for i in range(ENVS):
            s = env.batch.game.state.read(env.batch.states[i])
            assert observations[i].tolist() == layout.observe(s, s.turn)
            assert numpy.flatnonzero(infos["action_mask"][i]).tolist() == env.batch.game.list_legal(s)
            assert infos["to_play"][i] == s.turn


def test_threads_change_nothing() -> None:
    one, two = (knockroll.lab.vector("thirty_one", envs=33, seats=2, threads=threads, seed=4) for threads in (1, 2))
    one.reset()
    two.reset()
    for _ in range(60):
        moves = one.sample().copy()
        one.step(moves)
        two.step(moves)
        assert same(one.batch, two.batch)


def test_number_i_plays_games_that_can_be_looked_at_again_at_a_table() -> None:
    env = knockroll.lab.vector("thirty_one", envs=4, seats=2, seed=9, episode="game", reward="win")
    env.reset()
    moves: list[int] = []
    while True:
        chosen = env.sample().copy()
        moves.append(int(chosen[2]))
        _, _, terminations, _, infos = env.step(chosen)
        if terminations[2]:
            break
    table = knockroll.Table("thirty_one", 2, chance=knockroll.Seeded(9, 2))
    for move in moves:
        table.play(table.game.moves.texts[move])
    assert table.result is not None
    assert infos["rewards"][2].tolist() == [1 if seat in table.result.winners else -1 for seat in range(2)]


@pytest.mark.parametrize("opponents", ["House", RANDOM, lambda observations, masks: masks.argmax(axis=1)])
def test_one_learner_among_opponents_is_asked_at_its_own_turns_only(opponents: Any) -> None:
    env = knockroll.lab.vector("thirty_one", envs=16, seats=3, seed=1, seat=1, opponents=opponents)
    observations, infos = env.reset()
    turn = env.layout.field("turn")
    total, ends = 0.0, 0
    for _ in range(60):
        assert (infos["to_play"] == 1).all()
        assert (observations[:, turn.start] == 1).all()
        observations, rewards, terminations, _, infos = env.step(env.sample())
        assert (rewards[~terminations] == 0).all(), "a hand brings points when it is over"
        total += float(rewards.sum())
        ends += int(terminations.sum())
    assert ends
    assert total != 0


def test_a_learner_that_is_out_waits_for_the_end_of_the_game() -> None:
    env = knockroll.lab.vector("thirty_one", envs=8, seats=3, seed=1, opponents="House", episode="game", reward="win")
    env.reset()
    got = set()
    for _ in range(150):
        _, rewards, terminations, _, _ = env.step(env.sample())
        got |= set(rewards[terminations].tolist())
    assert list(got) == [pytest.approx(-1 / 2)], "random play does not win against House"


def test_it_is_a_vector_environment_of_gymnasium() -> None:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    env = knockroll.lab.vector("thirty_one", envs=8, seats=2, seed=1)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, _ = env.reset(seed=3)
    assert observations in env.observation_space
    assert env.sample() in env.action_space
    again, _ = env.reset(seed=3)
    assert (again == observations).all()
    counted: Any = RecordEpisodeStatistics(env)
    counted.reset()
    for _ in range(100):
        *_, infos = counted.step(env.sample())
        if "episode" in infos:
            break
    else:
        pytest.fail("no episode was counted")


def test_arrays_are_not_copied_and_torch_looks_at_the_same_memory() -> None:
    torch = pytest.importorskip("torch")
    env = knockroll.lab.vector("thirty_one", envs=8, seats=2, seed=1)
    first, infos = env.reset()
    looking = torch.from_numpy(first)
    before = first.copy()
    then, *_, later = env.step(env.sample())
    assert then is first
    assert later["action_mask"] is infos["action_mask"]
    assert (first != before).any()
    assert (looking.numpy() == first).all()


def test_both_types_hold_the_same_numbers() -> None:
    """In a game of cards that is compiled quickly: one rule writes the rows of all games."""
    game = next(game for game in EVERY_GAME if game.name == "follow")
    env, floats = (knockroll.lab.vector(game, envs=8, seats=2, seed=1, dtype=dtype) for dtype in ("int16", "float32"))
    first, _ = env.reset()
    others, _ = floats.reset()
    assert others.dtype == numpy.float32
    for _ in range(20):
        assert (first == others).all()
        moves = env.sample().copy()
        env.step(moves)
        floats.step(moves)


def test_moves_may_come_in_any_array_of_whole_numbers() -> None:
    """Every other number of a larger array, one that cannot be written: nothing is compiled again for them."""
    env = knockroll.lab.vector("thirty_one", envs=4, seats=2, seed=1)
    env.reset()
    fixed = numpy.zeros(4, numpy.uint8)
    fixed.flags.writeable = False
    env.step(fixed)
    compiled = len(env.batch._run.signatures)  # type: ignore[attr-defined]
    env.step(numpy.repeat(env.sample(), 2).astype(numpy.int32)[::2])
    env.step([int(move) for move in env.sample()])
    assert len(env.batch._run.signatures) == compiled  # type: ignore[attr-defined]


def test_most_moves_cut_an_episode_off() -> None:
    env = knockroll.lab.vector("gin_rummy", envs=8, variant="standard", seed=1, most_moves=5)
    env.reset()
    for step in range(1, 11):
        *_, terminations, truncations, _ = env.step(env.sample())
        assert (truncations == (step % 5 == 0)).all() or terminations.any()


@pytest.mark.parametrize(
    ("moves", "error", "words"),
    [
        (numpy.zeros(3, int), InvalidMove, "array of 4 whole numbers, not int64 of shape"),
        (numpy.zeros(4), InvalidMove, "not float64"),
        (numpy.full(4, 55), InvalidMove, "moves 0 to 54, but not 55"),
        (numpy.full(4, -1), InvalidMove, "but not -1"),
        (numpy.full(4, 2), IllegalMove, r"game 0 does not allow 2 \(discard As\) now; legal moves: 0 \(draw stock\)"),
    ],
)
def test_bad_actions_are_refused_and_nothing_changes(moves: Any, error: type[Exception], words: str) -> None:
    env = knockroll.lab.vector("thirty_one", envs=4, seats=2, seed=1)
    env.reset()
    before = env.batch.states.copy(), env.batch.observations.copy(), env.batch._streams.copy()
    with pytest.raises(error, match=words):
        env.step(moves)
    assert (env.batch.states == before[0]).all()
    assert (env.batch.observations == before[1]).all()
    assert (env.batch._streams == before[2]).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"envs": 0}, "envs must be a whole number of at least 1"),
        ({"threads": 1.5}, "threads must be a whole number"),
        ({"seat": 2}, "seat must be a seat from 0 to 1"),
        ({"episode": "day"}, "episode must be 'hand' or 'game', not 'day'"),
        ({"dtype": "int8"}, "dtype must be 'int16' or 'float32'"),
        ({"opponents": ["House", "House"]}, "2 seats need 1 opponents"),
        ({"opponents": "Nobody"}, "Nobody"),
        ({"stakes": 4}, "stakes"),
        ({"variant": "odd"}, "no variant 'odd'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        knockroll.lab.vector("thirty_one", **{"seats": 2, **wrong})


def test_not_begun_and_closed_environments_say_so() -> None:
    env = knockroll.lab.vector("thirty_one", envs=4, seats=2, seed=1)
    with pytest.raises(InvalidMove, match="call reset"):
        env.step(numpy.zeros(4, int))
    with pytest.raises(InvalidOption, match="pass options to vector"):
        env.reset(options={"strikes": 1})
    env.close()
    with pytest.raises(InvalidMove, match="closed"):
        env.reset()
