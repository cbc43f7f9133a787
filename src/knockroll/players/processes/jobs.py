"""What can be asked for, and how it is done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from knockroll.engine.errors import KnockrollError, PlayerFailed
from knockroll.engine.game import get_game
from knockroll.players import Player, ask, known_player
from knockroll.players.preparation import prepare

Preparing = Callable[[], AbstractContextManager[None]]
"""Says that what happens inside of it is done once, and may take minutes."""


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Which move does a computer player choose?"""

    game: str
    player: str
    view: dict[str, Any]


class About(msgspec.Struct, frozen=True):
    """Whom a job is for."""

    game: str
    player: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a job."""

    done: str | None = None
    """The answer; None if there is none."""
    failed: str = ""
    """Why not: a kind of :class:`PlayerFailed`."""
    message: str = ""


Job = Choose
"""Whatever is slow and can be done anywhere: a union, when there is more."""
_jobs = msgspec.json.Decoder(Job)
_abouts = msgspec.json.Decoder(About)
_answers = msgspec.json.Decoder(Answer)
_encoder = msgspec.json.Encoder()
_players: dict[tuple[str, str], Player] = {}


def write(what: Job | Answer) -> str:
    """As one line."""
    return _encoder.encode(what).decode()


def about(line: str) -> About:
    """Whom a job is for that is written as a line."""
    return _abouts.decode(line)


def read_answer(line: str) -> str:
    """What came of a job, or :class:`PlayerFailed`."""
    try:
        answer = _answers.decode(line)
    except (msgspec.MsgspecError, ValueError) as error:
        raise PlayerFailed("crash", f"its answer cannot be read: {error}") from None
    if answer.done is None:
        raise PlayerFailed(answer.failed or "crash", answer.message)
    return answer.done


def do(line: str, preparing: Preparing) -> Answer:
    """Do a job. Whatever happens, there is an answer."""
    try:
        return Answer(_choose(_jobs.decode(line), preparing))
    except PlayerFailed as error:
        return Answer(failed=error.kind, message=str(error))
    except (KnockrollError, msgspec.MsgspecError) as error:  # a package that is not here, or another version of us
        return Answer(failed="crash", message=str(error))


def _choose(job: Choose, preparing: Preparing) -> str:
    game = get_game(job.game)
    key = (job.game, job.player)
    if key not in _players:
        player = known_player(game, job.player)
        if callable(getattr(player, "prepare", None)):
            with preparing():
                deque(prepare(player), maxlen=0)
        _players[key] = player
    return ask(game, _players[key], job.view)
