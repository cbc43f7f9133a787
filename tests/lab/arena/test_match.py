"""Matches: the same seed gives the same result, on any number of threads, compiled or not, and again from JSON."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.errors import InvalidOption, InvalidRecord, UnknownGame, UnknownPlayer
from knockroll.engine.rule import rule
from knockroll.engine.stream import Stream
from knockroll.games.thirty_one.rules import KNOCK, ThirtyOne
from knockroll.lab.arena.result import MatchResult, Totals
from knockroll.lab.arena.worker import Worker
from knockroll.players import FunctionPlayer, find_bot
from knockroll.players.player import Bot
from tests.helpers import broken_player
from tests.lab.at_table import digest, play_at_table

FIVE = ["House", "Mr. Caution", "Ms. Aggressive", "The Card Counter", "Mr. Clueless"]


def facts(result: MatchResult) -> Any:
    """What must not depend on the machine."""
    return json.loads(json.dumps(result.to_dict()))["result"]


# --- The same again ------------------------------------------------------------------------------------------------


@pytest.mark.compiles
def test_threads_do_not_change_the_result() -> None:
    one, two, three = (
        arena.run("thirty_one", FIVE, 4, 4000, seed=5, threads=threads, round_robin=True) for threads in (1, 2, 3)
    )
    assert one.run["compiled"]
    assert facts(one) == facts(two) == facts(three)
    assert facts(one) != facts(arena.run("thirty_one", FIVE, 4, 4000, seed=6, round_robin=True))


@pytest.mark.compiles
def test_compiled_and_interpreted_are_the_same() -> None:
    for seats, options in ((4, {}), (2, {"three_of_a_kind": 0}), (7, {"may_return_discard": False, "strikes": 2})):
        fast, slow = (
            arena.run("thirty_one", FIVE, seats, 40, 8, round_robin=True, options=options, compiled=compiled)
            for compiled in (True, False)
        )
        assert facts(fast) == facts(slow)


@pytest.mark.compiles
def test_games_among_rules_can_be_looked_at_again_at_a_table() -> None:
    """Game by game, digests of all moves included; at the table it is Seeded(seed, deal) that deals."""
    match = arena.prepare("thirty_one", FIVE, 4, 60, seed=2**200 + 1, round_robin=True)
    bots = [find_bot(match.game, name) for name in match.players]
    games = Worker(match, bots, compiled=True).play(0, match.deals)
    for players, p, s in zip(games.players, games.playouts, games.states, strict=True):
        sitters = [bots[number] for number in players]
        t = play_at_table(match, int(p["number"]), [bot for bot in sitters if bot is not None])
        assert t.state == match.game.state.read(s)
        assert (len(t.moves), digest(t), len(t.hands)) == (p["moves"], p["digest"], p["hands"])


def test_a_kept_result_holds_all_it_takes_to_run_it_again() -> None:
    options = {"strikes": 2, "knocker_tied_is_safe": True}
    result = arena.run("thirty_one", FIVE[:3], 3, 300, seed=2**255 + 7, options=options, move_limit=500)
    kept = json.dumps(result.to_dict())
    again = arena.rerun(kept, threads=2)
    assert facts(again) == facts(result)
    assert again.match.options == result.match.options
    assert again.match.seed == 2**255 + 7


def test_a_random_seed_is_told() -> None:
    result = arena.run("thirty_one", FIVE[:2], games=20)
    assert facts(arena.rerun(result.to_dict())) == facts(result)
    assert result.match.seed != arena.run("thirty_one", FIVE[:2], games=20).match.seed


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C works as in a terminal, even where the tests run in the background, whose processes ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.compiles
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("compiled", [True, False])
def test_ctrl_c_keeps_what_is_done(compiled: bool) -> None:
    """The result is that of the shorter match: the deals before the first that is missing."""
    calls = []

    def interrupt(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)

    total = 20_000 if compiled else 200
    result = arena.run("thirty_one", FIVE[:4], 4, total, 3, threads=2, compiled=compiled, progress=interrupt)
    assert result.interrupted
    assert 0 < result.games == calls[-1][0] < total
    assert result.run["games_asked_for"] == total
    assert facts(arena.run("thirty_one", FIVE[:4], 4, result.games, 3)) == facts(result)
    assert facts(arena.rerun(result.to_dict())) == facts(result)


def test_ctrl_c_at_once_is_no_disaster() -> None:
    match = arena.prepare("thirty_one", FIVE[:2], games=10, seed=1)
    result = MatchResult.of(match, Totals(match), 1, False)
    assert result.games == 0
    assert [standing.rating for standing in result.standings] == [1500, 1500]


# --- What is counted -----------------------------------------------------------------------------------------------


@pytest.mark.compiles
def test_the_result_adds_up() -> None:
    result = arena.run("thirty_one", FIVE, 4, 2000, seed=1, round_robin=True)
    assert result.games == 2000
    assert sum(standing.games for standing in result.standings) == 8000
    assert sum(standing.wins for standing in result.standings) == pytest.approx(2000)
    assert result.unfinished == 0
    for standing in result.standings:
        assert standing.games == 1600
        assert standing.share == pytest.approx(standing.wins / standing.games)
        assert standing.share_low <= standing.share <= standing.share_high
        assert standing.rating_low <= standing.rating <= standing.rating_high
        assert standing.mean_points is not None
        assert 0 < standing.mean_points <= 3
        assert not standing.faults
        assert result.ms_per_move[standing.name] is not None
    ratings = [standing.rating for standing in result.standings]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) / 5 == pytest.approx(1500)
    assert result["House"].rating > result["Mr. Clueless"].rating


def test_head_to_head_where_two_play_is_the_win_share() -> None:
    result = arena.run("thirty_one", ["house", "random"], games=200, seed=4)
    assert result.head_to_head["House"]["Random"] == pytest.approx(result["House"].share)
    assert result.head_to_head["Random"]["House"] == pytest.approx(result["Random"].share)


def test_a_player_against_itself_is_even() -> None:
    """Each deal is won once from each seat, so rotation gives exactly half."""
    result = arena.run("thirty_one", ["house"], 2, 100, seed=4)
    assert result.standings[0].share == 0.5
    assert result.standings[0].games == 200


def test_shared_wins_count_as_shares() -> None:
    match = arena.prepare("thirty_one", FIVE[:2], games=2, seed=1)
    games = match.games_of(0, 1)
    games.states["winners"] = [0b11, 0b01]
    totals = Totals(match)
    totals.add(games)
    result = MatchResult.of(match, totals, 1, False)
    assert result["House"].wins == 0.5
    assert result["Mr. Caution"].wins == 1.5, "seats are changed in the second game"


def test_games_without_end_are_given_up_and_told() -> None:
    result = arena.run("thirty_one", FIVE[:2], games=20, seed=1, move_limit=10)
    assert result.unfinished > 10
    assert sum(standing.wins for standing in result.standings) == 20 - result.unfinished


@rule
def cheat(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Knocks, allowed or not."""
    return KNOCK


