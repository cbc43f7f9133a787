"""The review of a recorded game in the terminal: the summary, the mistakes, the board, and reviews that fail."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.review import Review, runner
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.game_review import Analysis, GameReview, LocalReviews, ReviewUpdate, shown_candidates
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.model.session import LocalSession
from knockroll.terminal.screens.play import PlayScreen
from knockroll.terminal.screens.replay import ReplayScreen
from knockroll.terminal.screens.review import ReviewScreen
from tests.review.games import played
from tests.terminal.driving import FAST, SMALL, Puppet, app_of, notices, play_to_end, run, text_of, until

FOLDER = Path(__file__).parent / "snapshots"
Script = Callable[[Pilot[str], KnockrollApp], Awaitable[None]]


def record() -> dict[str, Any]:
    """A finished game that is solved, so that its review is exact and needs nothing compiled."""
    return {**played("farkle", seed=3, bots=(2, 3)), "players": [None, "Miss Penny"]}


@cache
def review_of(seat: int) -> Review:
    return knockroll.review(record(), seat)


class Told:
    """A source of reviews made before; with ``held``, the final one comes only when that event is set."""

    def __init__(self, held: asyncio.Event | None = None, trouble: str = "") -> None:
        self.asked: list[int] = []
        self.given_up = self.closed = False
        self._held = held
        self._trouble = trouble

    async def updates(self, record: dict[str, Any], seat: int) -> AsyncGenerator[ReviewUpdate]:
        self.asked.append(seat)
        try:
            yield ReviewUpdate(0.0, waits=True)
            yield ReviewUpdate(0.25)
            if self._held is not None:
                await self._held.wait()
            if self._trouble:
                raise KnockrollError(self._trouble)
            yield ReviewUpdate(1.0, review_of(seat), is_final=True)
        except asyncio.CancelledError:
            self.given_up = True
            raise

    async def analysis(self, record: dict[str, Any], moves: int) -> Analysis:
        raise KnockrollError("this source only reviews")

    async def close(self) -> None:
        self.closed = True


def replaying(source: Told | LocalReviews, document: dict[str, Any] | None = None) -> KnockrollApp:
    return KnockrollApp(lambda: ReplayScreen(Recording(document or record()), None, source), FAST)


def shown(app: KnockrollApp) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


async def until_reviewed(pilot: Pilot[str], app: KnockrollApp) -> None:
    """Wait for a review without a time limit."""
    await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and is_asked(shown(app).judged))
    while not shown(app).judged.is_final:
        assert is_asked(shown(app).judged), text_of(app)
        await pilot.pause(0.01)
    await pilot.pause()


def is_asked(judged: GameReview) -> bool:
    """Whether a review is under way or complete."""
    return judged.share is not None or judged.is_final


def errors() -> list[int]:
    return [one.index for one in review_of(0).decisions if one.verdict in ("inaccurate", "mistake", "blunder")]


@pytest.mark.parametrize(
    ("name", "size", "keys"),
    [
        ("review_80x24", SMALL, ()),
        ("review_move_80x24", SMALL, ("1",)),
        ("review_120x40", (120, 40), ("1",)),
        ("review_board_80x24", SMALL, ("1", "enter")),
    ],
)
def test_the_review_is_as_it_was(name: str, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until_reviewed(pilot, app)
        await pilot.press(*keys)
        await pilot.pause()
        file = FOLDER / f"{name}.txt"
        if os.environ.get("KNOCKROLL_UPDATE"):
            file.write_text(text_of(app) + "\n", encoding="utf-8")
        assert text_of(app) + "\n" == file.read_text(encoding="utf-8")

    run(replaying(Told()), script, size)


def test_the_summary_says_what_the_review_says_and_the_biggest_mistakes_come_first() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until_reviewed(pilot, app)
        said = " ".join(text_of(app).split())
        head = review_of(0).headlines[0]
        assert head.sentences[0] in said
        assert head.sentences[-1].startswith("Rating: ") and head.sentences[-1] in said
        assert "Result without luck: " in said and "Biggest errors" in said
        for number, index in enumerate(head.biggest):
            await pilot.press(str(number + 1))
            assert shown(app).chosen is not None
            assert shown(app).chosen.index == index  # type: ignore[union-attr]

    run(replaying(Told()), script)


def test_from_mistake_to_mistake_and_back_and_along_all_moves() -> None:
    def chosen(app: KnockrollApp) -> int | None:
        one = shown(app).chosen
        return None if one is None else one.index

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until_reviewed(pilot, app)
        seen = []
        for _ in errors():
            await pilot.press("n")
            seen.append(chosen(app))
        assert seen == errors()
        await pilot.press("n")
        assert chosen(app) == errors()[-1], "there is no other"
        await pilot.press("p")
        assert chosen(app) == errors()[-2]
        await pilot.press("home")
        assert chosen(app) is None
        await pilot.press("down")
        first = review_of(0).decisions[0]
        assert chosen(app) == first.index
        assert first.verdict == "forced"
        await pilot.pause()
        assert "doesn't count in the rates" in " ".join(text_of(app).split())
        await pilot.press("f", "end")
        assert chosen(app) == errors()[-1], "only errors are listed now"
        await pilot.press("f", "f")
        await pilot.pause()
        assert shown(app).listed == [], "there is no blunder in this game"

    run(replaying(Told()), script)


def test_a_move_is_shown_on_the_board_with_its_verdict_and_mistakes_can_be_stepped_through_there() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("m")
        await until_reviewed(pilot, app)
        await pilot.press("n", "enter")
        await pilot.pause()
        total = len(record()["moves"])
        assert f"move {errors()[0] + 1} of {total}" in text_of(app)
        decision = next(one for one in review_of(0).decisions if one.index == errors()[0])
        assert decision.sentence in " ".join(text_of(app).split())
        assert "to win" in text_of(app).splitlines()[0]
        await pilot.press("m")
        await pilot.pause()
        assert f"move {errors()[1] + 1} of {total}" in text_of(app)
        await pilot.press("M")
        await pilot.pause()
        assert f"move {errors()[0] + 1} of {total}" in text_of(app)

    run(replaying(Told()), script)


def test_swings_of_luck_can_be_stepped_through_on_the_board() -> None:
    review = review_of(0)
    swings = [event for event in review.chances if abs(event.luck[0]) >= 0.05]
    assert len(swings) > 2

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("g")
        await until_reviewed(pilot, app)
        await pilot.press("q", "g", "g")
        await pilot.pause()
        total = len(record()["moves"])
        for key, event in (("", swings[1]), ("G", swings[0]), ("g", swings[1])):
            await pilot.press(*key)
            await pilot.pause()
            assert f"move {event.index} of {total}" in text_of(app)
            said = " ".join(text_of(app).split())
            who = "You" if event.seat == 0 else "Miss Penny"
            assert f"Luck: {who} rolled {event.text}. Your chance to win: " in said

    run(replaying(Told()), script, (120, 40))


def test_progress_is_shown_and_a_review_can_be_stopped_and_begun_again() -> None:
    held = asyncio.Event()
    source = Told(held)

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until(pilot, lambda: "Reviewing… 25%" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "The review was stopped." in text_of(app))
        assert source.given_up
        held.set()
        await pilot.press("t")
        await until_reviewed(pilot, app)
        assert source.asked == [0, 0]
        await pilot.press("s")
        await until(pilot, lambda: source.asked == [0, 0, 1])
        await until_reviewed(pilot, app)
        assert "review of Miss Penny" in text_of(app)
        await pilot.press("s")
        await pilot.pause()
        assert source.asked == [0, 0, 1], "the first seat has its review"

    run(replaying(source), script)
    assert source.closed


def test_what_goes_wrong_is_said() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until(pilot, lambda: "This needs numba: pip install it." in text_of(app))
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)

    run(replaying(Told(trouble="this needs numba: pip install it.")), script)


def test_an_unfinished_game_is_not_reviewed() -> None:
    source = Told()

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen) and not source.asked
        assert "Only finished games are reviewed" in notices(app)

    run(replaying(source, dict(knockroll.Table("farkle", 2, seed=1).record())), script)


def test_a_game_that_was_just_played_is_reviewed_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole way: the table, the process that reviews, the summary, the board, and back to the table.

    The process usually gives way to everything else, and could take minutes on a busy machine; in this test it does
    not.
    """
    hurried = "from knockroll.review import process; process.NICENESS = 0; process.main()"
    monkeypatch.setattr(runner, "COMMAND", (sys.executable, "-c", hurried))
    session = LocalSession(knockroll.Table("farkle", 2, seed=2, target=1000), (None, Puppet("Rolf")))

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await play_to_end(pilot, app, lambda legal: "bank" if "bank" in legal else legal[-1])
        await pilot.press("r")
        await until_reviewed(pilot, app)
        found = shown(app).judged.review
        assert found == knockroll.review(json.dumps(await session.record()), 0)
        await pilot.press("q", "q")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))

    run(app_of(session), script)


def test_a_review_of_this_machine_tells_errors() -> None:
    async def go() -> None:
        source = LocalReviews()
        try:
            with pytest.raises(KnockrollError, match="there is no seat 7"):
                async for _ in source.updates(record(), 7):
                    pass
        finally:
            await source.close()

    asyncio.run(go())


def test_the_played_move_is_among_the_candidates() -> None:
    one = max(review_of(0).decisions, key=lambda one: len(one.candidates))
    last = one.candidates[-1]
    played_last = type(one)(**{name: getattr(one, name) for name in one.__struct_fields__} | {"move": last.move})
    assert [candidate.move for candidate in shown_candidates(played_last, 2)] == [one.candidates[0].move, last.move]


def test_the_curve_begins_and_ends_with_the_game() -> None:
    judged = GameReview(0)
    assert judged.chance_at(0) is None and judged.decisions() == [] and judged.head is None
    judged.take(ReviewUpdate(1.0, review_of(0), is_final=True))
    last = len(record()["moves"])
    chances = judged.chances(50, last)
    assert chances[0] == review_of(0).curve[0].chances[0]
    assert chances[-1] == review_of(0).headlines[0].result
