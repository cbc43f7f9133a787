"""Measure reviews and hints through a server: ``python -m scripts.review_serving hints|load [GAME]``.

``hints`` plays at a practice table and asks for a hint before each move: how long the answer takes, with warm code.
``load`` lets people play against computers over HTTP, in turns without and with a review under way: how long a move
takes, and the ratio of the two. A server's other clients share the machine with it, so ratios tell more than times.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

from knockroll.client import Client, RemoteSeat, ServerError
from knockroll.engine.game import find_game
from scripts.review_figures import SEATS, VARIANTS, records
from scripts.serving import ServerProcess

WARM = 3
"""Hints before those that count."""
TURN_SECONDS = 6.0
PEOPLE = 4


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
    """Return the seconds that a hint took; while hints get ready on a machine where nothing is compiled yet, wait."""
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


@contextmanager
def review_under_way(url: str, game: str, wanted: bool) -> Iterator[None]:
    """Let the server review one game after the other, if that is wanted."""
    ends = threading.Event()

    def ask() -> None:
        with Client(url, timeout=300.0) as server:
            for number, record in enumerate(records(find_game(game), 7, 1000)):
                for _ in server.review(dict(record), number % SEATS[game]):
                    if ends.is_set():
                        return

    asking = threading.Thread(target=ask, daemon=True)
    if wanted:
        asking.start()
    try:
        yield
    finally:
        ends.set()
        if wanted:
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
    """Print how long a move takes without and with a review under way, in turns."""
    found: dict[bool, list[float]] = {False: [], True: []}
    with Client(url, timeout=300.0) as server:  # compile before anything is measured
        for record in records(find_game(game), 6, 1):
            for _ in server.review(dict(record), 0):
                pass
    play_for(url, game, 2.0, 0)
    for turn in range(turns):
        for reviewing in (False, True) if turn % 2 else (True, False):
            with review_under_way(url, game, reviewing):
                found[reviewing] += play_for(url, game, TURN_SECONDS, turn + 1)
    for reviewing, times in found.items():
        print(
            f"{game}, {'beside a review' if reviewing else 'no review'}: {len(times)} moves of {PEOPLE} people,"
            f" median {1000 * quantile(times, 0.5):.1f} ms, p99 {1000 * quantile(times, 0.99):.1f} ms"
        )
    ratios = [quantile(found[True], share) / quantile(found[False], share) for share in (0.5, 0.99)]
    print(f"{game}: beside a review the median is {ratios[0]:.2f} times as long, p99 {ratios[1]:.2f} times")


def main() -> None:
    """Start a server, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("hints", "load"))
    parser.add_argument("game", nargs="?", default="farkle")
    parser.add_argument("--count", type=int, default=200, help="hints, or turns without and with reviews")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tables.sqlite3")
        with server:
            measure = measure_hints if arguments.what == "hints" else measure_load
            measure(server.url, arguments.game, arguments.count)


if __name__ == "__main__":
    main()
