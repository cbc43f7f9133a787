"""What holds for every game of the registry, whatever its rules are."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, TEXTS, mask_of
from knockroll.engine.game import Game
from knockroll.engine.state import CardState
from knockroll.engine.verify import verify
from knockroll.engine.views import view_type
from knockroll.testing.positions import play_out, tables

some = settings(max_examples=25, deadline=None)

JUNK = (
    "",
    " ",
    "draw",
    "discard",
    "discard 1z",
    "discard Zz",
    "keep 7",
    "\0",
    "💥",
    "draw stock now",
    "keep",
    "x" * 10_000,
)


def test_moves_are_numbered_and_written_one_to_one(game: Game) -> None:
    book = game.moves
    assert len(set(book.texts)) == len(book.texts)
    for number in range(len(book.texts)):
        assert book.parse(book.format(number)) == number


@some
@given(data=st.data())
def test_legal_moves_are_there_until_the_game_is_over(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    numbers = [t.game.moves.parse(text) for text in t.legal()]
    assert numbers == sorted(set(numbers)), "stable order, unique text"
    assert len(numbers) <= t.game.most_moves
    assert (t.turn is None) == (t.result is not None) == (not numbers)
    if t.turn is not None:
        assert t.turn in t.order, "only who is in is to move"


@some
@given(data=st.data())
def test_illegal_and_malformed_moves_raise_and_change_nothing(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    before = t.copy()
    illegal = [text for text in game.moves.texts if text not in t.legal()]
    if illegal:
        with pytest.raises(knockroll.IllegalMove):
            t.play(data.draw(st.sampled_from(illegal)))
    for junk in set(JUNK) - set(game.moves.texts):
        with pytest.raises((knockroll.InvalidMove, knockroll.IllegalMove)):
            t.play(junk)
    if t.turn is not None and t.seats > 1:
        with pytest.raises(knockroll.IllegalMove, match="turn"):
            t.play(t.legal()[0], seat=(t.turn + 1) % t.seats)
    assert t == before
    assert t.record() == before.record()


@pytest.mark.needs("cards")
@some
@given(data=st.data())
def test_cards_are_conserved(game: Game, data: st.DataObject) -> None:
    """A card is in one place: in a hand, the stock or the pile, or else in a field that only this game has."""
    s = data.draw(tables(game)).state
    seen = 0
    for cards in (*s.hands, *(1 << card for card in (*s.deck[s.stock_next : s.stock_end], *s.pile[: s.pile_size]))):
        assert not seen & cards, "in two places"
        seen |= cards
    elsewhere = 0
    for field in s.fields.keys() - CardState.fields.keys():
        value = getattr(s, field)
        for number in value if isinstance(value, list) else [value]:
            elsewhere |= max(number, 0)
    assert (seen | elsewhere) & ALL_CARDS == ALL_CARDS, "nowhere"


@some
@given(data=st.data())
def test_scores_are_the_sum_of_the_points(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    total = [0] * t.seats
    for hand in t.hands:
        for seat, change in enumerate(hand.points):
            total[seat] += change
    assert tuple(total) == t.scores


@some
@given(data=st.data())
def test_a_record_replays_to_an_equal_table(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    again = knockroll.Table.replay(json.dumps(t.record()))
    assert again == t
    assert again.record() == t.record()
    assert [again.view(seat) for seat in (None, *range(t.seats))] == [t.view(seat) for seat in (None, *range(t.seats))]
    earlier = data.draw(st.integers(0, len(t.moves)))
    assert knockroll.Table.replay(t.record(), moves=earlier).moves == t.moves[:earlier]


@some
@given(data=st.data())
def test_copies_are_independent(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    before, copy = t.record(), t.copy()
    state = t.state.copy()
    assert copy == t
    play_out(copy, random.Random(1), 20)
    assert t.record() == before
    assert t.state == state
    play_out(t, random.Random(1), 20)
    assert copy == t, "a copy has the same chance ahead of it"


@some
@given(data=st.data())
def test_running_out_of_script_leaves_the_table_as_it_was(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    script = [_entry(entry) for entry in t.record()["given"]]
    options: dict[str, Any] = t.options
    scripted = knockroll.Table(t.game, t.seats, chance=knockroll.Scripted(script), **options)
    for move in t.moves:
        scripted.play(move)
    assert scripted.state == t.state
    choices = random.Random(3)
    for _ in range(200):
        if scripted.turn is None:
            return
        before = scripted.copy()
        try:
            scripted.play(choices.choice(scripted.legal()))
        except knockroll.ChanceExhausted:
            assert scripted == before
            return


def _entry(given: Mapping[str, Any]) -> Any:
    return next(value for key, value in given.items() if key != "after")


def test_a_fair_game_verifies_when_it_is_over_and_not_before(game: Game) -> None:
    """A computer player plays the game, because random moves do not always bring it to an end."""
    assert game.players, "a game brings at least one computer player"
    player = knockroll.player(game, game.players[0].name, seed=1)
    t = knockroll.Table(game, chance=knockroll.Fair(entropy={0: b"mine"}))
    while t.turn is not None:
        if len(t.moves) == 1:
            assert "cannot be checked before the secret is shown" in "".join(verify(t.record()))
        t.play(player.choose(t.view(t.turn)))
    record = t.record()
    assert "the secret fits the commitment" in "".join(verify(record))
    secret = record["chance"]["secret"]
    assert secret is not None
    record["chance"]["secret"] = f"{int(secret, 16) ^ 1:064x}"
    with pytest.raises(knockroll.InvalidRecord):
        verify(record)


@pytest.mark.needs("cards")
def test_scripted_decks_are_checked(game: Game) -> None:
    whole = list(TEXTS)
    for deck in (whole[:-1], [*whole[:-1], whole[0]], [*whole[:-1], "Zz"], 7):
        with pytest.raises(knockroll.InvalidChance, match="52 different cards"):
            knockroll.Table(game, dealer=0, chance=knockroll.Scripted([deck]))
    assert mask_of(range(DECK_SIZE)) == ALL_CARDS


def test_tables_that_cannot_be_say_what_could(game: Game) -> None:
    takes = f"{game.min_seats} to {game.max_seats}" if game.max_seats > game.min_seats else f"it takes {game.max_seats}"
    for seats in (game.min_seats - 1, game.max_seats + 1, 0, -1, "three", 2.0, True):
        with pytest.raises(knockroll.InvalidOption, match=takes):
            knockroll.Table(game, seats=seats)  # type: ignore[arg-type]
    with pytest.raises(knockroll.InvalidOption, match="there is no option 'colour'"):
        knockroll.Table(game, colour="red")
    with pytest.raises(knockroll.InvalidOption, match="no variant"):
        knockroll.Table(game, variant="nonsense")
    with pytest.raises(knockroll.InvalidOption, match="seat from 0"):
        knockroll.Table(game, dealer=game.max_seats)
    for option in game.options:
        for wrong in ("nonsense", -99, 10**12, 1.5, [], object()):
            with pytest.raises(knockroll.InvalidOption, match=f"option {option.name} cannot be"):
                knockroll.Table(game, **{option.name: wrong})  # type: ignore[arg-type]


def test_the_type_of_a_games_views_has_the_fields_of_its_views(game: Game) -> None:
    table = knockroll.Table(game, seed=1)
    assert set(view_type(table.game).__annotations__) == set(table.view(0))
