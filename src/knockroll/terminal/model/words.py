"""Sentences for the full screen, the plain mode and the replay, made of the game's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knockroll.engine.events import Event
from knockroll.engine.showing import Account, Mark, Score, Showing, Spreads, Term, Verb
from knockroll.engine.words import fill, listed, signs, tell_event
from knockroll.terminal.model.verbs import MoveParts

MINUS = "−"


def sudden_text(showing: Showing, view: dict[str, Any]) -> str:
    """Say why the first hand may end before the person's first move, if it may."""
    if view["hands_played"] or view["seat"] is None:
        return ""
    options = view["options"]
    return " ".join(end.text for end in showing.sudden if not end.option or options[end.option] == end.value)


# --- Scores --------------------------------------------------------------------------------------------------------


def limit_of(score: Score, view: dict[str, Any]) -> int | None:
    """Return the number that scores are compared with, if there is one."""
    limit = view["options"].get(score.limit)
    return limit if isinstance(limit, int) and not isinstance(limit, bool) else None


def signed(number: int) -> str:
    """Return a number with its sign: ``+4``, ``−2``, ``0``."""
    return f"{number:+,d}".replace("-", MINUS) if number else "0"


def plain_number(number: int) -> str:
    """Return a number with a proper minus sign: ``4``, ``−2``."""
    return f"{number:,d}".replace("-", MINUS)


def score_number(points: int, score: Score, limit: int | None) -> str:
    """Return a score without its unit: ``35/100``, ``2/3``, ``+4``, ``6,350``."""
    if score.style == "signed":
        return signed(points)
    return plain_number(points) + (f"/{limit:,d}" if _is_told(limit, points) else "")


def score_unit(points: int, score: Score, limit: int | None) -> str:
    """Return the unit of a score: ``1 point``, ``1/3 strikes``."""
    alone = score.style == "signed" or not _is_told(limit, points)
    return score.one if alone and abs(points) == 1 else score.many


def _is_told(limit: int | None, points: int) -> bool:
    """Whether to show a score with its limit: the limit is short, and the score has not passed it."""
    return limit is not None and limit < 1000 and points <= limit


def score_text(points: int, score: Score, limit: int | None) -> str:
    """Return a score with its limit and unit: ``35/100 points``, ``2/3 strikes``, ``+4 chips``."""
    return f"{score_number(points, score, limit)} {score_unit(points, score, limit)}"


def round_text(showing: Showing, view: dict[str, Any]) -> str:
    """Return how far the game has come: ``hand 3 of 10``."""
    number = view["hands_played"] + (0 if view["winners"] else 1)
    most = view["options"].get(showing.round.number)
    return f"{showing.round.one} {number}" + (f" of {most}" if isinstance(most, int) else "")


# --- Seats ---------------------------------------------------------------------------------------------------------


def marks_of(showing: Showing, view: dict[str, Any], seat: int) -> list[str]:
    """Return the marks of a seat: out, dealer, knocked."""
    if view["players"][seat]["out"]:
        return ["out"]
    dealer = ["dealer"] if showing.has_dealer and view["dealer"] == seat else []
    return dealer + [said for mark in showing.marks if (said := _mark(mark, view.get(mark.field), seat))]


def _mark(mark: Mark, value: Any, seat: int) -> str:
    if mark.kind == "numbers":
        number = value[seat] if value is not None and seat < len(value) else 0
        return fill(mark.text, (), {"n": f"{number:,}"}) if number >= mark.at_least else ""
    marked = value == seat if mark.kind == "seat" else seat in (value or ())
    return mark.text if marked else ""


# --- Moves ---------------------------------------------------------------------------------------------------------


def prompt_text(showing: Showing, view: dict[str, Any], verbs: Sequence[Verb], names: Sequence[str]) -> tuple[str, str]:
    """Return the prompt in two parts: whose turn it is or what is special about it, and the possible verbs."""
    said = fill((view.get("reading") or {}).get("prompt", ""), names).rstrip(".")
    doing = showing.prompts.get(view["phase"], listed([verb.phrase for verb in verbs], "or")).rstrip(".")
    if said:
        return f"{said}.", f"{doing[:1].upper()}{doing[1:]}."
    return "Your turn:", f"{doing[:1].lower()}{doing[1:]}."


def move_words(move: MoveParts, verb: Verb, showing: Showing, view: dict[str, Any], names: Sequence[str]) -> str:
    """Return what distinguishes a move from others of its verb."""
    if move.place is not None:
        spreads = [view[part.field] for part in showing.middle if isinstance(part, Spreads) and verb.word in part.put]
        target = next((s for spread in spreads for s in spread if s["number"] == move.place), None)
        where = f"{signs(target['cards'])} ({names[target['owner']]})" if target else str(move.place)
        return f"{signs(move.cards)} on {where}"
    return signs(move.cards) or " ".join(map(str, move.dice)) or verb.label


# --- The log -------------------------------------------------------------------------------------------------------


def log_line(showing: Showing, event: Event, names: Sequence[str]) -> str:
    """Return an event as a line of the log; empty if it needs none. The line of a finished hand is from its account."""
    if event.account is None:
        return tell_event(showing.events, event, names)
    if not showing.round.pauses:  # its events have said everything but the detail
        return fill(event.account.detail, names)
    got = point_changes(event.points, names)
    title = account_title(event.account, names)
    return f"{title}: {got}" if got else title


def account_title(account: Account, names: Sequence[str]) -> str:
    """Return how a hand ended, as a sentence without its full stop."""
    return fill(account.title.rstrip("."), names)


def point_changes(points: Sequence[int], names: Sequence[str]) -> str:
    """Return the points of each seat that got any: ``You +2, House −1``."""
    return ", ".join(f"{names[seat]} {signed(change)}" for seat, change in enumerate(points) if change)


def sum_text(terms: Sequence[Term], names: Sequence[str], in_words: bool = True) -> str:
    """Return how a seat's points add up: ``Ann's 66 − your 49 + 25 (gin bonus) = 42``; or the numbers alone."""
    if len(terms) == 1:
        return fill(_with_amount(terms[0]), names)
    said = ""
    for i, term in enumerate(terms):
        number = plain_number(abs(term.amount) if i else term.amount)
        words = _with_amount(term) if "{n}" in term.text else f"{number} ({term.text})"
        said += ("" if not i else f" {MINUS} " if term.amount < 0 else " + ") + (words if in_words else number)
    return fill(f"{said} = {plain_number(sum(term.amount for term in terms))}", names) if terms else ""


def _with_amount(term: Term) -> str:
    return term.text.replace("{n}", plain_number(abs(term.amount)))


def verdict(winners: Sequence[int], seat: int | None, names: Sequence[str]) -> str:
    """Return a sentence about the winners of the game."""
    if seat in winners:
        others = [names[winner] for winner in winners if winner != seat]
        return f"You win, together with {listed(others)}!" if others else "You win!"
    return f"{listed([names[winner] for winner in winners])} {'wins' if len(winners) == 1 else 'win'}."
