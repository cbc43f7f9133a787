"""Ratings: the strengths of players that make the results most likely.

The model is that of Luce (for two players: Bradley and Terry, which is Elo's): in every game each player at the table
wins with a chance proportional to its strength. Ratings are the logarithms of the maximum-likelihood strengths, on the
Elo scale: 400 points more is ten times the chance, and the mean of the field is 1500.

Ratings are fitted to all games at once, not game by game as openskill, TrueSkill or Elo do for people, whose strength
changes. Players here do not change, so the order of their hundreds of thousands of games must not matter. The 95%
interval comes from the deals, not from single games, because the games of one deal are not independent; statisticians
call it robust or clustered ("sandwich"). It says how well a player's strength is known relative to the field. In the
field each player counts as much as their strength is known, so that a player who hardly ever wins does not blur the
others. Players whose intervals do not overlap differ by more than chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats = NDArray[numpy.float64]

ELO = 400 / 2.302585092994046
"""Elo points for a strength e times as great."""
MEAN = 1500.0
Z = 1.959963984540054
"""95% of a normal distribution is within this many standard deviations of its mean."""
FEW = 30
"""With fewer deals than this, or fewer games won or lost, nothing shows how much luck has cancelled: none is
assumed."""
STEPS = 100
PRECISION = 1e-10


@dataclass(frozen=True)
class Rating:
    """A rating with its 95% interval."""

    value: float
    low: float
    high: float


def rate(wins: Floats, finished: Floats, line_up: NDArray[numpy.int64], seated: Floats) -> list[Rating]:
    """Rate players by their results.

    :param wins: for each deal the games won by each player; a tie counts as a fraction
    :param finished: for each deal the number of games with a winner
    :param line_up: for each deal the number of its line-up
    :param seated: for each line-up the number of seats of each player
    """
    import numpy as np

    count, players = seated.shape
    won = np.zeros((count, players))
    np.add.at(won, line_up, wins)
    played = np.bincount(line_up, finished, count)
    strength = np.zeros(players)
    for _ in range(STEPS):  # Newton's method, for a function with one maximum
        chances = seated * np.exp(strength)
        chances /= chances.sum(axis=1, keepdims=True)
        # One win and one loss against an average player are added for every player, as in Bayesian Elo: otherwise
        # a player who has won no game, or all of them, would have an infinite rating.
        even = 1 / (1 + np.exp(-strength))
        slope = won.sum(axis=0) - played @ chances + 1 - 2 * even
        prior = np.diag(2 * even * (1 - even))
        spread = np.diag(played @ chances) - (chances * played[:, None]).T @ chances
        step = np.linalg.solve(spread + prior, slope)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < PRECISION:
            break
    information = spread + prior
    against_field = (np.eye(players) - np.diag(information) / np.trace(information)) @ np.linalg.inv(information)
    surprise = wins - finished[:, None] * chances[line_up]
    by_deals = np.diag(against_field @ (surprise.T @ surprise + prior) @ against_field.T)
    by_games = np.diag(against_field @ information @ against_field.T)
    lost = played @ seated - won.sum(axis=0)
    unsure = (np.minimum(won.sum(axis=0), lost) < FEW) | (len(wins) < FEW)
    variance = np.where(unsure, np.maximum(by_deals, by_games), by_deals)
    values = MEAN + ELO * (strength - strength.mean())
    errors = Z * ELO * np.sqrt(variance)
    return [Rating(float(v), float(v - e), float(v + e)) for v, e in zip(values, errors, strict=True)]


def share_interval(wins: Floats, games: Floats) -> tuple[float, float, float]:
    """Return the share of games won and its 95% interval, from the games won and played in each deal.

    It is the Wilson interval for the number of independent games that these deals are worth: more than were played if
    the rotation of seats has cancelled luck, fewer if the games of a deal tend to end in the same way.
    """
    played = float(games.sum())
    if played == 0:
        return 0.0, 0.0, 1.0
    share = float(wins.sum()) / played
    deals = int((games > 0).sum())
    worth = played
    if deals > 1 and 0 < share < 1:
        variance = float(((wins - share * games) ** 2).sum()) / played**2 * deals / (deals - 1)
        worth = share * (1 - share) / variance if variance > 0 else float("inf")
        if deals < FEW:
            worth = min(worth, played)
    elif share in (0, 1):
        worth = float(deals)
    if worth == float("inf"):
        return share, share, share
    centre = (share + Z**2 / (2 * worth)) / (1 + Z**2 / worth)
    half = Z / (1 + Z**2 / worth) * (share * (1 - share) / worth + Z**2 / (4 * worth**2)) ** 0.5
    return share, min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))
