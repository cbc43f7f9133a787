"""Records: what was written can be read and played again, and whatever is damaged is found."""

from __future__ import annotations

import copy
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll import InvalidRecord, Table
from knockroll.engine.cards import TEXTS
from knockroll.engine.chance import Chance
from knockroll.engine.record import FORMAT, AnyRecord, read_record
from knockroll.engine.verify import verify
from tests.games.thirty_one_tables import begin, low
from tests.helpers import deck

Document = dict[str, Any]
RECORDS = Path(__file__).parents[2] / "docs" / "records.md"


def play_game(chance: Chance | None = None, seats: int = 3, moves: int | None = None, **options: Any) -> Table:
    """A game with moves at random, up to its end or a number of moves."""
    t = Table("thirty_one", seats, chance=chance or knockroll.Seeded(11), **options)
    choices = random.Random(5)
    while t.turn is not None and (moves is None or len(t.moves) < moves):
        t.play(choices.choice(t.legal()))
    return t


def scripted() -> Table:
    """A running game with dealt cards that are easy to change."""
    t = begin(2, deck(low(2), "Js"), deck(low(2), "Js", dealer=1), strikes=20)
    for move in ("knock", "draw discard", "discard Js", "draw stock"):
        t.play(move)
    return t


SECRET = bytes(range(32))
FINISHED = play_game(knockroll.Fair(SECRET, {0: b"zero", 2: b"two"}), strikes=2)
RECORD: Document = dict(FINISHED.record())


def replay(record: AnyRecord, **arguments: Any) -> Table:
    """Replay it as a file that was written and read again."""
    return Table.replay(json.dumps(record), **arguments)


def refuse(record: Any, message: str) -> None:
    with pytest.raises(InvalidRecord) as error:
        Table.replay(record)
    assert message in str(error.value)


# --- Round trips ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        play_game(),
        play_game(moves=0),
        play_game(moves=17),
        play_game(dealer=2, seats=5, strikes=1, three_of_a_kind=0),
        FINISHED,
        scripted(),
    ],
    ids=["seeded", "before the first move", "running", "with options", "fair", "scripted"],
)
def test_a_record_played_again_is_the_same_game(table: Table) -> None:
    record = table.record()
    again = replay(record)
    assert again == table
    assert again.record() == record
    assert Table.replay(record) == Table.replay(json.dumps(record).encode()) == table
    assert again.events == table.events


def test_a_record_is_json_that_a_person_can_read() -> None:
    assert json.loads(json.dumps(RECORD)) == RECORD
    assert " ".join(RECORD) == "format game variant options seats dealer chance given moves result"
    assert RECORD["format"] == FORMAT == "knockroll/1"
    assert set(RECORD["given"][0]) == {"after", "dealer"}
    assert sorted(RECORD["given"][1]["deck"].split()) == sorted(TEXTS)
    assert FINISHED.result is not None
    assert RECORD["result"] == {"winners": [*FINISHED.result.winners], "scores": [*FINISHED.result.scores]}


def test_replay_stops_after_any_move() -> None:
    t = play_game(moves=0)
    choices = random.Random(5)
    before = [t.copy()]
    while t.turn is not None:
        t.play(choices.choice(t.legal()))
        before.append(t.copy())
    record = json.dumps(t.record())
    for number, table in enumerate(before):
        assert Table.replay(record, moves=number) == table
    assert Table.replay(record, moves=len(t.moves) + 5) == t


def test_a_replayed_game_goes_on() -> None:
    t = play_game(moves=20)
    again = replay(t.record())
    choices = random.Random(1)
    while t.turn is not None:
        move = choices.choice(t.legal())
        assert again.play(move) == t.play(move)
    assert again == t


def test_moves_in_any_spelling_are_read_and_written_canonically() -> None:
    record = scripted().record()
    record["moves"] = ["KNOCK", " draw  discard", "discard J♠", "Draw Stock"]
    assert replay(record).record() == scripted().record()


