"""The solver beside OpenSpiel's, on a short deck that both can solve: eight cards, a knock or one turn."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from knockroll.engine.cards import parse_mask
from knockroll.engine.game import get_game

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("numba")
import knockroll.lab.environments.openspiel  # noqa: E402, F401 (registers the games)
from knockroll.lab.cfr import COUNTS, Regrets, Solver, recalling  # noqa: E402

pytestmark = pytest.mark.compiles

GAME = get_game("thirty_one")
DECK = "As Ks Qs Js Ah Kh Qh Jh"
OPTIONS = {"turn_limit": 1}


class Tree:
    """The game in OpenSpiel, written down as a tree, which its compiled algorithms take; and our spots in it."""

    def __init__(self) -> None:
        self._lines = ['EFG 2 R "Thirty-One" { "0" "1" }']
        self._numbers: list[dict[str, int]] = [{}, {}]
        self.spots: dict[str, int] = {}
        """Of each information set, by its label."""
        options = ",".join(f"{name}={value}" for name, value in OPTIONS.items())
        self._write(
            pyspiel.load_game(f"knockroll_thirty_one(players=2,dealer=1,deck={DECK},{options})").new_initial_state()
        )
        self.game = pyspiel.load_efg_game("\n".join(self._lines) + "\n")

    def _write(self, state: Any) -> None:
        number = len(self._lines)
        if state.is_terminal():
            one, other = state.returns()
            self._lines.append(f't "" {number} "" {{ {one} {other} }}')
            return
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            said = " ".join(f'"{outcome}" {chance!r}' for outcome, chance in outcomes.items())
            self._lines.append(f'c "" {number} "" {{ {said} }} 0')
        else:
            outcomes = dict.fromkeys(state.legal_actions())
            player, moves = state.current_player(), [0] * GAME.most_moves
            spot = recalling(GAME)(state.position.s, moves)
            assert moves[: spot % COUNTS] == list(outcomes)
            numbers = self._numbers[player]
            its = numbers.setdefault(state.information_state_string(), 1 + len(numbers))
            label = f"{player} {its}"
            assert self.spots.setdefault(label, spot) == spot
            said = " ".join(f'"{move}"' for move in outcomes)
            self._lines.append(f'p "" {1 + player} {its} "{label}" {{ {said} }} 0')
        for outcome in outcomes:
            self._write(state.child(outcome))

    def policy(self, known: Regrets) -> Any:
        """What we have found, for OpenSpiel."""
        shares: dict[str, list[tuple[int, float]]] = {}
        left = [self.game.new_initial_state()]
        while left:
            state = left.pop()
            if not state.is_terminal():
                left += [state.child(action) for action in state.legal_actions()]
            if state.current_player() >= 0:
                info = state.information_state_string()
                spot = self.spots[info.rpartition("-")[2]]
                shares[info] = list(zip(state.legal_actions(), known.policy(spot), strict=True))
        return pyspiel.TabularPolicy(shares)

    def value(self, policy: Any) -> float:
        """What it brings seat 0 if both go by it."""
        return float(pyspiel.expected_returns(self.game.new_initial_state(), policy, -1, True)[0])


def test_a_short_deck_is_solved_as_openspiel_solves_it() -> None:
    tree = Tree()
    theirs = pyspiel.CFRPlusSolver(tree.game)
    for _ in range(60):
        theirs.evaluate_and_update_policy()
    value = tree.value(theirs.average_policy())
    assert value == pytest.approx(0.657, abs=0.001)

    s = GAME.new_state(2, GAME.option_values(2, None, OPTIONS))
    s.dealer = 1
    GAME.start(s)
    scores = numpy.arange(4)
    worth = numpy.repeat((scores - scores[:, None])[:, :, None], 2, axis=2).astype(float)
    solver = Solver(GAME, recalling(GAME), [s], worth, Regrets.none(1 << 14), cards=parse_mask(DECK))
    for _ in range(20):
        solver.train(50_000)
    ours = tree.policy(solver.known)
    assert pyspiel.exploitability(tree.game, ours) < 0.0005
    assert tree.value(ours) == pytest.approx(value, abs=0.001)
    assert solver.value(s, 100_000) == pytest.approx(value, abs=0.01)
    assert {spot // COUNTS for spot in tree.spots.values()} == set(solver.known.keys.tolist()) - {-1}
