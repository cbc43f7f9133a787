"""Words that games share, and how the places in a text are filled in.

A text has places in braces. ``{0}``, ``{1}`` … are the players on these seats, ``{who}`` is the player an event is
about, ``{cards}`` are cards with suit signs. ``{0's}`` is the possessive: "your" or "Ann's". A part in square brackets
is left out if a place in it has nothing to show: ``{who} drew [{cards} ]from the stock`` is for those who see the card
and for those who do not. "You" is written small inside a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from knockroll.engine.cards import TEXTS
from knockroll.engine.events import Event
from knockroll.engine.showing import Happening, OptionGroup, OptionWords, Pile, Verb
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, CardState, stock_size

RESERVED_KEYS = "ciloquvwxz"
"""Letters that mean something else in every front end: no verb has them as its key."""

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_PLACE = re.compile(r"\{(\w+)('s)?\}")
_PART = re.compile(r"\[([^\]]*)\]")


def sign(card: str) -> str:
    """A card as people write it: ``10♠`` for ``Ts``."""
    return ("10" if card[0] == "T" else card[0]) + _SIGNS[card[1]]


def signs(cards: Sequence[str]) -> str:
    """Cards as people write them."""
    return " ".join(sign(card) for card in cards)


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, one: str, many: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number:,} {one if abs(number) == 1 else many}"


def players(seats: Iterable[int], last: str = "and") -> str:
    """Return placeholders for some seats, as a list in a sentence: ``{0}, {2} and {3}``."""
    return listed([f"{{{seat}}}" for seat in seats], last)


def the_others(seats: Sequence[int]) -> str:
    """Return all other players as the subject of a past-tense sentence: one placeholder, or ``everyone else``."""
    return f"{{{seats[0]}}}" if len(seats) == 1 else "everyone else"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """A small number as a word, others in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def fill(text: str, names: Sequence[str], places: Mapping[str, str] | None = None) -> str:
    """Fill in the places of a text. ``names`` are those of the seats, "You" for the reader."""
    found = dict(places or {})

    def value(name: str) -> str:
        if name.isdigit():
            return names[int(name)] if int(name) < len(names) else f"Seat {int(name) + 1}"
        return found.get(name, "")

    def part(match: re.Match[str]) -> str:
        inner = match[1]
        return inner if all(value(place[1]) for place in _PLACE.finditer(inner)) else ""

    text = _PART.sub(part, text)

    def put(match: re.Match[str]) -> str:
        said = _possessive(value(match[1])) if match[2] else value(match[1])
        begins = match.start() == 0 or text[: match.start()].rstrip().endswith((".", "!", "?"))
        return re.sub(r"\bYou(r?)\b", r"you\1", said) if not begins else capital(said)

    return _PLACE.sub(put, text)


def _possessive(name: str) -> str:
    return f"{name}r" if name in ("You", "you") else f"{name}'s"


def places_of(event: Event, names: Sequence[str]) -> dict[str, str]:
    """Return the values of the placeholders in an event's text."""
    return {
        "who": "" if event.seat is None else fill(f"{{{event.seat}}}", names),
        "cards": signs(event.cards),
        "dice": " ".join(map(str, event.dice)),
        "n": f"{event.points[0]:,}" if event.points else "",
        "count": str(event.count or ""),
        "target": event.target,
        "winners": listed([fill(f"{{{seat}}}", names) for seat in event.winners]),
    }


def happening(events: Mapping[str, Happening], event: Event) -> Happening:
    """Return the game's wording for an event: by kind and source, by kind, or the default."""
    for key in (f"{event.kind} {event.source}", event.kind):
        if key in events:
            return events[key]
    return Happening(text=f"{{who}}: {event.text or event.kind}" if event.seat is not None else event.kind)


def tell_event(events: Mapping[str, Happening], event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence; empty if it needs none."""
    return fill(happening(events, event).text, names, places_of(event, names))


# --- Every game ----------------------------------------------------------------------------------------------------

EVENTS: Mapping[str, Happening] = {
    "dealer": Happening(text="First dealer: {who}"),
    "join": Happening(text="{who} joined the game", short="joined"),
    "leave": Happening(text="{who} left the game", short="left"),
    "hand over": Happening(),  # told by its account
    "game over": Happening(text="Game over: {winners} won"),
}
"""The events that any game may have."""


# --- Every card game -----------------------------------------------------------------------------------------------

CARD_EVENTS: Mapping[str, Happening] = {
    **EVENTS,
    "deal": Happening(text="[Dealt to {who}: {cards}]", cue="deal"),
    "upcard": Happening(text="Upcard[: {cards}]"),
    "draw stock": Happening(text="{who} drew [{cards} ]from the stock", short="drew from the stock", cue="card"),
    "draw discard": Happening(text="{who} took [{cards} ]from the discard pile", short="took[ {cards}]", cue="card"),
    "discard": Happening(text="{who} discarded[ {cards}]", short="discarded[ {cards}]", cue="card"),
    "show": Happening(text="{who} showed {cards}", short="showed {cards}"),
}

CARD_VERBS = (
    Verb(word="draw stock", label="Draw", phrase="draw", key="s"),
    Verb(word="draw discard", label="Take", phrase="take the discard", key="d"),
    Verb(
        word="discard",
        label="Discard",
        phrase="discard a card",
        key="d",
        takes="card",
        asks="Choose a card to discard",
        usual=True,
    ),
)

ADVANCED = OptionGroup(
    title="Advanced",
    options={
        "may_return_discard": OptionWords(label="May discard the card just taken"),
        "turn_limit": OptionWords(label="Turn limit per hand"),
    },
)
"""The options that every card game has."""

STOCK = Pile(place="stock", label="Stock", field="stock", take="draw stock")
DISCARDS = Pile(place="discard", label="Discards", field="pile", take="draw discard", put=("discard",))


def refuse_card_move(v: CardState, move: int, must_draw: bool) -> str:
    """Why the seat to move may not make this draw or discard; ``must_draw``: whether its turn has just begun."""
    if move in (DRAW_STOCK, DRAW_DISCARD):
        if not must_draw:
            return "You've already drawn. Discard a card."
        return "The stock is empty." if move == DRAW_STOCK and not stock_size(v) else "There's no card to take there."
    card = move - DISCARD
    if must_draw:
        return "Draw a card first."
    if card == v.just_taken:
        return f"You just took {sign(TEXTS[card])}, so you can't discard it this turn."
    return f"You don't have {sign(TEXTS[card])}."