def test_changing_a_record_does_not_change_the_table() -> None:
    t = scripted()
    record = copy.deepcopy(t.record())
    wild = t.record()
    wild["options"]["strikes"] = 1
    wild["moves"].append("knock")
    wild["given"].clear()
    wild["chance"]["script"].clear()
    assert t.record() == record


def test_a_running_fair_game_is_played_again_from_what_was_given() -> None:
    t = play_game(knockroll.Fair(SECRET, {1: b"one"}), moves=20)
    record = t.record()
    assert record["chance"]["secret"] is None
    again = replay(record)
    assert again == t
    with pytest.raises(knockroll.ChanceExhausted):
        while True:
            again.play(again.legal()[-1])


def test_the_keeper_of_a_fair_game_can_go_on_with_it() -> None:
    t = play_game(knockroll.Fair(SECRET, {1: b"one"}), moves=20)
    again = replay(t.record(), chance=knockroll.Fair(SECRET, {1: b"one"}))
    assert again.record() == t.record()
    while t.turn is not None:
        again.play(t.legal()[-1])
        t.play(t.legal()[-1])
    assert again.record() == t.record()
    with pytest.raises(InvalidRecord, match="after move 0 chance gave something else"):
        replay(t.record(), chance=knockroll.Fair(bytes(32), {1: b"one"}))


# --- Damage --------------------------------------------------------------------------------------------------------


def test_a_truncated_record_is_not_json() -> None:
    text = json.dumps(scripted().record())
    for end in range(0, len(text), 7):
        refuse(text[:end], "the record is not JSON: ")


@pytest.mark.parametrize(
    ("junk", "message"),
    [
        ("", "the record is not JSON"),
        (b"\xff\xfe", "the record is not JSON"),
        ("[" * 100_000, "the record is not JSON"),
        ('{"format": ' + "9" * 5000 + "}", "the record is not JSON"),
        ("[]", "a record is a JSON object, not a list"),
        ("null", "a record is a JSON object, not null"),
        (None, "a record is a JSON object, not null"),
        (7, "a record is a JSON object, not a whole number"),
        ("{}", "this is not a knockroll/1 record: it has no 'format'"),
        ({"format": "knockroll/3"}, 'this is not a knockroll/1 record: its format is "knockroll/3"'),
        ({"format": "knockroll/2", "seats": 2}, "the record has no 'game'"),
        ({"format": 1}, "this is not a knockroll/1 record: its format is 1"),
        ({"format": ["knockroll/1"]}, "this is not a knockroll/1 record"),
    ],
)
def test_what_is_no_record_says_so(junk: Any, message: str) -> None:
    refuse(junk, message)


@pytest.mark.parametrize("field", [field for field in RECORD if field != "format"])
def test_every_field_must_be_there(field: str) -> None:
    record = copy.deepcopy(RECORD)
    del record[field]
    refuse(record, f"the record has no {field!r}")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", 7, "'game' of the record is a whole number, not a text"),
        ("game", None, "'game' of the record is null, not a text"),
        ("variant", [], "'variant' of the record is a list, not a text or null"),
        ("options", [], "'options' of the record is a list, not an object"),
        ("seats", "3", "'seats' of the record is a text, not a whole number"),
        ("seats", True, "'seats' of the record is true or false, not a whole number"),
        ("seats", 3.0, "'seats' of the record is a number with a point, not a whole number"),
        ("dealer", "0", "'dealer' of the record is a text, not a whole number or null"),
        ("chance", "seeded", "'chance' of the record is a text, not an object"),
        ("given", {}, "'given' of the record is an object, not a list"),
        ("moves", "knock", "'moves' of the record is a text, not a list"),
        ("result", [], "'result' of the record is a list, not an object or null"),
        ("moves", ["knock", 7], "move 2 of the record is 7, not a text"),
        ("moves", [None], "move 1 of the record is null, not a text"),
    ],
)
def test_every_field_has_its_type(field: str, value: Any, message: str) -> None:
    refuse({**RECORD, field: value}, message)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", "chess", "the game of this record cannot begin: there is no game 'chess'"),
        ("variant", "wild", "the game of this record cannot begin: Thirty-One has no variant 'wild'"),
        ("seats", 99, "the game of this record cannot begin: Thirty-One cannot have 99 seats"),
        ("seats", 4, "after move 0 chance gave something else"),
        ("dealer", 7, "the game of this record cannot begin: the dealer is a seat from 0 to 2, not 7"),
        ("dealer", 0, "after move 0 chance "),
        ("options", {"colour": "red"}, "the game of this record cannot begin: there is no option 'colour'"),
        ("options", {"strikes": "3"}, "the game of this record cannot begin: option strikes cannot be '3'"),
        ("options", {"seats": 3}, "the game of this record cannot begin: "),
        ("options", {"seed": 3}, "the game of this record cannot begin: "),
        ("options", {"self": 3}, "the game of this record cannot begin: "),
        ("options", {"strikes": 1}, "move "),
    ],
)
def test_a_game_that_cannot_be(field: str, value: Any, message: str) -> None:
    refuse({**RECORD, field: value}, message)


