"""Many games side by side, one step at a time: the base of all environments in the lab.

A step runs the playout (:mod:`knockroll.lab.playout`): it makes the chosen move and plays up to the next turn of a seat
whose action comes from outside. A game that is over restarts in the same step. Then the step writes what the seat to
move may know to its row (:mod:`knockroll.lab.environments.arrays`), and its legal moves to its mask. All of this is one
rule, so it runs compiled, on arrays and several threads, or interpreted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.chance import Seeded
from knockroll.engine.errors import IllegalMove, InvalidMove, InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, row, rule
from knockroll.engine.state import MAX_SEATS, NOBODY, OVER
from knockroll.engine.stream import Stream, below, open_stream
from knockroll.lab.environments.arrays import Layout, spell_out, word_count
from knockroll.lab.playout import MOST_MOVES, NO_LIMIT, OUTSIDE, Playout, bots_together, playout_rule, strangers
from knockroll.players.player import Bot

Episode = Literal["hand", "game"]
Reward = Literal["points", "win"]
GOING, TERMINATED, TRUNCATED = range(3)
SAMPLING = 1 << 16
"""The purpose of the stream for random moves from outside."""
BEGIN = -1
"""Instead of a move: abandon the game and start another one."""
MOST_TRIES = 10_000
"""A batch gives up after this many games in a row without a move from outside."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The games of a batch: what is played, by whom, and what an episode and a reward are."""

    game: Game
    seats: int
    values: Mapping[str, Any]
    """The values of all options."""
    dealer: int = NOBODY
    """The first dealer; NOBODY if chance decides."""
    players: Sequence[Bot | None] = ()
    """The bot at each seat. None marks a seat whose moves come from outside; by default all of them."""
    episode: Episode = "hand"
    reward: Reward = "points"
    most_moves: int = MOST_MOVES
    """Moves after which an episode is truncated."""
    restarts: bool = True
    """Whether the next game starts when one is over."""


class Terms(State):
    """What all games of a batch have in common, for compiled code."""

    most_moves: int = MOST_MOVES
    most_hands: int = NO_LIMIT  # 1 if an episode is a hand
    by_win: int = 0  # whether the reward is winning; otherwise points
    sign: int = 1  # -1 if a low score is good
    games: int = 0  # the number of games in the batch, which is the step from the number of a game to the next
    restarts: int = 1


class GameArrays(NamedTuple):
    """The games of a batch. Interpreted, these are lists; compiled, arrays."""

    playouts: Any
    states: Any
    streams: Any
    observations: Any
    masks: Any
    rewards: Any
    ended: Any


class StepWorkspace(NamedTuple):
    """The memory of one thread, besides the games."""

    terms: Any
    first_playout: Any
    first: Any
    """The state before a game."""
    blank: Any
    v: Any
    """What the seat to move may know."""
    words: Any
    """The same view as numbers; in compiled code, the same memory."""
    scratch: Any


@cache
def _scratch(game: Game) -> type[State]:
    """The scratch rows of a step, one set for each thread."""

    class Scratch(State):
        moves: list[int] = row(game.most_moves)  # those that are legal
        given: list[int] = row(DECK_SIZE)  # what chance gave
        before: list[int] = row(max(MAX_SEATS, game.max_seats))  # the scores before the step

    return Scratch


@cache
def _record(game: Game) -> type[Playout]:
    """A playout whose rows are only as long as the game needs, because a batch has many."""

    class Record(Playout):
        choosers: list[int] = row(game.max_seats)
        endings: list[int] = row(len(game.endings))
        faults: list[int] = row(game.max_seats)

    return Record


