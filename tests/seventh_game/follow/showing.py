"""Follow: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.card_events import dealing_order, tell_card_move, tell_deal
from knockroll.engine.cards import TEXTS, points_in, texts_in
from knockroll.engine.events import Event
from knockroll.engine.game import Showdown
from knockroll.engine.showing import Account, Happening, Holding, Mark, Pile, Reading, Score, Showing, Term, Verb
from knockroll.engine.state import A_SEAT
from knockroll.engine.views import seats_in
from knockroll.engine.words import CARD_EVENTS, STOCK, players, sign

from .rules import DRAW, ENDED_BLOCKED, PASS, PLAY, Follow

SHOWING = Showing(
    goal="The player with no cards left gets the points of all others; the first to reach the target wins.",
    score=Score(one="point", many="points", style="race", limit="target"),
    hand=Holding(size=5, size_option="cards", drawn=0, count="points"),
    middle=(
        STOCK,
        Pile(place="discard", label="Played", field="pile", put=("play",)),
    ),
    verbs=(
        Verb(word="draw stock", label="Draw", phrase="draw a card", key="d"),
        Verb(word="pass", label="Pass", phrase="pass", key="p"),
        Verb(
            word="play",
            label="Play",
            phrase="play a card",
            key="y",
            takes="card",
            asks="Choose a card that follows in suit or rank",
            usual=True,
        ),
    ),
    marks=(Mark(field="passed", text="passed", kind="seats"),),
    events={
        **CARD_EVENTS,
        "pass": Happening(text="{who} passed", short="passed"),
        "play": Happening(text="{who} played {cards}", short="played {cards}", cue="card"),
    },
)


def tell(before: Follow, move: int | None, after: Follow) -> list[Event]:
    """The events of a move, or of chance."""
    if move is None:
        dealt = before.wants != A_SEAT
        return tell_deal(after, dealing_order(before), {"passed": []}) if dealt else [Event("dealer", after.dealer)]
    if move == DRAW:
        return [tell_card_move(before, move)]
    changes = {"passed": list(seats_in(after.passed))}
    if move == PASS:
        return [Event("pass", before.turn, "pass", changes=changes)]
    card = TEXTS[move - PLAY]
    return [Event("play", before.turn, f"play {card}", (card,), 1, "hand", "discard", changes=changes)]


def showdown(s: Follow) -> Showdown:
    """When somebody has played the last card, all show what they hold."""
    if s.ending == ENDED_BLOCKED:
        return Showdown((None,) * s.seats, ((),) * s.seats, (None,) * s.seats)
    hands = s.hands[: s.seats]
    cards = tuple(tuple(texts_in(hand)) if hand else None for hand in hands)
    return Showdown(cards, ((),) * s.seats, tuple(points_in(hand) if hand else None for hand in hands))


def read(v: Follow, seat: int) -> Reading:
    """The points of the hand, and of each card that can be played."""
    hand = v.hands[seat]
    return Reading(loose=tuple(texts_in(hand)), count=points_in(hand) if hand else None)


def refuse(v: Follow, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < PLAY:
        return "The stock is empty: pass." if move == DRAW else "There are cards to draw: you cannot pass."
    card = move - PLAY
    if not v.hands[v.turn] >> card & 1:
        return f"You do not hold {sign(TEXTS[card])}."
    return f"{sign(TEXTS[card])} follows neither in suit nor in rank."


def end(s: Follow) -> Account:
    """How the hand ended (4, 5)."""
    if s.ending == ENDED_BLOCKED:
        return Account(title="Nobody could play", detail="Everybody passed, so nobody scored.", clause="5")
    winner = seats_in(s.hand_winners)[0]
    terms = tuple(Term(f"cards of {{{i}}}", points_in(s.hands[i])) for i in range(s.seats) if i != winner)
    return Account(
        title=f"{players([winner])} played the last card",
        clause="4",
        sums=tuple(terms if i == winner else () for i in range(s.seats)),
    )