@pytest.mark.parametrize("number", [1, 2, 11, len(RECORD["moves"])])
def test_a_changed_move_is_found_where_it_is(number: int) -> None:
    record = copy.deepcopy(RECORD)
    record["moves"][number - 1] = "nonsense"
    refuse(record, f"move {number}: 'nonsense' is not a move: write 'draw stock'")
    legal = Table.replay(RECORD, moves=number - 1).legal()
    record["moves"][number - 1] = next(move for move in FINISHED.game.moves.texts if move not in legal)
    refuse(record, f"move {number}: {record['moves'][number - 1]!r} is not allowed now: seat ")


@pytest.mark.parametrize("move", ["join", "leave 0", "leave 99", "leave ²", "leave -1", "leave " + "9" * 5000, "leave"])
def test_a_player_who_cannot_join_or_leave(move: str) -> None:
    record = copy.deepcopy(RECORD)
    record["moves"][0] = move
    refuse(record, "move 1: ")


def test_a_move_too_many_after_the_end() -> None:
    record = {**RECORD, "moves": [*RECORD["moves"], "knock"]}
    refuse(record, f"move {len(record['moves'])}: 'knock' is not allowed now: the game is over")


def test_moves_that_are_missing_at_the_end() -> None:
    refuse({**RECORD, "moves": RECORD["moves"][:-1]}, "but the moves lead to null")
    refuse({**RECORD, "moves": []}, "the record says the result is {")


@pytest.mark.parametrize(
    "result",
    [
        None,
        {},
        {**RECORD["result"], "winners": []},
        {**RECORD["result"], "winners": [0, 1, 2]},
        {**RECORD["result"], "scores": [9, 9, 9]},
        {**RECORD["result"], "more": 1},
    ],
)
def test_a_changed_result(result: Any) -> None:
    refuse(
        {**RECORD, "result": result},
        f'the record says the result is {json.dumps(result)}, but the moves lead to {{"winners"',
    )


def swapped(entry: Document) -> Document:
    cards = entry["deck"].split()
    return {**entry, "deck": " ".join([cards[1], cards[0], *cards[2:]])}


def shortened(entry: Document) -> Document:
    return {**entry, "deck": " ".join(entry["deck"].split()[1:])}


