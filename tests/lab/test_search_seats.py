"""Belief and search in any card game: what they may know, what they believe, and that one seed gives one game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy
import pytest

import knockroll
from knockroll.engine.accounts import tell_view
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game, game_names, get_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.state import OVER, WAITING, CardState
from knockroll.engine.stream import CHOICE, open_stream, shuffle_deck
from knockroll.games.thirty_one.rules import hand_value
from knockroll.lab import evaluate
from knockroll.lab.playout import play_on
from knockroll.lab.search import priors
from knockroll.lab.search import standings as module
from knockroll.lab.search.belief import seat_bots
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.player import SearchPlayer
from knockroll.lab.search.priors import gain_priors
from knockroll.lab.search.searcher import Budget, Searcher
from knockroll.lab.search.standings import chances, standings, won_by
from knockroll.lab.search.worlds import World
from knockroll.players import player
from knockroll.players.player import GainPrior, GainPriors

pytestmark = pytest.mark.compiles

CARD_GAMES = [name for name in game_names() if issubclass(get_game(name).state, CardState)]
SEARCHED = [name for name in CARD_GAMES if any(thinker.search.seats == 0 for thinker in get_game(name).thinkers)]
SMALL = Budget(batches=2, own_batches=2, worlds=16, particles=64, steps=2)


def player_of(game: Game, seed: int = 7) -> SearchPlayer:
    return SearchPlayer(game, game.thinkers[0], seed, SMALL)


def searcher_of(game: Game, seats: int) -> Searcher:
    return player_of(game).searcher(game.new_state(seats, game.option_values(seats, None, {})))


def positions(game: Game, seats: int, seed: int = 3) -> Iterator[tuple[Any, Any, list[tuple[Any, int]]]]:
    """Every position of a hand in which seat 0 is to move, with its view; and what the others saw and did."""
    table = knockroll.Table(game, seats, chance=Seeded(seed), dealer=0)
    done: list[tuple[Any, int]] = []
    while table.state.hands_played == 0:
        s = table.state
        v = game.view_of(s, s.turn)
        if s.turn == 0:
            yield s.copy(), v, done[:]
        legal = game.list_legal(v)
        bot = game.players[(s.turn + seed) % len(game.players)]
        move = bot.choose(v, legal, len(legal), open_stream(seed, len(done), CHOICE + s.turn))
        if s.turn != 0:
            done.append((v, move))
        table.play(game.moves.format(move))


def past_of(game: Game, v: Any) -> tuple[Past, list[Any]]:
    past, views = Past(), [game.blank_view(v) for _ in range(v.act_count)]
    past_rule(game)(v, 0, v.copy(), game.blank_view(v), views, past, [0] * DECK_SIZE)
    return past, views


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_past_has_what_the_others_saw_at_each_own_act(name: str) -> None:
    game = get_game(name)
    for seed in range(30):
        for s, v, done in positions(game, 2 + seed % 2, seed):
            past, views = past_of(game, v)
            assert past.is_whole and past.actions == len(done)
            for i, (seen, move) in enumerate(done):
                assert (past.seat[i], past.move[i]) == (seen.turn, move)
                seen.hands[seen.turn] = 0
                assert views[i] == seen
            in_stock = sum(1 << card for card in s.deck[s.stock_next : s.stock_end])
            unknown = sum(s.hands[i] & ~v.known[i] for i in range(1, s.seats))
            assert past.unseen == in_stock | unknown


@pytest.mark.parametrize("name", CARD_GAMES)
def test_cards_that_were_shown_came_to_who_showed_them_before(name: str) -> None:
    game = get_game(name)
    for s, v, _ in positions(game, min(3, game.max_seats), 4):
        past, _ = past_of(game, v)
        shown = past.shown[: past.shown_count]
        assert len(set(shown)) == len(shown) and not past.unseen & sum(1 << card for card in shown)
        for seat in range(1, s.seats):
            came = past.owner[: past.places].count(seat)
            gave = sum(past.giver[card] == seat for card in shown)
            open_cards = v.known[seat].bit_count() if s.hands[seat] != v.known[seat] else 0
            if open_cards or not v.known[seat]:
                assert came - gave == s.hands[seat].bit_count() - open_cards


@pytest.mark.parametrize("name", SEARCHED)
def test_worlds_are_what_the_seat_cannot_tell_from_the_real_one(name: str) -> None:
    game = get_game(name)
    searcher = searcher_of(game, 3)
    for s, v, _ in positions(game, 3):
        seen = v.hands[0] | sum(1 << card for card in s.pile[: s.pile_size])
        for world in searcher.worlds(v, 0, searcher.default_prior(), 1):
            hands = world["hands"].tolist()[1:3]
            assert [hand.bit_count() for hand in hands] == [s.hands[i].bit_count() for i in (1, 2)]
            assert not hands[0] & hands[1] and not (hands[0] | hands[1]) & seen
            assert all(hand & v.known[i] == v.known[i] for i, hand in enumerate(hands, 1))
            assert (hands[0] | hands[1]) & ~ALL_CARDS == 0


def test_bots_are_seated_as_often_as_the_prior_has_it_and_independently_at_each_seat() -> None:
    count, prior = 600, numpy.array([[0.0, 0.5, 0.3, 0.2]] * 4)
    seated = []
    for i in range(count):
        world = World()
        seat_bots(world, i, count, prior, 1)
        seated.append([world.bots[seat] for seat in (0, 2, 3)])
    found = numpy.array(seated)
    for seat in range(3):
        shares = [(found[:, seat] == bot).mean() for bot in range(4)]
        assert shares == pytest.approx(prior[0], abs=0.01)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        together = ((found[:, one] == 1) & (found[:, other] == 1)).mean()
        assert together == pytest.approx(0.5 * 0.5, abs=0.03)


def test_games_of_more_than_two_are_evaluated_where_the_player_itself_does_not_search() -> None:
    table = knockroll.Table("gin_rummy", 3, seed=1)
    found = evaluate(table.view(table.turn), opponents=("anybody",), batches=2, worlds=8)
    assert [one.move for one in found] == list(table.legal())


@pytest.mark.parametrize("name", SEARCHED)
def test_belief_and_search_do_not_depend_on_what_cannot_be_seen(name: str) -> None:
    game = get_game(name)
    options = game.option_values(3, None, {})
    for s, v, _ in list(positions(game, 3))[:6]:
        other, deck = v.copy(), [0] * DECK_SIZE
        shuffle_deck(open_stream(5), deck)
        game.complete(other, 0, deck)
        assert other.hands[1:3] != s.hands[1:3]
        found = []
        for position in (s, other):
            view = tell_view(game, game.view_of(position, 0), 0, options, None, None)
            judged = evaluate(view, batches=2, worlds=8, seed=2)
            found.append((player_of(game).choose(view), judged))
        assert found[0] == found[1]


def play_game(game: Game, seed: int) -> RecordDocument:
    table = knockroll.Table(game, 2, seed=11)
    sitters = (player_of(game, seed), player(game, game.players[0].name, 1))
    while table.turn is not None and len(table.hands) < 2:
        table.play(sitters[table.turn].choose(table.view(table.turn)))
    return table.record()


@pytest.mark.parametrize("name", SEARCHED)
def test_one_seed_gives_one_game(name: str) -> None:
    assert play_game(get_game(name), 1) == play_game(get_game(name), 1)


@pytest.mark.parametrize("name", SEARCHED)
def test_chances_to_win_are_one_together_and_the_better_score_has_more(name: str) -> None:
    game = get_game(name)
    table = knockroll.Table(game, 2, seed=1)
    base = game.thinkers[0].base_in(game)
    coefficients = standings(game, base, 2, tuple(sorted(game.option_values(2, None, {}).items())))
    states = numpy.zeros(2, game.state.dtype())
    table.state.write(states)
    states["scores"][:, 0] = [0, 2]
    states["hands_played"] = 2
    found = chances(coefficients, states, 2)
    assert found.sum(axis=1) == pytest.approx(1)
    more_is_better = game.showing.score.best == "high"
    assert (found[1, 0] > found[0, 0]) == more_is_better


@pytest.mark.parametrize("name", SEARCHED)
def test_moves_other_than_the_base_players_are_expected_to_lose(name: str) -> None:
    game = get_game(name)
    for prior in (prior for row in gain_priors(game, game.thinkers[0], SMALL).by_kind for prior in row):
        assert -0.2 < prior.mean < 0.001
        assert 0 < prior.noise < 0.03 and 0.005 < prior.deviation < 0.1


def test_a_prior_tells_true_differences_from_noise() -> None:
    chance = numpy.random.default_rng(1)
    gains = chance.normal(-0.05, 0.03, (5000, 1))
    found = priors.prior_of(list(gains + chance.normal(0, 0.04, (5000, priors.TRIES))))
    assert found == pytest.approx((-0.05, 0.03, 0.04), abs=0.002)


def test_a_game_without_priors_has_them_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priors, "HANDS", 8)
    monkeypatch.setattr(priors, "cached", lambda game, bot, key, compute: compute())
    game = get_game("thirty_one")
    (thinker,) = game.thinkers
    usual = thinker.search.gains
    assert usual is not None
    fitted = gain_priors(game, replace(thinker, search=replace(thinker.search, gains=None)), SMALL)
    draw, discard, other = range(3)
    assert fitted.by_kind[draw][other].mean < fitted.by_kind[draw][draw].mean < 0.02, "knocking early costs most"
    assert fitted.by_kind[discard][discard].noise > usual.by_kind[discard][discard].noise, "batches are small"


@pytest.mark.parametrize("name", SEARCHED)
def test_the_stronger_the_likelier_as_far_as_the_game_says(name: str) -> None:
    game = get_game(name)
    thinker = game.thinkers[0]
    for random, *likely in searcher_of(game, 2).default_prior():
        assert random == 0 and sum(likely) == pytest.approx(1)
        for one, its in zip(game.players, likely, strict=True):
            for other, others in zip(game.players, likely, strict=True):
                assert its == pytest.approx(others * thinker.search.stronger ** (one.strength - other.strength))


def test_what_somebody_took_and_threw_tells_what_they_hold() -> None:
    """Somebody who keeps taking discards and plays as House does has a better hand than cards dealt at random."""
    game = get_game("thirty_one")
    searcher = searcher_of(game, 2)
    believed, uniform, true = [], [], []
    for seed in range(12):
        for s, v, done in positions(game, 2, 5 * seed + 4):  # the other seat is House
            if len(done) > 4:
                worlds = searcher.worlds(v, 0, searcher.certain_prior("House"), seed)
                believed.append(numpy.mean([hand_value(int(hand), 30) for hand in worlds["hands"][:, 1]]))
                other, deck = v.copy(), [0] * DECK_SIZE
                shuffle_deck(open_stream(seed, len(done)), deck)
                game.complete(other, 0, deck)
                uniform.append(hand_value(other.hands[1], 30))
                true.append(hand_value(s.hands[1], 30))
    assert abs(numpy.mean(believed) - numpy.mean(true)) < abs(numpy.mean(uniform) - numpy.mean(true))


def test_after_a_new_stock_the_base_player_moves() -> None:
    game = get_game("thirty_one")
    table = knockroll.Table(game, 2, seed=1)
    while table.state.hands_played == 0 and table.state.turns < 60:
        table.play("draw stock" if "draw stock" in table.legal() else table.legal()[0])
        if table.state.hands_played == 0 and table.legal()[0].startswith("discard"):
            table.play(table.legal()[0])
    assert table.turn is not None and table.state.hands_played == 0
    view = table.view(table.turn)
    assert player_of(game).choose(view) == player(game, "House").choose(view)
    with pytest.raises(knockroll.KnockrollError, match="was reshuffled"):
        evaluate(view, batches=2, worlds=8)


@pytest.mark.parametrize(("cards", "seats"), [(5, 10), (7, 7)])
def test_where_more_have_sat_than_can_at_once_the_base_player_moves(cards: int, seats: int) -> None:
    """In Tonk a seat is nobody else's again, so that a table of ten has had eleven when one has left and one come."""
    game = get_game("tonk")
    table, base = knockroll.Table(game, seats, seed=5, cards=cards), player(game, "The Bookmaker")
    table.leave((table.state.turn + 1) % seats)
    table.join()
    while not table.hands:
        assert table.turn is not None
        table.play(base.choose(table.view(table.turn)))
    assert table.turn is not None and table.state.seats == seats + 1
    view = table.view(table.turn)
    assert player_of(game).choose(view) == base.choose(view)
    with pytest.raises(knockroll.KnockrollError, match=f"cannot have {seats + 1} seats"):
        evaluate(view, batches=2, worlds=8)


