"""What was known at a position of a replay: the map of the cards, the worth of each move, waiting and stopping."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.review import runner
from knockroll.review.document import BeliefMap, Candidate, Hint
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.draw.beliefs import GRID, map_block
from knockroll.terminal.model.beliefs import CARDS, belief_words, beliefs_of
from knockroll.terminal.model.game_review import Analysis, LocalReviews
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.screens.knowledge import KnowledgeScreen
from knockroll.terminal.screens.replay import ReplayScreen
from knockroll.terminal.screens.review import ReviewScreen
from tests.terminal.driving import FAST, SMALL, notices, run, text_of, until
from tests.terminal.test_replay import finished
from tests.terminal.test_review import Told, until_reviewed
from tests.terminal.test_review import record as farkle

NAMES = ("Ada", "Bob")
SHARE = 0.31


def gin() -> dict[str, Any]:
    return {**finished("gin_rummy", target=30), "names": list(NAMES)}


def analysis_of(record: dict[str, Any], moves: int) -> Analysis:
    """An analysis in which the other player holds each unseen card with the same chance."""
    table = knockroll.Table.replay(record, moves=moves)
    assert table.turn is not None
    view = table.view(table.turn)
    seat, other = table.turn, 1 - table.turn
    seen = ["hand" if card in view["hand"] else "table" if card in view["discard"] else "" for card in CARDS]
    shares = [tuple(SHARE if not one and at == other else 0.0 for at in range(2)) for one in seen]
    known = BeliefMap(
        seat=seat,
        cards=CARDS,
        hands=tuple(shares),
        stock=tuple(0.0 if one else 1 - SHARE for one in seen),
        seen=tuple(seen),
    )
    candidates = tuple(
        Candidate(move=move, words=f"Try {move}", chance=0.9 - number / 50, low=0.0, high=1.0)
        for number, move in enumerate(table.legal())
    )
    return Analysis(Hint(seat=seat, candidates=candidates, sentences=(), evaluator="test"), known)


class Knows(Told):
    """A source that knows all positions; with ``held``, it tells them when that event is set."""

    def __init__(self, held: asyncio.Event | None = None, trouble: str = "") -> None:
        super().__init__()
        self.places: list[int] = []
        self.hold, self.refuses = held, trouble
        self.cancelled = False

    async def analysis(self, record: dict[str, Any], moves: int) -> Analysis:
        self.places.append(moves)
        try:
            if self.hold is not None:
                await self.hold.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self.refuses:
            raise KnockrollError(self.refuses)
        found = analysis_of(record, moves) if record["game"] == "gin_rummy" else None
        return found or Analysis(knockroll.hint(knockroll.Table.replay(record, moves=moves).view(0)), None)


def replaying(source: Knows | LocalReviews, record: dict[str, Any], ascii: bool = False) -> KnockrollApp:
    return KnockrollApp(lambda: ReplayScreen(Recording(record), None, source), FAST, ascii=ascii)


def known(app: KnockrollApp) -> KnowledgeScreen:
    assert isinstance(app.screen, KnowledgeScreen)
    return app.screen


async def ask(pilot: Pilot[str], app: KnockrollApp) -> None:
    await pilot.press("w")
    await until(pilot, lambda: isinstance(app.screen, KnowledgeScreen) and known(app).found is not None)
    await pilot.pause()


def test_a_belief_has_its_places_and_the_truth() -> None:
    record = gin()
    found = analysis_of(record, 0).beliefs
    assert found is not None
    hands = Recording(record).hands_at(0)
    other = 1 - found.seat
    beliefs = {belief.card: belief for belief in beliefs_of(found, hands)}
    assert list(beliefs) == list(CARDS)
    really = {card for card, belief in beliefs.items() if belief.really is not None}
    assert really == set(hands[other])
    theirs = hands[other][0]
    assert belief_words(beliefs[theirs], NAMES).endswith(f": {NAMES[other]} 31% and stock 69%. Really: {NAMES[other]}.")
    assert belief_words(beliefs[hands[found.seat][0]], NAMES).endswith(": in the own hand.")
    assert beliefs[theirs].shade == "▒"


def test_every_card_has_a_block_a_number_or_where_it_was_seen() -> None:
    record = gin()
    found = analysis_of(record, 0).beliefs
    assert found is not None
    block = [row.plain for row in map_block(beliefs_of(found, Recording(record).hands_at(0)), 0, "Ada", NAMES, GRID)]
    rows = [row for row in block if row[1] in "♠♥♦♣" and "·" in row + "·"][:4]
    assert [row[1] for row in rows] == list("♠♥♦♣")
    text = "".join(rows)
    assert text.count("own") == 10
    assert text.count("▒31") == 52 - 10 - sum(one == "table" for one in found.seen)
    assert text.count("▒31]") == 10, "the hand that was really there is marked"
    assert {len(row) for row in block} == {GRID}


@pytest.mark.parametrize("size", [SMALL, (120, 40), (72, 22)], ids=str)
@pytest.mark.parametrize("ascii", [False, True])
def test_a_position_says_what_was_known_and_what_each_move_was_worth(size: tuple[int, int], ascii: bool) -> None:
    record, source = gin(), Knows()
    table = knockroll.Table.replay(record, moves=1)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("right")
        await ask(pilot, app)
        assert source.places == [1]
        said = text_of(app)
        assert f"what {NAMES[table.turn or 0]} knew" in said and "Hand 1, move 2" in said
        assert ("%31" if ascii else "▒31") in said
        assert "Chance to win after each move" in said
        assert f"Try {table.legal()[0]}" in said and "best" in said
        before = known(app)._at
        await pilot.press("right", "down")
        await pilot.pause()
        assert known(app)._at == before + 14
        assert belief_words(known_beliefs(app)[before + 14], NAMES).split(":")[1][:8] in text_of(app)
        await pilot.press("end", "q", "w")
        await pilot.pause()
        assert source.places == [1], "it is asked once"

    run(replaying(source, record, ascii), script, size)


def known_beliefs(app: KnockrollApp) -> list[Any]:
    found = known(app).found
    assert found is not None and found.beliefs is not None
    return beliefs_of(found.beliefs, known(app)._hands)


def test_waiting_shows_progress_and_can_be_stopped_and_begun_again() -> None:
    held = asyncio.Event()
    source = Knows(held)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("w")
        await until(pilot, lambda: "Working it out…" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "This was stopped." in text_of(app))
        assert source.cancelled
        held.set()
        await pilot.press("t")
        await until(pilot, lambda: known(app).found is not None)

    run(replaying(source, gin()), script)


def test_what_goes_wrong_is_said_and_nobody_moves_at_the_end() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("w")
        await until(pilot, lambda: "This needs numba: pip install it." in " ".join(text_of(app).split()))
        await pilot.press("q", "end", "w")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert "The game is over here" in notices(app)

    run(replaying(Knows(trouble="this needs numba: pip install it"), gin()), script)


def test_where_nothing_is_hidden_there_is_no_map_and_the_review_leads_there_as_well() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until_reviewed(pilot, app)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen), "no move is chosen"
        await pilot.press("1")
        await ask(pilot, app)
        said = " ".join(text_of(app).split())
        assert "Nothing is hidden in this game" in said
        assert "Chance to win after each move" in said and "played" in said

    run(replaying(Knows(), farkle()), script)


def test_this_machine_analyses_a_position_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried = "from knockroll.review import hint_process as h; h.NICENESS = 0; h.main()"
    monkeypatch.setattr(runner, "HINT_COMMAND", (sys.executable, "-c", hurried))

    async def go() -> None:
        source = LocalReviews()
        try:
            found = await source.analysis(farkle(), 2)
            view = knockroll.Table.replay(farkle(), moves=2)
            assert found.beliefs is None
            assert found.hint == knockroll.hint(view.view(view.turn))
            with pytest.raises(KnockrollError, match="moves must be from 0"):
                await source.analysis(farkle(), 10_000)
        finally:
            await source.close()

    asyncio.run(go())
