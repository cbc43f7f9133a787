"""Learning from mistakes: the position before each error, a list of moves, what each would have been worth."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import OptionList

from knockroll.review.document import Candidate, DecisionReview
from knockroll.review.sentences import percent
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.lessons import Lessons, accepts, in_reading
from knockroll.terminal.screens.lessons import AnswerScreen, LessonScreen, MovesScreen
from knockroll.terminal.screens.review import ReviewScreen
from tests.terminal.driving import run, text_of, until
from tests.terminal.test_review import Told, errors, record, replaying, review_of, until_reviewed


def all_errors() -> list[DecisionReview]:
    return [one for one in review_of(0).decisions if one.index in errors()]


def a_move(move: str, chance: float, low: float) -> Candidate:
    return Candidate(move=move, words=move.capitalize(), chance=chance, low=low, high=1.0)


def test_any_move_within_the_interval_of_the_best_one_is_accepted() -> None:
    one = all_errors()[0]
    moves = (a_move("best", 0.6, 0.5), a_move("near", 0.52, 0.4), a_move("far", 0.49, 0.3))
    one = type(one)(
        **{name: getattr(one, name) for name in one.__struct_fields__}
        | {"candidates": moves, "best": "best", "move": "far"}
    )
    assert [accepts(one, move) for move in ("best", "near", "far", "other")] == [True, True, False, False]
    lessons = Lessons.of([one])
    lessons.attempt("far")
    assert not lessons.is_solved and lessons.answer == "Far: 49% to win the game. There is something better: try again."
    nearly = Lessons.of([type(one)(**{name: getattr(one, name) for name in one.__struct_fields__} | {"move": "near"})])
    nearly.attempt("near")
    assert not nearly.is_solved, "it was played already"
    lessons.attempt("near")
    assert lessons.is_solved and lessons.answer == "Good. Near: 52% to win the game, and 49% after Far."
    lessons.advance()
    assert lessons.decision is None and lessons.summary == "You found a better move in 1 of 1 position."


def test_an_answer_that_was_shown_is_not_counted_as_found() -> None:
    lessons = Lessons.of(all_errors())
    losses = [one.loss for one in lessons.decisions]
    assert losses == sorted(losses, reverse=True)
    lessons.show()
    assert lessons.is_solved and not lessons.answer.startswith("Good.")
    lessons.advance()
    assert lessons.right == 0


def test_moves_are_listed_as_people_look_for_them() -> None:
    moves = [a_move(f"discard {card}", 0.5, 0.4) for card in ("Tc", "Ah", "2d", "As", "Kd", "9h")]
    assert [one.move.split()[1] for one in in_reading(moves)] == ["Ah", "As", "2d", "9h", "Tc", "Kd"]


def test_from_the_biggest_error_on_a_person_looks_for_better_moves() -> None:
    lessons = Lessons.of(all_errors())

    def shown(app: KnockrollApp) -> LessonScreen:
        assert isinstance(app.screen, LessonScreen)
        return app.screen

    async def choose(pilot: Pilot[str], app: KnockrollApp, move: str) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MovesScreen))
        one = shown_decision
        place = [candidate.move for candidate in in_reading(one.candidates)].index(move)
        app.screen.query_one(OptionList).highlighted = place
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await pilot.pause()

    shown_decision = lessons.decisions[0]

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        nonlocal shown_decision
        await pilot.press("r")
        await until_reviewed(pilot, app)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await pilot.pause()
        said = " ".join(text_of(app).split())
        assert f"1 of {len(errors())}: find a better move" in said
        assert f"Played here: {shown_decision.words}. What would you do?" in said
        assert f"move {shown_decision.index + 1} of {len(record()['moves'])}" in said
        assert shown(app).scene.view["turn"] == 0, "it is the position before the move"
        await choose(pilot, app, shown_decision.move)
        assert "There is something better: try again." in " ".join(text_of(app).split())
        await choose(pilot, app, shown_decision.best)
        said = " ".join(text_of(app).split())
        best = shown_decision.candidates[0]
        assert f"Good. {best.words}: {percent(best.chance)} to win the game" in said
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, AnswerScreen))
        await pilot.pause()
        assert shown_decision.sentence[:40] in " ".join(text_of(app).split())
        assert "Chance to win after each move" in text_of(app)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert f"2 of {len(errors())}: find a better move" in " ".join(text_of(app).split())
        for _ in errors()[1:]:
            await pilot.press("n")
        await pilot.pause()
        assert f"You found a better move in 1 of {len(errors())} positions." in " ".join(text_of(app).split())
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)

    run(replaying(Told()), script)


def test_only_errors_of_the_listed_size_are_lessons() -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await pilot.press("r")
        await until_reviewed(pilot, app)
        await pilot.press("f", "f", "f", "l")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen), "there is no blunder in this game"

    run(replaying(Told()), script)
