"""The arena as functions: play a match, or play a saved one again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from knockroll.engine.errors import InvalidRecord, KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.record import field_of, parse_json, show_json
from knockroll.lab.arena.match import MOVE_LIMIT, TIME_LIMIT, Entrant, Match, prepare
from knockroll.lab.arena.result import FORMAT, MatchResult, Standing
from knockroll.lab.arena.runs import run_match

__all__ = ["Match", "MatchResult", "Standing", "prepare", "read_match", "rerun", "run", "run_match"]

_FIELDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "players": (list,),
    "seats": (int,),
    "games": (int,),
    "seed": (str,),
    "variant": (str, type(None)),
    "options": (dict,),
    "round_robin": (bool,),
    "time_limit": (float, int),
    "move_limit": (int,),
}
"""The fields of a match as JSON, with their types."""


def run(
    game: str | Game,
    players: Sequence[str | Entrant],
    seats: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    threads: int = 1,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    round_robin: bool = False,
    time_limit: float = TIME_LIMIT,
    move_limit: int = MOVE_LIMIT,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    on: str = "threads",
) -> MatchResult:
    """Play a match.

    :param game: the game, or its name
    :param players: names; ``cmd:`` and a command that starts a program; ``module:function``; bots
        (:class:`~knockroll.players.player.Bot`), which are compiled with the game; your own players, or functions that
        get a view and return a move: all threads share these, so they should keep no state
    :param seats: by default the number of players; with fewer players than seats, they fill the seats in turn
    :param games: the number of games, rounded up to whole deals at all rotations of the seats
    :param seed: by default a random one, which the result contains
    :param threads: threads to use; the result is the same for any number
    :param variant: a named set of options
    :param options: the game's options by name
    :param round_robin: with more players than seats, play all line-ups
    :param time_limit: seconds per move for programs
    :param move_limit: moves after which a game is abandoned
    :param compiled: whether to compile bots; by default only if there are enough games to make it worthwhile
    :param progress: called with the number of games done and the total
    :param note: called with a message if something has to be compiled first
    :param on: ``"ray"`` spreads the deals over a Ray cluster instead of threads; the result is the same
    """
    match = prepare(
        game,
        players,
        seats,
        games,
        seed,
        variant=variant,
        options=options,
        round_robin=round_robin,
        time_limit=time_limit,
        move_limit=move_limit,
    )
    return run_match(match, threads, compiled, progress, note, on)


def rerun(
    document: str | bytes | Mapping[str, Any],
    threads: int = 1,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    on: str = "threads",
    *,
    allow_commands: bool = False,
) -> MatchResult:
    """Play the match of a saved result again: see :func:`run`.

    If programs (``cmd:…``) or functions (``module:function``) played in it, they are run only with
    ``allow_commands``: a document from someone else could name any program.
    """
    match = read_match(document)
    if match.commands and not allow_commands:
        raise InvalidRecord(
            f"the match runs {', '.join(map(repr, match.commands))}: if you trust that, pass allow_commands=True"
        )
    return run_match(match, threads, compiled, progress, note, on)


def read_match(document: str | bytes | Mapping[str, Any]) -> Match:
    """Return the match of a result saved as JSON. Reading it starts nothing."""
    try:
        saved = parse_json(document) if isinstance(document, str | bytes) else document
    except ValueError as error:
        raise InvalidRecord(f"the document is not JSON: {error}") from error
    if not isinstance(saved, Mapping) or saved.get("format") != FORMAT:
        found = saved.get("format") if isinstance(saved, Mapping) else None
        raise InvalidRecord(f"this is not a {FORMAT} document: its format is {show_json(found)}")
    match = field_of(saved, "match", dict, of="the document")
    values = {name: field_of(match, name, *types, of="the match") for name, types in _FIELDS.items()}
    if unknown := sorted(match.keys() - _FIELDS.keys()):
        raise InvalidRecord(f"the match has an unknown field {unknown[0]!r}")
    if not all(isinstance(name, str) for name in values["players"]):
        raise InvalidRecord("the match cannot be played: its players must all be strings")
    try:
        values["seed"] = int(values["seed"], 16)
    except ValueError:
        raise InvalidRecord("the match cannot be played: its seed is not hexadecimal") from None
    try:
        return prepare(**values)
    except KnockrollError as error:
        raise InvalidRecord(f"the match cannot be played: {error}") from error
