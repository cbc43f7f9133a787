"""Background jobs, and how they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from knockroll.engine.errors import KnockrollError, PlayerFailed
from knockroll.engine.game import get_game
from knockroll.players import Player, ask, known_player
from knockroll.players.player import crashed
from knockroll.players.preparation import is_prepared, prepare, within

Report = Callable[[float], None]
"""Called with the share done of a preparation, which may take minutes; finally with 1."""


class Choose(msgspec.Struct, frozen=True, tag="choose", omit_defaults=True):
    """Choose a move for a computer player."""

    game: str
    player: str
    view: dict[str, Any]
    milliseconds: float | None = None
    """Time for the move; when it is up, the answer is the best move found so far."""
    prepares: bool = True
    """Whether to prepare for the options of this table if necessary; otherwise the answer is :data:`UNPREPARED`."""


class Prepare(msgspec.Struct, frozen=True, tag="prepare", omit_defaults=True):
    """Prepare a computer player; with a view, also for tables like that one."""

    game: str
    player: str
    view: dict[str, Any] | None = None


class About(msgspec.Struct, frozen=True):
    """The player a job is for."""

    game: str
    player: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a job."""

    done: str | None = None
    """The answer; None if there is none."""
    failed: str = ""
    """Why there is no answer: a kind of :class:`PlayerFailed`."""
    message: str = ""


UNPREPARED = "unprepared"
"""The kind of failure if the player has to prepare for the table first."""
Job = Choose | Prepare
_jobs = msgspec.json.Decoder(Job)
_answers = msgspec.json.Decoder(Answer)
_encoder = msgspec.json.Encoder()
_players: dict[tuple[str, str], Player] = {}


def write(what: Job | Answer) -> str:
    """Return a job or an answer as one line."""
    return _encoder.encode(what).decode()


def read(line: str) -> Job:
    """Return the job of a line, or raise :class:`PlayerFailed`."""
    try:
        job: Job = _jobs.decode(line)
        return job
    except (msgspec.MsgspecError, ValueError) as error:  # another version of us
        raise PlayerFailed("crash", f"the job cannot be read: {error}") from None


def read_answer(line: str) -> str:
    """Return the result of a job, or raise :class:`PlayerFailed`."""
    try:
        answer = _answers.decode(line)
    except (msgspec.MsgspecError, ValueError) as error:
        raise PlayerFailed("crash", f"its answer cannot be read: {error}") from None
    if answer.done is None:
        raise PlayerFailed(answer.failed or "crash", answer.message)
    return answer.done


def do(line: str, report: Report) -> Answer:
    """Do a job, and return its answer, whatever happens."""
    try:
        job = read(line)
        if isinstance(job, Choose):
            return Answer(_choose(job, report))
        _prepared(job.game, job.player, job.view, report)
        return Answer("")
    except PlayerFailed as error:
        return Answer(failed=error.kind, message=str(error))
    except KnockrollError as error:  # a package is missing here
        return Answer(failed="crash", message=str(error))


def _choose(job: Choose, report: Report) -> str:
    player = _prepared(job.game, job.player, job.view if job.prepares else None, report)
    if not job.prepares and not is_prepared(player, job.view):
        raise PlayerFailed(UNPREPARED, f"{job.player} has to prepare for the options of this table")
    return ask(get_game(job.game), within(player, job.milliseconds), job.view)


def _prepared(game: str, name: str, view: dict[str, Any] | None, report: Report) -> Player:
    """Return a player, prepared for the question."""
    key = (game, name)
    if key not in _players:
        player = known_player(get_game(game), name)
        if callable(getattr(player, "prepare", None)):
            _go_through(prepare(player), report)
        _players[key] = player
    if view is not None and not is_prepared(_players[key], view):
        _go_through(prepare(_players[key], view), report)
    return _players[key]


def _go_through(shares: Iterable[float], report: Report) -> None:
    report(0.0)
    try:
        for share in shares:
            report(min(share, 0.99))
    except Exception as error:
        raise crashed(error) from error
    finally:
        report(1.0)
