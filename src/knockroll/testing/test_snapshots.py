"""Snapshots: any table can be resumed where it stands, and goes on as if nothing had happened."""

from __future__ import annotations

import random

import msgspec
import pytest

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.snapshot import TableSnapshot

JSON = msgspec.json
SECRET = bytes(range(32))


def resumed(table: knockroll.Table) -> knockroll.Table:
    """Resume a table, by way of JSON; the caller keeps the secret, and how often it was used."""
    position = JSON.decode(JSON.encode(table.snapshot()), type=TableSnapshot)
    assert isinstance(table.chance, knockroll.Fair)
    chance = knockroll.Fair(SECRET, table.chance.entropy)
    chance.rewind(table.chance.mark())
    return knockroll.Table.resume(table.game, position, chance, table.variant, table.options)


def assert_same(one: knockroll.Table, other: knockroll.Table) -> None:
    """Check that two tables are the same to the byte, in what can be seen and in what cannot."""
    assert one.state == other.state
    for seat in (None, *range(one.seats)):
        assert JSON.encode(one.view(seat)) == JSON.encode(other.view(seat))
    assert (one.legal(), one.turn, one.order, one.scores) == (other.legal(), other.turn, other.order, other.scores)
    assert one.result == other.result
    assert [len(one.moves), len(one.given), len(one.hands)] == [len(other.moves), len(other.given), len(other.hands)]
    assert one.hands[-1:] == other.hands[-1:]
    assert one.fingerprint() == other.fingerprint()
    assert one.chance.to_dict(over=True) == other.chance.to_dict(over=True)


def step(table: knockroll.Table, rng: random.Random) -> str | None:
    """Return something that could happen next; None if the game is over."""
    if table.turn is None:
        return None
    if table.game.join is not None and rng.random() < 0.05 and table.can_join():
        return "join"
    if table.game.leave is not None and rng.random() < 0.03:
        staying = [seat for seat in table.order if seat != table.turn]
        if len(staying) > 1:
            return f"leave {rng.choice(staying)}"
    return rng.choice(table.legal())


@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_resumed_anywhere_and_plays_on_the_same(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.randint(game.min_seats, game.max_seats)
    entropy = {0: b"luck"} if seed % 2 else {}
    table = knockroll.Table(game, seats, chance=knockroll.Fair(SECRET, entropy))
    again = resumed(table)
    for number in range(400):
        assert_same(table, again)
        move = step(table, rng)
        if move is None:
            break
        try:
            table.replay_move(move)
        except knockroll.IllegalMove:  # not everybody may leave at any time
            with pytest.raises(knockroll.IllegalMove):
                again.replay_move(move)
            continue
        again.replay_move(move)
        assert table.events == again.events
        if number % 7 == 0 or rng.random() < 0.1:
            again = resumed(table)


def test_a_position_is_small_however_long_the_game_was(game: Game) -> None:
    rng = random.Random(1)
    table = knockroll.Table(game, game.max_seats, chance=knockroll.Fair(SECRET))
    largest = 0
    for _ in range(500):
        if table.turn is None:
            break
        table.play(rng.choice(table.legal()))
        largest = max(largest, len(JSON.encode(table.snapshot())))
    assert largest < 8192


# --- Fingerprints --------------------------------------------------------------------------------------------------


def test_games_that_differ_anywhere_have_other_fingerprints(game: Game) -> None:
    """With another secret, the same moves give different fingerprints, if they are legal at all."""

    def play(secret: bytes) -> list[int]:
        rng = random.Random(5)
        table = knockroll.Table(game, game.max_seats, chance=knockroll.Fair(secret))
        found = [table.fingerprint()]
        while table.turn is not None and len(found) < 100:
            table.play(rng.choice(table.legal()))
            found.append(table.fingerprint())
        return found

    assert play(SECRET) == play(SECRET)
    assert not set(play(SECRET)) & set(play(bytes(32)))
    assert len(set(play(SECRET))) > len(play(SECRET)) / 2
