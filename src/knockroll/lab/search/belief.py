"""Belief: what the other players may hold, as worlds that a seat cannot tell from the real one.

A world says which cards came to the others unseen, in order, and which of the game's bots sits at each seat. Many
worlds start with hands dealt at random, except for cards that must have been there, and go through the history of the
hand. At each action, the bot with those cards either would make that move, or makes it with a small probability (the
noise model). The weight of a world is that likelihood; after a turn in which few worlds got most of the weight, the
worlds are resampled (a particle filter). So the cards in the worlds improve in the course of a hand as real ones do.
Then, and again at the end, worlds take some MCMC steps, so that worlds with a common past become different again.

The noise model lets enough particles survive the history, and is noisier than real players: the longer a hand, the more
of its particles have survived actions that none of the bots would make, with hands that are too poor. So at the end the
particles that needed less noise are preferred, as much as the game says (``sharpness``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, log
from typing import Any

from knockroll.engine.game import Game
from knockroll.engine.rule import assign, rule
from knockroll.engine.state import DISCARD, FIRST_OWN_MOVE, NO_CARD
from knockroll.engine.stream import below
from knockroll.lab.search.past import NONE, Past, past_rule
from knockroll.lab.search.worlds import (
    IMPOSSIBLE,
    NLL_UNIT,
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
from knockroll.players.player import SearchRules

NOISE = 0.04
"""The probability of a move other than the bot's."""
OWN_NOISE = 0.01
"""The same probability where the bot would not draw or discard but, for example, end the hand."""
GOLDEN = 0.6180339887498949
"""The golden ratio less 1: its multiples are spread evenly between whole numbers."""
MOST_LEARNED = 16
"""Only this many actions of a shown hand are evidence of who made them: too few particles survive more of them."""


@rule
def usual_noise(v: Any, n: int, chosen: int, move: int) -> float:
    """The usual noise model: the probability of ``move`` where a bot would choose ``chosen`` among ``n`` moves."""
    other = OWN_NOISE if chosen >= FIRST_OWN_MOVE else NOISE
    return 1.0 - other if chosen == move else other / (n - 1)


@cache
def mcmc_rule(game: Game, rules: SearchRules) -> Callable[..., None]:
    """The rule that takes some MCMC steps with a world, with the noise model or, if sharper, with less noise."""
    log_likelihood = log_likelihood_rule(game, rules.noise or usual_noise, rules.imagined)
    most_changed = rules.most_changed

    @rule
    def take_mcmc_steps(
        world: World, steps: int, sharpness: float, actions: int, places: int, workspace: Workspace
    ) -> None:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        old = workspace.spare[0]
        now = -world.nll / NLL_UNIT
        assign(old, world)
        for _ in range(steps):
            can_be = True
            for _ in range(1 + below(r, most_changed)):
                can_be = can_be and change_card(world, places, past, scratch, r)
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
def sharpen(worlds: list[World], weights: list[float], count: int, sharpness: float) -> None:
    """Weight worlds as if there were less noise."""
    likeliest = worlds[0].nll
    for i in range(count):
        likeliest = min(likeliest, worlds[i].nll)
    for i in range(count):
        weights[i] *= exp((likeliest - worlds[i].nll) * (sharpness - 1) / NLL_UNIT)


@rule
def seat_bots(world: World, i: int, count: int, prior: Any, seat: int) -> None:
    """Seat bots in world number ``i``, so that each is as frequent over all ``count`` worlds as the prior says.

    At the first of the other seats the bots come one after another; at each further seat, in another order.
    """
    turned = 0
    for other in range(len(prior)):
        if other == seat:
            continue
        place = i + 0.5
        if turned:
            place *= turned * GOLDEN
            place = (place - int(place)) * count
        bot = 0
        so_far = prior[other, 0]
        while so_far * count < place and bot + 1 < prior.shape[1]:
            bot += 1
            so_far += prior[other, bot]
        world.bots[other] = bot
        turned += 1