def test_games_that_take_too_many_hands_are_not_played_to_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("tonk")
    base = game.thinkers[0].base_in(game)
    monkeypatch.setattr(module, "GAMES", 20)
    monkeypatch.setattr(module, "MOST_HANDS", 3)
    assert module._play(game, base, 2, game.option_values(2, None, {"hands": 3})) is not None
    assert module._play(game, base, 2, game.option_values(2, None, {"hands": 5})) is None


def test_where_the_chance_to_win_is_not_known_the_base_player_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("tonk")
    monkeypatch.setattr(module, "cached", lambda *_: numpy.zeros((0, 0)))
    standings.cache_clear()
    try:
        table, base = knockroll.Table(game, 2, seed=3), player(game, "The Bookmaker")
        gains = GainPriors(((GainPrior(0.0, 0.1, 0.1),) * 3,) * 3)
        searcher = Searcher(game, game.thinkers[0], 2, game.option_values(2, None, {}), SMALL, gains)
        while not table.hands:
            assert table.turn is not None
            view = table.view(table.turn)
            v = game.view_of(table.state, table.turn)
            move = game.moves.format(searcher.choose(v, table.turn, searcher.default_prior(), 1))
            assert move == base.choose(view)
            table.play(move)
        with pytest.raises(knockroll.KnockrollError, match="up to 50 hands"):
            evaluate(view, batches=2, worlds=8)
    finally:
        standings.cache_clear()


def test_a_game_that_ends_with_nobody_left_in_is_won_by_who_wins_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Tunk the last players may be dropped together: then the lowest of them win, though no one is still in."""
    game = get_game("tunk")
    monkeypatch.setattr(module, "GAMES", 20)
    options = game.option_values(2, None, {})
    coefficients = module._fit(game, game.players[-1], 2, options)
    states = numpy.zeros(2, game.state.dtype())
    game.new_state(2, options).write(states)
    states["scores"][:, :2] = [[120, 110], [0, 0]]
    states["phase"], states["playing"], states["winners"] = [OVER, WAITING], [0, 0b11], [0b10, 0]
    found = chances(coefficients, states, 2)
    assert found[0].tolist() == [0, 1] and found[1].sum() == pytest.approx(1)


def test_a_game_of_one_hand_is_won_by_who_wins_that(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("tonk")
    monkeypatch.setattr(module, "GAMES", 20)
    base, options = game.thinkers[0].base_in(game), game.option_values(2, None, {"hands": 1})
    coefficients = module._fit(game, base, 2, options)
    last, _ = play_on(game, [game.new_state(2, options)] * 5, [base, base], 1)
    assert (chances(coefficients, last, 2) == won_by(last, 2)).all()
