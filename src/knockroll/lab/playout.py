"""The playout: a game played to its end from its start or any other position, with a chooser at each seat.

Most of the lab is built on it: simulations are playouts among random players, matches are playouts among bots, search
plays out hands, and :func:`play_on` starts from any positions. The playout is one rule, so it runs compiled or
interpreted, with the same games.

A position, a seed and a number determine a playout. Chance comes from ``Seeded(seed, number)``, and each seat makes its
random choices with the stream of purpose ``CHOICE`` + seat. If all seats are random, they share the stream of
``CHOICE``, because that is faster. So any game can be replayed at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.chance import Seeded, give_chance
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, row, rule
from knockroll.engine.state import MAX_SEATS, NOBODY, NOTHING, OVER, WAITING
from knockroll.engine.stream import CHANCE, CHOICE, Stream, below, open_stream, reopen
from knockroll.players import RANDOM
from knockroll.players.player import Bot

OUTSIDE = -1
"""The chooser of a seat whose moves come from outside: the playout stops there until it gets the move."""
SUBSTITUTE = 0
"""The chooser that replaces one that has failed: :data:`RANDOM`, the first of the bots."""
NO_LIMIT = 1 << 62
MOST_MOVES = 100_000
"""Moves after which a game is abandoned: far above real play, so that endless games cannot stop the lab."""
MOST_ENDINGS = 16
FAULTS = ("", "illegal", "crash", "timeout")
"""Failures that cost a player its seat for the rest of a game; a bot can only make an illegal move."""
ILLEGAL = 1
DIGEST_MASK = (1 << 61) - 1


class Playout(State):
    """One playout: the chooser at each seat and its random streams; then the counts."""

    number: int = 0  # the number of the game under the seed
    choosers: list[int] = row(MAX_SEATS, SUBSTITUTE)  # the number of a bot, or OUTSIDE
    has_streams: int = 0  # whether its streams are already open
    answer: int = NOBODY  # the move from outside
    moves: int = 0
    hands: int = 0
    endings: list[int] = row(MOST_ENDINGS)  # the number of hands that ended in each way
    dealer: int = NOBODY  # the dealer of the last hand
    digest: int = 0  # of all moves, to compare two runs
    faults: list[int] = row(MAX_SEATS)  # the failure that cost a seat its chooser


@cache
def _scratch(game: Game) -> type[State]:
    """The scratch rows of a playout, as a state: compiled code counts references to arrays, but not to its fields."""

    class Scratch(State):
        moves: list[int] = row(game.most_moves)  # those that are legal
        given: list[int] = row(DECK_SIZE)  # what chance gave

    return Scratch


@cache
def playout_rule(game: Game, bots: tuple[Bot, ...] | None) -> Callable[..., None]:
    """The rule that plays a game from any position, with some bots.

    If ``bots`` is empty, all seats play at random; None means that all moves come from outside. The rule also starts a
    game that has not started. It stops when the game is over, after ``most_moves`` or ``most_hands``, or at the turn of
    a seat whose chooser is outside and has not given an ``answer`` yet.
    """
    start, chance, legal, play, look = game.start, game.chance, game.legal, game.play, game.look
    choose = any_of(bots or (RANDOM,))
    # Constants for the compiler, which then leaves out what is not needed, above all views.
    at_random = bots == ()
    all_outside = bots is None

    @rule
    def playout(
        p: Playout,
        s: Any,
        most_moves: int,
        most_hands: int,
        blank: Any,
        v: Any,
        streams: list[Stream],
        scratch: Any,
    ) -> None:
        if not p.has_streams:
            p.has_streams = 1
            reopen(streams[0], p.number, CHANCE)
            if not all_outside:
                for seat in range(s.seats):
                    reopen(streams[1 + seat], p.number, CHOICE + seat)
        if s.phase == WAITING and s.wants == NOTHING:
            start(s)
        moves, hands, digest = p.moves, p.hands, p.digest  # compiled, these are registers
        while s.phase != OVER and moves < most_moves and hands < most_hands:
            played, dealer = s.hands_played, s.dealer
            if s.wants:
                give_chance(s.wants, s.wants_count, streams[0], scratch.given)
                chance(s, scratch.given)
            else:
                if at_random:
                    move = scratch.moves[below(streams[1], legal(s, scratch.moves))]
                elif all_outside or p.choosers[s.turn] == OUTSIDE:
                    move = p.answer
                    p.answer = NOBODY
                    if move == NOBODY:
                        break
                else:
                    seat = s.turn
                    assign(v, blank)
                    look(s, seat, v)
                    n = legal(v, scratch.moves)
                    move = choose(p.choosers[seat], v, scratch.moves, n, streams[1 + seat])
                    if not _is_among(move, scratch.moves, n):
                        p.faults[seat] = ILLEGAL
                        p.choosers[seat] = SUBSTITUTE
                        move = scratch.moves[below(streams[1 + seat], n)]
                play(s, move)
                moves += 1
                digest = (digest * 31 + move + 1) & DIGEST_MASK
            if s.hands_played > played:
                hands += 1
                p.endings[s.ending] += 1
                p.dealer = dealer
        p.moves, p.hands, p.digest = moves, hands, digest

    return playout


@rule
def _is_among(move: int, moves: list[int], n: int) -> bool:
    found = False
    for i in range(n):  # to the end: compiled, that is faster than an early exit
        found |= moves[i] == move
    return found


def any_of(bots: Sequence[Bot]) -> Callable[..., int]:
    """Return one rule that chooses like the bot of a given number."""
    choose_first = bots[0].choose
    if len(bots) == 1:

        @rule
        def choose_last(number: int, v: Any, moves: list[int], n: int, r: Stream) -> int:
            return choose_first(v, moves, n, r)

        return choose_last
    choose_other = any_of(bots[1:])

    @rule
    def choose(number: int, v: Any, moves: list[int], n: int, r: Stream) -> int:
        if number == 0:
            return choose_first(v, moves, n, r)
        return choose_other(number - 1, v, moves, n, r)

    return choose


# --- Compiled ------------------------------------------------------------------------------------------------------


def bots_together(game: Game, players: Sequence[Bot | None]) -> tuple[Bot, ...]:
    """Return the bots of a playout among these players: all bots of a game are compiled together, once.

    None stands for a player outside. Without players, all seats play at random, and no bots are needed.
    """
    own = (RANDOM, *game.players)
    return (*own, *(bot for bot in dict.fromkeys(players) if bot is not None and bot not in own)) if players else ()


@cache
def _loop(game: Game, bots: tuple[Bot, ...]) -> tuple[Callable[..., None], str]:
    """Return the playout over arrays, to be compiled, and its name."""
    playout = playout_rule(game, bots)

    def playouts(records, states, most_moves, most_hands, views, streams, scratches):  # type: ignore[no-untyped-def]
        for i in range(len(records)):
            playout(records[i], states[i], most_moves, most_hands, views[0], views[1], streams, scratches[0])

    return playouts, " ".join([game.name, "players" if bots else "random", *strangers(game, bots)])


def strangers(game: Game, bots: Sequence[Bot]) -> list[str]:
    """Return the names of the bots that are not the game's own, which become part of the name of compiled code."""
    return sorted(bot.compiled_as or bot.name for bot in bots if bot not in (RANDOM, *game.players))


