"""The Actuary's networks: what they read of a hand, what they return, and who plays by them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import ALL_CARDS, cards_in, mask_of, parse_mask
from knockroll.engine.melds import lowest_deadwood
from knockroll.engine.stream import open_stream
from knockroll.games.gin_rummy import GAME
from knockroll.games.gin_rummy.appraisal import completing, hand_inputs, lengthening, worths
from knockroll.games.gin_rummy.players import is_appraised
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, KNOCK
from knockroll.games.gin_rummy.search import NEAR, PER_POINT, candidates
from knockroll.players import find_bot
from tests.games.gin_rummy_tables import TIDY, begin

LIMIT = 10
DEADWOOD, KNOCKS, GINS, GAIN, LIVE = 0, 9, 10, 11, 12
"""The places of some inputs about a hand."""


def test_cards_that_complete_a_meld_go_with_two_loose_cards() -> None:
    assert completing(parse_mask("7s 8s")) == parse_mask("6s 9s")
    assert completing(parse_mask("As 2s")) == parse_mask("3s")
    assert completing(parse_mask("Qh Kh")) == parse_mask("Jh")
    assert completing(parse_mask("5c 7c")) == parse_mask("6c")
    assert completing(parse_mask("9s 9d")) == parse_mask("9h 9c")
    assert completing(parse_mask("Ks Ah")) == 0


def test_cards_that_lengthen_a_meld_are_at_its_ends_or_of_its_rank() -> None:
    sets, runs = parse_mask("9s 9d 9h"), parse_mask("As 2s 3s Jh Qh Kh")
    assert lengthening(sets | runs, sets, runs) == parse_mask("9c 4s Th")


def hands() -> Iterator[tuple[int, int]]:
    """Hands, every other one with two runs, and the cards that have not been seen."""
    runs = parse_mask("4h 5h 6h 9d Td Jd")
    for seed in range(60):
        cards = random.Random(seed).sample(range(52), 30)
        others = [card for card in cards if not runs >> card & 1]
        hand = runs | mask_of(others[:4]) if seed % 2 else mask_of(cards[:10])
        yield hand, ALL_CARDS & ~hand & ~mask_of(cards[: 10 + seed % 12])


def test_what_a_card_from_the_stock_can_do_is_counted_nearly_exactly() -> None:
    """Beside trying every live card with every discard: only a new meld with cards of an old one is not found."""
    counted, true = [0, 0, 0], [0, 0, 0]
    for hand, live in hands():
        left = [
            min(lowest_deadwood((hand | 1 << card) ^ 1 << other) for other in cards_in(hand | 1 << card))
            for card in cards_in(live)
        ]
        found = hand_inputs(hand, live, LIMIT)
        deadwood = lowest_deadwood(hand)
        assert (found[DEADWOOD], found[LIVE]) == (deadwood, len(left))
        exact = (sum(one <= LIMIT for one in left), sum(one == 0 for one in left), sum(deadwood - one for one in left))
        for i, place in enumerate((KNOCKS, GINS, GAIN)):
            assert found[place] <= exact[i]
            counted[i] += found[place]
            true[i] += exact[i]
    knocks, gins, gain = (few / many for few, many in zip(counted, true, strict=True))
    assert knocks > 0.95 and gins >= 0.5 and gain > 0.97


@pytest.mark.parametrize(
    ("seats", "options", "is_known"),
    [
        (2, {"variant": "standard"}, True),
        (2, {"variant": "standard", "knock_limit": 5}, True),
        (2, {"variant": "standard", "knock_limit": 20}, False),
        (2, {}, False),
        (3, {"knock_limit": 10}, False),
    ],
)
def test_where_the_networks_do_not_fit_she_plays_as_the_archivist_does(
    seats: int, options: dict[str, int], is_known: bool
) -> None:
    actuary, archivist = (knockroll.player("gin_rummy", name, seed=1) for name in ("The Actuary", "The Archivist"))
    same = 0
    for seed in range(4):
        t = knockroll.Table("gin_rummy", seats, seed=seed, **options)  # type: ignore[arg-type]
        while t.turn is not None and len(t.moves) < 30:
            view = t.view(t.turn)
            assert is_appraised(t.state) == is_known
            move = actuary.choose(view)
            same += move == archivist.choose(view)
            t.play(move)
        same -= len(t.moves)
    assert (same == 0) is not is_known


def test_she_goes_gin_when_she_can_and_never_gives_back_the_card_she_took() -> None:
    t = begin([TIDY, ""], "Qd", variant="standard", offer_upcard=False)
    actuary = knockroll.player("gin_rummy", "The Actuary", seed=1)
    assert actuary.choose(t.view(t.turn)) == "draw discard"
    t.play("draw discard")
    assert actuary.choose(t.view(t.turn)) == "gin Kc"


def decisions(hands: int) -> Iterator[tuple[Any, list[int], int]]:
    """What The Actuary sees where she has to discard, the legal moves, and hers."""
    actuary = find_bot(GAME, "The Actuary")
    assert actuary is not None
    for seed in range(hands):
        t = knockroll.Table(GAME, variant="standard", seed=seed)
        while t.turn is not None and not t.hands:
            v = GAME.view_of(t.state, t.turn)
            legal = GAME.list_legal(v)
            move = actuary.choose(v, legal, len(legal), open_stream(0))
            if v.phase == DISCARDING:
                yield v, legal, move
            t.play(GAME.moves.format(move))


def test_she_makes_the_move_that_is_worth_the_most() -> None:
    knocks = 0
    for v, legal, move in decisions(12):
        found = worths(v, legal)
        if move < GIN:
            assert max(found, key=lambda other: found[other]) == move
        knocks += KNOCK <= move < GIN
    assert knocks


def test_madame_zora_tries_moves_that_the_actuary_rates_nearly_as_high_and_expects_less_of_them() -> None:
    tried = 0
    for v, legal, move in decisions(12):
        found = candidates(v, legal, [move])
        assert next(iter(found)) == move and found[move] == 0
        if move < GIN:
            worth = worths(v, legal)
            assert set(found) == {other for other in worth if worth[move] - worth[other] <= NEAR}
            assert all(found[other] == PER_POINT * (worth[other] - worth[move]) <= 0 for other in found)
            tried += len(found) > 1
        else:
            assert len(found) == 1
    assert tried
