"""Where chance comes from: seeded, scripted, fair."""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import DECK_SIZE, TEXTS, texts_of
from knockroll.engine.chance import MOST_ENTROPY, Chance, _numbers
from knockroll.engine.errors import ChanceExhausted, InvalidChance
from knockroll.engine.rule import COMPILED_FOR
from knockroll.engine.state import A_DECK, A_SEAT, DICE
from knockroll.engine.stream import (
    AT_ONCE,
    BLOCK,
    CHANCE,
    CHOICE,
    HALF,
    Stream,
    below,
    next_blocks,
    open_stream,
    shuffle_deck,
    shuffling,
    with_one_block,
)
from tests.games.thirty_one_tables import begin, low, spare
from tests.helpers import deck, play

FAIRNESS = Path(__file__).parents[2] / "docs" / "fairness.md"


def deal(chance: Chance) -> list[int]:
    return chance.give(A_DECK, DECK_SIZE)


# --- The stream: ChaCha8 -------------------------------------------------------------------------------------------

VECTORS = [
    (
        "00" * 32,
        "0000000000000000",
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        "01" + "00" * 31,
        "0000000000000000",
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
    ),
    (
        "00" * 32,
        "0100000000000000",
        "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
        "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06",
    ),
    (
        "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d",
        "1ada31d5cf688221",
        "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c9"
        "6ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff08b",
    ),
]
"""Key, nonce and key stream: TC1, TC2, TC3, TC8 of draft-strombergson-chacha-test-vectors-01 for 8 rounds, 256 bits."""


@pytest.mark.parametrize("fill", [next_blocks, COMPILED_FOR[next_blocks]], ids=["interpreted", "what is compiled"])
@pytest.mark.parametrize(("key", "nonce", "expected"), VECTORS, ids=["TC1", "TC2", "TC3", "TC8"])
def test_the_stream_is_chacha8_as_published(
    key: str, nonce: str, expected: str, fill: Callable[[Stream], None]
) -> None:
    """A seed is the key read as a big-endian number, the number of a game the nonce read as a little-endian one."""
    stream = open_stream(int(key, 16), int.from_bytes(bytes.fromhex(nonce), "little"))
    halves: list[int] = []
    while len(halves) * 4 < len(expected):
        fill(stream)
        halves += stream.halves
    assert b"".join(half.to_bytes(2, "little") for half in halves).hex().startswith(expected)


def test_several_blocks_at_once_are_the_same_one_after_the_other() -> None:
    at_once, one_by_one = open_stream(5, 7), open_stream(5, 7)
    for _ in range(3):
        next_blocks(at_once)
        halves: list[int] = []
        for _ in range(AT_ONCE):
            COMPILED_FOR[next_blocks](one_by_one)
            halves += one_by_one.halves
        assert list(at_once.halves) == halves
        assert at_once.key == one_by_one.key


def test_numbers_are_the_halves_of_the_words_low_half_first() -> None:
    stream = open_stream(0)
    key_stream = bytes.fromhex(VECTORS[0][2])
    halves = [int.from_bytes(key_stream[i : i + 2], "little") for i in range(0, len(key_stream), 2)]
    assert [below(stream, HALF + 1) for _ in halves] == halves


def test_games_and_purposes_have_streams_of_their_own() -> None:
    streams = [open_stream(5, game, purpose) for game in (0, 1, 1 << 32, (1 << 63) - 1) for purpose in (CHANCE, CHOICE)]
    drawn = [tuple(below(stream, HALF + 1) for _ in range(8)) for stream in streams]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 10, 51, 52, 1000, HALF + 1])