@cache
def step_rule(game: Game, seats: int, bots: tuple[Bot, ...] | None) -> Callable[..., None]:
    """The rule that takes one game a step further, with some bots; None if all moves come from outside."""
    playout = playout_rule(game, bots)
    write_row = Layout.of(game, seats).write
    legal, look = game.legal, game.look

    @rule
    def step(games: GameArrays, i: int, move: int, workspace: StepWorkspace) -> None:
        p, s, streams, rewards = games.playouts[i], games.states[i], games.streams[i], games.rewards[i]
        terms, first, v, scratch = workspace.terms, workspace.first, workspace.v, workspace.scratch
        ended = GOING
        begin = move == BEGIN
        p.answer = move
        for seat in range(first.seats):
            scratch.before[seat] = s.scores[seat]
            rewards[seat] = 0.0
        for _ in range(MOST_TRIES):
            if begin:
                number = p.number + terms.games
                assign(p, workspace.first_playout)
                assign(s, first)
                p.number = number
            playout(p, s, terms.most_moves, terms.most_hands, workspace.blank, v, streams, scratch)
            is_over = s.phase == OVER or p.hands >= terms.most_hands
            if not begin:
                settle(terms, s, is_over, scratch.before, rewards)
            if not is_over and p.moves < terms.most_moves:
                break
            if not begin:
                ended = TERMINATED if is_over else TRUNCATED
                if not terms.restarts:
                    break
            begin = True
        games.ended[i] = ended
        seat = max(0, s.turn)  # any seat if the game is over
        assign(v, workspace.blank)
        look(s, seat, v)
        spell_out(v, workspace.words)
        write_row(workspace.words, seat, games.observations[i])
        mask = games.masks[i]
        for place in range(len(mask)):
            mask[place] = 0
        for place in range(legal(v, scratch.moves)):
            mask[scratch.moves[place]] = 1

    return step


@rule
def settle(terms: Terms, s: Any, is_over: bool, before: list[int], rewards: list[float]) -> None:
    """Compute the reward of each seat: its own minus the others' average, so that rewards sum to zero."""
    winners = s.hand_winners if terms.most_hands == 1 else s.winners
    total = 0.0
    for seat in range(s.seats):
        got = 0.0
        if not terms.by_win:
            got += terms.sign * (s.scores[seat] - before[seat])
        elif is_over and winners >> seat & 1:
            got += 1.0 / winners.bit_count()
        rewards[seat] = got
        total += got
    for seat in range(s.seats):
        rewards[seat] -= (total - rewards[seat]) / max(1, s.seats - 1)


@cache
def _loop(game: Game, seats: int, bots: tuple[Bot, ...] | None) -> Callable[..., None]:
    """Return the compiled step over arrays."""
    import knockroll.lab.environments.compiled  # noqa: F401  # for numba
    from knockroll.lab.compiled import borrowed, compile_loop, is_compiled

    step = step_rule(game, seats, bots)

    def steps(moves, which, memory, arrays):  # type: ignore[no-untyped-def]
        # plain tuples as arguments, because numba is slower to identify named ones
        terms, first_playouts, firsts, views, words, scratches = borrowed(memory)
        workspace = StepWorkspace(terms[0], first_playouts[0], firsts[0], views[0], views[1], words[1], scratches[0])
        playouts, states, streams, observations, masks, rewards, ended = borrowed(arrays)
        games = GameArrays(playouts, states, streams, observations, masks, rewards, ended)
        for k in range(len(which)):
            step(games, which[k], moves[k], workspace)

    among = ["outside"] if bots is None else ["players", *strangers(game, bots)]
    name = " ".join([game.name, f"steps of {seats}", *among])
    if not is_compiled(steps, name):
        # goes to standard error, unless the program handles its warnings itself
        logging.getLogger("knockroll.lab").warning("knockroll: compiling %s, which takes up to a minute, once", name)
    return compile_loop(steps, name, inline=bots is None)


@rule
def sample_masks(masks: Any, streams: Any, moves: Any) -> None:
    """Choose a random move for each mask."""
    for i in range(len(masks)):
        mask = masks[i]
        count = 0
        for move in range(len(mask)):
            count += mask[move]
        left = below(streams[0], count)
        move = 0
        while left or not mask[move]:
            left -= mask[move]
            move += 1
        moves[i] = move


