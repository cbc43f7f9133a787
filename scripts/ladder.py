"""Write docs/players.md: the players, and a ladder for each game with figures and plots.

``python -m scripts.ladder`` updates all games; name some games to update only those. Further findings about a game's
players are in ``docs/players/GAME.txt`` and are copied into the page. Run it where ``docs`` is.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator
from pathlib import Path

from knockroll import arena
from knockroll.engine.game import Game, game_names, get_game
from knockroll.lab.arena.plot import draw
from knockroll.lab.arena.result import MatchResult
from knockroll.players import find_bot, player_names
from knockroll.players.player import Bot

SEED = 2026
OPENING = """# The computer players

<!-- Made by: python -m scripts.ladder -->

A player receives a view (everything its seat may know) and returns a move. It never sees the table itself.

```python
import knockroll

table = knockroll.Table("thirty_one", seed=7)
player = knockroll.player("thirty_one", "House")
table.play(player.choose(table.view(table.turn)))
```

## How they are measured

`knockroll arena` plays whole games. Every deal is played once for each rotation of the seats, so that each player holds
the same cards and luck cancels. *Won* is the share of games won (a shared win counts as a share), with a 95% interval
computed from the deals. The *rating* is on Elo's scale: 400 points more means ten times the odds of winning, and 1500
is the mean of the field. It is fitted to all games at once, because these players do not change over time. Its 95%
interval says how precisely a player is rated against the rest of the field; players whose intervals overlap may be
equally good. The time is that of one interpreted move at a table. Beside each plot is the result as JSON, which
`knockroll arena --rerun FILE` plays again. Such a file may name programs (`cmd:…`), and it might not be your file; so
you are shown the programs, and they start only if you agree or say `--allow-commands` (in Python,
`allow_commands=True`).

## Your own player

A function, a rule or a program in any language can play wherever these do: [bots](bots.md).
"""


def strength_of(behind: float) -> int:
    """The strength shown for a player, from 1 to 5, by its distance in rating points from the best."""
    return next((5 - place for place, most in enumerate((30, 100, 250, 500)) if behind < most), 1)


def main() -> None:
    """Make the page."""
    parser = argparse.ArgumentParser(prog="python -m scripts.ladder", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all games")
    parser.add_argument(
        "--number", type=int, default=100_000, metavar="N", help="games for each ladder (default: 100000)"
    )
    parser.add_argument("--threads", type=int, default=2, metavar="T", help="default: 2")
    parser.add_argument("--docs", type=Path, default=Path("docs"), metavar="FOLDER", help="default: docs")
    arguments = parser.parse_args()
    make_page(arguments.docs, arguments.games or list(game_names()), arguments.number, arguments.threads)


def make_page(docs: Path, games: list[str], number: int, threads: int) -> None:
    """Write the page below ``docs``, with new ladders for these games."""
    page = docs / "players.md"
    sections = _read(page)
    for name in games:
        game = get_game(name)
        sections[game.title] = "\n".join(_section(game, docs / "players", number, threads))
    known = [get_game(name).title for name in game_names()]
    text = "\n".join([OPENING, *(sections[title] for title in known if title in sections)])
    page.write_text(text.rstrip() + "\n", encoding="utf-8")


def _read(page: Path) -> dict[str, str]:
    """Return the sections of a page about games, by the titles of the games."""
    if not page.exists():
        return {}
    parts = page.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.split("\n", 1)[0]: f"## {part.rstrip()}\n" for part in parts}


def _section(game: Game, folder: Path, number: int, threads: int) -> Iterator[str]:
    bots = _bots(game)
    yield f"## {game.title}\n"
    yield from introductions(game)
    findings = folder / f"{game.name}.txt"
    if findings.exists():
        yield findings.read_text(encoding="utf-8")
    for variant, seats in _occasions(game):
        print(f"{game.title}, {seats} seats" + (f", {variant}" if variant else ""), flush=True)
        result = arena.run(
            game,
            [bot.name for bot in bots],
            seats,
            number,
            SEED,
            threads,
            variant,
            round_robin=len(bots) > seats,
            compiled=True,
            note=print,
        )
        file = "-".join([game.name, *([variant] if variant else []), str(seats)])
        folder.mkdir(parents=True, exist_ok=True)
        draw(result, folder / f"{file}.svg")
        (folder / f"{file}.json").write_text(json.dumps(result.to_dict(), indent=1) + "\n", encoding="utf-8")
        yield from _ladder(result, file)


def introductions(game: Game) -> Iterator[str]:
    """Yield each computer player of a game: its name, its character, and how it plays."""
    for bot in _bots(game):
        yield f"**{bot.name}.** *{bot.character}* {_how(bot)}\n"
    for thinker in game.thinkers:
        yield f"**{thinker.name}.** *{thinker.character}* {thinker.plays}\n"


def _bots(game: Game) -> list[Bot]:
    return [bot for bot in (find_bot(game, name) for name in player_names(game)) if bot is not None]


def _how(bot: Bot) -> str:
    """Return how a bot plays: its docstring, on one line."""
    return " ".join((inspect.getdoc(bot.choose) or "").split())


def _occasions(game: Game) -> Iterator[tuple[str | None, int]]:
    """Yield the variants and numbers of seats of the ladders: the fewest seats, and the usual number."""
    for variant in (None, *game.variants):
        most = game.variants[variant].max_seats if variant else game.max_seats
        for seats in sorted({game.min_seats, min(game.default_seats, most)}):
            yield variant, seats


def _ladder(result: MatchResult, file: str) -> Iterator[str]:
    match = result.match
    variant = f", variant `{match.variant}`" if match.variant else ""
    yield f"### {match.game.title} with {match.seats} seats{variant}\n"
    yield f"{result.games:,} games, seed {match.seed}.\n"
    yield f"| | Player | Games | Won | 95% | Mean {match.game.score_name} | Rating | 95% | ms a move |"
    yield "|--:|---|--:|--:|--:|--:|--:|--:|--:|"
    for place, standing in enumerate(result.standings, start=1):
        time, points = result.ms_per_move[standing.name], standing.mean_points
        yield (
            f"| {place} | {standing.name} | {standing.games:,} | {standing.share:.2%}"
            f" | {standing.share_low:.2%} – {standing.share_high:.2%}"
            f" | {'–' if points is None else format(points, '.2f')}"
            f" | {standing.rating:.0f} | {standing.rating_low:.0f} – {standing.rating_high:.0f}"
            f" | {'–' if time is None else format(time, '.2f')} |"
        )
    best = ", ".join(f"{standing.name} {standing.rating:.0f}" for standing in result.standings)
    yield f"\n![Ratings and head-to-head results: {best}](players/{file}.svg)\n"
    if result.unfinished:
        yield f"{result.unfinished:,} games were given up after {match.move_limit:,} moves.\n"


if __name__ == "__main__":
    main()