def test_below_is_exactly_uniform(n: int) -> None:
    """Each of the 65,536 halves in turn: those that are not thrown away give every number equally often."""
    kept = HALF  # the half that comes after one that is thrown away; itself it never is
    counts: Counter[int] = Counter()
    stream = Stream()
    for half in range(HALF + 1):
        stream.halves[:2] = half, kept
        stream.used = 0
        number = below(stream, n)
        if stream.used == 1:
            counts[number] += 1
    assert sorted(counts) == list(range(n))
    assert set(counts.values()) == {(HALF + 1) // n}


def chi_square(counts: Counter[int], boxes: int) -> float:
    expected = counts.total() / boxes
    return sum((counts[box] - expected) ** 2 for box in range(boxes)) / expected


@pytest.mark.parametrize("source", [knockroll.Seeded(1), knockroll.Fair(bytes(32))], ids=["seeded", "fair"])
def test_deals_and_throws_look_uniform(source: Chance) -> None:
    """Chi square with 51 and 5 degrees of freedom: above 100 or 25 once in ten thousand tries; the seeds are fixed."""
    decks = [deal(source) for _ in range(1040)]
    for place in (0, 1, 25, 50, 51):
        assert chi_square(Counter(cards[place] for cards in decks), DECK_SIZE) < 100
    faces = Counter(face - 1 for _ in range(500) for face in source.give(DICE, 6))
    assert chi_square(faces, 6) < 25
    assert chi_square(Counter(source.give(A_SEAT, 5)[0] for _ in range(500)), 5) < 25


# --- Seeded --------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        t = knockroll.Table("thirty_one", 4, seed=2**200 + 17)
        while t.result is None:
            t.play(t.legal()[-1])
        games.append(t)
    assert games[0] == games[1]
    assert games[0].record() == games[1].record()


def test_a_seed_gives_the_same_deck_on_every_machine_for_ever() -> None:
    """Pinned: a change here makes every saved seed another game."""
    assert texts_of(deal(knockroll.Seeded(0)))[:8] == ["8d", "Jc", "2h", "Td", "4d", "6c", "4s", "8s"]
    assert texts_of(deal(knockroll.Seeded(7)))[:8] == ["Kd", "8s", "Td", "7c", "Js", "4d", "Ts", "2s"]
    assert texts_of(deal(knockroll.Seeded(2**256 - 1)))[:8] == ["8d", "Kh", "2d", "4c", "7h", "5c", "8s", "Qs"]
    assert knockroll.Seeded(7).give(DICE, 6) == [3, 5, 6, 4, 1, 3]


def test_every_bit_of_the_seed_counts() -> None:
    decks = {tuple(deal(knockroll.Seeded(seed))) for seed in (0, *(1 << bit for bit in range(256)))}
    assert len(decks) == 257


def test_games_under_one_seed_are_different_games() -> None:
    assert deal(knockroll.Seeded(3, 7)) == deal(knockroll.Seeded(3, 7))
    assert len({tuple(deal(knockroll.Seeded(3, game))) for game in (0, 1, 7, 2**40, 2**63 - 1)}) == 5


@pytest.mark.parametrize("seed", [-1, 2**256, True, "7", 1.5, b"7"])
def test_a_seed_has_256_bits(seed: Any) -> None:
    with pytest.raises(InvalidChance, match=re.escape("a seed is a whole number from 0 to 2**256 - 1")):
        knockroll.Seeded(seed)


@pytest.mark.parametrize("game", [-1, 2**63, True, "7", None])
def test_the_number_of_a_game_has_63_bits(game: Any) -> None:
    with pytest.raises(InvalidChance, match="the number of a game under a seed is a whole number from 0"):
        knockroll.Seeded(1, game)


def test_without_a_seed_one_is_drawn_and_recorded() -> None:
    one, two = knockroll.Seeded(), knockroll.Seeded()
    assert one.seed != two.seed
    assert deal(knockroll.Seeded(int(one.to_dict(over=False)["seed"], 16))) == deal(one)


def test_a_seed_or_chance_but_not_both() -> None:
    with pytest.raises(knockroll.InvalidOption, match="give a seed or chance, not both"):
        knockroll.Table("thirty_one", seed=1, chance=knockroll.Seeded(1))


@pytest.mark.parametrize(
    "source",
    [knockroll.Seeded(1), knockroll.Fair(bytes(32)), knockroll.Scripted([TEXTS, [1, 2], TEXTS[::-1], 3])],
    ids=["seeded", "fair", "scripted"],
)
def test_what_was_given_since_a_mark_is_given_again(source: Chance) -> None:
    deal(source)
    mark = source.mark()
    first = [source.give(DICE, 2), deal(source)]
    source.rewind(mark)
    assert [source.give(DICE, 2), deal(source)] == first
    source.rewind(mark)
    assert [source.give(DICE, 2), deal(source)] == first, "a mark can be used twice"


# --- Scripted ------------------------------------------------------------------------------------------------------


def test_a_script_gives_what_is_written_in_it() -> None:
    scripted = knockroll.Scripted([2, TEXTS, " ".join(TEXTS), list(TEXTS[::-1]), [1, 6], "3 4 5", (2,), 6])
    assert scripted.give(A_SEAT, 3) == [2]
    assert deal(scripted) == deal(scripted) == list(range(DECK_SIZE))
    assert deal(scripted) == list(range(DECK_SIZE))[::-1]
    assert scripted.give(DICE, 2) == [1, 6]
    assert scripted.give(DICE, 3) == [3, 4, 5]
    assert scripted.give(DICE, 1) == [2]
    assert scripted.give(DICE, 1) == [6]


DECK_WANTED = "entry 0 of the script should be 52 different cards in dealing order"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (TEXTS[:51], f"{DECK_WANTED}: there are 51 cards"),
        (" ".join(TEXTS[:51]), f"{DECK_WANTED}: there are 51 cards"),
        ((*TEXTS[:51], "As"), f"{DECK_WANTED}: each card exists once, but As came more than once"),
        ((*TEXTS, "As"), f"{DECK_WANTED}: each card exists once, but As came more than once"),
        ((*TEXTS[:51], "1c"), f"{DECK_WANTED}: '1c' is not a card"),
        ("", f"{DECK_WANTED}: there are 0 cards"),
        (3, f"{DECK_WANTED}: 3 is a number"),
        (None, DECK_WANTED),
        (range(52), DECK_WANTED),
    ],
)
def test_a_deck_that_is_none_says_why(entry: Any, message: str) -> None:
    with pytest.raises(InvalidChance) as error:
        deal(knockroll.Scripted([entry]))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ([1, 7], "entry 0 of the script should be the faces, 1 to 6, of 2 dice, not [1, 7]"),
        ([0, 1], "of 2 dice, not [0, 1]"),
        ("1 7", "of 2 dice, not '1 7'"),
        ([1], "of 2 dice, not [1]"),
        (1, "of 2 dice, not 1"),
        ([1, 2, 3], "of 2 dice, not [1, 2, 3]"),
        ([], "of 2 dice, not []"),
        ("one two", "entry 0 of the script should be the faces, 1 to 6, of 2 dice: "),
        ([1.0, 2.5], "entry 0 of the script should be the faces, 1 to 6, of 2 dice"),
        ([1, float("inf")], "entry 0 of the script should be the faces, 1 to 6, of 2 dice"),
        ([1, True], "entry 0 of the script should be the faces, 1 to 6, of 2 dice"),
        ([1, None], "of 2 dice"),
        (None, "of 2 dice"),
        (TEXTS, "of 2 dice"),
    ],
)
def test_dice_that_are_none_say_why(entry: Any, message: str) -> None:
    with pytest.raises(InvalidChance) as error:
        knockroll.Scripted([entry]).give(DICE, 2)
    assert message in str(error.value)