@pytest.mark.compiles
@pytest.mark.parametrize("compiled", [True, False])
def test_a_rule_that_chooses_an_illegal_move_loses_its_seat(compiled: bool) -> None:
    game = knockroll.get_game("thirty_one")
    game = replace(game, players=(*game.players, Bot("Cheat", "Knocks.", cheat)))
    result = arena.run(game, ["house", "cheat"], games=100, seed=1, compiled=compiled)
    assert 0 < result["Cheat"].faults["illegal"] <= 100
    assert not result["House"].faults
    assert result.unfinished == 0


# --- Errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ["house", "nobody"]}, "no player 'nobody': there are House"),
        ({"players": ["house", "House"]}, "House came more than once"),
        ({"players": []}, "at least one player"),
        ({"players": "house"}, "list"),
        ({"players": FIVE, "seats": 4}, "5 players but 4 seats"),
        ({"players": FIVE, "seats": 10}, "2 to 9"),
        ({"players": FIVE, "games": 0}, "games must be a whole number"),
        ({"players": FIVE, "threads": 0}, "threads must be a whole number"),
        ({"players": FIVE, "time_limit": 0}, "time limit"),
        ({"players": FIVE, "move_limit": 0}, "move_limit"),
        ({"players": FIVE, "options": {"colour": "red"}}, "no option 'colour'"),
        ({"players": FIVE, "variant": "strange"}, "no variant"),
    ],
)
def test_errors_say_what_is_wrong(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((InvalidOption, UnknownPlayer), match=message):
        arena.run("thirty_one", **arguments)


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(UnknownGame):
        arena.run("bridge", ["house"])


@pytest.mark.parametrize("document", ["", "[]", "{}", '{"format": "other"}', '{"format": "knockroll-arena/1"}'])
def test_damaged_results_are_refused(document: str) -> None:
    with pytest.raises(InvalidRecord):
        arena.rerun(document)
    with pytest.raises(InvalidRecord):
        kept = arena.run("thirty_one", ["house"], games=2).to_dict()
        kept["match"]["seats"] = "many"
        arena.rerun(kept)


# --- Players in Python ---------------------------------------------------------------------------------------------


@rule
def choose_last(v: Any, moves: list[int], n: int, r: Stream) -> int:
    """The last legal move."""
    return moves[n - 1]


LAST = Bot("Last", "Takes what comes last.", choose_last)


def last_move(view: dict[str, Any]) -> str:
    """The same as a function."""
    move: str = view["legal"][-1]
    return move


def test_rules_and_functions_play_beside_names() -> None:
    result = arena.run("thirty_one", ["house", last_move, LAST], games=30, seed=3)
    assert set(result.match.players) == {"House", "last_move", "Last"}
    assert result.games == 30
    assert not any(standing.faults for standing in result.standings)


@pytest.mark.compiles
def test_a_rule_of_ones_own_is_compiled_and_plays_as_its_function_does() -> None:
    by_rule = arena.run("thirty_one", ["house", LAST], games=40, seed=3, compiled=True)
    by_function = arena.run("thirty_one", ["house", last_move], games=40, seed=3, compiled=False)
    by_player = arena.run("thirty_one", ["house", FunctionPlayer(last_move)], games=40, seed=3, threads=2)
    assert by_rule.digest == by_function.digest == by_player.digest


def test_who_is_known_by_name_is_that_one() -> None:
    house = knockroll.get_game("thirty_one").players[0]
    assert arena.prepare("thirty_one", [house], games=2).entrants == {}
    with pytest.raises(InvalidOption, match="House came more than once"):
        arena.prepare("thirty_one", [house, "house"], games=2)
    with pytest.raises(UnknownPlayer, match="a player is a name, a function"):
        arena.prepare("thirty_one", [7], games=2)  # type: ignore[list-item]


def test_a_function_that_fails_loses_its_seat() -> None:
    result = arena.run("thirty_one", ["house", broken_player], games=4, seed=3)
    assert result["broken_player"].faults == {"crash": 4}


# --- Players of other packages -------------------------------------------------------------------------------------


class First:
    """Plays the first legal move; now and then raises an exception if it is moody."""

    name = "First"
    character = "Takes what comes first."

    def __init__(self, seed: int | None, moody: bool) -> None:
        self.seed = seed
        self.moody = moody

    def choose(self, view: dict[str, Any]) -> str:
        if self.moody and view["hands_played"] == 1:
            raise ZeroDivisionError("not my day")
        return str(view["legal"][0])


def test_players_of_other_packages_play_and_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made again for every game, with a seed that belongs to the game; an exception costs them their seat."""
    seeds: list[int | None] = []

    class Entry:
        def __init__(self, name: str, moody: bool) -> None:
            self.name = f"thirty_one.{name}"
            self.moody = moody

        def load(self) -> Any:
            def make(game: Any, seed: int | None) -> First:
                seeds.append(seed)
                return First(seed, self.moody)

            return make

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Entry("First", False), Entry("Moody", True)])
    game = replace(knockroll.get_game("thirty_one"))
    knockroll.player_names(game)  # makes each of them once, to see whether it can be made
    seeds.clear()
    one = arena.run(game, ["first", "moody", "house"], games=30, seed=2)
    assert len(seeds) == 60
    assert len(set(seeds)) == 30, "one for each of ten deals and three seats"
    first_seeds = seeds.copy()
    seeds.clear()
    two = arena.run(game, ["first", "moody", "house"], games=30, seed=2, threads=2)
    assert sorted(first_seeds) == sorted(seeds)  # type: ignore[type-var]
    assert facts(one) == facts(two)
    assert one["Moody"].faults.keys() == {"crash"}
    assert "ZeroDivisionError: not my day" in one.run["first_faults"]["Moody"]
    assert not one["First"].faults


def test_a_result_shows_itself_in_a_notebook() -> None:
    result = arena.run("thirty_one", ["House", "Mr. Clueless"], games=8, seed=1)
    shown = result._repr_html_()
    assert "<caption>Thirty-One: 8 games, 2 seats, seed 1</caption>" in shown
    for standing in result.standings:
        assert f"<td>{standing.name}</td><td>{standing.games}</td><td>{standing.share:.2%}</td>" in shown
    assert 'src="data:image/png;base64,iVBOR' in shown
