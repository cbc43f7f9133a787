"""All words of a review. Praise comes first, nothing is sarcastic, and no best move is called lucky."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from knockroll.engine.cards import TEXTS, find_card
from knockroll.engine.game import Game
from knockroll.engine.grammar import CARD_MOVES
from knockroll.engine.review_rules import Peer
from knockroll.engine.showing import Score, Verb
from knockroll.engine.state import DRAW_DISCARD, CardState, top_discard
from knockroll.engine.words import sign

LEVELS = ("world class", "expert", "strong", "steady", "learning")
"""Ratings in words, the best first."""
FEWEST_DECISIONS = 20
"""With fewer real decisions than this, a rating would mean nothing."""
VERDICT_WORDS = {"inaccurate": "Inaccuracy", "mistake": "Mistake", "blunder": "Blunder"}
"""Errors in a word, the smallest first."""
GLYPHS = {"inaccurate": "?!", "mistake": "?", "blunder": "??"}
"""How errors are marked, as in chess."""
UNCERTAIN = 0.25
"""Luck that isn't known to within this much isn't shown."""
SWING = 0.05
"""A chance event that changed the chance to win by this much is worth a mention."""


def percent(chance: float, digits: int = 0) -> str:
    """Return a chance as ``83%``; never 0% or 100% for what is not certain."""
    shown = f"{100 * chance:.{digits}f}%"
    if 0 < chance < 1 and shown in ("0%", "100%"):
        return "<1%" if shown == "0%" else ">99%"
    return shown


def points(loss: float) -> str:
    """Return a difference of chances in percentage points: ``4.2 points``."""
    return f"{100 * abs(loss):.1f} points"


def signed(difference: float) -> str:
    """Return a difference of chances in percentage points, with its sign: ``+4.2``."""
    return f"{100 * difference:+.1f}".replace("-", "−")


def verb_of(game: Game, move: str) -> Verb | None:
    """Return the verb that a move begins with; if several fit, the longest."""
    fits = [verb for verb in game.showing.verbs if (move + " ").startswith(verb.word + " ")]
    return max(fits, key=lambda verb: len(verb.word), default=None)


def move_words(game: Game, move: str, v: Any = None) -> str:
    """Return a move as a person says it: ``Discard 7♠``, ``Draw``, ``Keep 1 5``; with a view, ``Take 7♠``."""
    verb = verb_of(game, move)
    if verb is None:
        return move
    if isinstance(v, CardState) and move == CARD_MOVES[DRAW_DISCARD] and v.pile_size:
        return f"{verb.label} {sign(TEXTS[top_discard(v)])}"
    rest = [sign(word) if find_card(word) is not None else word for word in move.removeprefix(verb.word).split()]
    return " ".join([verb.label, *rest])


def decision_sentence(verdict: str, words: str, best: str, loss: float) -> str:
    """Return the judgement of a decision in one sentence."""
    if verdict == "forced":
        return f"{words} was the only legal move."
    if verdict == "obvious":
        return f"{words} was clearly best."
    if verdict == "unjudged":
        return "This position can't be searched, so the move isn't judged."
    if verdict == "none":
        return f"{words} was a good move." if words == best or loss < 0.0005 else f"{words} was close to the best move."
    strength = {"inaccurate": "a little better", "mistake": "better", "blunder": "much better"}[verdict]
    return f"{best} was {strength}: {words} gave away {points(loss)} of the chance to win."


def second_sentence(opponent: str, verdict: str) -> str:
    """Return the verdict against another opponent in one sentence."""
    return f"Against opponents who play like {opponent}, it would {_be(verdict)}."


def score_sentence(verdict: str, loss: float) -> str:
    """Return the verdict at another score in one sentence, with what the move would give away there."""
    lost = f": it would give away {points(loss)}" if loss >= 0.0005 else ""
    return f"At the start of a game, it would {_be(verdict)}{lost}."


def _be(verdict: str) -> str:
    named = {"inaccurate": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}
    return f"be {named[verdict]}" if verdict in named else "not be an error"


def hand_sentence(better: tuple[str, float, float], played: tuple[str, float, float], score: Score) -> str:
    """Return how the hand goes after each of two moves, given the words, chance to win and mean lead of each."""
    (words, wins, lead), (other, other_wins, other_lead) = better, played
    return (
        f"{words} wins this hand {percent(wins)} of the time and comes out {_lead(lead, score, 'the other player')} on"
        f" average; {other} wins it {percent(other_wins)} of the time and comes out {_lead(other_lead, score)}."
    )


def lead_sentence(better: tuple[str, float], played: tuple[str, float], score: Score, seats: int) -> str:
    """Return what comes of the hand after each of two moves, where it has no single winner."""
    (words, lead), (other, other_lead) = better, played
    whom = "the other player" if seats == 2 else "the others"
    return (
        f"On average, {words} comes out {_lead(lead, score, whom)} in this hand;"
        f" {other} comes out {_lead(other_lead, score)}."
    )


def _lead(lead: float, score: Score, whom: str = "") -> str:
    """Return a mean lead in a hand: ``2.1 points ahead of the others``, ``2.1 points behind``."""
    amount = f"{abs(lead):.1f} {score.many}"
    if lead >= 0:
        return f"{amount} ahead of {whom}" if whom else f"{amount} ahead"
    return f"{amount} behind {whom}".rstrip()


def headline_sentences(
    *,
    decisions: int,
    good: int,
    errors: dict[str, int],
    given_away: float,
    most: float,
    luck: str,
    rating: str,
    peer: Peer | None = None,
) -> tuple[str, ...]:
    """Return the headline of a seat in words, praise first.

    ``given_away`` is 0 if the play cannot be told from perfect play; ``most`` is then what it may have given away.
    ``luck`` is the sentence about luck, if there is one.
    """
    said = []
    if decisions:
        share = good / decisions
        if share >= 0.9:
            said.append(f"Well played: {good} of {decisions} real decisions were right or close to it.")
        elif good:
            said.append(f"{good} of {decisions} real decisions were right or close to it.")
        else:
            said.append(f"There is a lot to gain here: {decisions} real decisions to look at.")
    else:
        said.append("This game left no real decisions to make.")
    named = [
        f"{count} {one if count == 1 else many}"
        for key, one, many in (
            ("blunder", "blunder", "blunders"),
            ("mistake", "mistake", "mistakes"),
            ("inaccurate", "inaccuracy", "inaccuracies"),
        )
        if (count := errors.get(key, 0))
    ]
    lost = points(given_away) if given_away or not most else f"at most {points(most)}"
    together = f"All decisions together gave away {lost} of the chance to win."
    if named:
        said.append(
            f"To look at again: {_listed(named)}. All decisions together gave away {lost} of the chance to win."
        )
    elif decisions and not given_away and not most:
        said.append("No errors found: nothing was given away.")
    elif decisions:
        said.append(f"No errors found. {together}")
    if luck:
        said.append(luck)
    unrated = (
        "Too few decisions to rate." if decisions < FEWEST_DECISIONS else "The rating is still too uncertain to tell."
    )
    like = f", about like {peer.name} (arena rating {peer.rating})" if peer else ""
    said.append(f"Rating: {rating}{like}." if rating else unrated)
    return tuple(said)


def luck_sentence(luck: float, chance: str, width: float = 0.0) -> str:
    """Return the sum of luck in words; ``chance`` is what it comes from: ``cards`` or ``dice``.

    ``width`` is half the width of its interval.
    """
    if width > UNCERTAIN:
        return f"The luck of the {chance} can't be measured precisely enough here."
    if abs(luck) < max(SWING, width):
        return "Luck was about even."
    if luck > 0:
        return f"The {chance} added {points(luck)}."
    return f"The {chance} cost {points(luck)}."


def hint_sentence(words: str, wins_hand: float | None, chance: float, tied: Sequence[str] = ()) -> str:
    """Return a candidate in words: ``Knock: 83% to win this hand, 61% to win the game``."""
    others = f" (or {_listed(list(tied), 'or')}, about as good)" if tied else ""
    hand = f"{percent(wins_hand)} to win this hand, " if wins_hand is not None else ""
    return f"{words}{others}: {hand}{percent(chance)} to win the game."


def blunder_sentence(words: str, loss: float) -> str:
    """Return the warning before a blunder, which does not give the best move away."""
    return f"{words} gives away {points(loss)} of the chance to win."


def _listed(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def plain(text: str) -> str:
    """Return a sentence with ``{0}`` replaced by ``seat 0``."""
    return re.sub(r"\{(\d+)('s)?\}", lambda match: f"seat {match[1]}{match[2] or ''}", text)
