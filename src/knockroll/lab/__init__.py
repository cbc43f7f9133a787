"""The lab: simulations, matches, environments for learning, and search, on compiled games.

``compiled``      compiles rules, and caches the result
``playout``       plays from any position, with any players, to the end of the hand or game
``simulate``      random games
``arena``         matches among players; ``on_ray`` spreads them over a cluster
``environments``  games for learning libraries
``search``        players that search, and the value of each move
``learning``      players that learn
``registration``  the environments by name, for ``gymnasium.make_vec`` and ``pettingzoo.make``
``cfr``           solves small games, with a loop that visits every choice

Most of the work is done by one rule, in ``playout``. Like the rules it calls, it runs compiled or interpreted. In a
simulation all seats choose at random; in a match players choose. If a player is not a rule, the playout stops at its
turn and continues with its answer.
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
    from knockroll.lab.search.evaluation import Judged


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
    """Make a Gymnasium ``VectorEnv`` of many games side by side, with one compiled step for all of them.

    >>> env = vector("thirty_one", envs=64, seats=2, seed=7)
    >>> observations, infos = env.reset()
    >>> for _ in range(100):
    ...     observations, rewards, terminations, truncations, infos = env.step(env.sample())
    >>> observations.shape == (64, env.layout.size), infos["action_mask"].shape
    (True, (64, 55))

    Environment ``i`` plays the games ``i``, ``i + envs``, … of the seed, so each of them can be replayed at a table
    (``Seeded(seed, number)``). docs/lab.md describes the arrays.

    :param episode: ``"hand"``: the first hand of a game, or ``"game"``: a whole game
    :param reward: ``"points"``: the change of the score, or ``"win"``: 1 for the winner, divided among several; the
        mean of the other seats is subtracted, and more is always better
    :param opponents: by default none, and actions are for the seat to move. With opponents, actions are for ``seat``,
        and the opponents play the other seats (a single one plays all of them). An opponent is the name of a player,
        which is compiled in, or a function that gets observations and masks of some games and returns the number of a
        move for each
    :param dealer: the first dealer; by default chance decides
    :param most_moves: moves after which an episode is truncated
    :param dtype: the type of the observations; the numbers are the same
    :param threads: threads that step the games; the games are the same for any number
    :param compiled: False runs the same games interpreted, with no time for compiling, but far slower
    :param options: options of the game, by name
    """
    try:
        from knockroll.lab.environments.vectors import VectorRequest, make
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "lab") from error
    asked = VectorRequest(
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
    )
    return make(game if isinstance(game, Game) else find_game(game), envs, asked, options)


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

    It first learns to imitate the first opponent, then plays against itself and all opponents (PPO). Ctrl-C ends the
    training early and saves the player as it is.

    :param file: the player (``.npz``); its checkpoint is written beside it (``.pt``)
    :param against: names of bots; by default the strongest of the game
    :param ask: tell the network in every position, in training and in play, what the first opponent would do
    :param steps: moves of the network, rounded up to whole updates
    :param minutes: stop after this time if the steps take longer; the result then depends on the machine
    :param resume: continue from the checkpoint
    :param seed: the same seed and steps give the same network
    :param sizes: ``width``, ``games``, ``length``, ``epochs``, ``parts``, ``lessons``: see
        :class:`knockroll.lab.learning.course.Course`
    :param progress: called with the number of steps done and the total
    :param options: options of the game, by name
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
    """Estimate the value of every legal move in a view, under several opinions about who the others are.

    Each move is tried in the same worlds: deals that the seat can believe in after the history of the hand. The hand is
    then played out, by the base player of the game's search at this seat and by the players of the opinion at the
    others. This works in games that have a player that searches, with any number of seats. In a dice game nothing is
    hidden, so the strongest player plays games out from the position. Where the game is solved (two-player Farkle with
    the usual options), the chance is exact and ``opponent`` is ``"best play"``. docs/lab.md has the details.

    :param view: the view of the seat to move, as from :meth:`knockroll.Table.view`; nothing else is used
    :param opponents: names of players, or ``"anybody"``: any of the game's players; by default anybody, and the base
        player
    :param batches: independent batches of worlds; the interval follows from their standard error
    :param worlds: worlds per batch
    :param seed: the same seed gives the same result
    :param threads: threads to use; the result is the same for any number
    :param on: ``"ray"`` spreads the batches over a Ray cluster instead of threads; the result is the same
    :param progress: called with the number of batches done and the total
    """
    try:
        from knockroll.lab.search.evaluation import evaluate as judge
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "lab") from error
    return judge(view, opponents, batches, worlds, seed, threads, on, progress)
