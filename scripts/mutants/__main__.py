"""``python -m scripts.mutants --sample 200 --seed 1``: can be interrupted and goes on where it was.

What was noticed is kept in ``.mutants`` and is not tried again unless its source changes; what was not is tried again
each time, for there may be a new test. Mutants that make no difference stand in ``tests/mutants.toml``, with a reason.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.report import Section, keep
from rich.progress import Progress

from scripts.mutants.making import Mutant, make, places, sample
from scripts.mutants.trying import Copy, copied

PROJECT = Path(__file__).parents[2]
PACKAGE = Path("src/knockroll")
ENGINE = ("cards", "chance", "dice", "events", "grammar", "melds", "options", "state", "stream", "telling", "views")
EQUIVALENT = PROJECT / "tests" / "mutants.toml"
MEMORY = PROJECT / ".mutants"


def sources() -> list[Path]:
    """What errors are made in: the rooms of all games, and the engine below them."""
    rooms = sorted(file.relative_to(PROJECT) for file in (PROJECT / PACKAGE / "games").glob("*/*.py"))
    return [*rooms, *(PACKAGE / "engine" / f"{name}.py" for name in ENGINE)]


def equivalents() -> set[tuple[str, str, str]]:
    """The mutants that make no difference, as (path, was, becomes)."""
    listed = tomllib.loads(EQUIVALENT.read_text())["equivalent"]
    return {(entry["path"], entry["was"], entry["becomes"]) for entry in listed}


def main() -> None:
    """Take a sample, try it, say what was not noticed, and keep the figure in bench/results.md."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("sources", nargs="*", type=Path, help="default: the games and the engine below them")
    parser.add_argument("--sample", type=int, help="so many places, one error at each (default: all places)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    arguments = parser.parse_args()
    found = [place for path in arguments.sources or sources() for place in places(PROJECT, path)]
    made = (make(PROJECT, place, arguments.seed) for place in sample(found, arguments.sample, arguments.seed))
    mutants = [mutant for mutant in made if mutant is not None]
    fates = _try_all(mutants)
    section = _report(len(found), mutants, Counter(fates.values()), arguments.seed)
    section.show()
    if not arguments.sources:
        keep(section)


def _try_all(mutants: list[Mutant]) -> dict[str, str]:
    """What became of each mutant, by its key: noticed, equivalent or survived."""
    noticed, harmless = _remembered(), equivalents()
    fates = {}
    with copied(PROJECT) as copy, Progress() as progress:
        for mutant in progress.track(mutants, description="Trying mutants"):
            if mutant.key in noticed:
                fates[mutant.key] = "noticed"
            elif (str(mutant.path.relative_to(PACKAGE)), mutant.was, mutant.becomes) in harmless:
                fates[mutant.key] = "equivalent"
            else:
                fates[mutant.key] = _try(copy, mutant)
                if fates[mutant.key] == "survived":
                    progress.console.print(f"not noticed: {mutant}", markup=False, highlight=False, soft_wrap=True)
    return fates


def _try(copy: Copy, mutant: Mutant) -> str:
    copy.measure(mutant.path)
    by = copy.notices(mutant)
    if not by:
        return "survived"
    MEMORY.mkdir(exist_ok=True)
    with (MEMORY / "noticed.jsonl").open("a") as file:
        print(json.dumps({"key": mutant.key, "mutant": str(mutant), "by": by}), file=file)
    return "noticed"


def _remembered() -> set[str]:
    """The keys of mutants that were noticed before."""
    return set(_read_memory()) if (MEMORY / "noticed.jsonl").exists() else set()


def _read_memory() -> Iterator[str]:
    for line in (MEMORY / "noticed.jsonl").read_text().splitlines():
        yield json.loads(line)["key"]


def _report(places: int, mutants: list[Mutant], fates: Counter[str], seed: int) -> Section:
    by_room = Counter(_room(mutant.path) for mutant in mutants)
    row = [f"{len(mutants):,} of {places:,}", str(seed), *(f"{fates[fate]:,}" for fate in FATES)]
    note = "One small error at each place of a sample, places by room: "
    note += ", ".join(f"{room} {count}" for room, count in sorted(by_room.items()))
    head = ("places", "seed", *FATES)
    return Section(
        "Mutants: small errors in rules, views, players and the engine below them", [row], head, [f"{note}."]
    )


def _room(path: Path) -> str:
    return path.parent.name


FATES = ("noticed", "equivalent", "survived")

if __name__ == "__main__":
    main()
