"""The games in the registries of Gymnasium and PettingZoo: importing this module registers all of them.

>>> import gymnasium
>>> import knockroll.lab.registration
>>> envs = gymnasium.make_vec("knockroll/ThirtyOne-v0", num_envs=8, seats=2, compiled=False)
>>> envs.num_envs
8

Gymnasium also imports a module that stands before the id: ``"knockroll.lab.registration:knockroll/GinRummy-v0"``.
``gymnasium.make`` gives one game with a learner at seat 0 and computer players at the others. PettingZoo has a registry
from 1.27 on: ``pettingzoo.make("aec", "knockroll/GinRummy-v0")``. The parameters are those of
:func:`knockroll.lab.vector` and of ``knockroll.lab.environments.pettingzoo.env``.
"""

from __future__ import annotations

from typing import Any

from knockroll.engine.errors import MissingPackage
from knockroll.engine.game import find_game, game_names
from knockroll.lab import vector

try:
    import gymnasium

    from knockroll.lab.environments.single import SeatEnv
    from knockroll.lab.environments.vectors import GamesEnv
except ModuleNotFoundError as error:
    raise MissingPackage.of(error, "lab") from error

NAMESPACE = "knockroll"
VERSION = 0
"""Goes up when a change to the rules, rows, masks or rewards of any game changes what a learner learns."""


def env_id(game: str) -> str:
    """Return the name of a game in the registries.

    >>> env_id("gin_rummy")
    'knockroll/GinRummy-v0'
    """
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in game.split('_'))}-v{VERSION}"


def make_vector(game: str, num_envs: int = 1, **parameters: Any) -> GamesEnv:
    """Make many games side by side: see :func:`knockroll.lab.vector`."""
    return vector(game, num_envs, **parameters)


def make_single(game: str, **parameters: Any) -> SeatEnv:
    """Make one game with a learner at one seat; by default the game's first player has the others."""
    opponents = parameters.pop("opponents", None) or find_game(game).players[0].name
    return SeatEnv(vector(game, 1, opponents=opponents, **parameters))


def register_all() -> None:
    """Register every game that is not registered yet."""
    for game in game_names():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="knockroll.lab.registration:make_single",
                vector_entry_point="knockroll.lab.registration:make_vector",
                kwargs={"game": game},
                disable_env_checker=True,  # the checker takes any action to be legal
            )
    _register_with_pettingzoo()


def _register_with_pettingzoo() -> None:
    """Register every game with PettingZoo, if it is installed and has a registry."""
    try:
        from pettingzoo import aec_registry, register
    except ImportError:
        return
    for game in game_names():
        if env_id(game) not in aec_registry:
            entry_point = "knockroll.lab.environments.pettingzoo:env"
            register("aec", env_id(game), entry_point, kwargs={"game": game})


register_all()