def test_one_die_is_a_die() -> None:
    with pytest.raises(InvalidChance, match="the faces, 1 to 6, of 1 die, not 7"):
        knockroll.Scripted([7]).give(DICE, 1)


@pytest.mark.parametrize("entry", [3, -1, [0, 1], "x", None, TEXTS, True])
def test_a_first_dealer_who_is_none_says_why(entry: Any) -> None:
    with pytest.raises(InvalidChance, match="entry 0 of the script should be the first dealer, a seat from 0 to 2"):
        knockroll.Table("thirty_one", 3, chance=knockroll.Scripted([entry]))


def test_a_refused_entry_is_not_used_up() -> None:
    scripted = knockroll.Scripted([[1, 2]])
    with pytest.raises(InvalidChance):
        deal(scripted)
    assert scripted.give(DICE, 2) == [1, 2]


def test_a_script_that_has_run_out_says_what_is_missing() -> None:
    with pytest.raises(ChanceExhausted, match="run out after 0 entries; the game asks for the first dealer"):
        knockroll.Table("thirty_one", 3, chance=knockroll.Scripted([]))
    with pytest.raises(ChanceExhausted, match="run out after 1 entries; the game asks for 52 different cards"):
        knockroll.Table("thirty_one", 3, chance=knockroll.Scripted([1]))


def last_move_of_a_hand(*then: Any) -> tuple[knockroll.Table, str]:
    """A table where one discard is missing to the end of a hand, with the script that follows."""
    t = begin(2, deck(low(2), "Js"), *then, strikes=20)
    play(t, "knock")
    (drawn,) = play(t, "draw stock")[0].cards
    return t, f"discard {drawn}"


