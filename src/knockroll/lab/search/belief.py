"""Belief: what the other player of a game of gin holds, as worlds that a seat cannot tell from the real one.

A world says which cards came to the other player unseen, in order, and which of the shipped players sits there. Many
worlds begin with hands dealt at random, but for the cards that are known to have been there, and live through the acts
of the hand: at each of them that player, with those cards, either does what was done or, being softened, does it now
and then all the same. A world weighs as much as that is likely; after each turn, the likely ones take the places of the
others (a particle filter). So hands become better in the course of a hand as real ones do. Then, and once more in the
end, every world takes some steps of a Markov chain, which change some of its cards and keep the change as often as it
makes the acts likelier: worlds that have one past become different again.

Players are softened so that enough worlds outlive the acts, and more than is true: the longer a hand, the more of its
worlds have outlived acts that none of the players here would do, with hands that are too poor. So of the worlds that
are there in the end those are chosen that softening has helped least.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, log
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, lowest, row, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, NO_CARD
from knockroll.engine.stream import Stream, below
from knockroll.games.gin_rummy.rules import DISCARDING, HAND_SIZE, PASS, GinRummy
from knockroll.lab.playout import any_of, bots_together
from knockroll.lab.search.resampling import ONE, resample
from knockroll.lab.search.trace import Trace, retrace

# Chances that a softened player does what the player itself would not, and that it does what it would.
OTHER_DRAW, SAME_DRAW = 0.02, 0.98
OTHER_DISCARD, SAME_DISCARD = 0.05 / HAND_SIZE, 0.95
NO_KNOCK = 0.01
"""It did not end the hand, where the player would have."""
IMPOSSIBLE = -1e9
PRECISE = 1 << 20
MOST_LEARNT = 16
"""So many acts of a hand that was shown tell who did them: too few worlds outlive more of them to say how likely."""
SHARPER = 2.0
"""In the end players are less softened: the logarithm of how unlikely a world is counts so many times."""
MOST_CHANGED = 3
"""A step of a chain changes up to so many cards: a single one seldom makes a meld of what was none."""


class World(State):
    """The cards that came to the other player unseen, and who that is."""

    cards: list[int] = row(DECK_SIZE, NO_CARD)  # in the order in which they came
    ever: int = 0  # the same, one bit each
    hand: int = 0  # what they hold, with what they took from the discard pile
    kind: int = 0  # the number of the other player among the bots of the game
    unlikely: int = 0  # less the logarithm of how likely it makes the acts so far, in parts of PRECISE


@rule
def _deal(world: World, trace: Trace, pool: list[int], size: int, r: Stream) -> None:
    """A first hand: of the cards that were discarded later each is where it can have come from, the rest are any."""
    for i in range(trace.hidden):
        world.cards[i] = NO_CARD
    placed = 0
    world.ever = 0
    for a in range(trace.acts):
        card = trace.done[a] - DISCARD
        if 0 <= card < DECK_SIZE and trace.shown >> card & 1 and not world.ever >> card & 1:
            free = below(r, trace.until[card] - placed)
            place = 0
            while free or world.cards[place] != NO_CARD:
                free -= world.cards[place] == NO_CARD
                place += 1
            world.cards[place] = card
            world.ever |= 1 << card
            placed += 1
    world.hand = 0
    for i in range(HAND_SIZE):
        if world.cards[i] == NO_CARD:
            _come(world, i, pool, size, r)
        world.hand |= 1 << world.cards[i]


@rule
def _come(world: World, place: int, pool: list[int], size: int, r: Stream) -> None:
    """Any card of the pool that is not in the world yet comes in this place."""
    card = pool[below(r, size)]
    while world.ever >> card & 1:
        card = pool[below(r, size)]
    world.cards[place] = card
    world.ever |= 1 << card


@rule
def _change(world: World, came: int, trace: Trace, pool: list[int], size: int, r: Stream) -> bool:
    """Have another card in some place, be it from another place or from outside; or say that it cannot be."""
    place = below(r, came)
    old = world.cards[place]
    new = pool[below(r, size)]
    if place >= trace.until[new]:
        return False
    if world.ever >> new & 1:
        other = 0
        while world.cards[other] != new:
            other += 1
        if other >= trace.until[old] or (place < HAND_SIZE and other < HAND_SIZE):  # all of these came at once
            return False
        world.cards[other] = old
    elif trace.shown >> old & 1:
        return False
    else:
        world.ever ^= 1 << old | 1 << new
    world.cards[place] = new
    return True


@cache
def judge_rule(game: Game) -> Callable[..., float]:
    """The rule that says how likely a softened player makes a move with the cards in a view."""
    legal = game.legal
    choose = any_of(bots_together(game, game.players))

    @rule
    def judge(kind: int, move: int, v: GinRummy, moves: list[int], r: Stream) -> float:
        n = legal(v, moves)
        if n == 1:
            return 1.0
        chosen = choose(kind, v, moves, n, r)
        if v.phase != DISCARDING:
            return SAME_DRAW if chosen == move else OTHER_DRAW
        if chosen > PASS:
            return NO_KNOCK
        return SAME_DISCARD if chosen == move else OTHER_DISCARD

    return judge


@cache
def likelihood_rule(game: Game) -> Callable[..., float]:
    """The rule that says how likely a world makes the acts, as a logarithm; or that it is less than ``least``."""
    judge = judge_rule(game)

    @rule
    def likelihood(
        world: World, least: float, acts: int, trace: Trace, views: list[GinRummy], moves: list[int], r: Stream
    ) -> float:
        hand = 0
        for i in range(HAND_SIZE):
            hand |= 1 << world.cards[i]
        came = HAND_SIZE
        total = 0.0
        for a in range(acts):
            move = trace.done[a]
            v = views[a]
            v.hands[trace.other] = hand
            total += log(judge(world.kind, move, v, moves, r))
            if total < least:  # it can only become less likely
                return IMPOSSIBLE
            if move == DRAW_STOCK:
                hand |= 1 << world.cards[came]
                came += 1
            elif move == DRAW_DISCARD:
                hand |= 1 << trace.top[a]
            elif move != PASS:
                hand ^= 1 << move - DISCARD
        world.hand = hand
        return total

    return likelihood


@cache
def walk_rule(game: Game) -> Callable[..., None]:
    """The rule that takes some steps of a Markov chain with a world, of players that are softened or less so."""
    likelihood = likelihood_rule(game)

    @rule
    def walk(
        world: World,
        old: World,
        steps: int,
        sharper: float,
        acts: int,
        came: int,
        trace: Trace,
        views: list[GinRummy],
        moves: list[int],
        pool: list[int],
        size: int,
        r: Stream,
    ) -> None:
        now = -world.unlikely / PRECISE
        assign(old, world)
        for _ in range(steps):
            can_be = True
            for _ in range(1 + below(r, MOST_CHANGED)):
                can_be = can_be and _change(world, came, trace, pool, size, r)
            least = now + log((1 + below(r, ONE)) / ONE) / sharper
            then = IMPOSSIBLE
            if can_be:
                then = likelihood(world, least, acts, trace, views, moves, r)
            if then >= least:
                now = then
                world.unlikely = int(-then * PRECISE)
                assign(old, world)
            else:
                assign(world, old)

    return walk


@rule
def sharpen(worlds: list[World], weights: list[float], count: int) -> None:
    """Have worlds weigh what they would if players were less softened."""
    likeliest = worlds[0].unlikely
    for i in range(count):
        likeliest = min(likeliest, worlds[i].unlikely)
    for i in range(count):
        weights[i] *= exp((likeliest - worlds[i].unlikely) * (SHARPER - 1) / PRECISE)


@cache
def filter_rule(game: Game) -> Callable[..., float]:
    """The rule that makes worlds from a trace, which all weigh the same in the end.

    It says how likely the acts are, as a logarithm: the mean of what worlds weighed, multiplied over all acts.
    """
    judge, walk = judge_rule(game), walk_rule(game)

    @rule
    def imagine(
        trace: Trace,
        views: list[GinRummy],
        worlds: list[World],
        spare: list[World],
        weights: list[float],
        shares: list[float],
        count: int,
        kept: int,
        within: int,
        steps: int,
        moves: list[int],
        pool: list[int],
        size: int,
        r: Stream,
    ) -> float:
        kind = 0
        evidence = 0.0
        so_far = shares[0]
        for i in range(count):
            while so_far * count < i + 0.5 and kind + 1 < len(shares):
                kind += 1
                so_far += shares[kind]
            _deal(worlds[i], trace, pool, size, r)
            worlds[i].kind = kind
            worlds[i].unlikely = 0
            weights[i] = 1.0
        came = HAND_SIZE
        for a in range(trace.acts):
            move = trace.done[a]
            v = views[a]
            total = 0.0
            squares = 0.0
            for i in range(count):
                world = worlds[i]
                v.hands[trace.other] = world.hand
                likely = judge(world.kind, move, v, moves, r)
                world.unlikely -= int(log(likely) * PRECISE)
                weights[i] *= likely
                total += weights[i]
                squares += weights[i] * weights[i]
                if move == DRAW_STOCK:
                    if world.cards[came] == NO_CARD:
                        _come(world, came, pool, size, r)
                    world.hand |= 1 << world.cards[came]
                elif move == DRAW_DISCARD:
                    world.hand |= 1 << trace.top[a]
                elif move != PASS:
                    world.hand ^= 1 << move - DISCARD
            if move == DRAW_STOCK:
                came += 1
            if DISCARD <= move < PASS and total * total < 0.5 * count * squares:
                evidence += log(total / count)
                resample(worlds, spare, weights, count, count, r)
                for i in range(count if a + 1 < trace.acts else 0):
                    walk(worlds[i], spare[0], within, 1.0, a + 1, came, trace, views, moves, pool, size, r)
        total = 0.0
        for i in range(count):
            total += weights[i]
        evidence += log(total / count)
        sharpen(worlds, weights, count)
        resample(worlds, spare, weights, count, kept, r)
        for i in range(kept if trace.acts else 0):
            walk(worlds[i], spare[0], steps, SHARPER, trace.acts, came, trace, views, moves, pool, size, r)
        return evidence

    return imagine


@cache
def compiled_belief(game: Game) -> Callable[..., Any]:
    """What is compiled: worlds of a view."""
    from knockroll.lab.compiled import compile_loop

    play, imagine = game.play, filter_rule(game)

    def believe(  # type: ignore[no-untyped-def]
        view, seat, w, views, traces, worlds, spare, weights, shares, count, kept, within, steps, moves, pool, streams
    ):
        trace = traces[0]
        retrace(view[0], seat, w[0], views, trace, play)
        size = 0
        cards = trace.unseen | trace.shown
        while cards:
            pool[size] = lowest(cards)
            cards &= cards - 1
            size += 1
        imagine(trace, views, worlds, spare, weights, shares, count, kept, within, steps, moves, pool, size, streams[0])

    return compile_loop(believe, f"{game.name} believe")


@cache
def compiled_showdown(game: Game) -> Callable[..., Any]:
    """What is compiled: how likely each kind of player makes the acts of a hand whose cards were shown in the end.

    The order in which they came is not known: worlds live through the acts as ever, but with no other cards than those.
    """
    from knockroll.lab.compiled import compile_loop

    play, imagine = game.play, filter_rule(game)

    def weigh(  # type: ignore[no-untyped-def]
        view,
        seat,
        w,
        views,
        traces,
        worlds,
        spare,
        weights,
        shares,
        cards,
        others,
        hidden,
        found,
        count,
        moves,
        pool,
        streams,
    ):
        trace = traces[0]
        retrace(view[0], seat, w[0], views, trace, play)
        trace.hidden = hidden
        trace.acts = min(trace.acts, MOST_LEARNT)
        for i in range(len(found)):
            came = cards
            if others:  # one more came, and nobody knows which
                rest = others
                for _ in range(below(streams[0], others.bit_count())):
                    rest &= rest - 1
                came |= rest & -rest
            size = 0
            while came:
                pool[size] = lowest(came)
                came &= came - 1
                size += 1
            for kind in range(found.shape[1]):
                for other in range(found.shape[1]):
                    shares[other] = 1.0 if other == kind else 0.0
                found[i, kind] = imagine(
                    trace, views, worlds, spare, weights, shares, count, 1, 1, 0, moves, pool, size, streams[0]
                )

    return compile_loop(weigh, f"{game.name} showdown")
