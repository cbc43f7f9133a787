"""Worlds: what the other players hold, and who they are, as far as a seat can tell from the acts of the hand.

Worlds begin with cards dealt at random, but for those that were shown later, and live through the acts: at each of them
the player that the world has there, with the cards that it has there, does what was done or, being softened, does it
now and then all the same. A world weighs as much as that is likely, and the likely ones take the places of the others
(a particle filter). In the end each takes some steps of a Markov chain, which changes some of its cards: worlds that
have one past become different again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, lowest, row, rule
from knockroll.engine.state import FIRST_OWN_MOVE, NO_CARD, NOBODY, CardState
from knockroll.engine.stream import Stream, below
from knockroll.lab.playout import any_of, bots_together
from knockroll.lab.search.resampling import ONE, resample
from knockroll.lab.search.seats.past import MOST_SEATS, NONE, Past, past_rule

OTHER = 0.04
"""The chance that a softened player does something else than the player would."""
NOT_OWN = 0.01
"""The same where the player would do more than to draw or to discard, such as to end the hand."""
IMPOSSIBLE = -1e9
MOST_CHANGED = 2
"""A step of a chain changes up to so many cards."""


class World(State):
    """The cards that came to the others unseen, and who they are."""

    cards: list[int] = row(DECK_SIZE, NO_CARD)  # in each place
    used: int = 0  # the same, one bit each
    hands: list[int] = row(MOST_SEATS)  # what they hold now
    kinds: list[int] = row(MOST_SEATS)  # the number of each of them among the bots of the game


@rule
def _deal(world: World, past: Past, pool: list[int], size: int, r: Stream) -> None:
    """The first hands: of the cards that were shown later each is where it can have come, the rest are any."""
    for i in range(past.places):
        world.cards[i] = NO_CARD
    world.used = 0
    for i in range(past.shown_count):
        card = past.shown[i]
        free = 0
        for place in range(past.until[card]):
            free += past.owner[place] == past.giver[card] and world.cards[place] == NO_CARD
        free = below(r, free)
        place = 0
        while free or past.owner[place] != past.giver[card] or world.cards[place] != NO_CARD:
            free -= past.owner[place] == past.giver[card] and world.cards[place] == NO_CARD
            place += 1
        world.cards[place] = card
        world.used |= 1 << card
    for place in range(past.dealt):
        if world.cards[place] == NO_CARD:
            _come(world, place, pool, size, r)


@rule
def _come(world: World, place: int, pool: list[int], size: int, r: Stream) -> None:
    """Any card of the pool that is not in the world yet comes in this place."""
    card = pool[below(r, size)]
    while world.used >> card & 1:
        card = pool[below(r, size)]
    world.cards[place] = card
    world.used |= 1 << card


@rule
def _take_up(world: World, past: Past) -> None:
    """The hands as they were dealt."""
    for i in range(MOST_SEATS):
        world.hands[i] = 0
    for place in range(past.dealt):
        world.hands[past.owner[place]] |= 1 << world.cards[place]


@rule
def _go_on(world: World, past: Past, a: int) -> None:
    """The hand of who did it, after an act."""
    hand = world.hands[past.seat[a]] | past.gains[a]
    if past.place[a] != NONE:
        hand |= 1 << world.cards[past.place[a]]
    world.hands[past.seat[a]] = hand & ~past.loses[a]


@rule
def _change(world: World, past: Past, pool: list[int], size: int, r: Stream) -> bool:
    """Have another card in some place, be it from another place or from outside; or say that it cannot be."""
    place = below(r, past.places)
    old = world.cards[place]
    new = pool[below(r, size)]
    if not _may_be(past, new, place):
        return False
    if world.used >> new & 1:
        other = 0
        while world.cards[other] != new:
            other += 1
        if not _may_be(past, old, other):
            return False
        world.cards[other] = old
    elif past.giver[old] != NOBODY:
        return False
    else:
        world.used ^= 1 << old | 1 << new
    world.cards[place] = new
    return True


@rule
def _may_be(past: Past, card: int, place: int) -> bool:
    """Whether a card can have come in a place."""
    giver = past.giver[card]
    return giver == NOBODY or (giver == past.owner[place] and place < past.until[card])


@cache
def judge_rule(game: Game) -> Callable[..., float]:
    """The rule that says how likely a softened player makes a move with the cards in a view."""
    legal = game.legal
    choose = any_of(bots_together(game, game.players))

    @rule
    def judge(kind: int, move: int, v: CardState, moves: list[int], r: Stream) -> float:
        n = legal(v, moves)
        if n == 1:
            return 1.0
        chosen = choose(kind, v, moves, n, r)
        other = NOT_OWN if chosen >= FIRST_OWN_MOVE else OTHER
        return 1.0 - other if chosen == move else other / (n - 1)

    return judge


@cache
def likelihood_rule(game: Game) -> Callable[..., float]:
    """The rule that says how likely a world makes the acts, as a logarithm; or that it is less than ``least``."""
    judge = judge_rule(game)

    @rule
    def likelihood(
        world: World, least: float, past: Past, views: list[CardState], moves: list[int], r: Stream
    ) -> float:
        _take_up(world, past)
        total = 0.0
        for a in range(past.acts):
            who = past.seat[a]
            v = views[a]
            v.hands[who] = world.hands[who]
            total += log(judge(world.kinds[who], past.done[a], v, moves, r))
            if total < least:  # it can only become less likely
                return IMPOSSIBLE
            _go_on(world, past, a)
        return total

    return likelihood


@cache
def worlds_rule(game: Game) -> Callable[..., None]:
    """The rule that makes worlds of a past, which all weigh the same in the end."""
    judge, likelihood = judge_rule(game), likelihood_rule(game)

    @rule
    def walk(
        world: World,
        old: World,
        steps: int,
        past: Past,
        views: list[CardState],
        moves: list[int],
        pool: list[int],
        size: int,
        r: Stream,
    ) -> None:
        """Take some steps of a Markov chain."""
        now = likelihood(world, IMPOSSIBLE, past, views, moves, r)
        assign(old, world)
        for _ in range(steps):
            can_be = True
            for _ in range(1 + below(r, MOST_CHANGED)):
                can_be = can_be and _change(world, past, pool, size, r)
            least = now + log((1 + below(r, ONE)) / ONE)
            then = IMPOSSIBLE
            if can_be:
                then = likelihood(world, least, past, views, moves, r)
            if then >= least:
                now = then
                assign(old, world)
            else:
                assign(world, old)

    @rule
    def imagine(
        past: Past,
        views: list[CardState],
        worlds: list[World],
        spare: list[World],
        weights: list[float],
        shares: Any,
        count: int,
        kept: int,
        steps: int,
        moves: list[int],
        pool: list[int],
        size: int,
        r: Stream,
    ) -> None:
        for i in range(count):
            _deal(worlds[i], past, pool, size, r)
            _take_up(worlds[i], past)
            for seat in range(len(shares)):
                kind = 0
                so_far = shares[seat, 0]
                drawn = (below(r, ONE) + 0.5) / ONE
                while so_far < drawn and kind + 1 < shares.shape[1]:
                    kind += 1
                    so_far += shares[seat, kind]
                worlds[i].kinds[seat] = kind
            weights[i] = 1.0
        for a in range(past.acts):
            who = past.seat[a]
            v = views[a]
            total = 0.0
            squares = 0.0
            kind = NONE
            likely = 0.0
            for i in range(count):
                world = worlds[i]
                if world.kinds[who] != kind or world.hands[who] != v.hands[who]:  # else as its neighbour, of one past
                    kind = world.kinds[who]
                    v.hands[who] = world.hands[who]
                    likely = judge(kind, past.done[a], v, moves, r)
                weights[i] *= likely
                total += weights[i]
                squares += weights[i] * weights[i]
                if past.place[a] != NONE and world.cards[past.place[a]] == NO_CARD:
                    _come(world, past.place[a], pool, size, r)
                _go_on(world, past, a)
            if total * total < 0.5 * count * squares:
                resample(worlds, spare, weights, count, count, r)
        resample(worlds, spare, weights, count, kept, r)
        for i in range(kept if past.acts and past.places else 0):
            walk(worlds[i], spare[0], steps, past, views, moves, pool, size, r)

    return imagine


@cache
def compiled_worlds(game: Game) -> Callable[..., Any]:
    """What is compiled: worlds of a view."""
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), worlds_rule(game)

    def believe(  # type: ignore[no-untyped-def]
        view, seat, w, blank, views, pasts, worlds, spare, weights, shares, count, kept, steps, moves, pool, streams
    ):
        past = pasts[0]
        retrace(view[0], seat, w[0], blank[0], views, past, pool)
        if not past.is_whole:
            return
        size = 0
        cards = past.unseen
        for i in range(past.shown_count):
            cards |= 1 << past.shown[i]
        while cards:
            pool[size] = lowest(cards)
            cards &= cards - 1
            size += 1
        imagine(past, views, worlds, spare, weights, shares, count, kept, steps, moves, pool, size, streams[0])

    return compile_loop(believe, f"{game.name} worlds")
