"""Measure reviews and hints through a server: ``python -m scripts.review_serving hints|reviews|load [GAME]``.

``hints`` plays at a practice table, asks for a hint before each move, and measures the answer with warm code.
``reviews`` asks for reviews of one seat and measures the first verdict and the whole review. ``load`` lets people play
against computers over HTTP, by turns without and with reviews under way, and measures how long a move takes, and the
ratio of the two. A server's other clients share the machine with it, so ratios tell more than times.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from multiprocessing import Process, Value
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

from knockroll.client import Client, RemoteSeat, ServerError
from knockroll.engine.game import find_game
from knockroll.engine.record import RecordDocument
from scripts.review_figures import SEATS, VARIANTS, Plan, records
from scripts.serving import ServerProcess

WARM = 3
"""Hints, or seconds of play, before the ones that count."""
TURN_SECONDS = 6.0
PEOPLE = 4
RECORDS = 12
"""Games to review: played before anything is measured, and reviewed again and again under other names."""
RESAMPLES = 1000


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile of some values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def sit_down(server: Client, game: str, **plan: Any) -> RemoteSeat:
    """Open a table for one person and computers, and sit down there."""
    seats = ["person", *["computer"] * (SEATS[game] - 1)]
    return server.create(game, seats, variant=VARIANTS.get(game), **plan).sit("Ann")


def moves_of(seat: RemoteSeat, rng: Random, times: list[float]) -> Iterator[dict[str, Any]]:
    """Yield the position whenever it is the person's turn, then make a move at random; end with the game.

    How long the answer to each move took is added to ``times``.
    """
    while True:
        now = seat.view()
        if now["view"]["turn"] is None:
            return
        if now["view"]["legal"]:
            yield now
            began = perf_counter()
            seat.play(rng.choice(now["view"]["legal"]), now["seq"])
            times.append(perf_counter() - began)


def ask_for_hint(seat: RemoteSeat, seq: int) -> float:
    """Return the seconds that a hint took, after waiting until hints are compiled on this machine."""
    while True:
        began = perf_counter()
        try:
            seat.post("/hint", {"seq": seq})
        except ServerError as error:
            if error.code != "unavailable":
                raise
            sleep(1.0)
        else:
            return perf_counter() - began


def measure_hints(url: str, game: str, count: int) -> None:
    """Print how long hints take."""
    times: list[float] = []
    rng = Random(1)
    with Client(url, timeout=300.0) as server:
        while len(times) < count + WARM:
            seat = sit_down(server, game, practice=True)
            for now in moves_of(seat, rng, []):
                if len(now["view"]["legal"]) > 1:
                    times.append(ask_for_hint(seat, now["seq"]))
                if len(times) >= count + WARM:
                    break
    counted = times[WARM:]
    print(
        f"{game}: {len(counted)} hints over HTTP: median {1000 * quantile(counted, 0.5):.0f} ms,"
        f" p95 {1000 * quantile(counted, 0.95):.0f} ms, most {1000 * max(counted):.0f} ms"
    )


def measure_reviews(url: str, game: str, count: int) -> None:
    """Print how long the first verdict on a game takes, and its whole review, with warm code."""
    games = records(find_game(game), Plan(games=count + 1, seed=3, seats=SEATS[game]))
    with Client(url, timeout=300.0) as server:
        for number, record in enumerate(games):
            began = perf_counter()
            answers = server.review(dict(record), 0)
            times = [(perf_counter() - began, line) for line in answers if line["type"] == "review"]
            (first, _), (whole, last) = times[0], times[-1]
            if number:  # the first one compiles
                decisions = last["review"]["decisions"]
                print(
                    f"{game}: {1 + max(one['hand'] for one in decisions)} hands, {len(decisions)} decisions:"
                    f" first verdict after {first:.1f} s, whole review after {whole:.1f} s",
                    flush=True,
                )


def ask_for_reviews(url: str, records: Sequence[RecordDocument], lines: Any) -> None:
    """Let the server review one game after the other, until this process is ended; count the lines of its answers."""
    os.nice(19)  # it stands for people at other machines
    rng = Random()
    with Client(url, timeout=300.0) as server:
        while True:
            record = rng.choice(records)
            # Another name makes another record: otherwise the server would use its cached review.
            named = {**record, "names": [str(rng.random())] * record["seats"]}
            for _ in server.review(named, rng.randrange(record["seats"])):
                lines.value += 1


@contextmanager
def reviews_under_way(url: str, records: Sequence[RecordDocument], lines: Any) -> Iterator[None]:
    """Let the server review games during this context.

    Another process asks for them: in this one, reading the answers would delay the moves that are measured.
    """
    asking = Process(target=ask_for_reviews, args=(url, records, lines), daemon=True)
    asking.start()
    try:
        yield
    finally:
        asking.terminate()  # its connection ends, so the server gives the review up
        asking.join()


def play_for(url: str, game: str, seconds: float, seed: int) -> list[float]:
    """Let people play for some time; return how long each move took."""
    times: list[float] = []

    def play(number: int) -> None:
        until = perf_counter() + seconds
        with Client(url, timeout=60.0) as server:
            while perf_counter() < until:
                seat, rng = sit_down(server, game, pace=0), Random(seed * 100 + number)
                for _ in moves_of(seat, rng, times):
                    if perf_counter() > until:
                        break

    people = [threading.Thread(target=play, args=(number,)) for number in range(PEOPLE)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    return times


def measure_load(url: str, game: str, turns: int) -> None:
    """Print how long a move takes without and with a review under way, in turns, after every turn."""
    print(f"{game}: {turns} turns take {2 * turns * TURN_SECONDS:.0f} s, after compiling", flush=True)
    found: dict[bool, list[list[float]]] = {False: [], True: []}
    games = list(records(find_game(game), Plan(games=RECORDS, seed=2, seats=SEATS[game])))
    lines = Value("i")
    with Client(url, timeout=300.0) as server:  # compile before anything is measured
        next(line for line in server.review(dict(games[0]), 0) if line.get("share") != 0)
    play_for(url, game, WARM, 0)
    for turn in range(turns):
        for reviewing in (False, True) if turn % 2 else (True, False):
            with reviews_under_way(url, games, lines) if reviewing else nullcontext():
                found[reviewing].append(play_for(url, game, TURN_SECONDS, turn + 1))
        _print_load(game, found, lines.value)


def _print_load(game: str, found: dict[bool, list[list[float]]], lines: int) -> None:
    words = []
    for reviewing, turns in found.items():
        times = [time for turn in turns for time in turn]
        median, late = (1000 * quantile(times, share) for share in (0.5, 0.99))
        words.append(f"{'beside reviews' if reviewing else 'alone'} {len(times)} moves, {median:.1f} ms, {late:.1f} ms")
    ratios = " and ".join(_ratio(found, share) for share in (0.5, 0.99))
    print(
        f"{game}: {PEOPLE} people, median and p99: {'; '.join(words)}: {ratios} times; {lines} lines from reviews",
        flush=True,
    )


def _ratio(found: dict[bool, list[list[float]]], share: float) -> str:
    """Return the ratio of a quantile with and without reviews, with a 95% bootstrap interval over turns."""

    def ratio(drawn: Sequence[int]) -> float:
        beside, alone = ([time for turn in drawn for time in found[reviewing][turn]] for reviewing in (True, False))
        return quantile(beside, share) / quantile(alone, share)

    turns, rng = range(len(found[False])), Random(1)
    resampled = [ratio(rng.choices(turns, k=len(turns))) for _ in range(RESAMPLES)]
    return f"{ratio(turns):.2f} ({quantile(resampled, 0.025):.2f} to {quantile(resampled, 0.975):.2f})"


def main() -> None:
    """Start a server, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("hints", "reviews", "load"))
    parser.add_argument("game", nargs="?", default="farkle")
    parser.add_argument("--count", type=int, help="hints (100), games (5), or turns without and with reviews (10)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tables.sqlite3")
        with server:
            if arguments.what == "hints":
                measure_hints(server.url, arguments.game, arguments.count or 100)
            elif arguments.what == "reviews":
                measure_reviews(server.url, arguments.game, arguments.count or 5)
            else:
                measure_load(server.url, arguments.game, arguments.count or 10)


if __name__ == "__main__":
    main()
