"""Belief with any number of seats: worlds from a particle filter over the history of a hand, then MCMC steps.

Worlds start with cards dealt at random, except for those that were shown later. At each action the player that a world
has at that seat, with the cards that it has there, makes that move or, under the noise model, makes it with a small
probability. The weight of a world is that likelihood; worlds are resampled when few have most of the weight. In the end
each takes some MCMC steps: worlds that share a past become different again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log
from typing import Any

from knockroll.engine.game import Game
from knockroll.engine.rule import assign, rule
from knockroll.engine.state import FIRST_OWN_MOVE, NO_CARD
from knockroll.engine.stream import below
from knockroll.lab.search.past import NONE, past_rule
from knockroll.lab.search.worlds import (
    IMPOSSIBLE,
    ONE,
    Effort,
    Workspace,
    World,
    action_likelihood_rule,
    apply_action,
    change_card,
    deal_world,
    draw_card,
    fill_pool,
    log_likelihood_rule,
    possible_cards,
    resample,
)

NOISE = 0.04
"""The probability of another move than the bot itself would make."""
OWN_NOISE = 0.01
"""The same where the bot would do something other than draw or discard, such as end the hand."""
MOST_CHANGED = 2
"""An MCMC step changes up to this many cards."""


@rule
def noise(v: Any, n: int, chosen: int, move: int) -> float:
    """The noise model: the probability of a move where a bot would make the ``chosen`` one of ``n``."""
    other = OWN_NOISE if chosen >= FIRST_OWN_MOVE else NOISE
    return 1.0 - other if chosen == move else other / (n - 1)


@cache
def filter_rule(game: Game) -> Callable[..., None]:
    """The rule that makes worlds of a past, all of the same weight."""
    action_likelihood, log_likelihood = action_likelihood_rule(game, noise), log_likelihood_rule(game, noise)

    @rule
    def take_mcmc_steps(world: World, steps: int, workspace: Workspace) -> None:
        past, views, scratch, r = workspace.past, workspace.views, workspace.scratch, workspace.stream
        old = workspace.spare[0]
        now = log_likelihood(world, IMPOSSIBLE, past.actions, past, views, scratch, r)
        assign(old, world)
        for _ in range(steps):
            can_be = True
            for _ in range(1 + below(r, MOST_CHANGED)):
                can_be = can_be and change_card(world, past.places, True, past, scratch, r)
            least = now + log((1 + below(r, ONE)) / ONE)
            then = IMPOSSIBLE
            if can_be:
                then = log_likelihood(world, least, past.actions, past, views, scratch, r)
            if then >= least:
                now = then
                assign(old, world)
            else:
                assign(world, old)

    @rule
    def imagine(prior: Any, effort: Effort, workspace: Workspace) -> None:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        worlds, weights, count = workspace.worlds, workspace.weights, effort.particles
        for i in range(count):
            deal_world(worlds[i], past, scratch, r)
            for seat in range(len(prior)):
                bot = 0
                so_far = prior[seat, 0]
                drawn = (below(r, ONE) + 0.5) / ONE
                while so_far < drawn and bot + 1 < prior.shape[1]:
                    bot += 1
                    so_far += prior[seat, bot]
                worlds[i].bots[seat] = bot
            weights[i] = 1.0
        for a in range(past.actions):
            who = past.seat[a]
            v = workspace.views[a]
            total = 0.0
            squares = 0.0
            bot = NONE
            likely = 0.0
            for i in range(count):
                world = worlds[i]
                if world.bots[who] != bot or world.hands[who] != v.hands[who]:  # else the same as its neighbour
                    bot = world.bots[who]
                    v.hands[who] = world.hands[who]
                    likely = action_likelihood(bot, past.move[a], v, scratch.moves, r)
                weights[i] *= likely
                total += weights[i]
                squares += weights[i] * weights[i]
                if past.place[a] != NONE and world.cards[past.place[a]] == NO_CARD:
                    draw_card(world, past.place[a], scratch, r)
                apply_action(world, past, a)
            if total * total < 0.5 * count * squares:
                resample(worlds, workspace.spare, weights, count, count, r)
        resample(worlds, workspace.spare, weights, count, effort.worlds, r)
        for i in range(effort.worlds if past.actions and past.places else 0):
            take_mcmc_steps(worlds[i], effort.steps, workspace)

    return imagine


@cache
def compiled_belief(game: Game) -> Callable[..., Any]:
    """The compiled loop that makes worlds of a view."""
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), filter_rule(game)

    def believe(seat, prior, effort, workspace):  # type: ignore[no-untyped-def]
        past, scratch = workspace.past, workspace.scratch
        retrace(workspace.seen, seat, workspace.replayed, workspace.blank, workspace.views, past, scratch.pool)
        if past.is_whole:
            fill_pool(scratch, possible_cards(past))
            imagine(prior, effort, workspace)

    return compile_loop(believe, f"{game.name} worlds")
