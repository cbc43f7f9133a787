"""What every game says about itself is complete and true: a front end can show it without knowing the game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll.games
from knockroll.engine.cards import DECK_SIZE, find_card
from knockroll.engine.errors import InvalidOption
from knockroll.engine.events import redact
from knockroll.engine.game import Game
from knockroll.engine.rulebooks import rule_book
from knockroll.engine.showing import Account, Dice, OpenHands, Pile, Showing, Spreads, Total, Verb
from knockroll.engine.words import RESERVED_KEYS, fill, happening, places_of, tell_event
from knockroll.testing.positions import tables

some = settings(max_examples=25, deadline=None)

CLAUSE = re.compile(r"^\s*- \*\*([0-9]+[a-z]*|R[0-9]+)\.\*\*", re.MULTILINE)
NAMES = ["You", *(f"Player {letter}" for letter in "ABCDEFGHIJKLMNO")]


def verb_of(game: Game, move: str) -> Verb:
    """Return the one verb that a move begins with."""
    verbs = [verb for verb in game.showing.verbs if move == verb.word or move.startswith(f"{verb.word} ")]
    assert len(verbs) == 1, f"{move!r} belongs to {[verb.word for verb in verbs]}"
    return verbs[0]


def many_games(game: Game, most_moves: int) -> Iterator[knockroll.Table]:
    """Yield tables with each option, each variant and each number of players, and with players who choose at random.

    They choose a verb first, so that rare verbs come up. At every other table they learn which verbs end a hand and
    mostly avoid them, so that hands last. The table is yielded before each move, and when its game is over.
    """
    changed: list[dict[str, Any]] = [{}, *(dict(variant.options) for variant in game.variants.values())]
    for option in game.options:
        values = option.choices or {option.low, min(option.low + 3, option.high), option.default}
        changed += [{option.name: value} for value in values if value != option.default]
    for number, options in enumerate(changed * 2):
        seats = game.min_seats + number % (game.max_seats - game.min_seats + 1)
        try:
            t = knockroll.Table(game, seats, seed=number, **options)
        except InvalidOption:
            continue
        choices = random.Random(number)
        enders: set[str] = set()
        for _ in range(most_moves):
            yield t
            if t.turn is None:
                break
            words = sorted({verb_of(game, move).word for move in t.legal()})
            patient = [word for word in words if word not in enders and choices.random() < 0.98]
            word = choices.choice(patient or words if number % 2 else words)
            played = t.play(choices.choice([move for move in t.legal() if verb_of(game, move).word == word]))
            if any(event.kind == "hand over" for event in played):
                enders.add(word)


def proper(text: str) -> None:
    """Check a text for people: nothing left to fill in, no gaps, no words for machines."""
    assert text == text.strip()
    assert not re.search(r"[{}\[\]_]|  |\bNone\b|\b[A2-9TJQK][shdc]\b", text), text
    assert not re.search(r"\b1 (cards|points|turns|strikes|dice|chips|stakes)\b", text), text
    assert not re.search(r"\b[Yy]ou (was|is|has|does|plays)\b|\b[Yy]ou's\b", text), text


# --- What can be done ----------------------------------------------------------------------------------------------


def test_every_move_belongs_to_one_verb_and_fits_what_it_takes(game: Game) -> None:
    for move in game.moves.texts:
        verb = verb_of(game, move)
        rest = move.removeprefix(verb.word).split()
        cards = [word for word in rest if find_card(word) is not None]
        fits = {
            "": not rest,
            "card": len(rest) == len(cards) == 1,
            "cards": len(rest) == len(cards) > 0,
            "place": len(cards) == 1 and rest[1:2] == ["on"] and rest[2].isdigit() and len(rest) == 3,
            "dice": bool(rest) and all(word in "123456" for word in rest),
        }
        assert fits[verb.takes], move


def test_verbs_have_their_words_and_a_key_of_their_own(game: Game) -> None:
    words = {verb.word for verb in game.showing.verbs}
    for verb in game.showing.verbs:
        assert len(verb.key) == 1
        assert verb.key.isalpha()
        assert verb.key not in RESERVED_KEYS
        assert verb.label
        assert verb.phrase
        assert bool(verb.asks) == bool(verb.takes), "a verb that takes a choice asks for it"
        assert not verb.follows or verb.follows in words
        for text in (verb.label, verb.phrase, verb.asks):
            proper(text)
    for t in many_games(game, 60):
        keys = {verb.key: verb.word for verb in (verb_of(game, move) for move in t.legal())}
        assert len(keys) == len({verb_of(game, move).word for move in t.legal()}), keys


def test_parts_name_verbs_that_there_are(game: Game) -> None:
    words = {verb.word for verb in game.showing.verbs}
    for part in game.showing.middle:
        match part:
            case Pile():
                named = {part.take, *part.put}
            case Spreads():
                named = set(part.put)
            case Dice():
                named = {part.choose}
            case Total():
                named = {part.adds}
            case OpenHands():
                named = set()
        assert named - {""} <= words
    options = {option.name for option in game.options}
    named = {game.showing.score.limit, game.showing.round.number, game.showing.hand.size_option}
    assert named - {""} <= options
    assert set(game.showing.prompts) <= set(game.phases)


def test_options_are_told_in_words(game: Game) -> None:
    """Each option is under one heading, with its own label, and named values are in plain words."""
    groups = game.showing.options
    told = [(name, words) for group in groups for name, words in group.options.items()]
    options = {option.name: option for option in game.options}
    if not told and not game.state.__module__.startswith(knockroll.games.__name__):
        return  # a game of another package may rely on the names of its options
    assert sorted(name for name, _ in told) == sorted(options)
    assert len({words.label for _, words in told}) == len(told)
    assert len({group.title for group in groups}) == len(groups)
    book = rule_book(game)
    for text in [group.title for group in groups] + [words.label for _, words in told]:
        proper(text)
        assert text[0].isupper() or text[0].isdigit()
    for name, words in told:
        option = options[name]
        for typed, said in words.said.items():
            option.check(option.parse(typed))
            proper(said)
        for value in (*option.choices, *([None] if option.or_none else [])):
            text = "none" if value is None else str(value)
            assert text in words.said or isinstance(value, bool) or re.fullmatch(r"[a-z]+|\d{1,3}", text), text
        if book is not None and words.clause:
            [row] = re.findall(rf"^\| `{name}` \|.*$", book, re.MULTILINE)
            assert re.search(rf"[( ]{words.clause}[,)]", row), f"the book has {name} in another clause"


def test_sets_of_rules_are_offered_by_name(game: Game) -> None:
    """The one to begin with comes first; None, the game as its source has it, is always there."""
    offered = game.rule_sets()
    assert None in offered
    assert set(offered) == {None, *game.variants}
    assert len({variant.title for variant in offered.values()}) == len(offered)
    for variant in offered.values():
        assert variant.title[0].isupper()
        assert variant.help.endswith(".")
        assert game.min_seats <= variant.max_seats <= game.max_seats
    first = next(iter(offered.values()))
    assert first.max_seats >= game.default_seats


def test_a_showing_goes_through_json(game: Game) -> None:
    assert msgspec.json.decode(msgspec.json.encode(game.showing), type=Showing) == game.showing
    assert game.score_name == game.showing.score.many


# --- What lies on the table ----------------------------------------------------------------------------------------


def check_part(part: Any, view: dict[str, Any]) -> None:
    """Check that a part's field is in the view, in the shape of its kind."""
    seats = len(view["players"])
    value = view[part.field]
    if isinstance(part, Pile):
        assert isinstance(value, int) or all(card is None or find_card(card) is not None for card in value)
    elif isinstance(part, Spreads):
        assert all({"number", "cards", "owner"} == set(spread) for spread in value)
    elif isinstance(part, Dice):
        assert all(die in range(1, 7) for die in value)
        assert len(value) <= (part.slots or len(value))
    elif isinstance(part, Total):
        assert isinstance(value, int)
    else:
        assert all(len(view[field]) == seats for field in (part.field, part.melds, part.added) if field)


