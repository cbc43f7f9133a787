"""The lab: compiled games by the million, and what is measured with them.

``compiled``      compiles rules, and caches what was compiled
``playout``       plays a game on from any position, with any players, to the end of the hand or game
``simulate``      random games
``arena``         matches among players; ``on_ray`` spreads them over a cluster
``environments``  games for learning libraries
``search``        players that search, and the value of each move
``learning``      players that learn
``cfr``           solves small games, with a loop that visits every choice

Most of this is one rule, in ``playout``: it runs compiled and interpreted like the rules it
calls. A simulation is a playout in which all seats choose at random, a match one with players. Where a player is not a
rule, the playout stops at its turn and continues with its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from knockroll.engine.errors import MissingPackage
from knockroll.engine.game import Game, find_game

if TYPE_CHECKING:
    from pathlib import Path

    from knockroll.lab.environments.stepping import Episode, Reward
    from knockroll.lab.environments.vectors import DataType, GamesEnv, Opponent
    from knockroll.lab.learning.training import Training
    from knockroll.lab.search.evaluate import Judged


def vector(
    game: str | Game,
    envs: int = 1024,
    *,
    seats: int | None = None,
    variant: str | None = None,
    episode: Episode = "hand",
    reward: Reward = "points",
    opponents: Opponent | Sequence[Opponent] | None = None,
    seat: int = 0,
    dealer: int | None = None,
    most_moves: int = 100_000,
    seed: int | None = None,
    dtype: DataType = "int16",
    threads: int = 1,
    compiled: bool = True,
    **options: Any,
) -> GamesEnv:
    """Many games side by side, one compiled step for all of them, in the interface of Gymnasium's ``VectorEnv``.

    >>> env = vector("thirty_one", envs=64, seats=2, seed=7)
    >>> observations, infos = env.reset()
    >>> for _ in range(100):
    ...     observations, rewards, terminations, truncations, infos = env.step(env.sample())
    >>> observations.shape == (64, env.layout.size), infos["action_mask"].shape
    (True, (64, 55))

    Number ``i`` of them plays the games ``i``, ``i + envs``, … under the seed, so any of them can be looked at again at
    a table (``Seeded(seed, number)``). docs/lab.md says what is in the arrays.

    :param episode: ``"hand"``: the first hand of a game, or ``"game"``: all of it
    :param reward: ``"points"``: what the scores have changed by, or ``"win"``: 1 for whoever wins, shared if several
        do; both less what the others get on average, and so that more is better
    :param opponents: None: actions are for the seat to move, whichever it is. Otherwise they are for ``seat``, and the
        others are these, or all of them this one: names of players, which are compiled in, or functions that get
        observations and masks of some games and return the number of a move for each
    :param dealer: who deals first; by default chance decides
    :param most_moves: moves after which an episode is cut off (``truncations``)
    :param dtype: of the observations; the numbers are the same
    :param threads: how many step the games side by side; the games stay the same
    :param compiled: interpreted, without the seconds for compiling, it is the same, but slower by far
    :param options: of the game, by name
    """
    try:
        from knockroll.lab.environments.vectors import make
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "lab") from error
    return make(
        game if isinstance(game, Game) else find_game(game),
        envs,
        seats=seats,
        variant=variant,
        episode=episode,
        reward=reward,
        opponents=opponents,
        seat=seat,
        dealer=dealer,
        most_moves=most_moves,
        seed=seed,
        dtype=dtype,
        threads=threads,
        compiled=compiled,
        options=options,
    )


def train(
    game: str | Game,
    file: str | Path,
    *,
    against: Sequence[str] = (),
    ask: bool = False,
    seats: int | None = None,
    variant: str | None = None,
    steps: int = 5_000_000,
    minutes: float | None = None,
    resume: bool = False,
    seed: int | None = None,
    sizes: Mapping[str, int] | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Training:
    """Train a small network to play a game, and write it to a file that plays as ``"learned:FILE"``.

    It is shown what the first of the opponents would do, then plays against itself and all of them (PPO). Ctrl-C ends
    it early and keeps what is done.

    :param file: the player (``.npz``); its checkpoint lies beside it (``.pt``)
    :param against: names of players that are rules; by default the strongest of the game
    :param ask: tell the network in every position what the first of them would do, in play, too
    :param steps: moves of the network, rounded up to whole updates
    :param minutes: stop after so many, if the steps take longer; then the result depends on the machine, too
    :param resume: go on from the checkpoint
    :param seed: the same seed and steps give the same network
    :param sizes: ``width``, ``games``, ``length``, ``epochs``, ``parts``, ``lessons``: see
        :class:`knockroll.lab.learning.course.Course`
    :param progress: is told the steps done and to do
    :param options: of the game, by name
    """
    from pathlib import Path

    from knockroll.lab.learning.course import prepare

    game = game if isinstance(game, Game) else find_game(game)
    course = prepare(game, against, seats, variant, options, ask, seed, **(sizes or {}))
    try:
        from knockroll.lab.learning.training import run
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "train") from error
    return run(course, Path(file), steps, minutes, resume, progress)


def evaluate(
    view: dict[str, Any],
    *,
    opponents: Sequence[str] | None = None,
    batches: int = 8,
    worlds: int = 64,
    seed: int = 0,
    threads: int = 1,
    on: str = "threads",
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Judged, ...]:
    """What every legal move of a view is worth, under several opinions of who the others are.

    Each move is made in the same worlds, which the seat believes in after all acts of the hand, and played on to the
    end of the hand: for the seat itself by the base player of the one who searches in this game, for the others by who
    they are believed to be. It works in games that have a player who searches, gin rummy with two seats only.
    docs/lab.md says more.

    :param view: of the seat to move, as :meth:`knockroll.Table.view` has it; nothing else is looked at
    :param opponents: names of players, or ``"anybody"``: any of the game's, each as likely before the first act; by
        default anybody, and the base player
    :param batches: of worlds, each begun anew: the interval follows from how they scatter
    :param worlds: in each batch
    :param seed: the same gives the same
    :param threads: they change the time it takes, not the result
    :param on: ``"ray"`` spreads the batches over a Ray cluster instead of threads; the result is the same
    :param progress: is told the batches done and to do
    """
    try:
        from knockroll.lab.search.evaluate import evaluate as judge
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "lab") from error
    return judge(find_game(view["game"]), view, opponents, batches, worlds, seed, threads, on, progress)
