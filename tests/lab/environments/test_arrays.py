"""Observations as arrays: every field of a view is there, where the layout says, and as it is shown."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.engine.cards import TEXTS, parse_mask
from knockroll.engine.errors import InvalidOption
from knockroll.engine.state import CardState
from knockroll.lab.environments.arrays import LAST_ACTS, MOST, Layout
from tests.plugins import EVERY_GAME

every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)


def played(game: knockroll.engine.game.Game, seats: int, seed: int, moves: int) -> knockroll.Table:
    table = knockroll.Table(game, seats, seed=seed)
    choices = random.Random(seed)
    for _ in range(moves):
        if table.turn is not None:
            table.play(choices.choice(table.legal()))
    return table


@every_game
def test_fields_fill_a_row_without_gaps_and_within_their_bounds(game: knockroll.engine.game.Game) -> None:
    for seats in (game.min_seats, game.max_seats):
        layout = Layout.of(game, seats)
        place = 0
        for field in layout.fields:
            assert field.start == place
            place = field.stop
        assert place == layout.size
        names = [field.name for field in layout.fields]
        assert len(set(names)) == len(names)
        assert {shown.field for shown in game.shown} <= set(names)
        assert {f"option {option.name}" for option in game.options} <= set(names)
        low, high = layout.bounds()
        for seed in range(4):
            table = played(game, seats, seed, 25 * seed)
            for seat in range(seats):
                row = layout.observe(table.state, seat)
                assert all(a <= value <= b for a, value, b in zip(low, row, high, strict=True))


@every_game
def test_seats_are_counted_from_the_own_one(game: knockroll.engine.game.Game) -> None:
    table = played(game, game.max_seats, 3, 40)
    layout, seats = Layout.of(game, game.max_seats), game.max_seats
    for seat in range(seats):
        fields, view = layout.read(layout.observe(table.state, seat)), table.view(seat)
        order = [(seat + i) % seats for i in range(seats)]
        assert fields["scores"] == [view["players"][i]["score"] for i in order]
        assert fields["turn"] == [int(i == view["turn"]) for i in order]
        assert fields["dealer"] == [int(i == view["dealer"]) for i in order]
        assert fields["playing"] == [int(not view["players"][i]["out"]) for i in order]
        assert fields["phase"].index(1) == game.phases.index(view["phase"])
        if isinstance(table.state, CardState):
            assert fields["hand"] == cards(view["hand"])
            assert fields["held"] == [view["players"][i]["cards"] for i in order]
            assert fields["stock"] == [view["stock"]]
            assert fields["discard"] == cards([view["discard"]] if view["discard"] else [])
            assert fields["pile"] == cards([card for card in view["pile"] if card])
            assert fields["taken"] == [bit for i in order for bit in cards(view["taken"][i])]


@pytest.mark.parametrize("name", ["gin_rummy", "tonk"])
def test_the_last_acts_are_moves_and_seats_the_latest_first(name: str) -> None:
    table = played(knockroll.get_game(name), 3, 2, 40)
    layout = Layout.of(table.game, 3)
    for seat in range(3):
        row = layout.read(layout.observe(table.state, seat))["acts"]
        told = [text.split(" over ")[0].split(" ", 1) for text in reversed(table.view(seat)["acts"])][:LAST_ACTS]
        assert told
        acts = [(table.game.moves.parse(move) + 1, (int(who) - seat) % 3) for who, move in told]
        assert row == [number for act in acts for number in act] + [0] * (2 * LAST_ACTS - 2 * len(acts))


def cards(texts: list[str]) -> list[int]:
    mask = parse_mask(texts) if texts else 0
    return [mask >> card & 1 for card in range(len(TEXTS))]


def test_dice_are_counted_by_face() -> None:
    table = knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted([[1, 5, 5, 2, 3, 3]]))
    table.play("throw")
    layout = Layout.of(table.game, 2)
    assert layout.read(layout.observe(table.state, 0))["dice"] == [1, 1, 2, 0, 2, 0]


def test_spreads_have_their_cards_and_their_owner() -> None:
    game = knockroll.get_game("tonk")
    layout = Layout.of(game, 3)
    table = knockroll.Table(game, 3, seed=1)
    choices = random.Random(5)
    while not table.view()["spreads"]:
        moves = table.legal()
        table.play(next((move for move in moves if move.startswith("spread")), choices.choice(moves)))
    spread = table.view()["spreads"][0]
    field = layout.field("spreads")
    for seat in range(3):
        row = layout.observe(table.state, seat)[field.start : field.stop]
        assert field.shape == (18, 55)
        assert row[:52] == cards(spread["cards"])
        assert row[52:55].index(1) == (spread["owner"] - seat) % 3
        assert not any(row[55:])


def test_numbers_that_do_not_fit_stay_at_the_bound() -> None:
    table = knockroll.Table("farkle", seats=2, seed=1, target=100_000)
    layout = Layout.of(table.game, 2)
    assert layout.read(layout.observe(table.state, 0))["option target"] == [MOST]


def test_an_unknown_field_and_a_wrong_row_are_refused() -> None:
    layout = Layout.of(knockroll.get_game("gin_rummy"), 2)
    with pytest.raises(InvalidOption, match=r"no field 'discards'.*did you mean discard"):
        layout.field("discards")
    with pytest.raises(InvalidOption, match="there is no seat 5: seats are 0 to "):
        layout.observe(knockroll.Table(layout.game, layout.seats, seed=1).state, 5)
    with pytest.raises(InvalidOption, match=f"has {layout.size} numbers"):
        layout.read([0])
