"""Belief and search: what they may know, that one seed gives one game, and that they learn who plays."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy
import pytest

import knockroll
from knockroll.engine.accounts import tell_view
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption, UnknownPlayer
from knockroll.engine.game import get_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.stream import CHOICE, open_stream, shuffle_deck
from knockroll.games.gin_rummy.rules import DISCARDING
from knockroll.lab import evaluate
from knockroll.lab.search import belief, winning_table
from knockroll.lab.search.calibration import Known, calibrate
from knockroll.lab.search.decision import Batch, Outcomes, batch_numbers, choose_move
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.player import SearchPlayer
from knockroll.lab.search.searcher import Budget, Searcher
from knockroll.lab.search.worlds import (
    NLL_UNIT,
    Effort,
    Workspace,
    World,
    fill_pool,
    possible_cards,
    scratch_type,
)
from knockroll.players import find_bot, player, player_names
from knockroll.players.player import Bot, GainPrior

pytestmark = pytest.mark.compiles

GAME = get_game("gin_rummy")
OPTIONS = GAME.option_values(2, "standard", {})
ZORA = GAME.thinkers[0]
SMALL = Budget(batches=2, own_batches=2, worlds=16, particles=64, steps_within=2, steps=2)


def bot(name: str) -> Bot:
    """The player of that name, who is a rule."""
    found = find_bot(GAME, name)
    assert found is not None
    return found


def positions(opponent: str, seed: int = 3) -> Iterator[tuple[Any, Any, list[tuple[Any, int]]]]:
    """Every position of a hand in which seat 0 is to discard, with its view; and what seat 1 saw and did."""
    bots = (bot("The Archivist"), bot(opponent))
    table = knockroll.Table(GAME, 2, variant="standard", chance=Seeded(seed))
    streams = [open_stream(seed, 0, CHOICE + seat) for seat in range(2)]
    done: list[tuple[Any, int]] = []
    while table.state.hands_played == 0:
        s = table.state
        v = GAME.view_of(s, s.turn)
        if s.turn == 0 and s.phase == DISCARDING:
            yield s.copy(), v, done[:]
        legal = GAME.list_legal(v)
        move = bots[s.turn].choose(v, legal, len(legal), streams[s.turn])
        if s.turn == 1:
            done.append((v, move))
        table.play(GAME.moves.format(move))


def test_a_past_has_what_the_other_player_saw_at_each_own_action() -> None:
    for _, v, done in positions("Hasty Hal"):
        past, views = Past(), [v.copy() for _ in range(v.act_count)]
        past_rule(GAME)(v, 0, v.copy(), GAME.blank_view(v), views, past, [0] * DECK_SIZE)
        assert past.is_whole and past.actions == len(done)
        for i, (seen, move) in enumerate(done):
            assert past.move[i] == move
            for field in ("turn", "phase", "turns", "limit", "passed", "known", "taken", "held", "just_taken"):
                assert getattr(views[i], field) == getattr(seen, field), field
            assert views[i].pile[: seen.pile_size] == seen.pile[: seen.pile_size]


def test_worlds_are_what_the_seat_cannot_tell_from_the_real_one() -> None:
    searcher = Searcher(GAME, ZORA, 2, OPTIONS, SMALL)
    for s, v, _ in positions("Simple"):
        seen = v.hands[0] | sum(1 << card for card in v.pile[: v.pile_size])
        for hand in searcher.worlds(v, 0, searcher.default_prior(), 1)["hands"][:, 1].tolist():
            assert hand.bit_count() == s.hands[1].bit_count() and not hand & seen
            assert hand & v.known[1] == v.known[1]


def test_in_the_end_worlds_weigh_what_they_would_with_less_noise() -> None:
    worlds, weights = [World() for _ in range(3)], [1.0, 0.5, 1.0]
    for world, nll in zip(worlds, (5, 3, 4), strict=True):
        world.nll = nll * NLL_UNIT
    sharpness = 3.0
    belief.sharpen(worlds, weights, 3, sharpness)
    less_likely = [2, 0, 1]
    assert weights == pytest.approx(
        [weight * exp(-nll * (sharpness - 1)) for weight, nll in zip([1.0, 0.5, 1.0], less_likely, strict=True)]
    )


def test_the_less_noise_the_fewer_worlds_are_chosen_that_needed_it() -> None:
    _, v, _ = list(positions("Simple"))[3]
    past, views, scratch = Past(), [v.copy() for _ in range(v.act_count)], scratch_type(GAME)()
    past_rule(GAME)(v, 0, v.copy(), GAME.blank_view(v), views, past, [0] * DECK_SIZE)
    fill_pool(scratch, possible_cards(past))
    effort = Effort()
    effort.particles, effort.worlds = 48, 16

    def chosen(sharpness: float) -> int:
        imagine = belief.filter_rule(GAME, replace(ZORA.search, sharpness=sharpness))
        worlds, spare = [World() for _ in range(48)], [World() for _ in range(48)]
        workspace = Workspace(v, None, None, past, views, worlds, spare, [0.0] * 48, scratch, open_stream(1))
        imagine(0, numpy.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]] * 2), effort, workspace)
        return sum(world.nll for world in worlds[:16])

    assert chosen(8.0) < chosen(1.0)


def test_batches_of_one_belief_have_worlds_from_every_part_of_it() -> None:
    searcher = Searcher(GAME, ZORA, 2, OPTIONS, SMALL)
    _, v, _ = list(positions("Simple"))[1]
    of_all = searcher.worlds(v, 0, searcher.default_prior(), 8, batches=3).copy()
    batches = dict(searcher.batches(v, 0, searcher.default_prior(), 3, 7))
    assert list(batches) == [1, 2, 3]
    assert sorted(hand for worlds in batches.values() for hand in worlds["hands"][:, 1]) == sorted(
        of_all["hands"][:, 1]
    )
    for bot in set(of_all["bots"][:, 1]):
        counts = [int((worlds["bots"][:, 1] == bot).sum()) for worlds in batches.values()]
        assert max(counts) - min(counts) <= 1


def redealt(v: Any, seed: int) -> Any:
    """Another position that seat 0 cannot tell from this one."""
    deck = [0] * DECK_SIZE
    shuffle_deck(open_stream(seed), deck)
    other = v.copy()
    GAME.complete(other, 0, deck)
    return other


def test_belief_and_search_do_not_depend_on_what_cannot_be_seen() -> None:
    for s, v, _ in list(positions("The Archivist"))[:4]:
        other = redealt(v, 5)
        assert other.hands[1] != s.hands[1]
        found = []
        for position in (s, other):
            view = tell_view(GAME, GAME.view_of(position, 0), 0, OPTIONS, None, None)
            found.append((SearchPlayer(GAME, ZORA, 7, SMALL).choose(view), evaluate(view, batches=2, worlds=8, seed=2)))
        assert found[0] == found[1]


def play_game(seed: int) -> RecordDocument:
    table = knockroll.Table(GAME, 2, variant="standard", seed=11, target=40)
    sitters = (SearchPlayer(GAME, ZORA, seed, SMALL), player(GAME, "Hasty Hal", 1))
    while table.turn is not None:
        table.play(sitters[table.turn].choose(table.view(table.turn)))
    return table.record()


def test_one_seed_gives_one_game() -> None:
    assert play_game(1) == play_game(1)


def test_with_a_budget_in_time_it_thinks_to_the_end_of_the_batch_in_which_that_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = iter([10.0, 10.02, 10.04, 10.06])
    monkeypatch.setattr("knockroll.lab.search.decision.perf_counter", lambda: next(seconds))
    assert list(batch_numbers(2, milliseconds=50)) == [1, 2, 3]
    assert list(batch_numbers(2, milliseconds=None)) == [1, 2]


def test_only_players_that_she_imagines_are_in_her_worlds() -> None:
    """The Actuary is not, and is not taken for anyone either: her own rule is not in the compiled belief."""
    searcher = Searcher(GAME, ZORA, 2, OPTIONS, SMALL)
    prior = dict(zip(["Random", *(one.name for one in GAME.players)], searcher.default_prior()[1], strict=True))
    assert {name for name, share in prior.items() if share} == set(ZORA.search.imagined)
    assert "The Actuary" not in ZORA.search.imagined
    for _, v, _ in list(positions("The Actuary"))[:2]:
        bots = searcher.worlds(v, 0, searcher.default_prior(), 1)["bots"][:, 1].tolist()
        assert {GAME.players[number - 1].name for number in bots} <= set(ZORA.search.imagined)


def test_what_search_finds_counts_beside_what_the_actuary_expects_of_a_move() -> None:
    """The Archivist plays the hands out."""
    searcher = Searcher(GAME, ZORA, 2, OPTIONS, SMALL, ZORA.search.gains)
    assert (searcher.base.name, searcher.playouts.name) == ("The Actuary", "The Archivist")
    others = {1: GainPrior(0.0, 1.0, 1.0).shifted(-0.25)}
    assert choose_move(0, others, iter([found_by_a_batch(0.2)])) == 0
    assert choose_move(0, others, iter([found_by_a_batch(0.3)])) == 1


def found_by_a_batch(gain: float) -> Batch:
    """A batch of worlds in which a move gains that much over the base move."""
    return lambda moves: Outcomes(numpy.array([[0.5, 0.5 + gain]]), numpy.zeros((1, 2)))


def test_hands_that_are_shown_teach_who_the_other_player_is() -> None:
    searcher = Searcher(GAME, ZORA, 2, OPTIONS, SMALL)
    prior = searcher.default_prior()
    for seed in range(6):
        s, v, _ = list(positions("Hasty Hal", seed))[-1]
        legal = GAME.list_legal(v)
        move = searcher.base.choose(v, legal, len(legal), open_stream(0))
        GAME.play(s, move)
        if s.hands_played:  # seat 0 has ended the hand, so all of the other's acts are known
            prior = searcher.learn(prior, v, 0, s.hands[1], 0, seed)
    bots = ["Random", *(known.name for known in GAME.players)]
    assert bots[int(numpy.argmax(prior[1]))] == "Hasty Hal" and prior[1].sum() == pytest.approx(1)


def test_the_chance_to_win_is_certain_at_the_target_and_one_for_both_together() -> None:
    table = winning_table.winning_table(GAME, bot("The Archivist"), tuple(sorted(OPTIONS.items())))
    assert (table[100, :100] == 1).all() and (table[:100, 100] == 0).all()
    both = table[:100, :100, 0] + table[:100, :100, 1].T
    assert abs(both - 1).max() < 0.02  # each from different hands
    assert (numpy.diff(table[:, 50, 0]) > -1e-9).all()


def test_the_chances_to_win_are_computed_once_on_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knockroll.lab.compiled.cache_folder", lambda loop: tmp_path)
    monkeypatch.setattr(winning_table, "compute", lambda *asked: numpy.array([0.25]))
    computed = winning_table.winning_table.__wrapped__
    assert computed(GAME, bot("The Archivist"), ()) == 0.25
    monkeypatch.setattr(winning_table, "compute", lambda *asked: numpy.array([0.5]))
    assert computed(GAME, bot("The Archivist"), ()) == 0.25
    assert computed(GAME, bot("Simple"), ()) == computed(GAME, bot("The Archivist"), (("target", 5),)) == 0.5
    for file in tmp_path.rglob("*.npy"):
        file.write_bytes(file.read_bytes()[:-1])  # as if the disk had been full
    assert computed(GAME, bot("The Archivist"), ()) == 0.5


def test_every_legal_move_is_judged_under_each_opinion_of_the_opponent() -> None:
    _, v, _ = list(positions("Simple"))[2]
    view = tell_view(GAME, v, 0, OPTIONS, None, None)
    found = evaluate(view, opponents=("anybody", "Simple"), batches=3, worlds=16)
    assert [(one.opponent, one.move) for one in found] == [
        (opponent, move) for opponent in ("anybody", "Simple") for move in view["legal"]
    ]
    assert all(0 <= one.low <= one.chance_to_win <= one.high <= 1 and one.worlds == 48 for one in found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"opponents": ("Nobody",)}, "unknown opponent"),
        ({"batches": 1}, "at least 2"),
    ],
)
def test_what_cannot_be_evaluated_is_said(change: dict[str, Any], words: str) -> None:
    _, v, _ = next(positions("Simple"))
    with pytest.raises(InvalidOption, match=words):
        evaluate(tell_view(GAME, v, 0, OPTIONS, None, None), **change)


def test_a_card_game_without_a_search_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knockroll.lab.search.evaluation.find_game", lambda name: replace(GAME, thinkers=()))
    with pytest.raises(InvalidOption, match="that searches, not in gin_rummy"):
        evaluate(knockroll.Table(GAME, 2, seed=1, dealer=1).view(0))


def test_views_of_others_turns_are_not_evaluated() -> None:
    table = knockroll.Table(GAME, 2, seed=1)
    assert table.turn is not None
    with pytest.raises(InvalidOption, match="nothing to evaluate"):
        evaluate(table.view(1 - table.turn))


@pytest.mark.parametrize("seats", [2, 3])
def test_where_nothing_was_fitted_she_plays_as_the_archivist(seats: int) -> None:
    """With more than two seats, or without a knock limit, which the default rules do not have."""
    table = knockroll.Table(GAME, seats, seed=1)
    zora, archivist = player(GAME, "Madame Zora", 1), player(GAME, "The Archivist", 1)
    while table.turn is not None:
        view = table.view(table.turn)
        assert zora.choose(view) == archivist.choose(view)
        table.play(archivist.choose(view))


def test_without_numba_who_searches_is_not_offered_and_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = sys.modules["knockroll.players.registry"]
    registry._makers.cache_clear()
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    try:
        assert "Madame Zora" not in player_names(GAME)
        with pytest.raises(UnknownPlayer, match=r"knockroll\[lab\]"):
            player(GAME, "Madame Zora")
    finally:
        registry._makers.cache_clear()


def test_she_says_that_she_is_slow_and_plays_in_the_arena_beside_rules() -> None:
    from knockroll.players import is_slow

    assert is_slow(GAME, "Madame Zora")
    result = knockroll.arena.run(GAME, ["Madame Zora", "Simple"], games=2, seed=1, variant="standard", compiled=True)
    assert result.games == 2 and not result["Madame Zora"].faults


@pytest.mark.parametrize("known", Known)
def test_believed_deadwood_is_near_the_truth(known: Known) -> None:
    found = calibrate(GAME, bot("Simple"), hands=12, seed=4, known=known)
    believed, true = numpy.array([pair for rows in found.deadwood.values() for pair in rows]).T
    assert abs((believed - true).mean()) < 8  # a handful of hands; docs/belief.md has many
    assert 0 < found.brier()[0] < 0.25 and found.effective() > 1
