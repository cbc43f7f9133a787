"""The result of a match: games, win share, points, rating and time per player; head to head; failures."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from knockroll.lab.arena.rating import rate, share_interval
from knockroll.lab.playout import FAULTS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from knockroll.lab.arena.match import Games, Match

FORMAT = "knockroll-arena/1"
SHARE_DIGITS, RATING_DIGITS = 8, 4
"""Further digits may depend on the processor, and mean nothing."""


@dataclass
class _Part:
    """The counts of some consecutive deals."""

    wins: NDArray[numpy.float32]  # of each player in each deal; a tie counts as a fraction
    finished: NDArray[numpy.int64]  # games of each deal that had a winner
    points: NDArray[numpy.float64]  # of each player, in finished games
    faults: NDArray[numpy.int64]  # of each player and kind
    moves: int
    hands: int
    digest: int


@dataclass
class Totals:
    """The counts of a match so far."""

    match: Match
    parts: list[_Part] = field(default_factory=list)
    deals: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    timed: dict[int, tuple[float, int]] = field(default_factory=dict)
    """For each player: the seconds it has thought, and the number of moves."""
    failures: dict[int, str] = field(default_factory=dict)
    """The first failure of each player."""

    def add(self, games: Games) -> None:
        """Count the games of the next deals."""
        import numpy as np

        match, players = self.match, len(self.match.players)
        states, playouts = games.states, games.playouts
        deals = len(states) // match.seats
        won_by = states["winners"]
        finished = won_by > 0
        winners = np.bitwise_count(won_by).astype(np.float64)
        wins = np.zeros((deals, players), np.float32)
        points = np.zeros(players)
        faults = np.zeros((players, len(FAULTS)), np.int64)
        deal = np.arange(len(states)) // match.seats
        for seat in range(match.seats):
            player = games.players[:, seat]
            won = (won_by >> seat & 1) / np.maximum(winners, 1)
            np.add.at(wins, (deal, player), won.astype(np.float32))
            np.add.at(points, player, np.where(finished, states["scores"][:, seat], 0))
            np.add.at(faults, (player, playouts["faults"][:, seat]), 1)
        place = 2 * (self.deals * match.seats + np.arange(len(states), dtype=np.uint64)) + 1
        digest = int((playouts["digest"].astype(np.uint64) * place).sum())  # the order of the games matters
        part = _Part(
            wins,
            finished.reshape(deals, match.seats).sum(axis=1),
            points,
            faults,
            int(playouts["moves"].sum()),
            int(playouts["hands"].sum()),
            digest,
        )
        self.parts.append(part)
        self.deals += deals
        self.hear(games)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.deals * self.match.seats

    def hear(self, games: Games) -> None:
        """Add the thinking times and failures in some games."""
        for player, (seconds, moves) in games.timed.items():
            before_seconds, before_moves = self.timed.get(player, (0.0, 0))
            self.timed[player] = (before_seconds + seconds, before_moves + moves)
        self.failures = games.failures | self.failures


@dataclass(frozen=True)
class Standing:
    """The results of one player."""

    name: str
    games: int
    """Seats of the player in all games: two in one game count twice."""
    wins: float
    """Games won; a tie counts as a fraction."""
    share: float
    share_low: float
    share_high: float
    """The 95% interval, from the deals: see :func:`knockroll.lab.arena.rating.share_interval`."""
    mean_points: float | None
    rating: float
    rating_low: float
    rating_high: float
    faults: dict[str, int]
    """Games in which the player lost its seat to the substitute, by kind of failure."""

    def figures(self) -> tuple[str, ...]:
        """Return games, win share, its interval, mean points, rating and its interval, as tables show them."""
        return (
            f"{self.games:,}",
            f"{self.share:.2%}",
            f"{self.share_low:.2%} – {self.share_high:.2%}",
            "–" if self.mean_points is None else f"{self.mean_points:.2f}",
            f"{self.rating:.0f}",
            f"{self.rating_low:.0f} – {self.rating_high:.0f}",
        )


@dataclass(frozen=True)
class MatchResult:
    """The result of a match. Only ``run`` depends on the machine."""

    match: Match
    games: int
    unfinished: int
    """Games abandoned at the move limit, without a winner."""
    hands: int
    moves: int
    digest: str
    """A digest of every move of every game."""
    standings: tuple[Standing, ...]
    """The players, the highest rating first."""
    head_to_head: dict[str, dict[str, float | None]]
    """For each pair of players: of the games that either won while both were at the table, the share of the first."""
    run: dict[str, Any]

    @property
    def seconds(self) -> float:
        """The seconds that the games took, without compiling."""
        return float(self.run["seconds"])

    @property
    def interrupted(self) -> bool:
        """Whether the match was stopped before all games were played."""
        return bool(self.run["interrupted"])

    @property
    def ms_per_move(self) -> dict[str, float | None]:
        """The time each player takes for a move at a table, in milliseconds."""
        return dict(self.run["ms_per_move"])

    def __getitem__(self, name: str) -> Standing:
        """Return the standing of a player."""
        for standing in self.standings:
            if standing.name == name:
                return standing
        raise KeyError(name)

    def _repr_html_(self) -> str:
        """Show the result in a notebook: standings, then the plot, if matplotlib is installed."""
        from knockroll.lab.arena.plot import as_html

        return as_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON: ``match`` is enough to run it again, ``result`` must come out the same."""
        return {
            "format": FORMAT,
            "match": self.match.to_dict() | {"games": self.games},
            "result": {
                "unfinished": self.unfinished,
                "hands": self.hands,
                "moves": self.moves,
                "digest": self.digest,
                "standings": [asdict(standing) for standing in self.standings],
                "head_to_head": self.head_to_head,
            },
            "run": self.run,
        }

    @classmethod
    def of(cls, match: Match, totals: Totals, threads: int, compiled: bool, on: str = "threads") -> MatchResult:
        """Compute the result from the counts; ``threads`` and ``on`` say where the games were played."""
        import numpy as np

        import knockroll

        players, turns = len(match.players), len(match.line_ups)
        parts = totals.parts
        wins = np.concatenate([np.zeros((0, players)), *(part.wins for part in parts)])
        finished = np.concatenate([np.zeros(0), *(part.finished for part in parts)])
        faults = sum((part.faults for part in parts), np.zeros((players, len(FAULTS)), np.int64))
        points = sum((part.points for part in parts), np.zeros(players))
        line_up = np.arange(totals.deals) % turns
        seated = np.array([[up.count(number) for number in range(players)] for up in match.line_ups], float)
        ratings = rate(wins, finished, line_up, seated)
        standings = []
        for number, name in enumerate(match.players):
            seats = seated[line_up, number]
            share, low, high = share_interval(wins[:, number], seats * match.seats)
            scored = float((seats * finished).sum())
            standings.append(
                Standing(
                    name=name,
                    games=int(seats.sum()) * match.seats,
                    wins=float(wins[:, number].sum()),
                    share=round(share, SHARE_DIGITS),
                    share_low=round(low, SHARE_DIGITS),
                    share_high=round(high, SHARE_DIGITS),
                    mean_points=float(points[number]) / scored if scored else None,
                    rating=round(ratings[number].value, RATING_DIGITS),
                    rating_low=round(ratings[number].low, RATING_DIGITS),
                    rating_high=round(ratings[number].high, RATING_DIGITS),
                    faults={kind: int(n) for kind, n in zip(FAULTS, faults[number], strict=True) if kind and n},
                )
            )
        won = np.zeros((turns, players))
        np.add.at(won, line_up, wins)
        return cls(
            match=match,
            games=totals.games,
            unfinished=totals.games - int(finished.sum()),
            hands=sum(part.hands for part in parts),
            moves=sum(part.moves for part in parts),
            digest=f"{sum(part.digest for part in parts) % 2**64:016x}",
            standings=tuple(sorted(standings, key=lambda standing: -standing.rating)),
            head_to_head=_head_to_head(match.players, won, seated),
            run={
                "knockroll": knockroll.__version__,
                "python": platform.python_version(),
                "interrupted": totals.interrupted,
                "games_asked_for": match.games,
                "compiled": compiled,
                "on": on,
                "threads": threads,
                "seconds": totals.seconds,
                "ms_per_move": {
                    name: 1000 * totals.timed[number][0] / totals.timed[number][1] if number in totals.timed else None
                    for number, name in enumerate(match.players)
                },
                "first_faults": {match.players[number]: text for number, text in sorted(totals.failures.items())},
            },
        )


def _head_to_head(names: Sequence[str], won: Any, seated: Any) -> dict[str, dict[str, float | None]]:
    table: dict[str, dict[str, float | None]] = {name: {} for name in names}
    for a, name in enumerate(names):
        for b, other in enumerate(names):
            if a != b:
                # With unequal numbers of seats, a win counts by the share of the seats that the player had.
                both = (seated[:, a] > 0) & (seated[:, b] > 0)
                mine = float((won[both, a] / seated[both, a]).sum())
                theirs = float((won[both, b] / seated[both, b]).sum())
                table[name][other] = round(mine / (mine + theirs), SHARE_DIGITS) if mine + theirs else None
    return table
