"""The games in OpenSpiel: its own tests pass, its algorithms run, and its chance deals as ours does."""

from __future__ import annotations

import random
from collections import Counter
from copy import copy
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import TEXTS, parse_cards, parse_mask
from knockroll.engine.errors import InvalidOption
from knockroll.engine.state import DRAW_DISCARD

pyspiel = pytest.importorskip("pyspiel")
from knockroll.lab.environments.openspiel import MOST_TOLD, PREFIX, SpielState  # noqa: E402

SMALL = "knockroll_thirty_one(players=2,dealer=1,deck=As Ks Qs Js Ah Kh Qh Jh,turn_limit=1)"
every_game = pytest.mark.parametrize("name", knockroll.game_names())


@every_game
def test_the_random_simulations_of_openspiel_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(PREFIX + name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game",
    [
        "thirty_one(players=3,episode=game,strikes=1)",
        "gin_rummy(variant=standard)",
        "gin_rummy(knock_limit=10,reward=win)",
        "tonk(players=3,hands=2,episode=game)",
        "farkle(players=3,target=500,episode=game,reward=win)",
    ],
)
def test_parameters_are_those_of_the_game(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(PREFIX + game), num_sims=1, serialize=False, verbose=False)


def play_along(name: str, seed: int) -> SpielState:
    """A hand at our table and in OpenSpiel: chance does what it did at the table."""
    table = knockroll.Table(name, 2, dealer=1, seed=seed)
    state: SpielState = pyspiel.load_game(f"{PREFIX}{name}(players=2,dealer=1)").new_initial_state()
    choices = random.Random(seed)
    hands, top = table.state.hands[:2], table.state.pile[0]
    for cards in (*hands, 1 << top):
        for card in (card for card in range(52) if cards >> card & 1):
            state.apply_action(card)
    while not table.hands:
        assert state.current_player() == table.turn
        assert [state.action_to_string(action) for action in state.legal_actions()] == list(table.legal())
        move = choices.choice(table.legal())
        drawn = table.state.deck[table.state.stock_next]
        table.play(move)
        state.apply_action(table.game.moves.parse(move))
        if move == "draw stock":
            assert state.is_chance_node()
            state.apply_action(drawn)
    points = table.hands[0].points
    sign = 1 if table.game.showing.score.best == "high" else -1
    assert state.returns() == [sign * (points[0] - points[1]), sign * (points[1] - points[0])]
    return state


@pytest.mark.parametrize("name", ["gin_rummy", "thirty_one"])
def test_a_hand_is_the_same_as_at_a_table(name: str) -> None:
    for seed in range(5):
        assert play_along(name, seed).is_terminal()


def test_every_deal_comes_once_and_all_are_equally_likely() -> None:
    """Eight cards: 8! / (3! 3! 1! 1!) = 1,120 deals to two hands, the upcard and the stock."""
    deals: Counter[tuple[Any, ...]] = Counter()

    def follow(state: Any, chance: float) -> None:
        if not state.is_chance_node():
            s = state.position.s
            deals[(*s.hands[:2], s.pile[0])] += chance  # type: ignore[assignment]
            return
        outcomes = state.chance_outcomes()
        assert sum(likely for _, likely in outcomes) == pytest.approx(1)
        for outcome, likely in outcomes:
            follow(state.child(outcome), chance * likely)

    follow(pyspiel.load_game(SMALL).new_initial_state(), 1.0)
    assert len(deals) == 1120
    assert list(deals.values()) == [pytest.approx(1 / 1120)] * 1120


def test_a_short_stock_that_is_drawn_is_made_of_the_discards() -> None:
    """Eight cards leave one in the stock. The player who draws it discards; the upcard below becomes the stock (R3)."""
    state = pyspiel.load_game(SMALL.replace("turn_limit=1", "turn_limit=4")).new_initial_state()
    for card in parse_cards("As Kh Qh Ks Qs Ah Js"):
        state.apply_action(card)
    game = state.position.game
    for move, drawn in (("draw stock", "Jh"), ("discard As", None), ("draw stock", "Js"), ("discard Ah", None)):
        state.apply_action(game.moves.parse(move))
        if drawn is not None:
            assert state.chance_outcomes() == [(*parse_cards(drawn), 1.0)]
            state.apply_action(*parse_cards(drawn))
    assert state.current_player() == 0


def test_a_throw_of_dice_is_as_likely_as_it_should_be() -> None:
    state = pyspiel.load_game("knockroll_farkle(players=2,dealer=1)").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    likely = {state.action_to_string(outcome): chance for outcome, chance in state.chance_outcomes()}
    assert len(likely) == 462
    assert sum(likely.values()) == pytest.approx(1)
    assert likely["1 1 1 1 1 1"] == pytest.approx(1 / 46656)
    assert likely["1 2 3 4 5 6"] == pytest.approx(720 / 46656)


