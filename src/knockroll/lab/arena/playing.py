"""Playing the games of a match among players that are rules, compiled or interpreted.

Both ways give the same games, and so does playing at a table (:mod:`knockroll.lab.arena.at_table`). The deal of number
d under a match's seed is that of ``Seeded(seed, d)``, and every seat has a stream of its own for choices at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Bot, Game
from knockroll.engine.rule import State, renew, row, rule
from knockroll.engine.state import MAX_SEATS, NOBODY, OVER
from knockroll.engine.stream import WORD, Stream, below, open_stream
from knockroll.lab.simulate import DIGEST_MASK, give_chance
from knockroll.players import RANDOM

ILLEGAL, CRASH, TIMEOUT = 1, 2, 3
FAULTS = ("", "illegal", "crash", "timeout")
"""What can make a player lose its seat to the substitute for the rest of a game."""

Chooser = Callable[[Any, list[int], int, Stream], int]


class Outcome(State):
    """One game of a match: which deal it was and who sat where, then what came of it."""

    deal: int = 0
    seated: list[int] = row(MAX_SEATS, NOBODY)  # the player at each seat, by number
    champions: int = 0  # 0 if the game was given up at the move limit
    scores: list[int] = row(MAX_SEATS)
    moves: int = 0
    hands: int = 0
    digest: int = 0  # of all moves, to hold two runs against each other
    faults: list[int] = row(MAX_SEATS)  # what the player at each seat did wrong


class Desk(Protocol):
    """Where one thread plays games."""

    def play(self, outcomes: Any) -> None:
        """Play games whose deals and seats are filled in, and fill in the rest."""

    def close(self) -> None:
        """Nothing more will be played here."""


@rule
def _reopen(r: Stream, base: Stream, game: int, purpose: int) -> None:
    """Make ``r`` the stream of a game and purpose under the seed of ``base``, as ``open_stream`` would."""
    for i in range(12):
        r.key[i] = base.key[i]
    r.key[12] = 0
    r.key[13] = purpose
    r.key[14] = game & WORD
    r.key[15] = game >> 32
    r.used = 32


@rule
def _is_among(move: int, moves: list[int], n: int) -> bool:
    found = False
    for i in range(n):
        found |= moves[i] == move
    return found


def _any_of(choosers: Sequence[Chooser]) -> Callable[..., int]:
    """One rule that chooses as the chooser of a given number does."""
    first = choosers[0]
    if len(choosers) == 1:

        @rule
        def choose_last(number: int, v: Any, moves: list[int], n: int, r: Stream) -> int:
            return first(v, moves, n, r)

        return choose_last
    others = _any_of(choosers[1:])

    @rule
    def choose(number: int, v: Any, moves: list[int], n: int, r: Stream) -> int:
        if number == 0:
            return first(v, moves, n, r)
        return others(number - 1, v, moves, n, r)

    return choose


@cache
def match_playout(game: Game, bots: tuple[Bot, ...]) -> Callable[..., None]:
    """The rule that plays one game of a match among bots. ``cast`` says which of them each player of the match is."""
    start, chance, legal, play, look = game.start, game.chance, game.legal, game.play, game.look
    choose = _any_of([bot.choose for bot in bots])

    @rule
    def playout(
        o: Outcome,
        cast: list[int],
        limit: int,
        first: Any,
        base: Stream,
        states: list[Any],
        views: list[Any],
        blank: Any,
        streams: list[Stream],
        moves: list[int],
        given: list[int],
    ) -> None:
        renew(states, 0, first)
        s = states[0]
        for i in range(s.seats + 1):
            _reopen(streams[i], base, o.deal, i)  # 0 is CHANCE, the others are the choices of the seats
        start(s)
        while s.phase != OVER and o.moves < limit:
            if s.wants:
                give_chance(s.wants, s.wants_count, streams[0], given)
                chance(s, given)
                continue
            seat = s.turn
            renew(views, 0, blank)
            v = views[0]
            look(s, seat, v)
            n = legal(v, moves)
            move = moves[0]
            if o.faults[seat] == 0:
                move = choose(cast[o.seated[seat]], v, moves, n, streams[1 + seat])
                if not _is_among(move, moves, n):
                    o.faults[seat] = ILLEGAL
            if o.faults[seat] != 0:
                move = moves[below(streams[1 + seat], n)]
            play(s, move)
            o.moves += 1
            o.digest = (o.digest * 31 + move + 1) & DIGEST_MASK
        o.champions = s.winners
        o.hands = s.hands_played
        for i in range(s.seats):
            o.scores[i] = s.scores[i]

    return playout


_loops: dict[tuple[Game, tuple[Bot, ...]], Callable[..., None]] = {}


def compiled_playouts(
    game: Game, bots: tuple[Bot, ...], note: Callable[[str], None] | None = None
) -> Callable[..., None]:
    """The same for an array of games, compiled."""
    from knockroll.lab.compiled import compile_loop

    if (game, bots) not in _loops:
        playout = match_playout(game, bots)

        def playouts(outcomes, cast, limit, firsts, bases, states, views, blanks, streams, moves, given):  # type: ignore[no-untyped-def]
            for i in range(len(outcomes)):
                playout(outcomes[i], cast, limit, firsts[0], bases[0], states, views, blanks[0], streams, moves, given)

        strangers = [bot.name for bot in bots if bot not in known_bots(game)]
        _loops[game, bots] = compile_loop(playouts, " ".join(["arena", game.name, *sorted(strangers)]), note)
    return _loops[game, bots]


def known_bots(game: Game) -> tuple[Bot, ...]:
    """The bots that are compiled together for any match: the game's own and the substitute."""
    return (RANDOM, *game.players)


class RuleDesk:
    """Plays games among bots, compiled or interpreted."""

    def __init__(
        self,
        game: Game,
        first: Any,
        seed: int,
        players: Sequence[Bot],
        move_limit: int,
        compiled: bool,
        note: Callable[[str], None] | None = None,
    ) -> None:
        known = known_bots(game)
        bots = (*known, *(bot for bot in dict.fromkeys(players) if bot not in known))
        cast = [bots.index(bot) for bot in players]
        self._compiled = compiled
        self._arguments: tuple[Any, ...]
        if compiled:
            import numpy

            from knockroll.lab.compiled import new_records

            self._run = compiled_playouts(game, bots, note)
            firsts, bases = new_records(game.state, 1), new_records(Stream, 1)
            first.write(firsts)
            open_stream(seed).write(bases)
            states, views, blanks = (new_records(game.state, 1) for _ in range(3))
            streams = new_records(Stream, MAX_SEATS + 1)
            moves, given = numpy.zeros(game.most_moves, numpy.int64), numpy.zeros(DECK_SIZE, numpy.int64)
            room = (firsts, bases, states, views, blanks, streams, moves, given)
            self._arguments = (numpy.array(cast), move_limit, *room)
        else:
            self._run = match_playout(game, bots)
            streams = [Stream() for _ in range(MAX_SEATS + 1)]
            lists = (streams, [0] * game.most_moves, [0] * DECK_SIZE)
            self._arguments = (cast, move_limit, first, open_stream(seed), [None], [None], game.state(), *lists)

    def play(self, outcomes: Any) -> None:
        """Play the games of an array of outcomes."""
        if self._compiled:
            self._run(outcomes, *self._arguments)
            return
        for record in outcomes:
            o = Outcome.read(record)
            self._run(o, *self._arguments)
            o.write(record)

    def close(self) -> None:
        """There is nothing to close."""
