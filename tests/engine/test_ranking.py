"""The ranking at the end of a game: by survival where the last player left wins, by score elsewhere."""

from __future__ import annotations

import knockroll
from knockroll.engine.game import SeatRank
from knockroll.engine.table import Table
from tests.games import farkle_tables


def finished(game: str, seats: int, seed: int) -> Table:
    """A game that computer players have played to its end."""
    table = Table(game, seats=seats, seed=seed)
    player = knockroll.player(game, knockroll.player_names(game)[0], seed=seed)
    while table.turn is not None:
        table.play(player.choose(table.view(table.turn)))
    return table


def test_players_are_ranked_by_when_they_went_out() -> None:
    for game in ("tunk", "thirty_one"):
        for seed in range(6):
            table = finished(game, 4, seed)
            assert table.result is not None
            ranking = table.hands[-1].ranking
            assert {rank.seat for rank in ranking} == set(range(4))
            assert {rank.seat for rank in ranking if rank.place == 1} == set(table.result.winners)
            losers = [rank for rank in ranking if rank.place > 1]
            assert [rank.out_in for rank in losers] == sorted((rank.out_in for rank in losers), reverse=True)
            for rank in losers:
                left = table.hands[: rank.out_in]
                assert len(left) < 2 or not left[-2].out_in or not left[-2].out_in[rank.seat]
                assert left[-1].out_in[rank.seat] == rank.out_in
                worse = [other for other in losers if other.out_in > rank.out_in]
                assert rank.place > max((other.place for other in worse), default=1)


def test_who_went_out_in_the_same_hand_with_the_same_score_shares_a_place() -> None:
    shared = 0
    for seed in range(12):
        ranks = finished("thirty_one", 4, seed).hands[-1].ranking
        pairs = [
            (one, two) for one in ranks for two in ranks if one.seat < two.seat and 1 not in (one.place, two.place)
        ]
        for one, two in pairs:
            assert (one.out_in == two.out_in) == (one.place == two.place)  # all of them have all strikes
            shared += one.place == two.place
    assert shared


def test_a_race_is_ranked_by_score_and_no_one_goes_out() -> None:
    table = farkle_tables.table(farkle_tables.ONES, farkle_tables.ONES, target=1000)
    farkle_tables.turn(table, "1 1 1")
    first = table.turn
    assert first is not None
    assert not table.hands[-1].ranking
    for move in ("throw", "keep 1", "bank"):
        table.play(move)
    assert table.result is not None
    (winner,) = table.result.winners
    assert table.hands[-1].ranking == (SeatRank(winner, 1, 0), SeatRank(first, 2, 0))


def test_a_resumed_table_remembers_who_went_out() -> None:
    whole = finished("tunk", 4, 3)
    record = whole.record()
    some = next(i for i, hand in enumerate(whole.hands) if hand.out_in)
    for table in Table.replay_steps(record):
        if len(table.hands) == some + 1:
            break
    resumed = Table.resume(table.game, table.snapshot(), table.chance.copy(), table.variant, table.options)
    for move in whole.moves[len(table.moves) :]:
        resumed.play(move)
    assert resumed.hands[-1].ranking == whole.hands[-1].ranking
    assert resumed.view()["last_hand"]["ranking"][0]["seat"] in whole.view()["winners"]