@pytest.mark.parametrize("index", [1, len(RECORD["given"]) - 1])
@pytest.mark.parametrize("change", [swapped, shortened])
def test_a_changed_deck_is_found(index: int, change: Callable[[Document], Document]) -> None:
    record = copy.deepcopy(RECORD)
    record["given"][index] = change(record["given"][index])
    after = record["given"][index]["after"]
    refuse(record, f"after move {after} chance gave something else: the record says deck ")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"after": 0, "dealer": 9}, "chance gave something else: the record says dealer 9, but it must be dealer "),
        ({"after": 1, "dealer": 0}, "after move 0 chance "),
        ({"after": -1, "dealer": 0}, "after move 0 chance gave something else"),
        ({"after": 0, "dice": "1 2"}, "after move 0 chance gave something else: the record says dice 1 2"),
        ({"after": "0", "dealer": 0}, "entry 0 of 'given' is damaged"),
        ({"after": 0.0, "dealer": 0}, "entry 0 of 'given' is damaged"),
        ({"after": 0}, "entry 0 of 'given' is damaged"),
        ({"dealer": 0}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "dealer": "first"}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "dealer": 0.5}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "dealer": float("inf")}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "dealer": None}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "deck": 7}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "deck": "As As"}, "entry 0 of 'given' is damaged: each card exists once"),
        ({"after": 0, "deck": "nonsense"}, "entry 0 of 'given' is damaged: 'nonsense' is not a card"),
        ({"after": 0, "dice": [1, 2]}, "entry 0 of 'given' is damaged"),
        ({"after": 0, "dice": "one"}, "entry 0 of 'given' is damaged"),
        ({}, "entry 0 of 'given' is damaged"),
        ([], "entry 0 of 'given' is damaged"),
        (None, "entry 0 of 'given' is damaged"),
        ("after", "entry 0 of 'given' is damaged"),
    ],
)
def test_a_damaged_gift_of_chance(entry: Any, message: str) -> None:
    refuse(json.dumps({**RECORD, "given": [entry, *RECORD["given"][1:]]}), message)


def test_a_deal_too_few_or_too_many() -> None:
    refuse({**RECORD, "given": RECORD["given"][:-1]}, "but the record has")
    refuse({**RECORD, "given": RECORD["given"][1:]}, "after move 0 chance ")
    extra = {**RECORD["given"][1], "after": len(RECORD["moves"])}
    refuse({**RECORD, "given": [*RECORD["given"], extra]}, "but the record has")
    late = {**RECORD["given"][1], "after": len(RECORD["moves"]) + 1}
    refuse({**RECORD, "given": [*RECORD["given"], late]}, "but the record has")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"secret": "00" * 32}, "the secret does not fit the commitment: its SHA-256 is"),
        ({"commitment": "00" * 32}, "was published before the game"),
        ({"commitment": None}, "was published before the game"),
        ({"secret": "00"}, "the record's chance is damaged"),
        ({"secret": "xyz"}, "the record's chance is damaged"),
        ({"secret": 7}, "the record's chance is damaged"),
        ({"secret": None}, "the game is over, but its secret is not shown"),
        ({"entropy": {}}, "after move 0 chance gave something else"),
        ({"entropy": {"0": "00"}}, "after move 0 chance gave something else"),
        ({"entropy": {"-1": "00"}}, "the record's chance is damaged"),
        ({"entropy": {"99999999999": "00"}}, "the record's chance is damaged"),
        ({"entropy": {"zero": "00"}}, "the record's chance is damaged"),
        ({"entropy": {"0": ""}}, "the record's chance is damaged"),
        ({"entropy": {"0": "xyz"}}, "the record's chance is damaged"),
        ({"entropy": {"0": None}}, "the record's chance is damaged"),
        ({"entropy": []}, "the record's chance is damaged"),
        ({"kind": "loaded"}, "the record's chance is of kind \"loaded\", not 'seeded', 'scripted' or 'fair'"),
        ({"kind": "seeded"}, "the record's chance is damaged: it has no 'seed'"),
        ({"kind": "scripted"}, "the record's chance is damaged: it has no 'script'"),
    ],
)
def test_forged_chance_of_a_fair_game(change: Document, message: str) -> None:
    refuse({**RECORD, "chance": {**RECORD["chance"], **change}}, message)