@cache
def _compiled_loop(game: Game, bots: tuple[Bot, ...]) -> Callable[..., None]:
    from knockroll.lab.compiled import compile_loop

    playouts, name = _loop(game, bots)
    return compile_loop(playouts, name, inline=not bots)


def announce_compiling(game: Game, players: Sequence[Bot | None], note: Callable[[str], None]) -> None:
    """Call ``note`` with a message if playouts among these players have to be compiled first."""
    from knockroll.lab.compiled import is_compiled

    playouts, name = _loop(game, bots_together(game, players))
    if not is_compiled(playouts, name):
        note(f"compiling {name} (once on this machine, some seconds)")


# --- Playing -------------------------------------------------------------------------------------------------------


class Runner:
    """Runs playouts of one game with the same options, for one thread."""

    def __init__(
        self, game: Game, players: Sequence[Bot | None], position: Any, seed: int, compiled: bool = True
    ) -> None:
        """Without players, all seats play at random; None stands for a player outside.

        Only the options of ``position`` matter here.
        """
        self.game = game
        self.compiled = compiled
        bots = bots_together(game, players)
        self.choosers = [OUTSIDE if bot is None else bots.index(bot) for bot in players]
        """The chooser number of each player."""
        blank, stream = game.blank_view(position), open_stream(seed)
        self.views: Any
        """A blank view, and the view of the last choice."""
        self.streams: Any
        """The streams of chance and of each seat."""
        self._memory: tuple[Any, ...]
        if compiled:
            from knockroll.lab.compiled import copies, new_records

            self._run = _compiled_loop(game, bots)
            self.views, self.streams = copies(blank, 2), copies(stream, 1 + MAX_SEATS)
            self._memory = (self.views, self.streams, new_records(_scratch(game), 1))
            self.play(new_records(Playout, 0), new_records(game.state, 0))  # compiles it now if necessary
        else:
            self._run = playout_rule(game, bots)
            self.views, self.streams = (blank, blank.copy()), [stream.copy() for _ in range(1 + MAX_SEATS)]
            self._memory = (*self.views, self.streams, _scratch(game)())

    def play(self, playouts: Any, states: Any, most_moves: int = MOST_MOVES, most_hands: int = NO_LIMIT) -> None:
        """Run playouts from positions, both arrays, in place."""
        if self.compiled:
            self._run(playouts, states, most_moves, most_hands, *self._memory)
            return
        for record, state in zip(playouts, states, strict=True):
            p, s = Playout.read(record), self.game.state.read(state)
            self.play_one(p, s, most_moves, most_hands)
            p.write(record)
            s.write(state)

    def play_one(self, p: Playout, s: Any, most_moves: int = MOST_MOVES, most_hands: int = NO_LIMIT) -> None:
        """Run one playout, interpreted."""
        self._run(p, s, most_moves, most_hands, *self._memory)

    def set_streams(self, streams: Sequence[Stream]) -> None:
        """Set the streams of chance and of each seat for the next playout that ``has_streams``."""
        for place, stream in enumerate(streams):
            if self.compiled:
                stream.write(self.streams[place])
            else:
                self.streams[place] = stream.copy()