@cache
def _compiled_sampling() -> Callable[..., None]:
    from knockroll.lab.compiled import compile_loop

    return compile_loop(sample_masks, "sampling", inline=True)


class Batch:
    """Games of one kind side by side. Every step overwrites its arrays."""

    def __init__(
        self, setting: Setting, count: int, *, dtype: Any = numpy.int16, threads: int = 1, compiled: bool = True
    ) -> None:
        from knockroll.lab.compiled import copies, new_records

        game, seats, players = setting.game, setting.seats, setting.players
        self.game, self.count, self.seats, self.compiled = game, count, seats, compiled
        self.layout = Layout.of(game, seats)
        first = game.new_state(seats, setting.values, setting.dealer)
        bots = bots_together(game, players) if any(players) else None
        terms, first_playout = Terms(), _record(game)()
        terms.most_moves, terms.most_hands = setting.most_moves, 1 if setting.episode == "hand" else NO_LIMIT
        terms.by_win, terms.restarts, terms.games = setting.reward == "win", int(setting.restarts), count
        terms.sign = 1 if game.showing.score.best == "high" else -1
        if bots is not None:
            first_playout.choosers[:seats] = [OUTSIDE if bot is None else bots.index(bot) for bot in players]
        self.playouts = new_records(_record(game), count)
        """The count of moves and hands of each game, and its number under the seed."""
        self.states = copies(first, count, small=True)
        """The state of each game: for spectators, not for players."""
        self.observations = numpy.tile(numpy.array(self.layout.blank_row(first), dtype), (count, 1))
        """What the seat to move may know."""
        self.masks = numpy.zeros((count, len(game.moves.texts)), numpy.int8)
        """1 for each legal move."""
        self.rewards = numpy.zeros((count, seats), numpy.float32)
        """The reward of each seat in the last step."""
        self.ended = numpy.zeros(count, numpy.int8)
        """Whether the last step ended an episode: GOING, TERMINATED or TRUNCATED."""
        self._streams_each = 1 if bots is None else 1 + seats
        self._every = numpy.arange(count)
        self._sampled = numpy.zeros(count, numpy.int64)
        self._firsts = terms, first_playout, first
        self._others: ThreadPoolExecutor | None = None
        if compiled:
            self._moves = numpy.zeros(count, numpy.int64)
            self._memories = [self._memory(game.blank_view(first)) for _ in range(threads)]
            self._run = _loop(game, seats, bots)
            if threads > 1:
                self._others = ThreadPoolExecutor(threads - 1)
        else:
            self._rule = step_rule(game, seats, bots)

    def _memory(self, blank: Any) -> tuple[Any, ...]:
        """Make the arrays of a :class:`StepWorkspace`, in memory that no other thread uses."""
        from knockroll.lab.compiled import copies, new_records

        views = copies(blank, 2)
        words = views.view(numpy.int64).reshape(2, word_count(self.game.state))
        terms, first_playout, first = self._firsts
        common = copies(terms, 1), copies(first_playout, 1), copies(first, 1, small=True)
        return *common, views, words, new_records(_scratch(self.game), 1)

    def close(self) -> None:
        """Stop the threads."""
        if self._others is not None:
            self._others.shutdown()

    @property
    def to_play(self) -> Any:
        """The seat to move in each game."""
        return self.states["turn"]

    def begin(self, seed: int | None = None) -> None:
        """Restart all games: games 0, 1, … of the seed or, without one, the next games after these."""
        from knockroll.lab.compiled import copies

        if seed is not None:
            streams = copies(open_stream(Seeded(seed).seed), self.count * self._streams_each)
            self._streams = streams.reshape(self.count, self._streams_each)
            self._sampler = copies(open_stream(Seeded(seed).seed, purpose=SAMPLING), 1)
            self.playouts["number"] = self._every - self.count
        self._step(numpy.full(self.count, BEGIN), self._every)
        if (self.to_play == NOBODY).any():
            raise InvalidOption(
                f"in {MOST_TRIES:,} games of {self.game.title} with these options, no seat ever had a move"
            )

    def step(self, moves: Any, which: Any = None) -> None:
        """Make a move in every game, or in those whose numbers are in ``which``.

        If one of the moves is impossible, raise :class:`InvalidMove` or :class:`IllegalMove` and change nothing.
        """
        which = self._every if which is None else which
        self._check(moves, which)
        self._step(moves, which)

    def take(self, moves: Any) -> None:
        """Make a move in every game without checking that it is legal."""
        self._step(moves, self._every)

    def sample(self) -> Any:
        """Return a random legal move for each game. The next call overwrites the array."""
        _compiled_sampling()(self.masks, self._sampler, self._sampled)
        return self._sampled

    def _check(self, moves: Any, which: Any) -> None:
        known = self.masks.shape[1]
        if not isinstance(moves, numpy.ndarray) or moves.shape != which.shape or moves.dtype.kind not in "iu":
            what = f"{moves.dtype} of shape {moves.shape}" if isinstance(moves, numpy.ndarray) else type(moves).__name__
            raise InvalidMove(f"moves must be an array of {len(which)} whole numbers, not {what}")
        if len(moves) and not 0 <= moves.min() <= moves.max() < known:
            wrong = moves[(moves < 0) | (moves >= known)][0]
            raise InvalidMove(f"{self.game.title} has moves 0 to {known - 1}, but not {wrong}")
        allowed = self.masks[which, moves]
        if not allowed.all():
            k = int(allowed.argmin())
            texts, i = self.game.moves.texts, int(which[k])
            legal = ", ".join(f"{move} ({texts[move]})" for move in self.masks[i].nonzero()[0])
            raise IllegalMove(f"game {i} does not allow {moves[k]} ({texts[moves[k]]}) now; legal moves: {legal}")

    def _step(self, moves: Any, which: Any) -> None:
        if not self.compiled:
            for i, move in zip(which.tolist(), moves.tolist(), strict=True):
                self._step_one(i, move)
            return
        own = self._moves[: len(which)]
        own[:] = moves  # compiled code always gets an array of the same type
        arrays = self.playouts, self.states, self._streams, self.observations, self.masks, self.rewards, self.ended
        if self._others is None:
            self._run(own, which, self._memories[0], arrays)
            return
        (moves, which, memory), *others = self._parts(own, which)
        waiting = [self._others.submit(self._run, *other, arrays) for other in others]
        self._run(moves, which, memory, arrays)
        for one in waiting:
            one.result()

    def _parts(self, moves: Any, which: Any) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
        """Yield for each thread a slice of the moves and games, and its memory."""
        threads = len(self._memories)
        for thread, memory in enumerate(self._memories):
            part = slice(len(which) * thread // threads, len(which) * (thread + 1) // threads)
            yield moves[part], which[part], memory

    def _step_one(self, i: int, move: int) -> None:
        """Step one game, interpreted."""
        first = self._firsts[-1]
        p, s = _record(self.game).read(self.playouts[i]), self.game.state.read(self.states[i])
        streams = [Stream.read(stream) for stream in self._streams[i]]
        blank = self.game.blank_view(first)
        workspace = StepWorkspace(*self._firsts, blank, blank.copy(), [0], _scratch(self.game)())
        row, mask, rewards = self.observations[i].tolist(), self.masks[i].tolist(), [0.0] * self.seats
        games = GameArrays([p], [s], [streams], [row], [mask], [rewards], self.ended[i : i + 1])
        self._rule(games, 0, move, workspace)
        p.write(self.playouts[i])
        s.write(self.states[i])
        for stream, record in zip(streams, self._streams[i], strict=True):
            stream.write(record)
        self.observations[i], self.masks[i], self.rewards[i] = row, mask, rewards