@pytest.mark.parametrize(
    ("then", "error"),
    [
        ([], ChanceExhausted),
        ([TEXTS[:51]], InvalidChance),
        ([spare(0, of=2, dealer=1)], ChanceExhausted),
        ([spare(0, of=2, dealer=1), [6]], InvalidChance),
    ],
    ids=["nothing", "a short deck", "one deal too few", "dice after a deal"],
)
def test_a_move_without_chance_leaves_the_table_as_it_was(then: list[Any], error: type[Exception]) -> None:
    """The move that ends a hand also deals the next one; if that fails, even after a first deal, nothing was done."""
    t, move = last_move_of_a_hand(*then)
    before, mark, events = t.copy(), t.chance.mark(), t.events
    for _ in range(2):
        with pytest.raises(error):
            play(t, move)
        assert t == before
        assert t.record() == before.record()
        assert t.legal() == before.legal()
        assert (t.chance.mark(), t.events) == (mark, events)


def test_a_longer_script_lets_the_same_move_through() -> None:
    t, move = last_move_of_a_hand()
    with pytest.raises(ChanceExhausted):
        play(t, move)
    assert isinstance(t.chance, knockroll.Scripted)
    t.chance.script.append(deck(low(2), "Js", dealer=1))
    play(t, move)
    assert len(t.hands) == 1


# --- Fair ----------------------------------------------------------------------------------------------------------