@pytest.mark.parametrize("field", ["kind", "secret", "commitment", "entropy"])
def test_the_chance_of_a_fair_game_is_complete(field: str) -> None:
    chance = {key: value for key, value in RECORD["chance"].items() if key != field}
    refuse({**RECORD, "chance": chance}, "the record's chance is ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": f"{12:064x}"}, "after move 0 chance gave something else"),
        ({"game": 1}, "after move 0 chance gave something else"),
        ({"seed": 11}, "the record's chance is damaged"),
        ({"seed": "eleven"}, "the record's chance is damaged"),
        ({"seed": "-1"}, "the record's chance is damaged"),
        ({"seed": "1" + "0" * 64}, "the record's chance is damaged"),
        ({"game": -1}, "the record's chance is damaged"),
        ({"game": "0"}, "the record's chance is damaged"),
        ({"seed": None}, "the record's chance is damaged"),
    ],
)
def test_forged_chance_of_a_seeded_game(change: Document, message: str) -> None:
    record = play_game(moves=5).record()
    refuse({**record, "chance": {**record["chance"], **change}}, message)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ([], "the game of this record cannot begin: the script has run out"),
        ([TEXTS[:51]], "the game of this record cannot begin: entry 0 of the script should be 52 different cards"),
        ([TEXTS], "after move 0 chance gave something else"),
        (None, "the record's chance is damaged"),
        (7, "the record's chance is damaged"),
    ],
)
def test_forged_chance_of_a_scripted_game(script: Any, message: str) -> None:
    record = scripted().record()
    refuse({**record, "chance": {"kind": "scripted", "script": script}}, message)


# --- Any damage ----------------------------------------------------------------------------------------------------