@some
@given(data=st.data())
def test_parts_and_marks_are_fields_of_the_view(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    for view in (t.view(), *(t.view(seat) for seat in range(t.seats))):
        for part in game.showing.middle:
            check_part(part, view)
        for mark in game.showing.marks:
            value = view[mark.field]
            if mark.kind == "seat":
                assert value is None or value in range(t.seats)
            elif mark.kind == "seats":
                assert set(value) <= set(range(t.seats))
            else:
                assert len(value) == t.seats
                assert "{n}" in mark.text


def test_hands_are_as_large_as_the_game_says(game: Game) -> None:
    hand = game.showing.hand
    for option in game.options if hand.size_option else ():
        for size in option.choices if option.name == hand.size_option else ():
            options: dict[str, Any] = {option.name: size}
            t = knockroll.Table(game, game.min_seats, seed=1, **options)
            assert {player["cards"] for player in t.view()["players"]} == {size}
    for t in many_games(game, 1):
        size = t.options[hand.size_option] if hand.size_option else hand.size
        dealt = [event for event in t.events if event.kind == "deal"]
        assert all(event.count == size for event in dealt)
        assert bool(dealt) == bool(hand.size)


# --- What happens --------------------------------------------------------------------------------------------------


def test_every_event_is_told_in_a_sentence(game: Game) -> None:
    for t in many_games(game, 120):
        for event in t.events:
            for seat in (None, *range(t.seats)):
                seen = redact(event, seat)
                kinds = {seen.kind, f"{seen.kind} {seen.source}"}
                assert kinds & set(game.showing.events), f"{kinds} are not told"
                names = ["You" if i == seat else name for i, name in enumerate(NAMES[1:])]
                told = happening(game.showing.events, seen)
                places = places_of(seen, names)
                for text in (told.text, told.short, told.banner):
                    proper(fill(text, names, places))
                if told.text and "[" not in told.text:
                    said = tell_event(game.showing.events, seen, names)
                    assert said[0].isupper() or not said[0].isalpha(), said
                    used = re.findall(r"\{(\w+)(?:'s)?\}", re.sub(r"\[[^\]]*\]", "", told.text))
                    assert all(places[place] for place in used), f"{told.text}: {seen}"


def fields(game: Game) -> set[str]:
    """Return the fields that events must keep up to date: all that are shown, except piles, which cards change."""
    parts = [part for part in game.showing.middle if not isinstance(part, Pile)]
    more = {field for part in parts if isinstance(part, OpenHands) for field in (part.melds, part.added) if field}
    return {part.field for part in parts} | more | {mark.field for mark in game.showing.marks}


def test_changes_of_events_lead_to_the_next_view(game: Game) -> None:
    before: dict[str, Any] = {}
    table = None
    for t in many_games(game, 120):
        view = json.loads(json.dumps(t.view()))
        if t is not table:
            table, before = t, {}
        scene = {field: before[field] for field in fields(game) if before}
        settled = set(scene)
        for event in t.events:
            changes = json.loads(json.dumps(msgspec.to_builtins(event.changes)))
            assert set(changes) <= set(view), "fields of the view, and no others"
            scene.update(changes)
            settled |= set(changes)
            if event.kind == "hand over":
                settled = set()  # what is cleared away now shows in the view, unless a deal follows
        for field in settled:
            assert scene[field] == view[field], (field, [event.kind for event in t.events])
        before = view


@some
@given(data=st.data())
def test_a_deal_sets_back_what_a_hand_has_changed(game: Game, data: st.DataObject) -> None:
    if not game.showing.hand.size:
        return
    t = data.draw(tables(game))
    dealt = [event for event in t.events if event.kind == "deal"]
    begun = [event.changes for event in dealt if event.changes]  # more than one if a dealt hand won at once
    assert bool(begun) == bool(dealt)
    for changes in begun:
        assert {*fields(game), "dealer"} <= set(changes)
    if begun:
        assert begun[-1]["dealer"] == t.dealer


@some
@given(data=st.data())
def test_a_pile_that_no_one_may_look_through_shows_its_top_card_only(game: Game, data: st.DataObject) -> None:
    view = data.draw(tables(game)).view()
    for part in game.showing.middle:
        if isinstance(part, Pile) and isinstance(view[part.field], list):
            covered = view[part.field][:-1]
            assert covered == ([None] * len(covered) if part.only_top else [card for card in covered if card])


# --- What the functions say ----------------------------------------------------------------------------------------


@some
@given(data=st.data())
def test_a_reading_speaks_of_legal_moves_only(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    assert t.view()["reading"] is None
    for seat in range(t.seats):
        view = json.loads(json.dumps(t.view(seat)))
        reading, legal = view["reading"], set(view["legal"])
        arranged = [card for meld in reading["melds"] for card in meld] + reading["loose"]
        assert sorted(arranged) == sorted(view.get("hand", []))
        assert set(reading["worth"]) | set(reading["warnings"]) | set(reading["then"]) <= legal
        for move, number in reading["worth"].items():
            verb = verb_of(game, move)
            assert "{n}" in verb.worth
            assert number != 1 or "{n}" in (verb.worth_one or verb.worth)
        assert all(any(move == verb or move.startswith(f"{verb} ") for move in legal) for verb in reading["bold"])
        for text in (reading["prompt"], *reading["warnings"].values(), *reading["bold"].values()):
            proper(fill(text, NAMES))
        for move, then in reading["then"].items():
            after = t.copy()
            after.play(move)
            assert set(then) == set(after.legal()), "what may follow is what is legal then"
            assert then == after.view(seat)["reading"]["worth"]


@some
@given(data=st.data())
def test_a_refusal_says_why_and_tells_nothing_hidden(game: Game, data: st.DataObject) -> None:
    t = data.draw(tables(game))
    if t.turn is None:
        with pytest.raises(knockroll.IllegalMove) as over:
            t.play(game.moves.texts[0])
        assert over.value.reason == "The game is over."
        return
    illegal = [move for move in game.moves.texts if move not in t.legal()]
    deck = data.draw(st.permutations(range(DECK_SIZE)))
    v, other = game.view_of(t.state, t.turn), game.view_of(t.state, t.turn)
    game.complete(other, t.turn, deck)
    again = game.view_of(other, t.turn)
    for move in random.Random(1).sample(illegal, min(len(illegal), 60)):
        with pytest.raises(knockroll.IllegalMove) as refused:
            t.play(move)
        reason = refused.value.reason
        assert reason.endswith((".", "!"))
        proper(fill(reason, NAMES))
        number = game.moves.parse(move)
        assert game.refuse(v, number) == game.refuse(again, number) == reason


def test_it_is_said_whose_turn_it_is(game: Game) -> None:
    t = knockroll.Table(game, game.max_seats, seed=1)
    assert t.turn is not None
    if t.seats > 1:
        with pytest.raises(knockroll.IllegalMove) as refused:
            t.play(t.legal()[0], seat=(t.turn + 1) % t.seats)
        assert fill(refused.value.reason, NAMES[1:]) == f"It's {NAMES[1:][t.turn]}'s turn."


# --- Endings -------------------------------------------------------------------------------------------------------


def texts_of(account: Account) -> Iterator[str]:
    yield account.title
    yield account.detail
    yield from account.notes
    for terms in account.sums:
        yield from (term.text.replace("{n}", str(abs(term.amount))) for term in terms)


def check_account(game: Game, hand: Mapping[str, Any], account: Account, clauses: set[str]) -> None:
    seats = len(hand["points"])
    assert account.title
    assert not account.title.endswith(".")
    assert not account.detail or account.detail.endswith(".")
    for text in texts_of(account):
        assert all(int(place) < seats for place in re.findall(r"\{(\w+)(?:'s)?\}", text))
        for names in (NAMES, NAMES[1:], ["A", "You", "B", *NAMES[3:]]):
            proper(fill(text, names))
    if clauses:
        assert account.clause in clauses, f"{game.name} has no clause {account.clause!r}"
    if any(hand["points"]) or account.sums:
        assert [sum(term.amount for term in terms) for terms in account.sums] == list(hand["points"])
        assert all(term.amount or term.text for terms in account.sums for term in terms)
    for rows in (account.notes, account.counting):
        assert len(rows) in (0, seats)
    for seat, cards in enumerate(account.counting):
        assert set(cards) <= set(hand["cards"][seat] or ())


def test_every_ending_is_told_with_its_clause_and_its_arithmetic(game: Game) -> None:
    clauses = set(CLAUSE.findall(rule_book(game) or ""))
    hands = 0
    for t in many_games(game, 250):
        over = [event for event in t.events if event.kind == "hand over"]
        for event, hand in zip(over, t.hands[-len(over) :] if over else [], strict=True):
            hands += 1
            assert event.account is not None
            check_account(game, msgspec.structs.asdict(hand), event.account, clauses)
            assert hand.account == event.account
            assert t.view()["last_hand"]["account"] == msgspec.to_builtins(t.hands[-1].account)
    assert hands > 10


def test_events_are_json_with_their_changes_and_accounts(game: Game) -> None:
    for t in many_games(game, 30):
        for event in t.events:
            document = json.loads(json.dumps(event.to_dict()))
            assert document.get("changes", {}) == json.loads(json.dumps(msgspec.to_builtins(event.changes)))
            assert (document.get("account", {}).get("title")) == (event.account.title if event.account else None)