def test_information_states_are_of_one_seat_and_forget_nothing() -> None:
    """OpenSpiel's own check: a player knows all its earlier decisions, and nothing it may not know."""
    from open_spiel.integration_tests import api_test

    state = pyspiel.load_game(SMALL).new_initial_state()
    for card in (0, 13, 25):  # the hand of seat 0; the rest is left to OpenSpiel
        state.apply_action(card)
    histories: dict[Any, Any] = {}
    api_test._assert_is_perfect_recall_recursive(state, current_history=[], infostate_player_to_history=histories)
    assert histories
    assert {player for _, player in histories} == {0, 1}


@every_game
def test_information_tensors_tell_what_the_strings_tell(name: str) -> None:
    """Wherever two positions differ in what a seat was told, they also differ as numbers, and the other way round."""
    texts: dict[Any, str] = {}
    for seed in range(4):
        choices = random.Random(seed)
        game = pyspiel.load_game(f"{PREFIX}{name}(players=2,dealer=1)")
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                for player in range(2):
                    tensor = tuple(state.information_state_tensor(player))
                    assert texts.setdefault(tensor, state.information_state_string(player)) == (
                        state.information_state_string(player)
                    )
            state.apply_action(choices.choice(state.legal_actions()))
        assert len(state.position.heard[0]) <= MOST_TOLD, "of a longer hand only the last part is kept"
    assert len(set(texts.values())) == len(texts)


def test_parts_of_a_tensor_have_names() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(SMALL)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    for card in parse_cards("As Kh Qh Ks Qs Ah Js"):
        state.apply_action(card)
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[1])
    observation.set_from(state, player=1)
    assert observation.dict["player"].tolist() == [0, 1]
    told = [tuple(map(int, entry)) for entry in observation.dict["told"] if entry.any()]
    assert told[-1] == (1 + DRAW_DISCARD, 2, 1 + parse_cards("Js")[0]), "the other seat has taken the upcard"
    own = parse_cards("Ks Qs Ah")
    assert [card for _, whom, card in told if whom == 1] == [1 + card for card in sorted(own)]
    assert observation.dict["hand"].nonzero()[0].tolist() == sorted(own)


def test_two_ways_to_lay_the_same_card_are_not_the_same_information() -> None:
    """8c fits the run and, as the fourth eight, the book."""
    game = knockroll.get_game("tonk")
    table = knockroll.Table.at(
        "tonk",
        hands=["8c Ks", "Ad 2d 3h 4s 5s"],
        spreads=[{"cards": "5c 6c 7c", "owner": 1}, {"cards": "8s 8h 8d", "owner": 1}],
        phase="play",
        seed=1,
    )
    infos = set()
    for move in ("hit 8c on 1", "hit 8c on 2"):
        state = pyspiel.load_game(f"{PREFIX}tonk(players=2,dealer=1)").new_initial_state()
        position = copy(state.position)
        position.s, position.groups, position.dealers = table.state.copy(), [], 0
        position.play(game.moves.parse(move))
        state.position = position
        infos |= {state.information_state_string(0), tuple(state.information_state_tensor(0))}
    assert len(infos) == 4


def test_what_a_seat_is_told_does_not_tell_the_cards_of_others() -> None:
    """Two deals that differ in what seat 0 cannot see are the same to it; to seat 1 they are not."""
    game = pyspiel.load_game(SMALL)
    states = [game.new_initial_state() for _ in range(2)]
    own, up = "As Kh Qh", "Js"
    for state, others in zip(states, ("Ks Qs Ah", "Ks Qs Jh"), strict=True):
        for card in (card for cards in (own, others, up) for card in range(52) if parse_mask(cards) >> card & 1):
            state.apply_action(card)
    one, other = states
    assert one.current_player() == 0
    for ask in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        assert getattr(one, ask)(0) == getattr(other, ask)(0)
        assert getattr(one, ask)(1) != getattr(other, ask)(1)
    assert all(card in one.information_state_string(0) for card in own.split())
    assert TEXTS[parse_mask("Ah").bit_length() - 1] not in one.information_state_string(0)


def test_cfr_and_exploitability_run() -> None:
    from examples.cfr_thirty_one import GAME, solve

    assert GAME == SMALL
    (left,) = solve(1)
    assert 0 < left < 1, "strikes a hand"


def test_mcts_plays() -> None:
    from examples.mcts_farkle import play

    assert play(seed=1, simulations=10) in (-1.0, 1.0)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("thirty_one(deck=As Ks)", "the deck needs at least|cards are dealt"),
        ("thirty_one(episode=day)", "episode must be 'hand' or 'game'"),
        ("thirty_one(players=2,dealer=2)", "dealer must be a seat from 0 to 1"),
        ("gin_rummy(players=3,variant=standard)", "cannot have 3 seats"),
        ("farkle(target=1)", "option target cannot be 1"),
    ],
)
def test_what_cannot_be_is_refused_in_words(game: str, words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        pyspiel.load_game(PREFIX + game).new_initial_state()
