"""Gin Rummy's variant ``standard`` beside OpenSpiel's ``gin_rummy``, move by move over many hands.

Both play the same deals and the same moves. Before every move the hands, the deadwood and the legal moves must agree;
after a knock OpenSpiel is led through its meld and lay-off moves with our melds, and must pay the same points. Where
the two games differ on purpose (docs/rules/gin_rummy.md, "How it compares with OpenSpiel"), a function below says
exactly when, and the difference is counted; anything else fails.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, SUITS, TEXTS, cards_in, parse_card, parse_cards, texts_of
from knockroll.engine.melds import lowest_deadwood
from tests.helpers import deck as arranged_deck

pyspiel = pytest.importorskip("pyspiel")
gin_rummy = pyspiel.gin_rummy

HANDS = 1_000
"""Hands played side by side in one run of the tests: some ten seconds."""
SEEDS = (1, 2)
LIMIT, BONUS = 10, 25
GAME = pyspiel.load_game(f"gin_rummy(knock_card={LIMIT},gin_bonus={BONUS},undercut_bonus={BONUS},oklahoma=False)")
UTILS = gin_rummy.GinRummyUtils(13, 4, 10)

TAKE, STOCK, PASS, KNOCK = (
    gin_rummy.DRAW_UPCARD_ACTION,
    gin_rummy.DRAW_STOCK_ACTION,
    gin_rummy.PASS_ACTION,
    gin_rummy.KNOCK_ACTION,
)
ACTIONS = {"draw stock": STOCK, "draw discard": TAKE, "pass": PASS}

OTHER_SUIT = ["scdh".index(suit) for suit in SUITS]
"""OpenSpiel has its suits in another order. Exchanging hearts and clubs goes both ways."""


def other(card: int) -> int:
    """Our card as OpenSpiel's, or the other way round."""
    return OTHER_SUIT[card // 13] * 13 + card % 13


def others(cards: Any) -> list[int]:
    """The same for several cards, sorted."""
    return sorted(other(card) for card in cards)


# --- The two games side by side -------------------------------------------------------------------------------------


class Pair:
    """A hand at our table and the same hand in OpenSpiel. OpenSpiel's player 0 begins: our dealer is seat 1."""

    def __init__(self, cards: list[int], differences: Counter[str]) -> None:
        script = knockroll.Scripted([texts_of(cards), TEXTS])
        self.table = knockroll.Table("gin_rummy", 2, variant="standard", dealer=1, chance=script)
        self.state = GAME.new_initial_state()
        self.stock = iter(cards[21:])
        self.differences = differences
        self.takes = 0  # of discards, the first upcard not counted
        for card in (*cards[:20:2], *cards[1:20:2], cards[20]):
            self.state.apply_action(other(card))

    @property
    def is_over(self) -> bool:
        return bool(self.table.hands)

    def play(self, move: str) -> None:
        """Make one of our moves in both games."""
        verb, _, card = move.partition(" ")
        self.takes += move == "draw discard" and self.table.phase == "draw"
        seat = self.table.state.turn
        self.table.play(move)
        if verb in ("knock", "gin"):
            self.state.apply_action(KNOCK)
            self.state.apply_action(other(parse_card(card)))
            lead_through_showdown(self, knocker=seat)
            return
        self.state.apply_action(other(parse_card(card)) if verb == "discard" else ACTIONS[move])
        if self.state.is_chance_node():
            self.state.apply_action(other(next(self.stock)))

    def compare(self) -> list[str]:
        """Everything that can be seen must agree; returns our legal moves as far as OpenSpiel has them too."""
        s, state = self.table.state, self.state
        assert state.current_player() == s.turn
        assert state.stock_size() == s.stock_end - s.stock_next
        for seat in range(2):
            assert sorted(state.hands()[seat]) == others(cards_in(s.hands[seat]))
            if s.hands[seat].bit_count() == 10:
                assert state.deadwood()[seat] == lowest_deadwood(s.hands[seat])
        if self.table.phase != "discard":
            assert state.upcard() == other(s.pile[s.pile_size - 1]) or self.table.legal() == ("draw stock",)
            assert {ACTIONS[move] for move in self.table.legal()} == set(state.legal_actions())
            return list(self.table.legal())
        return self._compare_discards()

    def _compare_discards(self) -> list[str]:
        """Every discard, with and without a knock."""
        legal = self.table.legal()
        finishes = {other(parse_card(move[-2:])) for move in legal if not move.startswith("discard")}
        discards = {other(parse_card(move[-2:])) for move in legal if move.startswith("discard")}
        theirs = set(self.state.legal_actions())
        returned = taken_card(self.table.state)
        if returned:
            self.differences["the taken card may not be returned"] += 1
        assert discards == theirs - {KNOCK} - returned
        for move in legal:
            if not move.startswith("discard"):  # gin exactly where nothing is left
                left = self.table.state.hands[self.table.state.turn] & ~(1 << parse_card(move[-2:]))
                assert (UTILS.min_deadwood(others(cards_in(left))) == 0) == move.startswith("gin")
        if KNOCK in theirs:
            assert finishes == set(self.state.child(KNOCK).legal_actions()) - returned
        elif finishes:
            assert is_hidden_knock(self.state, self.table.state.turn, finishes)
            self.differences["OpenSpiel hides a legal knock"] += 1
            return [move for move in legal if move.startswith("discard")]
        return list(legal)


# --- The differences that are meant ----------------------------------------------------------------------------------


def taken_card(s: Any) -> set[int]:
    """OpenSpiel lets the card taken from the pile go back in the same turn: by discard and by knock. Not here."""
    return {other(s.just_taken)} if s.just_taken >= 0 else set()


def is_hidden_knock(state: Any, player: int, discards: set[int]) -> bool:
    """OpenSpiel melds eleven cards as well as it can and throws off the highest card that is left.

    Sometimes it would be better to throw off a melded card. A knock is hidden if that way leaves more than 10, though
    OpenSpiel's own count of the ten cards kept, for each of these discards, is 10 or less.
    """
    hand = state.hands()[player]
    kept = [[card for card in hand if card != discard] for discard in discards]
    return UTILS.min_deadwood(hand) > LIMIT and all(UTILS.min_deadwood(cards) <= LIMIT for cards in kept)


def is_wall(pair: Pair) -> bool:
    """With two cards left in the stock OpenSpiel lets the next player knock with the last discard. Here it is void."""
    if pair.state.current_phase() != gin_rummy.Phase.WALL:
        return False
    if KNOCK in pair.state.legal_actions():
        pair.differences["OpenSpiel offers a knock at the wall"] += 1
    pair.state.apply_action(PASS)
    return True


def is_fiftieth_take(pair: Pair) -> bool:
    """OpenSpiel voids a hand when the pile is drawn from for the 50th time, the first upcard not counted."""
    if pair.takes != gin_rummy.MAX_NUM_DRAW_UPCARD_ACTIONS:
        return False
    pair.differences["OpenSpiel voids a hand at 50 takes"] += 1
    return True


def paid(hand: knockroll.Hand, differences: Counter[str]) -> list[float]:
    """What OpenSpiel should pay: our points for one and against the other, but nothing on equal counts."""
    if hand.ending == "undercut" and hand.counts[0] == hand.counts[1]:
        differences["OpenSpiel pays nothing on equal counts"] += 1
        assert sum(hand.points) == BONUS
        return [0, 0]
    return [hand.points[0] - hand.points[1], hand.points[1] - hand.points[0]]


# --- Melds and lay-offs: moves there, found by the table here --------------------------------------------------------


def lead_through_showdown(pair: Pair, knocker: int) -> None:
    """Lay our melds and lay-offs in OpenSpiel, and see that there are no better ones."""
    hand, state = pair.table.hands[-1], pair.state
    defender = 1 - knocker
    lay_melds(state, hand.melds[knocker])
    state.apply_action(PASS)
    own = [meld for meld in hand.melds[defender] if is_own_meld(meld)]
    if hand.ending != "gin":
        lay_off(state, set(chain(*hand.melds[defender])) - set(chain(*own)))
        state.apply_action(PASS)
        check_that_nothing_better_exists(hand, knocker)
    lay_melds(state, own)
    state.apply_action(PASS)
    assert state.is_terminal()
    assert list(state.deadwood()) == list(hand.counts)
    assert state.returns() == paid(hand, pair.differences)


def is_own_meld(cards: tuple[str, ...]) -> bool:
    """Laid-off cards that lie side by side are never three, as they would be another meld."""
    return len(cards) >= 3


def lay_melds(state: Any, melds: Any) -> None:
    """OpenSpiel's melds have up to five cards: longer runs are laid in parts."""
    for meld in melds:
        cards = others(parse_cards(list(meld)))
        while cards:
            size = len(cards) if len(cards) <= 5 else 3
            action = gin_rummy.MELD_ACTION_BASE + UTILS.meld_to_int(cards[:size])
            assert action in state.legal_actions()
            state.apply_action(action)
            cards = cards[size:]


def lay_off(state: Any, cards: set[str]) -> None:
    """Lay off these cards, each as soon as there is a place for it."""
    waiting = set(others(map(parse_card, cards)))
    while waiting:
        (card, *_) = sorted(waiting & set(state.legal_actions()))
        state.apply_action(card)
        waiting.remove(card)


def check_that_nothing_better_exists(hand: knockroll.Hand, knocker: int) -> None:
    """Our counts are those of OpenSpiel's best melds and lay-offs, both sides at their best (R4)."""
    cards, against = ([other(parse_card(text)) for text in hand.cards[seat] or ()] for seat in (knocker, 1 - knocker))
    assert hand.counts[knocker] == UTILS.min_deadwood(cards)
    most_melded = UTILS.total_card_value(cards) - UTILS.min_deadwood(cards)
    groups = {frozenset(map(tuple, group)) for group in UTILS.all_meld_groups(cards)}
    best = [group for group in groups if sum(UTILS.total_card_value(list(meld)) for meld in group) == most_melded]
    assert hand.counts[1 - knocker] == max(fewest_left(group, against) for group in best or [frozenset()])


def fewest_left(melds: Any, hand: list[int]) -> int:
    """The least that OpenSpiel's lay-offs on these melds can leave of a hand."""
    ids = [UTILS.meld_to_int(list(meld)) for meld in melds]
    fewest = UTILS.min_deadwood(hand)
    seen: set[frozenset[int]] = set()
    waiting: list[list[int]] = [[]]
    while waiting:
        laid = waiting.pop()
        kept = [card for card in hand if card not in laid]
        fewest = min(fewest, UTILS.min_deadwood(kept))
        for card in UTILS.all_layoffs(ids, laid):
            if card in kept and frozenset([*laid, card]) not in seen:
                seen.add(frozenset([*laid, card]))
                waiting.append([*laid, card])
    return int(fewest)


# --- The tests -------------------------------------------------------------------------------------------------------


def choose(pair: Pair, legal: list[str], chooser: random.Random) -> str:
    """Mostly a sensible move, so that most hands come to a knock; often enough a random one."""
    finishes = [move for move in legal if move.startswith(("knock", "gin"))]
    if finishes and chooser.random() < 0.5:
        return chooser.choice(finishes)
    if chooser.random() < 0.15 or len(legal) <= 2:
        return chooser.choice(legal)
    hand = pair.table.state.hands[pair.table.state.turn]
    discards = [move for move in legal if move.startswith("discard")]
    return min(discards, key=lambda move: lowest_deadwood(hand & ~(1 << parse_card(move[-2:]))))


def play_hand(chooser: random.Random, differences: Counter[str]) -> str:
    """One hand in both games; how it ended."""
    cards = chooser.sample(range(DECK_SIZE), DECK_SIZE)
    pair = Pair(cards, differences)
    while not pair.is_over:
        pair.play(choose(pair, pair.compare(), chooser))
        if is_fiftieth_take(pair):
            break
    if not pair.is_over or pair.table.hands[-1].ending == "stock":
        assert pair.takes == gin_rummy.MAX_NUM_DRAW_UPCARD_ACTIONS or is_wall(pair)
        assert pair.state.returns() == [0, 0]
    assert pair.state.is_terminal()
    return pair.table.hands[-1].ending if pair.is_over else "fifty takes"


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_agree_move_by_move(seed: int) -> None:
    chooser = random.Random(seed)
    differences: Counter[str] = Counter()
    endings = Counter(play_hand(chooser, differences) for _ in range(HANDS // len(SEEDS)))
    assert endings["knock"] > HANDS // 10
    assert min(endings["gin"], endings["undercut"], endings["stock"]) > 0, endings
    for seen in ("the taken card may not be returned", "OpenSpiel offers a knock at the wall"):
        assert differences[seen] > 0


def begin(hands: list[str], upcard: str, stock: str) -> Pair:
    cards = arranged_deck(hands, upcard, stock, dealer=1)
    return Pair(parse_cards(cards), Counter())


def test_a_hidden_knock() -> None:
    """The hand of the rule book: without 7h, the fives and sixes leave 3d 3s 4h. OpenSpiel does not offer the knock."""
    pair = begin(["3d 3s 4h 5c 5d 5h 6c 6d 6h 6s", "2s 4d 7s 8c 9d Jh Qs Kh Ac Tc"], "Kd", "7h")
    for move in ("pass", "pass", "draw stock"):
        pair.compare()
        pair.play(move)
    assert "knock 7h" in pair.table.legal()
    assert KNOCK not in pair.state.legal_actions()
    pair.compare()
    assert pair.differences["OpenSpiel hides a legal knock"] == 1


def test_equal_counts() -> None:
    pair = begin(["As 2s 3s 4s 5s 6s 7s 8s 9s 6h", "Ad 2d 3d 4d 5d 6d 7d 8d 9d 6c"], "Kd", "Kh")
    for move in ("pass", "pass", "draw stock", "knock Kh"):
        pair.compare()
        pair.play(move)
    assert pair.differences["OpenSpiel pays nothing on equal counts"] == 1
    assert pair.table.scores == (0, BONUS)


def test_fifty_takes() -> None:
    """Both take what the other has just discarded, again and again. OpenSpiel gives up, here the hand goes on."""
    pair = begin(["", "2s 4d 7s 8c 9d Jh Qs Kh Ac Tc"], "Kd", "7h")
    for move in ("pass", "pass", "draw stock"):
        pair.play(move)
    while not is_fiftieth_take(pair):
        pair.play(pair.compare()[0])
        pair.compare()
        pair.play("draw discard")
    assert pair.state.is_terminal()
    assert pair.state.returns() == [0, 0]
    assert (pair.table.phase, pair.table.hands) == ("discard", [])
    assert pair.differences["OpenSpiel voids a hand at 50 takes"] == 1


def test_deadwood_of_random_hands() -> None:
    chooser = random.Random(5)
    for _ in range(3_000):
        cards = chooser.sample(range(DECK_SIZE), chooser.choice((7, 8, 9, 10)))
        assert lowest_deadwood(sum(1 << card for card in cards)) == UTILS.min_deadwood(others(cards))


def test_there_are_as_many_melds() -> None:
    assert gin_rummy.NUM_MELD_ACTIONS == 185