@cache
def weigh_rule(game: Game, rules: SearchRules) -> Callable[..., tuple[float, float]]:
    """The rule that weights all worlds by an action and applies it; it returns the sums of weights and of squares."""
    action_likelihood = action_likelihood_rule(game, rules.noise or usual_noise, rules.imagined)
    all_differ = rules.steps_within > 0  # else neighbours are often the same, and so is their likelihood

    @rule
    def weigh(a: int, count: int, workspace: Workspace) -> tuple[float, float]:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        who, move, place, v = past.seat[a], past.move[a], past.place[a], workspace.views[a]
        total, squares = 0.0, 0.0
        bot, likely, nll = NONE, 0.0, 0
        for i in range(count):
            world = workspace.worlds[i]
            if all_differ or world.bots[who] != bot or world.hands[who] != v.hands[who]:
                bot = world.bots[who]
                v.hands[who] = world.hands[who]
                likely = action_likelihood(bot, move, v, scratch.moves, r)
                nll = int(log(likely) * NLL_UNIT)
            world.nll -= nll
            workspace.weights[i] *= likely
            total += workspace.weights[i]
            squares += workspace.weights[i] * workspace.weights[i]
            if place != NONE and world.cards[place] == NO_CARD:
                draw_card(world, place, scratch, r)
            apply_action(world, past, a)
        return total, squares

    return weigh


@cache
def filter_rule(game: Game, rules: SearchRules) -> Callable[..., float]:
    """The rule that makes worlds from a past, all of the same weight.

    It returns the log-likelihood of the history: the mean weight of the particles, multiplied over all actions.
    """
    weigh, take_mcmc_steps = weigh_rule(game, rules), mcmc_rule(game, rules)
    sharpness = rules.sharpness

    @rule
    def imagine(seat: int, prior: Any, effort: Effort, workspace: Workspace) -> float:
        past, scratch, r = workspace.past, workspace.scratch, workspace.stream
        worlds, weights, count = workspace.worlds, workspace.weights, effort.particles
        for i in range(count):
            deal_world(worlds[i], past, scratch, r)
            seat_bots(worlds[i], i, count, prior, seat)
            worlds[i].nll = 0
            weights[i] = 1.0
        places = past.dealt
        evidence = 0.0
        for a in range(past.actions):
            total, squares = weigh(a, count, workspace)
            places += past.place[a] != NONE
            if DISCARD <= past.move[a] < FIRST_OWN_MOVE and total * total < 0.5 * count * squares:
                evidence += log(total / count)
                resample(worlds, workspace.spare, weights, count, count, r)
                for i in range(count if a + 1 < past.actions else 0):
                    take_mcmc_steps(worlds[i], effort.steps_within, 1.0, a + 1, places, workspace)
        total = 0.0
        for i in range(count):
            total += weights[i]
        evidence += log(total / count)
        sharpen(worlds, weights, count, sharpness)
        resample(worlds, workspace.spare, weights, count, effort.worlds, r)
        for i in range(effort.worlds if past.actions and places else 0):
            take_mcmc_steps(worlds[i], effort.steps, sharpness, past.actions, places, workspace)
        return evidence

    return imagine


@rule
def _shorten(past: Past, most: int) -> None:
    """Keep only the first actions, and the cards that were shown in them."""
    past.actions = min(past.actions, most)
    count = 0
    for a in range(past.actions):
        count += count < past.shown_count and past.loses[a] >> past.shown[count] & 1
    past.shown_count = count


@cache
def compiled_belief(game: Game, rules: SearchRules) -> Callable[..., Any]:
    """The compiled loop that makes worlds for a view; none if part of the history is missing."""
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), filter_rule(game, rules)

    def believe(seat, prior, effort, workspace):  # type: ignore[no-untyped-def]
        past, scratch = workspace.past, workspace.scratch
        retrace(workspace.seen, seat, workspace.replayed, workspace.blank, workspace.views, past, scratch.pool)
        if past.is_whole:
            fill_pool(scratch, possible_cards(past))
            imagine(seat, prior, effort, workspace)

    return compile_loop(believe, f"{game.name} believe")


@cache
def compiled_evidence(game: Game, rules: SearchRules) -> Callable[..., Any]:
    """The compiled loop that finds how likely each bot makes the history of a hand whose cards were shown at the end.

    It works for two seats. The order in which the cards came is not known: worlds go through the history as usual, but
    with only those cards. Bots marked IMPOSSIBLE beforehand stay so.
    """
    from knockroll.lab.compiled import compile_loop

    retrace, imagine = past_rule(game), filter_rule(game, rules)

    def compare(seat, prior, cards, others, hidden, found, effort, workspace):  # type: ignore[no-untyped-def]
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
                if found[i, bot] == IMPOSSIBLE:
                    continue
                for other in range(found.shape[1]):
                    prior[1 - seat, other] = 1.0 if other == bot else 0.0
                found[i, bot] = imagine(seat, prior, effort, workspace)

    return compile_loop(compare, f"{game.name} evidence")
