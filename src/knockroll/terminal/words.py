"""How things are said: one voice for the full screen, the plain mode and the replay. Moves are said in the grammar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from knockroll.engine.events import Event
from knockroll.engine.game import Game

ENDERS = ("knock", "gin", "tunk", "drop")
"""The moves that bring a hand to its end: whoever made one is named when it is over."""

_ENDINGS = {
    "thirty_one": "{winners} had thirty-one",
    "knock": "{ender} knocked",
    "undercut": "{ender} knocked, undercut by {winners}",
    "gin": "{ender} went gin",
    "tunk": "{ender} called tunk",
    "opening": "{winners}: 49 or 50 from the deal",
    "draw": "more than one held 49 or 50 from the deal: nobody pays",
    "tonk": "tonk! {winners} got rid of every card",
    "out": "{winners} discarded the last card",
    "drop": "{ender} dropped with the lowest count",
    "caught": "{ender} dropped and got caught",
    "stock": "the stock ran out",
    "turn_limit": "the turn limit was reached",
}

_PHRASES = {
    "draw stock": "draw from the stock",
    "draw discard": "take the discard",
    "discard": "choose a card to discard",
    "spread": "lay a spread",
    "hit": "hit a spread",
    "tunk": "call tunk",
    "gin": "go gin",
    "keep": "choose dice to keep",
    "bank": "bank the turn score",
}


def join_words(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def name_all(seats: Sequence[int], names: Sequence[str]) -> str:
    """The names of some seats, in a sentence."""
    return join_words([names[seat] for seat in seats])


def what_to_do(words: Sequence[str]) -> str:
    """What a player can do, from the verbs of the legal moves: ``draw from the stock, take the discard or knock``."""
    return join_words([_PHRASES.get(word, word) for word in words], "or")


def how_it_ended(ending: str, winners: Sequence[int], ender: int | None, names: Sequence[str]) -> str:
    """Why a hand is over, in a sentence without its full stop."""
    said = _ENDINGS.get(ending, ending.replace("_", " "))
    if "{ender}" in said and ender is None:
        said = ending
    who = [names[seat] for seat in winners] or ["nobody"]
    if not said.startswith("{winners}"):
        who = ["you" if name == "You" else name for name in who]
    return _capital(said.format(winners=join_words(who), ender="" if ender is None else names[ender]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def changes(points: Sequence[int], names: Sequence[str]) -> str:
    """Who got how many points: ``You +2, House -1``."""
    return ", ".join(f"{names[seat]} {change:+,d}" for seat, change in enumerate(points) if change) or "no points"


def score_text(score: int, view: dict[str, Any], game: Game) -> str:
    """A score, what it is played to and what it is counted in: ``35/100 points``, ``2/3 strikes``, ``+4 chips``."""
    options = view["options"]
    if game.score_name == "chips":
        return f"{score:+,d} chips" if score else "0 chips"
    limit = options.get(game.score_name, options.get("target"))
    if isinstance(limit, int) and limit < 1000:
        return f"{score}/{limit} {game.score_name}"
    return f"{score:,} {game.score_name}"


def log_line(event: Event, names: Sequence[str], seat: int | None) -> str:
    """An event as a line of the log, or nothing if it is not worth one."""
    who = names[event.seat] if event.seat is not None else ""
    cards = " ".join(event.cards)
    teller = _TELLERS.get(event.kind)
    if teller is not None:
        return teller(event, who, cards, names, seat)
    return f"{who}: {said(event)}" if who else said(event)


def said(event: Event) -> str:
    """A move in the grammar, with what it does not say itself: the card drawn, the dice thrown, what they score."""
    text = event.text or event.kind
    if event.kind == "draw" and event.cards:
        return f"{text} ({' '.join(event.cards)})"
    if event.kind == "throw" or (event.dice and not event.text):
        return f"{text} ({' '.join(map(str, event.dice))})"
    if event.kind == "keep" and event.points:
        return f"{text} ({event.points[0]:,})"
    return text


def _deal(event: Event, who: str, cards: str, names: Sequence[str], seat: int | None) -> str:
    return f"{who}: dealt {cards}" if cards else ""


def _show(event: Event, who: str, cards: str, names: Sequence[str], seat: int | None) -> str:
    melded = {card for meld in event.melds for card in meld}
    parts = [" ".join(meld) for meld in event.melds]
    rest = " ".join(card for card in event.cards if card not in melded)
    return f"{who}: shows {' | '.join([*parts, rest] if rest else parts)}"


def _hand_over(event: Event, who: str, cards: str, names: Sequence[str], seat: int | None) -> str:
    if event.ending == "bank":
        return f"Banked: {changes(event.points, names)}"
    if event.ending == "farkle":
        return "" if not any(event.points) else f"A third farkle in a row: {changes(event.points, names)}"
    return f"Hand over ({event.ending.replace('_', ' ')}): {changes(event.points, names)}"


def _game_over(event: Event, who: str, cards: str, names: Sequence[str], seat: int | None) -> str:
    scores = ", ".join(f"{names[i]} {score:,}" for i, score in enumerate(event.points))
    return f"Game over. Won by {name_all(event.winners, names)}. {scores}"


_Teller = Callable[[Event, str, str, Sequence[str], int | None], str]

_TELLERS: dict[str, _Teller] = {
    "deal": _deal,
    "show": _show,
    "hand over": _hand_over,
    "game over": _game_over,
    "dealer": lambda event, who, cards, names, seat: f"Dealer: {who}",
    "cut": lambda event, who, cards, names, seat: f"{who}: cuts {cards}",
    "upcard": lambda event, who, cards, names, seat: f"Upcard: {cards}",
    "add": lambda event, who, cards, names, seat: f"{who}: adds {cards} to {event.target}",
    "reshuffle": lambda event, who, cards, names, seat: f"The discards are shuffled: a new stock of {event.count}",
    "farkle": lambda event, who, cards, names, seat: f"{who}: farkle!",
    "hot dice": lambda event, who, cards, names, seat: f"{who}: hot dice!",
    "join": lambda event, who, cards, names, seat: f"{who or 'A player'} joins",
    "leave": lambda event, who, cards, names, seat: f"{who} leaves",
}
