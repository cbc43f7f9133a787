"""The tone of reviews: praise first, no sarcasm, no best move called lucky, in every sentence that can be made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import get_game
from knockroll.engine.review_rules import Reason, Worlds
from knockroll.engine.state import CardState
from knockroll.engine.stream import below, open_stream, shuffle_deck
from knockroll.engine.words import capital, fill
from knockroll.review.document import ERRORS
from knockroll.review.moments import ReviewMoment, moments
from knockroll.review.sentences import (
    LEVELS,
    blunder_sentence,
    decision_sentence,
    hand_sentence,
    headline_sentences,
    hint_sentence,
    lead_sentence,
    luck_sentence,
    move_words,
    score_sentence,
    second_sentence,
)
from tests.review.games import played

UNKIND = re.compile(
    r"\b(?:lucky|luckily|unlucky|unfortunately|sadly|obviously|of course|simply|just|oops|ouch|terrible|awful|horrible"
    r"|bad|worst|poor|stupid|silly|dumb|careless|wrongly|fail(?:ed|ure)?|shame|sorry|really|actually|should have"
    r"|how could|what were you)\b|!|\?|\.\.\.|…",
    re.IGNORECASE,
)
GAMES = {"gin_rummy": 2, "thirty_one": 3, "tonk": 3, "tunk": 3, "farkle": 2}
VERDICTS = ("none", "forced", "obvious", "unjudged", *ERRORS)


def decisions() -> Iterator[str]:
    for verdict, best, loss in product(VERDICTS, ("Draw", "Knock"), (0.0, 0.0001, 0.012, 0.4)):
        yield decision_sentence(verdict, "Draw", best, loss)
        yield blunder_sentence("Draw", loss)
    for verdict in VERDICTS:
        yield second_sentence("The Archivist", verdict)
        yield score_sentence(verdict, 0.0)
        yield score_sentence(verdict, 0.034)
    for wins, points in product((0.0, 0.001, 0.5, 1.0), (-12.34, 0.0, 3.0)):
        score = get_game("tonk").showing.score
        yield hand_sentence(("Draw", wins, points), ("Take 7♠", 1 - wins, -points), score)
        yield lead_sentence(("Draw", points), ("Take 7♠", -points), score, 3)


def headlines() -> Iterator[tuple[str, ...]]:
    for decided, share, luck, width, lost, rating in product(
        (0, 1, 30), (0.0, 0.5, 1.0), (None, -0.4, 0.0, 0.4), (0.0, 0.1, 0.5), (0.0, 0.12), ("", *LEVELS)
    ):
        good = int(decided * share)
        for errors in ({}, {"blunder": 1}, {"blunder": 2, "mistake": 1, "inaccurate": 3}):
            yield headline_sentences(
                decisions=decided,
                good=good,
                errors=errors if good < decided else {},
                given_away=lost,
                most=0.2,
                luck="" if luck is None else luck_sentence(luck, "cards", width),
                rating=rating,
            )


@cache
def some_moments(name: str) -> list[ReviewMoment]:
    variant = "standard" if name == "gin_rummy" else None
    record = played(name, GAMES[name], seed=6, variant=variant, bots=(0, 1))
    return [moment for _, moment in moments(record) if moment is not None and moment.move is not None]


def worlds_of(name: str, moment: ReviewMoment, count: int) -> Worlds:
    """Hands that the seat to move could not exclude, whatever was played."""
    game = get_game(name)
    found = []
    for number in range(count if isinstance(moment.before, CardState) else 0):
        deck = [0] * DECK_SIZE
        shuffle_deck(open_stream(number), deck)
        v = game.view_of(moment.before, moment.before.turn)
        game.complete(v, v.turn, deck)
        found.append([0 if seat == v.turn else v.hands[seat] for seat in range(v.seats)])
    return found


@cache
def reasons(name: str) -> list[Reason]:
    """What a game says of every pair of legal moves in a sample of positions."""
    game = get_game(name)
    r = open_stream(1)
    found: list[Reason] = []
    for moment in some_moments(name):
        legal = game.list_legal(moment.before)
        if len(legal) > 1:
            v = game.view_of(moment.before, moment.before.turn)
            worlds = worlds_of(name, moment, 4)
            for _ in range(3):
                one, other = legal[below(r, len(legal))], legal[below(r, len(legal))]
                if one != other:
                    assert game.review.kind_of(v, one, other) in game.review.kinds
                    found += game.review.why(v, one, other, worlds)
                    game.review.why(v, one, other, ())  # no world is known
    return found


def check(sentence: str) -> None:
    assert not UNKIND.search(sentence), sentence
    assert sentence == capital(sentence), sentence
    assert sentence.endswith("."), sentence
    assert "{" not in sentence, sentence
    assert "  " not in sentence, sentence


def test_decisions() -> None:
    for sentence in decisions():
        check(sentence)


def test_headlines_begin_with_praise() -> None:
    for sentences in headlines():
        for sentence in sentences:
            check(sentence)
        assert re.match(
            r"Well played|\d+ of \d+ real decisions were right|There is a lot to gain|This game", sentences[0]
        )


def test_hints_and_luck() -> None:
    for wins, chance, tied in product(
        (None, 0.0, 0.004, 0.83, 1.0), (0.0, 0.5, 0.999), ((), ("Draw",), ("Draw", "Take"))
    ):
        check(hint_sentence("Knock 7♠", wins, chance, tied))
    for luck in (-0.9, -0.01, 0.0, 0.3):
        check(luck_sentence(luck, "dice"))


@pytest.mark.parametrize("name", GAMES)
def test_reasons(name: str) -> None:
    found = reasons(name)
    assert len(found) > 20, "the sample has many"
    for reason in found:
        check(capital(fill(reason.text, ["You", "Ann", "Ben"])))
        assert all(value >= -1 for value in reason.numbers.values())
    assert set(get_game(name).review.kinds.values()) == {
        capital(words) for words in get_game(name).review.kinds.values()
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_words(name: str) -> None:
    game = get_game(name)
    for moment in some_moments(name):
        assert moment.move is not None
        words = move_words(game, game.moves.format(moment.move), moment.before)
        assert words == capital(words)
        assert words.split()[0] in {verb.label.split()[0] for verb in game.showing.verbs}


def test_a_best_move_gets_no_luck() -> None:
    """Luck is told of chance only: no sentence about a decision has the word."""
    assert not any("luck" in sentence.lower() for sentence in decisions())
    for name in GAMES:
        assert not any("luck" in reason.text.lower() for reason in reasons(name))
