"""The playout: from the start or from any position, compiled or not, it is the same game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.state import NOTHING, OVER, WAITING
from knockroll.lab import compiled
from knockroll.lab.playout import Playout, Runner, announce_compiling, play_on
from knockroll.players import RANDOM
from knockroll.players.player import Bot

every_game = pytest.mark.parametrize("name", knockroll.game_names())
MOST_HANDS = 6


def players_of(game: Game, at_random: bool) -> list[Bot]:
    """As many as there are usually seats, all of them Random or all kinds of players."""
    known = [RANDOM] if at_random else [*game.players, RANDOM]
    return [known[seat % len(known)] for seat in range(game.default_seats)]


def step_by_step(game: Game, players: list[Bot], seed: int, number: int) -> tuple[list[Any], list[Any], Any]:
    """One game, interpreted: its states, the streams as they stood at each, and the playout at the end.

    The states are those after each move and after each hand; the first is before the beginning.
    """
    s = game.new_state(game.default_seats, game.option_values(None, None, {}))
    choosing = [] if all(bot == RANDOM for bot in players) else players
    runner = Runner(game, choosing, s, seed, compiled=False)
    p = Playout()
    p.number, p.choosers[: len(choosing)] = number, runner.choosers
    runner.play_one(p, s, 0)  # opens the streams, and asks for the first chance
    states, streams = [s.copy()], [[stream.copy() for stream in runner.streams]]
    while s.phase != OVER and p.hands < MOST_HANDS:
        runner.play_one(p, s, p.moves + 1, p.hands + 1)
        states.append(s.copy())
        streams.append([stream.copy() for stream in runner.streams])
    return states, streams, p


@pytest.mark.compiles
@every_game
@pytest.mark.parametrize("at_random", [True, False], ids=["random", "players"])
def test_playing_on_from_any_position_with_its_streams_gives_the_rest_of_the_game(name: str, at_random: bool) -> None:
    game = knockroll.get_game(name)
    players = players_of(game, at_random)
    states, streams, p = step_by_step(game, players, seed=3, number=8)
    chosen = sorted(random.Random(1).sample(range(len(states)), min(40, len(states))))
    waiting = [i for i in range(len(states)) if states[i].wants != NOTHING]
    assert waiting, "positions where chance is asked are among them"
    for i in {*chosen, *waiting}:
        hands = MOST_HANDS - states[i].hands_played
        last, playouts = play_on(game, [states[i]], players, streams=[streams[i]], most_hands=hands)
        assert game.state.read(last[0]) == states[-1]
        assert playouts["hands"][0] == hands or states[-1].phase == OVER
    last, playouts = play_on(game, [first(game)], players, 3, numbers=[8], most_hands=MOST_HANDS)
    assert game.state.read(last[0]) == states[-1], "from the start"
    assert (playouts["moves"][0], playouts["digest"][0]) == (p.moves, p.digest)


def first(game: Game) -> Any:
    """The state before a game begins."""
    return game.new_state(game.default_seats, game.option_values(None, None, {}))


@pytest.mark.compiles
@every_game
def test_views_completed_are_positions_too(name: str) -> None:
    """Compiled and interpreted they go on in the same way, to the end of the hand."""
    game = knockroll.get_game(name)
    rng = random.Random(name)
    worlds = []
    for seed in range(4):
        t = knockroll.Table(game, seed=seed)
        for _ in range(rng.randint(0, 12)):
            if t.turn is not None:
                t.play(rng.choice(t.legal()))
        if t.turn is not None:
            for seat in range(t.seats):
                v = game.view_of(t.state, seat)
                game.complete(v, seat, rng.sample(range(DECK_SIZE), DECK_SIZE))
                worlds.append(v)
    before = [v.copy() for v in worlds]
    for players in (players_of(game, True), players_of(game, False)):
        fast, slow = (play_on(game, worlds, players, 5, most_hands=1, compiled=how) for how in (True, False))
        assert (fast[0] == slow[0]).all()
        assert (fast[1] == slow[1]).all()
        assert (fast[1]["hands"] == 1).all()
        assert worlds == before, "they are left as they are"


@pytest.mark.compiles
def test_the_same_number_is_the_same_chance_and_the_same_choices() -> None:
    t = knockroll.Table("thirty_one", seats=3, seed=7)
    states, playouts = play_on(t.game, [t.state] * 4, [RANDOM] * 3, seed=1, numbers=[5, 6, 5, 6])
    assert (states[:2] == states[2:]).all()
    assert playouts["digest"][0] != playouts["digest"][1]


@pytest.mark.compiles
def test_a_playout_stops_at_its_limits() -> None:
    t = knockroll.Table("thirty_one", seats=3, seed=7)
    early, playouts = play_on(t.game, [t.state] * 3, [RANDOM] * 3, seed=1, most_moves=5)
    assert (playouts["moves"] == 5).all()
    states, playouts = play_on(t.game, early, [RANDOM] * 3, seed=1, most_hands=2)
    assert (playouts["hands"] == 2).all()
    assert (playouts["endings"].sum(axis=1) == 2).all()
    assert (states["hands_played"] == early["hands_played"] + 2).all()
    assert (states["phase"] == WAITING).all(), "the next hand is not dealt"
    states, playouts = play_on(t.game, states, [RANDOM] * 3, seed=1)
    assert (states["phase"] == OVER).all()
    assert (states["winners"] > 0).all()


@pytest.mark.compiles
def test_arrays_and_lists_of_states_are_positions_and_so_is_none_at_all() -> None:
    t = knockroll.Table("thirty_one", seats=3, seed=7)
    records = compiled.copies(t.state, 2)
    one, two = play_on(t.game, records, [RANDOM] * 3, 1), play_on(t.game, [t.state] * 2, [RANDOM] * 3, 1)
    assert (one[0] == two[0]).all()
    assert t.game.state.read(records[0]) == t.state, "they are left as they are"
    assert [len(part) for part in play_on(t.game, [], [RANDOM] * 3)] == [0, 0]


def test_positions_that_do_not_go_together_are_refused() -> None:
    tables = [knockroll.Table("thirty_one", seats=3, seed=7, strikes=strikes) for strikes in (2, 3)]
    with pytest.raises(InvalidOption, match="the same strikes"):
        play_on(tables[0].game, [t.state for t in tables], [RANDOM] * 3)
    with pytest.raises(InvalidOption, match="3 seats, but 2 players"):
        play_on(tables[0].game, [tables[0].state], [RANDOM] * 2)


@pytest.mark.compiles
def test_compiling_is_announced_only_where_it_has_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = knockroll.get_game("thirty_one")
    play_on(game, [first(game)], [RANDOM] * 4)
    notes: list[str] = []
    announce_compiling(game, (), notes.append)
    assert not notes
    monkeypatch.setattr(compiled, "is_compiled", lambda loop, name: False)
    announce_compiling(game, (), notes.append)
    announce_compiling(game, [None, RANDOM], notes.append)
    assert [note.partition(" (")[0] for note in notes] == [
        "compiling thirty_one random",
        "compiling thirty_one players",
    ]