def play_on(
    game: Game,
    states: Any,
    players: Sequence[Bot],
    seed: int | None = None,
    *,
    numbers: Sequence[int] | None = None,
    streams: Sequence[Sequence[Stream]] | None = None,
    most_moves: int = MOST_MOVES,
    most_hands: int = NO_LIMIT,
    compiled: bool = True,
) -> tuple[Any, Any]:
    """Play games to their end from any positions; return an array of final states and one of :class:`Playout`.

    >>> import knockroll
    >>> from knockroll.players import RANDOM
    >>> table = knockroll.Table("thirty_one", seats=3, seed=7)
    >>> last, playouts = play_on(table.game, [table.state] * 100, [RANDOM] * 3, seed=1, most_hands=1)
    >>> last["hands_played"].tolist() == playouts["hands"].tolist() == [1] * 100
    True

    :param states: an array of ``game.state.dtype()``, or a list of states, all with the same seats and options: before
        the start of a game, in the middle of a turn, waiting for chance, or views that ``game.complete`` has completed
        where a seat is to move. They are not changed.
    :param players: the bot at each seat
    :param seed: the seed of chance and random choices; by default a random one
    :param numbers: the number of each playout under the seed, by default 0, 1, …; the same number gives the same chance
    :param streams: instead of a seed: for each position, the streams of chance and of every seat to continue with
    :param most_moves: moves after which a playout stops
    :param most_hands: hands after which a playout stops: 1 plays to the end of the hand
    :param compiled: False runs the same playouts interpreted, with no time for compiling, but far slower
    """
    from knockroll.lab.compiled import new_records, records_of

    states = records_of(game.state, states)
    if not len(states):
        return states, new_records(Playout, 0)
    for field in ("seats", *(option.field for option in game.options)):
        if (states[field] != states[field][0]).any():
            raise InvalidOption(f"positions in one call must have the same {field}")
    if len(players) != states["seats"][0]:
        raise InvalidOption(f"there are {states['seats'][0]} seats, but {len(players)} players")
    playouts = new_records(Playout, len(states))
    playouts["number"] = range(len(states)) if numbers is None else numbers
    choosing = [] if all(bot == RANDOM for bot in players) else players
    runner = Runner(game, choosing, game.state.read(states[0]), Seeded(seed).seed, compiled)
    playouts["choosers"][:, : len(choosing)] = runner.choosers
    if streams is None:
        runner.play(playouts, states, most_moves, most_hands)
        return states, playouts
    playouts["has_streams"] = 1
    for i, row_of_streams in enumerate(streams):
        runner.set_streams(row_of_streams)
        runner.play(playouts[i : i + 1], states[i : i + 1], most_moves, most_hands)
    return states, playouts
