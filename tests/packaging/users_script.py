"""What somebody may write who has installed the package. Read by type checkers and run, both in tests/packaging."""

from __future__ import annotations

from typing import Any

import knockroll
from knockroll import Fair, Scripted, Seeded, Table, arena
from knockroll.client import Client
from knockroll.games import farkle, gin_rummy, thirty_one, tonk, tunk
from knockroll.players import Player
from knockroll.players.player import Bot


class Cautious:
    """A player of one's own."""

    name = "Cautious"
    character = "Takes what comes first."

    def choose(self, view: dict[str, Any]) -> str:
        """The first legal move."""
        move: str = view["legal"][0]
        return move


def play(game: str, *players: Player) -> knockroll.Result:
    """A game between players of any kind."""
    table = Table(game, seats=len(players), seed=7)
    while table.turn is not None:
        events: tuple[knockroll.Event, ...] = table.play(players[table.turn].choose(table.view(table.turn)))
        assert events
    assert table.result is not None
    assert Table.replay(table.record()) == table
    return table.result


def main() -> None:
    """Use a little of everything."""
    result = play("thirty_one", Cautious(), knockroll.player("thirty_one", "House", seed=1))
    seats: tuple[int, ...] = result.winners
    names: tuple[str, ...] = knockroll.game_names()
    game: knockroll.Game = knockroll.get_game(names[0])
    bots: tuple[Bot, ...] = game.players
    values: tuple[int, int, int, int] = (
        thirty_one.value("Ks 2s 4h"),
        gin_rummy.deadwood("7s 8s 9s 7h 7d Kc Qd 4h 2c Ac"),
        tunk.hand_total("As 2h 3s Kd Kc 9h 4d"),
        tonk.count(["Kd", "7h", "As"]),
    )
    score: int | None = farkle.score([1, 3, 3, 3, 5])
    chances: list[Seeded | Scripted | Fair] = [Seeded(1), Fair(bytes(32))]
    said = ""
    try:
        Table("thirty_one", seats=3, chance=chances[0]).play("fold")
    except knockroll.InvalidMove as error:
        said = str(error)
    standings = arena.run("thirty_one", ["House", "Mr. Clueless"], games=4, seed=1).standings
    best: str = standings[0].name
    with Client("http://127.0.0.1:1") as server:
        print(seats, bots[0].name, values, score, said, best, server.http.base_url)


if __name__ == "__main__":
    main()
