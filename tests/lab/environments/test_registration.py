"""The registries of Gymnasium and PettingZoo have every game, under an id with a version."""

from __future__ import annotations

import sys
import warnings

import gymnasium
import numpy
import pettingzoo
import pytest

import knockroll
from knockroll.lab import registration
from knockroll.lab.environments.pettingzoo import GameEnv
from knockroll.lab.environments.vectors import GamesEnv


@pytest.mark.parametrize("name", knockroll.game_names())
def test_make_vec_is_vector(name: str) -> None:
    env = gymnasium.make_vec(registration.env_id(name), num_envs=4, seed=7, compiled=False)
    assert isinstance(env, GamesEnv)
    ours = knockroll.lab.vector(name, 4, seed=7, compiled=False)
    (rows, infos), (same_rows, _) = env.reset(), ours.reset()
    assert (rows == same_rows).all()
    moves = infos["action_mask"].argmax(axis=1)
    assert (env.step(moves)[1] == ours.step(moves)[1]).all()
    assert env.spec is not None and env.spec.id == registration.env_id(name)


@pytest.mark.parametrize("name", knockroll.game_names())
def test_make_is_a_seat_among_computer_players(name: str) -> None:
    env = gymnasium.make(registration.env_id(name), compiled=False)
    first, info = env.reset(seed=3)
    assert env.observation_space.contains(first)
    for _ in range(20):
        row, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert env.observation_space.contains(row)
        assert isinstance(reward, float) and isinstance(terminated, bool) and not truncated
        assert info["action_mask"].any()
    again, _ = env.reset(seed=3)
    assert numpy.array_equal(first, again)
    env.close()


def test_an_id_says_where_it_comes_from() -> None:
    env = gymnasium.make_vec("knockroll.lab.registration:knockroll/ThirtyOne-v0", num_envs=2, compiled=False)
    assert isinstance(env, GamesEnv)


@pytest.mark.parametrize("name", knockroll.game_names())
def test_pettingzoo_makes_it_by_its_id(name: str) -> None:
    env = pettingzoo.make("aec", registration.env_id(name), compiled=False)
    assert isinstance(env, GameEnv)
    assert env.metadata["name"] == f"knockroll_{name}_v0"
    env.reset(seed=1)
    observation = env.last()[0]
    env.step(int(observation["action_mask"].argmax()))


def test_registering_twice_changes_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registration.register_all()


def test_an_older_pettingzoo_has_no_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Older:
        __name__ = "pettingzoo"

    monkeypatch.setitem(sys.modules, "pettingzoo", Older())
    registration.register_all()
