"""Worlds: what the other players may hold, and which players they may be, as far as a seat knows.

A world is a particle: a filter deals many of them, weights each by how likely its players, with its cards, make the
actions of the others, and resamples. MCMC steps then change some of its cards. This module has the parts of the filter;
``belief`` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log
from typing import Any, NamedTuple

from knockroll.engine.acts import recall_discards
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, lowest, row, rule
from knockroll.engine.state import NO_CARD, NOBODY, CardState
from knockroll.engine.stream import CHANCE, Stream, below, reopen
from knockroll.lab.playout import any_of, bots_together
from knockroll.lab.search.past import NONE, Past
from knockroll.players import RANDOM

ONE = 1 << 16
"""A random number below this stands for a probability, in units of 1 / ONE."""
IMPOSSIBLE = -1e9
"""The log-likelihood of what cannot be."""
MOST_SEATS = 16
"""The longest row of seats that a game may have."""
NLL_UNIT = 1 << 20
"""Negative log-likelihoods are stored as whole numbers, in units of 1 / NLL_UNIT."""


class World(State):
    """The cards that came to the others unseen, and which players they are."""

    cards: list[int] = row(DECK_SIZE, NO_CARD)  # in each place
    used: int = 0  # the same, one bit each
    hands: list[int] = row(MOST_SEATS)  # what they hold now
    bots: list[int] = row(MOST_SEATS)  # the number of each of them among the bots of the game
    nll: int = 0  # the negative log-likelihood of the history so far, in units of 1 / NLL_UNIT


class Effort(State):
    """How much work a filter does."""

    particles: int = 0  # worlds that go through the history of the hand
    worlds: int = 0  # worlds that are chosen from them at the end
    steps: int = 0  # MCMC steps of each chosen world
    steps_within: int = 0  # MCMC steps of each particle after resampling in mid-hand


class Workspace(NamedTuple):
    """The memory of a search. Interpreted, these are states and lists; compiled, records and arrays of them."""

    seen: Any
    """What the seat sees."""
    replayed: Any
    """The state on which its history is played again."""
    blank: Any
    past: Any
    views: Any
    """What the others saw at each of their actions."""
    worlds: Any
    spare: Any
    """As many worlds, to copy to."""
    weights: Any
    scratch: Any
    stream: Any


@cache
def scratch_type(game: Game) -> type[State]:
    """The scratch rows of a search, as a state: compiled code counts references to arrays, but not to its fields."""

    class Scratch(State):
        moves: list[int] = row(game.most_moves)  # those that are legal
        pool: list[int] = row(DECK_SIZE)  # the cards that may have come to the others unseen
        size: int = 0  # of the pool

    return Scratch


# --- Cards ---------------------------------------------------------------------------------------------------------


@rule
def fill_pool(scratch: Any, cards: int) -> None:
    """Write a set of cards into the pool."""
    scratch.size = 0
    while cards:
        scratch.pool[scratch.size] = lowest(cards)
        cards &= cards - 1
        scratch.size += 1


@rule
def possible_cards(past: Past) -> int:
    """The cards that may have come to the others unseen: those still unseen, and those they have shown since."""
    cards = past.unseen
    for i in range(past.shown_count):
        cards |= 1 << past.shown[i]
    return cards


@rule
def deal_world(world: Any, past: Past, scratch: Any, r: Stream) -> None:
    """Deal the first hands: a card that was shown later goes to a place it can have come to, the rest at random."""
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
            draw_card(world, place, scratch, r)
    _take_up(world, past)


@rule
def draw_card(world: Any, place: int, scratch: Any, r: Stream) -> None:
    """Put a random card of the pool, one that is not in the world yet, in a place."""
    card = scratch.pool[below(r, scratch.size)]
    while world.used >> card & 1:
        card = scratch.pool[below(r, scratch.size)]
    world.cards[place] = card
    world.used |= 1 << card


@rule
def _take_up(world: Any, past: Past) -> None:
    """Set the hands to what was dealt."""
    for i in range(len(world.hands)):
        world.hands[i] = 0
    for place in range(past.dealt):
        world.hands[past.owner[place]] |= 1 << world.cards[place]


@rule
def apply_action(world: Any, past: Past, a: int) -> None:
    """Change the hand of the seat that moved as its action did."""
    hand = world.hands[past.seat[a]] | past.gains[a]
    if past.place[a] != NONE:
        hand |= 1 << world.cards[past.place[a]]
    world.hands[past.seat[a]] = hand & ~past.loses[a]


@rule
def change_card(world: Any, places: int, past: Past, scratch: Any, r: Stream) -> bool:
    """Put another card in one of the first places, from another place or outside; return False if that is impossible.

    Two cards that were dealt to one seat do not swap places: that would change nothing.
    """
    place = below(r, places)
    old = world.cards[place]
    new = scratch.pool[below(r, scratch.size)]
    if not _may_be(past, new, place):
        return False
    if world.used >> new & 1:
        other = 0
        while world.cards[other] != new:
            other += 1
        dealt_together = max(place, other) < past.dealt and past.owner[place] == past.owner[other]
        if dealt_together or not _may_be(past, old, other):
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
    """Return whether a card can have come to a place."""
    giver = past.giver[card]
    return giver == NOBODY or (giver == past.owner[place] and place < past.until[card])


# --- Likelihood ----------------------------------------------------------------------------------------------------


@cache
def action_likelihood_rule(game: Game, noise: Callable[..., float], imagined: tuple[str, ...]) -> Callable[..., float]:
    """The rule that returns how likely a bot makes a move with the cards in a view.

    ``noise(v, n, chosen, move)`` is the noise model: the probability of ``move`` where the bot itself would make the
    ``chosen`` one of ``n`` moves. Bots that are not ``imagined``, if any are named, are left out of the compiled code.
    """
    legal = game.legal
    bots = bots_together(game, game.players)
    choose = any_of([bot if not imagined or bot.name in imagined else RANDOM for bot in bots])

    @rule
    def action_likelihood(bot: int, move: int, v: CardState, moves: list[int], r: Stream) -> float:
        n = legal(v, moves)
        if n == 1:
            return 1.0
        return noise(v, n, choose(bot, v, moves, n, r), move)

    return action_likelihood


@cache
def log_likelihood_rule(game: Game, noise: Callable[..., float], imagined: tuple[str, ...]) -> Callable[..., float]:
    """The rule that returns the log-likelihood of the first actions in a world, or IMPOSSIBLE if below ``least``."""
    action_likelihood = action_likelihood_rule(game, noise, imagined)

    @rule
    def log_likelihood(
        world: Any, least: float, actions: int, past: Past, views: list[CardState], scratch: Any, r: Stream
    ) -> float:
        _take_up(world, past)
        total = 0.0
        for a in range(actions):
            who = past.seat[a]
            v = views[a]
            v.hands[who] = world.hands[who]
            total += log(action_likelihood(world.bots[who], past.move[a], v, scratch.moves, r))
            if total < least:  # it can only go down from here
                return IMPOSSIBLE
            apply_action(world, past, a)
        return total

    return log_likelihood


@rule
def resample(worlds: list[Any], spare: list[Any], weights: list[float], count: int, places: int, r: Stream) -> None:
    """Copy each of the first worlds about as often as its weight says; then all have the same weight."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    step = total / places
    share = step * (below(r, ONE) + 0.5) / ONE
    pick = 0
    so_far = weights[0]
    for i in range(places):
        while so_far < share + i * step and pick + 1 < count:
            pick += 1
            so_far += weights[pick]
        assign(spare[i], worlds[pick])
    for i in range(places):
        assign(worlds[i], spare[i])
        weights[i] = 1.0


# --- Positions -----------------------------------------------------------------------------------------------------


@cache
def compiled_positions(game: Game) -> Callable[..., Any]:
    """The compiled loop that makes each move in each world, with one stock for each world."""
    from knockroll.lab.compiled import compile_loop

    play = game.play

    def make_positions(seat, worlds, candidates, states, workspace):  # type: ignore[no-untyped-def]
        v, pool, r = workspace.seen, workspace.scratch.pool, workspace.stream
        made = 0
        recall_discards(v)
        for number in range(len(worlds)):
            reopen(r, number, CHANCE)
            left = workspace.past.unseen
            for i in range(v.seats):
                left &= ~worlds[number].hands[i]
            size = 0
            while left:
                place = below(r, size + 1)
                pool[size] = pool[place]
                pool[place] = lowest(left)
                left &= left - 1
                size += 1
            for move in candidates:
                s = states[made]
                assign(s, v)
                for i in range(s.seats):
                    if i != seat:
                        s.hands[i] = worlds[number].hands[i]
                for place in range(size):
                    s.deck[s.stock_next + place] = pool[place]
                play(s, move)
                made += 1

    return compile_loop(make_positions, f"{game.name} positions of worlds")
