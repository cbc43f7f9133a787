"""What moves: cards that are dealt, turned and thrown; and what must not move meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page
from scripts.serving import ServerProcess

import knockroll
from tests.web.conftest import Opening
from tests.web.staged import Position, Stage, everything_seen

CARD_GAMES = [name for name in knockroll.game_names() if knockroll.get_game(name).showing.hand.size]

WATCH = """() => {
  window.seen = [];
  const look = () => {
    const heaps = [...document.querySelectorAll(".heap")].filter((pile) => pile.checkVisibility());
    const piles = heaps.map((pile) => { // small windows show the hands in their place at the end of a hand
      const { left, top, width } = pile.getBoundingClientRect();
      return [pile.dataset.place, Math.round(left), Math.round(top), Math.round(width)].join(" ");
    });
    const flights = [...document.querySelectorAll("#flights .flight")];
    const sides = flights.flatMap((flight) => [...flight.querySelectorAll(".side-up")]);
    const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const turned = sides.filter(shown).filter((side) => new DOMMatrix(getComputedStyle(side).transform).m11 < 0);
    const still = flights.filter(shown).filter((flight) => {
      const animation = flight.getAnimations()[0];
      return animation && animation.effect.getComputedTiming().progress === 0;
    });
    const seen = { flights: flights.length, mirrored: turned.length, waiting: still.length };
    window.seen.push({ piles: piles.join(", "), ...seen });
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""


DEALT = "() => window.seen.some(({ flights }) => flights) && !document.querySelector('#flights .flight')"
"""When cards have been in the air, and have arrived."""


def dealt(page: Page, stage: Stage, end: Position) -> list[dict[str, Any]]:
    """What is seen, frame by frame, from the end of a hand until the next one is dealt."""
    stage.show(end)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Continue", exact=True).click()
    page.wait_for_function(DEALT)  # polling may miss a whole deal
    seen: list[dict[str, Any]] = page.evaluate("cancelAnimationFrame(window.watching), window.seen")
    return seen


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_deal(visit: Opening, server: ServerProcess, game: str, size: tuple[int, int]) -> None:
    """Piles stay where they are, no card is seen in a mirror, and none waits with its shadow on the others."""
    page = visit(None, size=size, speed="fast")
    stage = Stage(page, server.url)
    end = next(position for position in everything_seen(game, 0) if b'"kind":"deal"' in (position.news or b""))
    seen = dealt(page, stage, end)
    assert max(frame["flights"] for frame in seen) > 3
    assert {frame["mirrored"] for frame in seen} == {0}
    assert max(frame["waiting"] for frame in seen) <= 1
    assert len({frame["piles"] for frame in seen} - {""}) == 1