SMALL = play_game(knockroll.Fair(SECRET, {0: b"x"}), seats=2, strikes=1).record()
JUNK: list[Any] = [
    None,
    True,
    -1,
    10**6,
    1.5,
    float("inf"),
    "",
    "²",
    "As",
    "knock",
    "leave ٣",
    [],
    [[]],
    {},
    {"after": 0},
]


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a document."""
    found = [path]
    keys = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    for key in keys:
        found += places(document[key], (*path, key))
    return found


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_damage_is_found_or_harmless(data: st.DataObject) -> None:
    """Replace or remove anything in a record: it is refused, or it is still a record of a game that can be."""
    document: Any = copy.deepcopy(SMALL)
    *path, last = data.draw(st.sampled_from(places(document)[1:]))
    place = document
    for key in path:
        place = place[key]
    if data.draw(st.booleans()):
        place[last] = data.draw(st.sampled_from(JUNK))
    else:
        del place[last]
    try:
        table = replay(document)
    except InvalidRecord as error:
        assert str(error)
    else:
        assert table.record()["moves"] == SMALL["moves"]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(junk: bytes) -> None:
    with pytest.raises(InvalidRecord):
        Table.replay(junk)


def test_the_example_of_the_documentation_is_a_record() -> None:
    (example,) = re.findall(r"```json\n(\{\n  \"format\".*?)```", RECORDS.read_text(), re.DOTALL)
    t = Table.replay(example)
    assert t.result is not None
    assert json.loads(example) == t.record()


# --- Two things said of one ----------------------------------------------------------------------------------------


def test_a_key_may_come_only_once() -> None:
    """Two readers might believe different ones."""
    text = json.dumps(RECORD)
    refuse(text[:-1] + ', "moves": []}', "the record is not JSON: 'moves' comes twice in one object")
    refuse(text.replace('"winners"', '"scores": [], "winners"'), "'scores' comes twice in one object")
    assert Table.replay(text[:-1] + ', "comment": {"moves": []}}') == FINISHED, "another object is another matter"


@pytest.mark.parametrize("number", [float, str, bool])
@pytest.mark.parametrize("field", ["winners", "scores"])
def test_numbers_of_the_result_are_whole_numbers(field: str, number: Callable[[int], Any]) -> None:
    changed = {**RECORD["result"], field: [number(each) for each in RECORD["result"][field]]}
    refuse({**RECORD, "result": changed}, f"the record says the result is {json.dumps(changed)}, but the moves lead to")


def test_a_variant_has_the_options_that_it_stands_for() -> None:
    whole: Document = dict(Table("gin_rummy", seed=1, variant="standard", target=50).record())
    assert Table.replay(whole).variant == whole["variant"] == "standard", "the target is not the variant's"
    forged = {**whole, "options": {**whole["options"], "gin_bonus": 500}}
    refuse(forged, "the record names the variant 'standard', but its options are others; with null for the variant")
    assert Table.replay({**forged, "variant": None}).options["gin_bonus"] == 500
    changed = Table("gin_rummy", seed=1, variant="standard", gin_bonus=500)
    assert (changed.variant, changed.record()["variant"]) == (None, None), "so nobody writes such a record"
    assert Table.replay(changed.record()) == changed


# --- Long games ----------------------------------------------------------------------------------------------------


class Counted(tuple[Any, ...]):
    """A tuple that counts how many of its items are looked at."""

    seen = 0

    def __iter__(self) -> Iterator[Any]:
        Counted.seen += len(self)
        return super().__iter__()

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        Counted.seen += len(found) if isinstance(index, slice) else 1
        return found


@pytest.mark.parametrize("moves", [100, 1000])
def test_a_replay_looks_at_each_deal_and_throw_a_few_times_however_many_there_are(moves: int) -> None:
    t = Table("farkle", seed=1, target=100_000)
    while len(t.moves) < moves:
        t.play(t.legal()[0])
    document = read_record(t.record())
    Counted.seen = 0
    assert Table.replay(replace(document, given=Counted(document.given), moves=Counted(document.moves))) == t
    assert Counted.seen <= 5 * moves


# --- Fair dealing, and records that are made to be slow -------------------------------------------------------------


def fair_record(entropy: dict[int, bytes]) -> Document:
    return dict(play_game(knockroll.Fair(bytes(32), entropy), seats=2).record())


@pytest.mark.parametrize("seat", ["2", "9", "01", "00"])
def test_entropy_of_a_seat_beyond_the_table_is_refused(seat: str) -> None:
    record = fair_record({0: b"ann", 1: b"bob"})
    for document in (record, {**record, "chance": {**record["chance"], "secret": None}, "result": None}):
        document = {**document, "chance": {**document["chance"], "entropy": {"0": "00", seat: "4c"}}}
        with pytest.raises(InvalidRecord, match=f"\"{seat}\" in 'entropy' is not a seat from 0 to 1"):
            verify(document)


@pytest.mark.parametrize(
    ("entropy", "line"),
    [
        ({}, "no seat added entropy: the deals and throws follow from the secret alone"),
        ({1: b"bob"}, "seat 1 added entropy"),
        ({0: b"ann", 1: b"bob"}, "seats 0 and 1 added entropy"),
    ],
)
def test_verify_says_which_seats_added_entropy(entropy: dict[int, bytes], line: str) -> None:
    assert line in verify(fair_record(entropy))


def test_a_record_that_is_made_to_be_slow_is_refused_soon() -> None:
    record = fair_record({0: b"ann"})
    entropy = json.dumps({str(seat): "00" for seat in range(70_000)})
    twice = entropy[:-1] + ', "69999": "00"}'
    many = [{"after": 0, "dealer": 0}] * 350_000
    for text in (
        json.dumps({**record, "chance": {**record["chance"], "entropy": json.loads(entropy)}}),
        json.dumps({**record, "chance": {**record["chance"], "entropy": "HERE"}}).replace('"HERE"', twice),
        json.dumps({**record, "given": many}),
    ):
        began = time.thread_time()
        with pytest.raises(InvalidRecord):
            verify(text)
        assert time.thread_time() - began < 3


def test_an_error_quotes_no_more_than_fits(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidRecord) as error:
        verify({**fair_record({}), "moves": [[7] * 2000]})
    assert len(str(error.value)) < 600


def test_an_entry_is_a_deal_or_a_throw_but_not_both() -> None:
    record = fair_record({})
    record["given"] = [{**record["given"][0], "dice": "1"}, *record["given"][1:]]
    with pytest.raises(InvalidRecord, match="entry 0 of 'given' is damaged"):
        verify(record)
