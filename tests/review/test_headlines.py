"""Headlines: nothing is said that the review doesn't know well enough."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import knockroll
from knockroll.engine.game import get_game
from knockroll.engine.review_rules import Peer
from knockroll.review.document import DecisionReview, SeatReview
from knockroll.review.headlines import Measured, SeatLuck, headline, peer_of, rate
from knockroll.review.page import review_page
from knockroll.review.sentences import LEVELS, luck_sentence
from knockroll.review.text import figures, review_lines, share
from tests.review.games import played

GAME = get_game("tunk")


def told(means: list[float], error: float, luck: SeatLuck | None = None) -> SeatReview:
    """The headline of a seat whose decisions lost this much each, known to this standard error."""
    measured = []
    for index, mean in enumerate(means):
        decision = DecisionReview(
            hand=0,
            index=index,
            seat=0,
            move="draw",
            words="Draw",
            best="draw",
            best_words="Draw",
            candidates=(),
            loss=max(0.0, mean),
            low=0.0,
            high=max(0.0, mean) + 2 * error,
            verdict="inaccurate" if mean > 0.02 else "none",
            sentence="Draw was a good move.",
        )
        measured.append(Measured(decision, mean, error))
    return headline(0, None, measured, luck or SeatLuck({}, None, None), 1.0, GAME)


def test_what_may_be_nothing_is_told_as_at_most() -> None:
    """The estimate of a sum of losses may be below 0, but nobody gives that away."""
    found = told([0.03] + [-0.003] * 29, 0.01)
    assert found.given_away == 0
    assert found.high == pytest.approx(-0.057 + 1.96 * 0.01 * 30**0.5)
    assert "All decisions together gave away at most 5.0 points of the chance to win." in found.sentences[1]
    assert "gave away 60.0 points" in told([0.02] * 30, 0.001).sentences[1]


def test_the_sum_of_losses_does_not_contradict_an_error() -> None:
    """Decisions that lose nothing are measured below 0: together they may outweigh an error that is certain."""
    found = told([0.06] + [-0.01] * 29, 0.002)
    assert found.verdicts["inaccurate"] == 1
    assert found.low == 0
    assert found.high == pytest.approx(0.064)
    assert "All decisions together gave away at most 6.4 points of the chance to win." in found.sentences[1]
    assert "Given away: at most 6.4 points (95%: 0.0 to 6.4), at most 2.1 points per ten" in next(iter(figures(found)))


def test_without_errors_of_measurement_nothing_is_nothing() -> None:
    assert told([0.0] * 30, 0.0).sentences[1] == "No errors found: nothing was given away."


def test_an_uncertain_rating_is_not_told() -> None:
    assert told([0.005] * 30, 0.001).rating == "steady"
    vague = told([0.005] * 30, 0.05)
    assert not vague.rating
    assert not vague.too_few
    assert vague.sentences[-1] == "The rating is still too uncertain to tell."
    assert told([0.005] * 19, 0.001).sentences[-1] == "Too few decisions to rate."


def test_a_rating_is_compared_with_a_player_of_the_game() -> None:
    peers = (Peer("Ann", 0.0, 1800), Peer("Ben", 0.002, 1700), Peer("Cid", 0.008, 1600), Peer("Dan", 0.03, 1200))
    assert peer_of((0.006, 0.007, 0.008), peers) == peers[2]
    assert peer_of((0.0, 0.0, 0.0), peers) == peers[0]
    assert peer_of((0.001, 0.007, 0.01), peers) == peers[2], "from Ben to Cid"
    assert peer_of((0.0, 0.007, 0.01), peers) is None, "from Ann to Cid"
    assert peer_of((0.0, 0.0, 0.0), ()) is None


def test_only_usual_games_of_two_are_compared() -> None:
    usual = knockroll.review(played("farkle", seed=3, bots=(3, 0)), 0).headlines[0]
    assert usual.peer_rating == {one.name: one.rating for one in get_game("farkle").review.peers}[usual.peer]
    assert usual.sentences[-1].endswith(f", about like {usual.peer} (arena rating {usual.peer_rating}).")
    short = knockroll.review(played("farkle", seed=3, bots=(2, 0), target=5000), 0).headlines[0]
    assert short.peer == "" and short.peer_rating is None


LADDERS = {"gin_rummy": "gin_rummy-standard-2"}


@pytest.mark.parametrize("name", ["farkle", "gin_rummy", "thirty_one", "tonk", "tunk"])
def test_players_to_compare_with_are_those_of_the_ladder(name: str) -> None:
    """In its order, with its ratings, and nobody who gives away more is rated higher."""
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    ladder = LADDERS.get(name, f"{name}-2")
    [told] = re.findall(rf"!\[Ratings and head-to-head results: (.*)\]\(players/{ladder}\.svg\)", page)
    rated = [one for one in told.split(", ") if not one.startswith("Random")]
    peers = get_game(name).review.peers
    assert [f"{one.name} {one.rating}" for one in peers] == rated
    assert list(peers) == sorted(peers, key=lambda one: one.loss)


def test_uncertain_luck_is_not_told() -> None:
    found = told([0.0] * 30, 0.001, SeatLuck({0: -1.035}, -1.035, 0.388))
    assert "The luck of the cards can't be measured precisely enough here." in found.sentences
    assert found.luck_is_uncertain
    assert found.luck == -1.035, "programs that look at many games add it up"
    assert not any("uck" in line for line in figures(found))
    assert any("Luck: −50.0" in line for line in figures(told([0.0] * 30, 0.001, SeatLuck({0: -0.5}, -0.5, 0.1))))
    assert luck_sentence(0.09, "cards", 0.13) == "Luck was about even."
    assert luck_sentence(0.15, "cards", 0.13) == "The cards added 15.0 points."


@pytest.mark.parametrize(
    ("result", "text"), [(-0.003, "0%"), (0.0, "0%"), (0.474, "47%"), (1.2, "120%"), (-0.08, "−8%")]
)
def test_a_result_without_luck_has_no_sign_at_zero(result: float, text: str) -> None:
    assert share(result) == text


def test_uncertain_luck_is_not_shown_anywhere() -> None:
    record = played("farkle", seed=3, bots=(3, 0))
    review = knockroll.review(record, 0)
    vague = msgspec.structs.replace(review.headlines[0], luck_is_uncertain=True)
    lines = {"known": "", "vague": ""}
    for name, found in (("known", review), ("vague", msgspec.structs.replace(review, headlines=(vague,)))):
        lines[name] = "\n".join(review_lines(found)) + review_page(found, record)
    for words in ("Biggest swings of luck", "Luck: ", "<dt>Luck</dt>", "Result without luck", ">Luck</th>"):
        assert words in lines["known"]
        assert words not in lines["vague"]


def test_each_player_of_tonk_has_a_rating_of_its_own() -> None:
    """What they give away per real decision, the best player first, is in docs/review.md."""
    given_away = (0.0003, 0.0010, 0.0023, 0.0058, 0.0078)
    assert tuple(rate(loss, get_game("tonk").review) for loss in given_away) == LEVELS
