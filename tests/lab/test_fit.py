"""Fitting constants of players: a copy plays with others, compiled and interpreted, and the player stays as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numba
import pytest
from scripts.fit import FITTED, Fit, Tunable, read_from

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import get_game
from knockroll.engine.stream import open_stream
from knockroll.players import find_bot
from knockroll.players.player import Bot

GAME = get_game("thirty_one")


def clueless() -> Bot:
    """He knocks with THIRTY."""
    bot = find_bot(GAME, "Mr. Clueless")
    assert bot is not None
    return bot


def choice(bot: Bot) -> str:
    v = knockroll.Table.at(GAME, hands=["2s 3s 9h", None], turn=0, seed=1).state
    legal = GAME.list_legal(v)
    return GAME.moves.format(bot.choose(v, legal, len(legal), open_stream(1)))


def test_a_copy_plays_with_other_constants_and_the_player_stays_as_it_is() -> None:
    tunable = Tunable(clueless(), ["THIRTY"])
    assert tunable.values.tolist() == [30] and choice(tunable.bot) == choice(clueless()) != "knock"
    tunable.values[0] = 9
    assert choice(tunable.bot) == "knock" != choice(clueless())
    assert tunable.bot.name == FITTED


def test_compiled_code_reads_the_constants_as_they_are_now() -> None:
    tunable = Tunable(clueless(), ["THIRTY", "WORTH_STAYING"])
    read = read_from(tunable.values)
    compiled = numba.njit(lambda place: read(place))
    assert (compiled(0), compiled(1)) == (read(0), read(1)) == (30, 15)
    tunable.values[1] = -4
    assert compiled(1) == read(1) == -4


def test_what_is_no_constant_is_said_with_those_that_are() -> None:
    with pytest.raises(InvalidOption, match=r"no whole number 'FORTY'; it has .*WORTH_STAYING"):
        Tunable(clueless(), ["FORTY"])


class Wins(Fit):
    """A WORTH_STAYING of 9 wins most."""

    def match(self, opponent: Bot, games: int, seed: int) -> Any:
        share = 0.9 - 0.1 * abs(int(self.tunable.values[1]) - 9)
        return {FITTED: SimpleNamespace(share=share, share_low=share - 0.01, share_high=share + 0.01)}


def test_a_fit_keeps_what_wins_more() -> None:
    tunable = Tunable(clueless(), ["THIRTY", "WORTH_STAYING"])
    told: list[tuple[int, int]] = []
    Wins(GAME, tunable, [clueless()], 2, 10, 1, lambda done, of: told.append((done, of))).run(rounds=4)
    assert tunable.values.tolist() == [30, 9]
    assert told[-1] == (16, 16)
