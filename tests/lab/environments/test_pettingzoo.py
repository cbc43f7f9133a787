"""The games in PettingZoo: its own tests pass, and what is wrong is refused."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import knockroll
from knockroll.engine.errors import IllegalMove, InvalidMove, InvalidOption

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from knockroll.lab.environments import pettingzoo as ours
from tests.lab.environments.seats import SEATS

pytestmark = [
    pytest.mark.compiles,
    # What it says of every observation that is a dict with a mask; its own card games also have such.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent"),
]
every_game = pytest.mark.parametrize("name", knockroll.game_names())


@every_game
def test_the_tests_of_pettingzoo_pass(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def make(**arguments: Any) -> ours.GameEnv:
        return ours.env(name, seats=SEATS[name], **arguments)

    api_test(make(), num_cycles=150)
    seed_test(make, num_cycles=60)
    render_test(make)
    seconds = count()
    clock = SimpleNamespace(time=lambda: next(seconds))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)  # it would take five real seconds
    performance_benchmark(make())
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_rewards_are_those_of_the_hand() -> None:
    env = ours.env("gin_rummy", variant="standard")
    for seed in range(5):
        env.reset(seed=seed)
        moves: list[int] = []
        for agent in env.agent_iter():
            observation, reward, termination, *_ = env.last()
            if termination:
                table = knockroll.Table("gin_rummy", variant="standard", chance=knockroll.Seeded(seed))
                for move in moves:
                    table.play(table.game.moves.texts[move])
                points = table.hands[0].points
                seat = env.possible_agents.index(agent)
                assert reward == points[seat] - points[1 - seat]
                env.step(None)
            else:
                moves.append(int(observation["action_mask"].nonzero()[0][-1]))
                env.step(moves[-1])


def test_the_others_see_what_they_may_and_have_no_moves() -> None:
    env = ours.env("thirty_one", seats=2)
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    observation = env.observe(waiting)
    hand = env.batch.layout.field("hand")
    assert observation["observation"][hand.start : hand.stop].sum() == 3
    assert not observation["action_mask"].any()


def test_what_is_wrong_is_refused_and_nothing_changes() -> None:
    env = ours.env("thirty_one", seats=2)
    with pytest.raises(InvalidMove, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    before = env.batch.states.copy()
    for wrong in (None, 55, -1, 0.0, "knock", True):
        with pytest.raises(InvalidMove, match="whole number from 0 to 54"):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(
        IllegalMove, match=r"player_\d cannot make move 2 \(discard As\) now; legal moves: 0 \(draw stock"
    ):
        env.step(2)
    assert (env.batch.states == before).all()
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(InvalidOption, match="no agent 'seat_9'; the agents are "):
            ask("seat_9")
    with pytest.raises(InvalidOption, match="render_mode must be 'human' or 'ansi' or None"):
        ours.env("thirty_one", render_mode="rgb_array")


def test_a_finished_game_says_so() -> None:
    env = ours.env("thirty_one", seats=2)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, *_ = env.last()
        env.step(None if termination else int(observation["action_mask"].argmax()))
    with pytest.raises(InvalidMove, match="the game is over: call reset"):
        env.step(0)
