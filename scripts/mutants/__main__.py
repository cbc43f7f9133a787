"""Try mutants: ``python -m scripts.mutants --sample 200 --seed 1`` can be interrupted and continued.

Mutants that were noticed are stored in ``.mutants`` and not tried again unless their source changes; the others are
tried again each time, because there may be a new test. Mutants that make no difference are listed in
``tests/mutants.toml``, with a reason.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import Counter
from pathlib import Path

from bench.report import Section, keep
from rich.progress import Progress

from scripts.mutants.making import Mutant, Place, make, places, sample
from scripts.mutants.trying import Copy, copied

PROJECT = Path(__file__).parents[2]
PACKAGE = Path("src/knockroll")
ENGINE = ("cards", "chance", "dice", "events", "grammar", "melds", "options", "state", "stream", "telling", "views")
WORDS = ("reading", "showing")
EQUIVALENT = PROJECT / "tests" / "mutants.toml"
NOTICED = PROJECT / ".mutants" / "noticed.jsonl"
FATES = ("noticed", "equivalent", "survived")


def sources() -> list[Path]:
    """Return the sources to make errors in: all games except their texts, and the engine below them."""
    rooms = sorted(file.relative_to(PROJECT) for file in (PROJECT / PACKAGE / "games").glob("*/*.py"))
    rules = [file for file in rooms if file.stem not in WORDS]
    return [*rules, *(PACKAGE / "engine" / f"{name}.py" for name in ENGINE)]


def equivalents() -> set[tuple[str, str, str]]:
    """Return the mutants that make no difference, as (path, was, becomes) without blanks."""
    listed = tomllib.loads(EQUIVALENT.read_text())["equivalent"]
    return {_without_blanks(entry["path"], entry["was"], entry["becomes"]) for entry in listed}


def _without_blanks(path: Path | str, was: str, becomes: str) -> tuple[str, str, str]:
    return str(path), "".join(was.split()), "".join(becomes.split())


def main() -> None:
    """Take a sample, try it, print what was not noticed, and write the figure to bench/results.md."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("sources", nargs="*", type=Path, help="default: the games and the engine below them")
    parser.add_argument("--sample", type=int, help="number of places, one error at each (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    arguments = parser.parse_args()
    found = [place for path in arguments.sources or sources() for place in places(PROJECT, path)]
    chosen = sample(found, arguments.sample, arguments.seed)
    section = _report(found, _try_all(chosen, arguments.seed), arguments.seed)
    section.show()
    if not arguments.sources:
        keep(section)


def _try_all(chosen: list[Place], seed: int) -> Counter[tuple[str, str]]:
    """Return how many mutants of each room were noticed, are equivalent, or survived."""
    noticed, harmless = _remembered(), equivalents()
    fates: Counter[tuple[str, str]] = Counter()
    with copied(PROJECT) as copy, Progress() as progress:
        for place in progress.track(chosen, description="Trying mutants"):
            mutant = make(PROJECT, place, seed)
            if mutant is None:
                continue
            if mutant.key in noticed:
                fate = "noticed"
            elif _without_blanks(mutant.path.relative_to(PACKAGE), mutant.was, mutant.becomes) in harmless:
                fate = "equivalent"
            else:
                fate = _try(copy, mutant)
            if fate == "survived":
                progress.console.print(f"not noticed: {mutant}", markup=False, highlight=False, soft_wrap=True)
            fates[place.room, fate] += 1
    return fates


def _try(copy: Copy, mutant: Mutant) -> str:
    by = copy.notices(mutant)
    if not by:
        return "survived"
    NOTICED.parent.mkdir(exist_ok=True)
    with NOTICED.open("a") as file:
        print(json.dumps({"key": mutant.key, "mutant": str(mutant), "by": by}), file=file)
    return "noticed"


def _remembered() -> set[str]:
    """Return the keys of mutants that were noticed before."""
    if not NOTICED.exists():
        return set()
    return {json.loads(line)["key"] for line in NOTICED.read_text().splitlines()}


def _report(found: list[Place], fates: Counter[tuple[str, str]], seed: int) -> Section:
    rooms = Counter(place.room for place in found)
    rows = [[room, f"{rooms[room]:,}", *(str(fates[room, fate]) for fate in FATES)] for room in sorted(rooms)]
    sums = [sum(fates[room, fate] for room in rooms) for fate in FATES]
    rows.append(["all", f"{len(found):,}", *map(str, sums)])
    title = f"Mutants: {sum(sums)} small errors, each in a different place (seed {seed})"
    note = "Equivalent errors are those that no test could notice; tests/mutants.toml says why."
    return Section(title, [*rows], ("room", "places", *FATES), [note])


if __name__ == "__main__":
    main()
