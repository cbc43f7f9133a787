"""The games with their rule books and computer players, as the API shows them, and the plans of tables."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any

import msgspec
import segno

import knockroll
from knockroll.engine.errors import InvalidOption, UnknownPlayer
from knockroll.engine.game import Game
from knockroll.engine.rulebooks import rule_book
from knockroll.players import RANDOM
from knockroll.players.registry import LAB, full_name, introduce, is_slow
from knockroll.server.api.models import (
    ComputerSeat,
    GameInfo,
    GameList,
    GameWithRules,
    NewTable,
    PlayerInfo,
    RuleSet,
    VariantInfo,
)
from knockroll.server.errors import engine_errors
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.room import Plan

CHARACTER = "A program that the owner of this server lets play."
"""The description of allowed programs."""


@cache
def describe(name: str) -> GameInfo:
    """Describe a game."""
    with engine_errors():
        game = knockroll.get_game(name)
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        score_name=game.score_name,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        default_seats=game.default_seats,
        can_join=game.join is not None,
        options=game.options_schema(),
        variants={
            key: VariantInfo(variant.help, dict(variant.options), variant.max_seats)
            for key, variant in game.variants.items()
        },
        rule_sets=[
            RuleSet(key, rules.title, rules.help, game.option_values(None, key, {}), rules.max_seats)
            for key, rules in game.rule_sets().items()
        ],
        players=_describe_players(game),
        showing=game.showing,
    )


def _describe_players(game: Game) -> list[PlayerInfo]:
    """The players, the strongest first, including any that need something not installed; the random one is last."""
    known = {name: _describe_player(game, name) for name in knockroll.player_names(game)}
    missing = [
        PlayerInfo(one.name, one.character, one.strength, one.face, slow=True, state="missing", progress=0, install=LAB)
        for one in game.thinkers
        if one.name not in known
    ]
    at_random = known.pop(RANDOM.name)
    return [*sorted([*missing, *known.values()], key=lambda one: -one.strength), at_random]


def _describe_player(game: Game, name: str) -> PlayerInfo:
    known = introduce(game, name)
    strength, look = (0, ()) if known is None else (known.strength, known.face)
    return PlayerInfo(name, knockroll.player(game, name).character, strength, look, is_slow(game, name))


def with_bots(info: GameInfo, bots: Bots) -> GameInfo:
    """A game with this server's allowed programs among its players."""
    allowed = [PlayerInfo(bot.name, CHARACTER, 0, (), slow=True) for bot in bots.of(info.name)]
    *others, at_random = [_with_state(info.name, player, bots) for player in info.players]
    return msgspec.structs.replace(info, players=[*others, *allowed, at_random])


def _with_state(game: str, player: PlayerInfo, bots: Bots) -> PlayerInfo:
    """A player in its current state: a searching player has to get ready first."""
    if not player.slow or player.state == "missing":
        return player
    now = bots.readiness(game, player.name)
    return msgspec.structs.replace(player, state=now.state, progress=now.progress, seconds=now.seconds)


def games(bots: Bots) -> GameList:
    """All games, with this server's allowed programs among their players."""
    return GameList([with_bots(describe(name), bots) for name in knockroll.game_names()])


@cache
def describe_with_rules(name: str) -> GameWithRules:
    """A game with its rule book."""
    return GameWithRules(**msgspec.structs.asdict(describe(name)), rules=rules(name))


@cache
def rules(name: str) -> str:
    """The rule book of a game, in Markdown; for a game without one, its summary."""
    with engine_errors():
        game = knockroll.get_game(name)
        book = rule_book(game)
    return f"# {game.title}\n\n{game.summary}\n\n{game.showing.goal}\n" if book is None else book


def plan_of(body: NewTable, host: str, bots: Bots | None = None) -> Plan:
    """The plan of a table; refused if the game does not allow it. ``host``: the hash of the host's token.

    Allowed programs (``bots``) and slow players can have seats, but cannot be substitutes, which have to move at once.
    """
    with engine_errors():
        game = knockroll.get_game(body.game)
        opening = _opening(body)
        quick = [name for name in knockroll.player_names(game) if not is_slow(game, name)]
        usual = [bot.name for bot in game.players] or quick
        opponents = cycle(usual)
        if body.seats is None:
            count = game.default_seats if opening is None else opening.seats
            seats: tuple[str | None, ...] = (None, *islice(opponents, count - 1))
        else:
            seats = tuple(
                (seat.player or next(opponents)) if isinstance(seat, ComputerSeat) else None for seat in body.seats
            )
        find = full_name if bots is None else bots.full_name
        names = tuple(None if name is None else find(game, name) for name in seats)
        substitute = full_name(game, body.substitute or usual[0])
        if substitute not in quick:
            raise UnknownPlayer(f"{substitute} is too slow to be a substitute; use one of {', '.join(quick)}")
        if opening is None:
            options: Mapping[str, Any] = game.option_values(len(seats), body.variant, body.options)
        else:
            options = opening.options
            _check_seats(opening, seats)
    return Plan(
        game=game.name,
        variant=body.variant if opening is None else opening.variant,
        options=dict(options),
        seats=names,
        public=body.public,
        pace=body.pace,
        clock=body.clock,
        away=body.away,
        substitute=substitute,
        created=round(time.time(), 3),
        rules=game.rules_version,
        host=host,
        practice=body.practice,
        position="" if opening is None else opening.position_text(),
    )


def _opening(body: NewTable) -> knockroll.Table | None:
    """The position that a table begins at; None for the first deal."""
    if body.position is None:
        return None
    if not body.practice:
        raise InvalidOption("only a practice table can begin at a position")
    if body.variant is not None or body.options:
        raise InvalidOption("a position says itself which variant and options are played: omit them")
    table = knockroll.Table.from_text(body.position)
    if table.game.name != body.game:
        raise InvalidOption(f"this is a position of {table.game.name}, not of {body.game}")
    return table


def _check_seats(opening: knockroll.Table, seats: Sequence[str | None]) -> None:
    """Refuse seats that do not fit a position. The person who sends it knows its cards, so all others are computers."""
    if len(seats) != opening.seats:
        raise InvalidOption(f"this position has {opening.seats} seats, not {len(seats)}")
    if seats.count(None) != 1:
        raise InvalidOption("a table that begins at a position is for one person and computer players")


def qr_code(link: str) -> bytes:
    """A link as a QR code, in SVG."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=2, xmldecl=False, omitsize=True, svgclass=None
    )
    return out.getvalue()
