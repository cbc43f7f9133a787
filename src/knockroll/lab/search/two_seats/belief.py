"""Belief: what the other player of a game for two holds, as worlds that a seat cannot tell from the real one.

A world says which cards came to the other player unseen, in order, and which of the game's bots sits there. Many worlds
start with hands dealt at random, except for the cards that are known to have been there, and go through the history of
the hand: at each action the bot, with those cards, either makes that move or, under the noise model, makes it with a
small probability. The weight of a world is that likelihood; after each turn, the worlds are resampled (a particle
filter). So hands improve in the course of a hand as real ones do. Then, and again in the end, every world takes some
MCMC steps: worlds that share a past become different again.

The noise model lets enough particles survive the history, and is noisier than real players: the longer a hand, the more
of its particles have survived actions that none of the bots would make, with hands that are too poor. So in the end the
particles that needed the least noise are chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, log
from typing import Any

from knockroll.engine.game import Game
from knockroll.engine.rule import assign, row, rule
from knockroll.engine.state import DISCARD, FIRST_OWN_MOVE, NO_CARD
from knockroll.engine.stream import below
from knockroll.lab.search.past import NONE, Past, past_rule
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

NLL_UNIT = 1 << 20
"""Negative log-likelihoods are stored as whole numbers, in units of 1 / NLL_UNIT."""
MOST_LEARNED = 16
"""Only this many actions of a shown hand are evidence of who made them: too few particles survive more of them."""
SHARPNESS = 2.0
"""In the end there is less noise: the log-likelihood of a world counts this many times."""
MOST_CHANGED = 3
"""An MCMC step changes up to this many cards: a single one rarely makes a meld where there was none."""


class DuelWorld(World):
    """A world of two seats."""

    hands: list[int] = row(2)
    bots: list[int] = row(2)
    nll: int = 0  # the negative log-likelihood of the history so far, in units of 1 / NLL_UNIT


@cache
def mcmc_rule(game: Game, noise: Callable[..., float]) -> Callable[..., None]:
    """The rule that takes some MCMC steps with a world, with the noise model or, if sharper, with less noise."""
    log_likelihood = log_likelihood_rule(game, noise)

    @rule
    def take_mcmc_steps(
        world: DuelWorld, steps: int, sharpness: float, actions: int, places: int, workspace: Workspace
    ) -> None:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        old = workspace.spare[0]
        now = -world.nll / NLL_UNIT
        assign(old, world)
        for _ in range(steps):
            can_be = True
            for _ in range(1 + below(r, MOST_CHANGED)):
                can_be = can_be and change_card(world, places, False, past, scratch, r)
            least = now + log((1 + below(r, ONE)) / ONE) / sharpness
            then = IMPOSSIBLE
            if can_be:
                then = log_likelihood(world, least, actions, past, workspace.views, scratch, r)
            if then >= least:
                now = then
                world.nll = int(-then * NLL_UNIT)
                assign(old, world)
            else:
                assign(world, old)

    return take_mcmc_steps


@rule
def sharpen(worlds: list[DuelWorld], weights: list[float], count: int) -> None:
    """Weight worlds as if there were less noise."""
    likeliest = worlds[0].nll
    for i in range(count):
        likeliest = min(likeliest, worlds[i].nll)
    for i in range(count):
        weights[i] *= exp((likeliest - worlds[i].nll) * (SHARPNESS - 1) / NLL_UNIT)


@cache
def filter_rule(game: Game, noise: Callable[..., float]) -> Callable[..., float]:
    """The rule that makes worlds from a past, all of the same weight.

    It returns the log-likelihood of the history: the mean weight of the particles, multiplied over all actions.
    """
    action_likelihood, take_mcmc_steps = action_likelihood_rule(game, noise), mcmc_rule(game, noise)

    @rule
    def imagine(other: int, prior: list[float], effort: Effort, workspace: Workspace) -> float:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        worlds, weights, count = workspace.worlds, workspace.weights, effort.particles
        bot = 0
        evidence = 0.0
        so_far = prior[0]
        for i in range(count):
            while so_far * count < i + 0.5 and bot + 1 < len(prior):
                bot += 1
                so_far += prior[bot]
            deal_world(worlds[i], past, scratch, r)
            worlds[i].bots[other] = bot
            worlds[i].nll = 0
            weights[i] = 1.0
        places = past.dealt
        for a in range(past.actions):
            move = past.move[a]
            v = workspace.views[a]
            total = 0.0
            squares = 0.0
            for i in range(count):
                world = worlds[i]
                v.hands[other] = world.hands[other]
                likely = action_likelihood(world.bots[other], move, v, scratch.moves, r)
                world.nll -= int(log(likely) * NLL_UNIT)
                weights[i] *= likely
                total += weights[i]
                squares += weights[i] * weights[i]
                if past.place[a] != NONE and world.cards[places] == NO_CARD:
                    draw_card(world, places, scratch, r)
                apply_action(world, past, a)
            places += past.place[a] != NONE
            if DISCARD <= move < FIRST_OWN_MOVE and total * total < 0.5 * count * squares:
                evidence += log(total / count)
                resample(worlds, workspace.spare, weights, count, count, r)
                for i in range(count if a + 1 < past.actions else 0):
                    take_mcmc_steps(worlds[i], effort.steps_within, 1.0, a + 1, places, workspace)
        total = 0.0
        for i in range(count):
            total += weights[i]
        evidence += log(total / count)
        sharpen(worlds, weights, count)
        resample(worlds, workspace.spare, weights, count, effort.worlds, r)
        for i in range(effort.worlds if past.actions else 0):
            take_mcmc_steps(worlds[i], effort.steps, SHARPNESS, past.actions, places, workspace)
        return evidence

    return imagine


@rule
def _shorten(past: Past, most: int) -> None:
    """Forget all but the first actions, and that other cards were shown later."""
    past.actions = min(past.actions, most)
    count = 0
    for a in range(past.actions):
        count += count < past.shown_count and past.loses[a] >> past.shown[count] & 1
    past.shown_count = count


@cache
def compiled_belief(game: Game, noise: Callable[..., float]) -> Callable[..., Any]:
    """The compiled loop that makes worlds of a view."""
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), filter_rule(game, noise)

    def believe(seat, prior, effort, workspace):  # type: ignore[no-untyped-def]
        past, scratch = workspace.past, workspace.scratch
        retrace(workspace.seen, seat, workspace.replayed, workspace.blank, workspace.views, past, scratch.pool)
        fill_pool(scratch, possible_cards(past))
        imagine(1 - seat, prior, effort, workspace)

    return compile_loop(believe, f"{game.name} believe")


@cache
def compiled_evidence(game: Game, noise: Callable[..., float]) -> Callable[..., Any]:
    """The compiled loop that returns how likely each bot makes the history of a hand whose cards were shown in the end.

    The order in which the cards came is not known: worlds go through the history as usual, but with only those cards.
    """
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), filter_rule(game, noise)

    def weigh(seat, prior, cards, others, hidden, found, effort, workspace):  # type: ignore[no-untyped-def]
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        retrace(workspace.seen, seat, workspace.replayed, workspace.blank, workspace.views, past, scratch.pool)
        for place in range(past.places, hidden):
            past.owner[place] = 1 - seat
        past.places = hidden
        _shorten(past, MOST_LEARNED)
        for i in range(len(found)):
            came = cards
            if others:  # one more came, and it is not known which
                rest = others
                for _ in range(below(r, others.bit_count())):
                    rest &= rest - 1
                came |= rest & -rest
            fill_pool(scratch, came)
            for bot in range(found.shape[1]):
                for other in range(found.shape[1]):
                    prior[other] = 1.0 if other == bot else 0.0
                found[i, bot] = imagine(1 - seat, prior, effort, workspace)

    return compile_loop(weigh, f"{game.name} evidence")
