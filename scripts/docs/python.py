"""Pages about the Python API: which names are on which page. Their text comes from docstrings."""

from __future__ import annotations

from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

from msgspec import Struct

import knockroll
from knockroll.engine import errors
from knockroll.lab import arena

ERRORS = [name for name in knockroll.__all__ if hasattr(errors, name)]

PAGES: dict[str, tuple[str, str, dict[str, list[str]]]] = {
    "table": (
        "Tables",
        "A table is one running game.",
        {"knockroll": ["Table", "Event", "redact", "Hand", "Result", "read_records", "write_records"]},
    ),
    "games": ("Games", "Which games there are, and what a game is.", {"knockroll": ["game_names", "get_game", "Game"]}),
    "chance": (
        "Chance",
        "``Table(…, seed=7)`` is short for ``chance=Seeded(7)``.",
        {"knockroll": ["Seeded", "Scripted", "Fair"], "knockroll.engine.chance": ["Chance", "ChanceDocument"]},
    ),
    "players": (
        "Players",
        "",
        {"knockroll": ["player", "player_names"], "knockroll.players": ["Player", "FunctionPlayer", "RulePlayer"]},
    ),
    "errors": ("Errors", "What goes wrong, and how it is said.", {"knockroll": ERRORS}),
    "records": (
        "Records and positions",
        "",
        {
            "knockroll.engine.record": ["RecordDocument", "GivenDocument", "SubstitutedDocument", "Record", "Given"],
            "knockroll.engine.snapshot": ["TableSnapshot"],
        },
    ),
    "arena": (
        "The arena",
        "",
        {
            "knockroll.lab.arena": list(arena.__all__),
            "knockroll.lab.arena.match": ["Games"],
            "knockroll.lab.arena.rating": ["share_interval"],
        },
    ),
    "lab": (
        "The lab",
        "Compiled play by the hundred thousand; it needs the extra ``lab``.",
        {
            "knockroll.lab.simulate": ["simulate", "Simulation"],
            "knockroll.lab.playout": ["play_on", "Playout"],
            "knockroll.lab.compiled": ["compile_loop"],
        },
    ),
    "review": (
        "Reviews and hints",
        "What each decision and each chance event of a game was worth; most games need the extra ``search``.",
        {
            "knockroll.review": ["review"],
            "knockroll": ["hint", "belief_map"],
            "knockroll.review.document": [
                *("Review", "DecisionReview", "Candidate", "Opinion", "ChanceReview", "CurvePoint", "SeatReview"),
                *("HandReview", "Hint", "Blunder", "BeliefMap"),
            ],
            "knockroll.review.judgement": ["ReviewBudget"],
            "knockroll.engine.review_rules": ["ReviewRules", "Reason", "Peer"],
        },
    ),
    "client": (
        "The client",
        "",
        {
            "knockroll.client": [
                *("Client", "RemoteTable", "RemoteSeat"),
                *("AsyncClient", "AsyncRemoteTable", "AsyncRemoteSeat"),
                "ServerError",
            ]
        },
    ),
    "making_games": (
        "Making games",
        "What a game is made of, for those who write one: :doc:`contributing </CONTRIBUTING>` goes through it.",
        {
            "knockroll.engine.rule": ["rule", "compiled_for", "lookup", "lowest", "row", "State"],
            "knockroll.engine.state": ["GameState", "CardState"],
            "knockroll.engine.stream": ["Stream", "open_stream", "below"],
            "knockroll.engine.options": ["Option", "number", "flag", "choice"],
            "knockroll.engine.views": [
                *("Shown", "amount", "truth", "seat", "card"),
                *("per_seat", "cards_per_seat", "seat_set"),
            ],
            "knockroll.engine.grammar": ["MoveBook"],
            "knockroll.engine.forms": ["Form"],
            "knockroll.engine.placement": ["Placement"],
            "knockroll.engine.game": ["Variant", "Showdown", "SeatRank"],
            "knockroll.players.player": ["Bot", "Thinker", "SearchRules", "GainPrior", "GainPriors", "Solution"],
        },
    ),
    "showing": ("How a game is shown", "", {"knockroll.engine.showing": [], "knockroll.engine.words": []}),
}
"""By file: the title, the opening, and names by module; an empty list stands for all names."""


def pages() -> dict[Path, str]:
    """Return the pages, and one that lists them, by path."""
    folder = Path("reference", "python")
    listed = "\n".join(f"   {name}" for name in PAGES)
    index = f"{_title('The Python API')}\n.. automodule:: knockroll\n\n.. toctree::\n   :maxdepth: 1\n\n{listed}\n"
    written = {folder / f"{name}.rst": _page(*page) for name, page in PAGES.items()}
    return {folder / "index.rst": index, **written}


def _page(title: str, opening: str, modules: dict[str, list[str]]) -> str:
    parts = [_title(title), f"{opening}\n"]
    for module, names in modules.items():
        if module != "knockroll":  # the index page describes it
            parts.append(f".. automodule:: {module}\n" + ("" if names else "   :members:\n   :undoc-members:\n"))
        parts.append(f".. py:currentmodule:: {module}\n")
        parts += [_directive(module, name) for name in names]
    return "\n".join(parts)


def _directive(module: str, name: str) -> str:
    thing = getattr(import_module(module), name)
    if not isinstance(thing, type):
        return f".. autofunction:: {module}.{name}\n"
    if issubclass(thing, Exception):
        return f".. autoexception:: {module}.{name}\n   :show-inheritance:\n"
    # Fields are listed below: repeating them as arguments would make a wall of text.
    arguments = "(**fields)" if is_dataclass(thing) or issubclass(thing, Struct) else ""
    inherited = "   :inherited-members:\n" if module == "knockroll.client" else ""  # what both clients share
    return f".. autoclass:: {module}.{name}{arguments}\n   :members:\n   :undoc-members:\n{inherited}"


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}\n"