SECRET = bytes(range(32))
ENTROPY = {0: b"zero", 1: b"one"}


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 for keys of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def words(key: bytes, request: int) -> Iterator[int]:
    """The words of one request, without end."""
    block = 0
    while True:
        digest = hmac_sha256(key, request.to_bytes(8, "big") + block.to_bytes(8, "big"))
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def derive(secret: bytes, entropy: dict[int, bytes], requests: list[tuple[int, int]]) -> list[list[int]]:
    """What a fair game gives, written a second time from docs/fairness.md."""
    message = b"".join(seat.to_bytes(4, "big") + len(e).to_bytes(4, "big") + e for seat, e in sorted(entropy.items()))
    key = hmac_sha256(secret, message)
    given = []
    for request, (wants, count) in enumerate(requests):
        source = words(key, request)

        def draw(n: int, source: Iterator[int] = source) -> int:
            return next(word for word in source if word < 2**32 // n * n) % n

        if wants == A_DECK:
            cards = list(range(52))
            for i in range(51, 0, -1):
                j = draw(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            given.append(cards)
        else:
            given.append([draw(count)] if wants == A_SEAT else [draw(6) + 1 for _ in range(count)])
    return given


@pytest.mark.parametrize("entropy", [{}, ENTROPY, {3: b"x" * MOST_ENTROPY}, {9: b"\0", 0: b"\0\0"}])
def test_two_implementations_of_the_derivation_agree(entropy: dict[int, bytes]) -> None:
    requests = [(A_DECK, 52), (DICE, 6), (A_SEAT, 5), *[(A_DECK, 52), (DICE, 3)] * 20]
    fair = knockroll.Fair(SECRET, entropy)
    assert [fair.give(*request) for request in requests] == derive(SECRET, entropy, requests)


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    """With dice and cards that happens once in a hundred million words; below 2**31 + 1 with every second."""
    n = 2**31 + 1
    draw = _numbers(SECRET, 3)
    kept = (word for word in words(SECRET, 3) if word < n)
    assert [draw(n) for _ in range(50)] == [next(kept) for _ in range(50)]


def test_the_published_test_vector() -> None:
    """docs/fairness.md publishes these, for verifiers in other languages."""
    fair = knockroll.Fair(SECRET, ENTROPY)
    assert fair.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert fair.key().hex() == "db3ebd3418448d30551a10a413da769510062638a2e28fc618e8cad7b689b4a5"
    assert " ".join(texts_of(deal(fair))) == (
        "Tc Ad Qc Kd Th Jd 3c 9s 5s Qd 9c 9h 6s 5d 3d 7s 4d Ts 6d 8s 9d 3h Ks Kc Qh 2d "
        "Jc Js 5c 5h Ah 3s 6c Kh 8d 7h 4s 6h 7c 4h 8c Qs Td 8h 2h Ac Jh 2c 2s 4c As 7d"
    )
    assert fair.give(DICE, 6) == [2, 6, 3, 4, 6, 3]
    assert fair.give(A_SEAT, 5) == [1]


def test_the_published_test_vector_is_in_the_documentation() -> None:
    page = FAIRNESS.read_text()
    fair = knockroll.Fair(SECRET, ENTROPY)
    cards = texts_of(deal(fair))
    published = [SECRET.hex(), fair.commitment, fair.key().hex(), " ".join(cards[:26]), " ".join(cards[26:])]
    published += [" ".join(map(str, fair.give(DICE, 6))), b"zero".hex(), b"one".hex()]
    published += [hmac_sha256(fair.key(), request.to_bytes(8, "big") + bytes(8)).hex() for request in (0, 1)]
    missing = [text for text in published if text not in page]
    assert not missing


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    fair = knockroll.Fair(SECRET)
    assert fair.commitment == hashlib.sha256(SECRET).hexdigest()
    assert knockroll.Fair().secret != knockroll.Fair().secret
    assert len(knockroll.Fair().secret) == 32


def test_the_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    t = knockroll.Table("thirty_one", 2, chance=knockroll.Fair(SECRET), strikes=1)
    while t.result is None:
        assert t.record()["chance"]["secret"] is None
        assert SECRET.hex() not in str(t.record())
        t.play(t.legal()[-1])
    assert t.record()["chance"]["secret"] == SECRET.hex()


def test_every_seat_can_change_every_deal() -> None:
    """Each way to add entropy gives another deal: which seat, what bytes, where one ends and the next begins."""
    ways: list[dict[int, bytes]] = [
        {},
        {0: b"a"},
        {1: b"a"},
        {0: b"b"},
        {0: b"aa"},
        {0: b"a\0"},
        {0: b"a", 1: b"a"},
        {0: b"ab", 1: b"c"},
        {0: b"a", 1: b"bc"},
        {0: b"abc"},
        {0: b"a", 1: b"a", 2: b"a"},
    ]
    for request in range(3):
        decks = set()
        for way in ways:
            fair = knockroll.Fair(SECRET, way)
            decks.add(tuple([deal(fair) for _ in range(request + 1)][-1]))
        assert len(decks) == len(ways)


def test_the_order_in_which_seats_add_does_not_matter() -> None:
    one, two = knockroll.Fair(SECRET), knockroll.Fair(SECRET)
    for seat in (0, 1, 2):
        one.add_entropy(seat, b"%d" % seat)
        two.add_entropy(2 - seat, b"%d" % (2 - seat))
    assert one.key() == two.key()
    assert deal(one) == deal(two)
    assert one.to_dict(over=True) == two.to_dict(over=True)


def test_entropy_comes_once_from_each_seat_and_before_the_game() -> None:
    fair = knockroll.Fair(SECRET)
    fair.add_entropy(1, b"luck")
    with pytest.raises(InvalidChance, match="seat 1 has already added its entropy"):
        fair.add_entropy(1, b"more luck")
    deal(fair)
    with pytest.raises(InvalidChance, match="entropy can only be added before the game begins"):
        fair.add_entropy(0, b"late")
    assert fair.entropy == {1: b"luck"}


@pytest.mark.parametrize("entropy", [b"", b"x" * (MOST_ENTROPY + 1), "text", None, 7])
def test_entropy_is_bytes(entropy: Any) -> None:
    with pytest.raises(InvalidChance, match="entropy is 1 to 1024 bytes"):
        knockroll.Fair(SECRET).add_entropy(0, entropy)


@pytest.mark.parametrize("seat", [-1, 2**32, "0", None, 1.0, True])
def test_entropy_belongs_to_a_seat(seat: Any) -> None:
    fair = knockroll.Fair(SECRET)
    with pytest.raises(InvalidChance, match="is not a seat"):
        fair.add_entropy(seat, b"luck")
    assert fair.entropy == {}


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "00" * 32, 7])
def test_a_secret_has_32_bytes(secret: Any) -> None:
    with pytest.raises(InvalidChance, match="the secret of a fair game is 32 bytes"):
        knockroll.Fair(secret)


def test_a_fair_game_can_be_played_and_checked() -> None:
    t = knockroll.Table("thirty_one", 3, dealer=0, chance=knockroll.Fair(SECRET, ENTROPY), turn_limit=1)
    while t.result is None:
        t.play(t.legal()[0])
    requests = [(given.wants, DECK_SIZE) for given in t.given]
    assert [list(given.numbers) for given in t.given] == derive(SECRET, ENTROPY, requests)


def test_shuffling_gives_all_cards() -> None:
    cards = [0] * DECK_SIZE
    shuffle_deck(open_stream(4), cards)
    assert sorted(cards) == list(range(DECK_SIZE))
    assert cards != list(range(DECK_SIZE))


def test_shuffling_a_deck_draws_the_numbers_that_below_gives() -> None:
    at_once, one_by_one = open_stream(5), open_stream(5)
    shuffle, deck, expected = shuffling(below), [0] * DECK_SIZE, [0] * DECK_SIZE
    for _ in range(2000):  # so many that some numbers are thrown away
        shuffle_deck(at_once, deck)
        shuffle(one_by_one, expected)
        assert deck == expected
    assert at_once == one_by_one


def test_a_stream_with_one_block_goes_on_with_the_same_numbers() -> None:
    for used in range(2 * AT_ONCE * BLOCK + 2):
        stream = open_stream(5)
        for _ in range(used):
            below(stream, HALF + 1)
        as_compiled = with_one_block(stream)
        assert len(as_compiled.halves) == BLOCK
        assert [below(as_compiled, HALF + 1) for _ in range(BLOCK + 1)] == [
            below(stream, HALF + 1) for _ in range(BLOCK + 1)
        ]


def test_a_seat_beyond_the_table_adds_no_entropy() -> None:
    """With it the table alone could try values until the deal suits."""
    for seat in (2, 9):
        fair = knockroll.Fair(SECRET, {0: b"ann", 1: b"bob", seat: b"n"})
        with pytest.raises(InvalidChance, match=f"seat {seat} has added entropy, but the seats are 0 to 1"):
            knockroll.Table("thirty_one", seats=2, chance=fair)
    assert knockroll.Table("thirty_one", seats=2, chance=knockroll.Fair(SECRET, {0: b"ann", 1: b"bob"})).seats == 2


def test_much_entropy_is_read_in_linear_time() -> None:
    began = time.thread_time()
    assert len(knockroll.Fair(SECRET, dict.fromkeys(range(100000), b"x")).entropy) == 100_000
    assert time.thread_time() - began < 5, "when each seat copied all before it, this took half a minute"


# --- Attacks; docs/fairness.md names these tests in its table ------------------------------------------------------


def _first_card_is_an_ace(secret: bytes, entropy: dict[int, bytes]) -> bool:
    first, *_ = knockroll.Fair(secret, entropy).give(A_DECK, 0)
    return first % 13 == 0


def _choose(secret: bytes, others: dict[int, bytes], most: int = 500) -> bytes:
    """The first value of seat 1 with which a secret deals an ace first."""
    tried = (n.to_bytes(4, "big") for n in range(most))
    return next(value for value in tried if _first_card_is_an_ace(secret, {**others, 1: value}))


def test_the_last_seat_gains_nothing_without_the_secret() -> None:
    """It knows all other entropy and picks the best value for a secret it guesses: the true one deals as usual."""
    aces, games = 0, 1000
    for number in range(games):
        secret = hashlib.sha256(b"true %d" % number).digest()
        guessed = hashlib.sha256(b"guess %d" % number).digest()
        ann = {0: b"ann %d" % number}
        aces += _first_card_is_an_ace(secret, {**ann, 1: _choose(guessed, ann)})
    assert abs(aces / games - 1 / 13) < 0.03, "3.5 standard errors"


def test_the_last_seat_and_the_table_together_choose_the_deal() -> None:
    """With the secret, the last to speak tries 13 values on average for one card: the limit that the page states."""
    for number in range(20):
        secret, ann = hashlib.sha256(b"%d" % number).digest(), {0: b"ann"}
        assert _first_card_is_an_ace(secret, {**ann, 1: _choose(secret, ann)})


def test_the_table_gains_nothing_if_an_honest_seat_speaks_last() -> None:
    """The table picked its secret and an accomplice's entropy for the seat's expected value; the seat sends another."""
    aces, games = 0, 1000
    for number in range(games):
        secret = hashlib.sha256(b"%d" % number).digest()
        accomplice = _choose(secret, {0: b"expected"})
        aces += _first_card_is_an_ace(secret, {0: b"honest %d" % number, 1: accomplice})
    assert abs(aces / games - 1 / 13) < 0.03


def test_the_page_about_fairness_names_tests_that_there_are() -> None:
    root = Path(__file__).parents[2]
    named = re.findall(r"`(test_\w+)`", (root / "docs" / "fairness.md").read_text(encoding="utf-8"))
    places = ("tests/engine/test_chance.py", "tests/server/tables/test_fairness.py")
    defined = re.findall(r"def (test_\w+)", "".join((root / place).read_text(encoding="utf-8") for place in places))
    assert len(set(named)) >= 8 and set(named) <= set(defined)
