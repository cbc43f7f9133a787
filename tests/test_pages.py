"""What the pages say works as it stands there: code, commands, what a command prints, links."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from scripts import ladder

import knockroll.games
from knockroll.commands import read_arguments
from knockroll.games.thirty_one import rules
from knockroll.players import RANDOM

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]


def blocks(language: str) -> list[tuple[Path, str]]:
    return [
        (page, block)
        for page in PAGES
        for block in re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)
    ]


def _names(page: Path) -> dict[str, Any]:
    """What the text around the code of a page says is there already."""
    table = knockroll.Table("thirty_one", 2, seed=7)
    while page.name == "records.md" and len(table.moves) < 20:
        table.play(table.legal()[0])
    house = table.game.players[0]
    there = {"knockroll": knockroll, "table": table, "game": table.game, "house": house, "random": RANDOM}
    return {**vars(rules), **there} if page.name == "CONTRIBUTING.md" else there


ELSEWHERE: dict[str, Callable[[str], bool]] = {
    "a server has to run: tests/server/{test_client,api/test_invitations}.py": lambda block: (
        "knockroll.client" in block
    ),
    "a program that is started: tests/lab/arena/test_process.py": lambda block: "sys.stdin" in block,
}
RUN_AS_A_WHOLE = {
    "lab.md": "tests/test_tour.py",
    "first-bot.md": "tests/test_guides.py",
    "own-game.md": "tests/test_own_game.py",
}
"""Pages whose blocks build on each other, and the test that follows them."""
CODE = [
    (page, block)
    for page, block in blocks("python")
    if page.name not in RUN_AS_A_WHOLE
    if not any(is_it(block) for is_it in ELSEWHERE.values())
]


@pytest.mark.parametrize(("page", "block"), CODE, ids=[f"{page.name}-{i}" for i, (page, _) in enumerate(CODE)])
def test_code_runs(page: Path, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what it writes is its own business
    names = _names(page) if page.name in ("CONTRIBUTING.md", "records.md") else {}
    exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("name", [module.name for module in iter_modules(knockroll.games.__path__)])
def test_the_page_of_players_says_how_they_play(name: str) -> None:
    """The words are those of the code: python -m scripts.ladder writes them."""
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    findings = (ROOT / "docs" / "players" / f"{name}.txt").read_text(encoding="utf-8")
    for paragraph in (*ladder.introductions(knockroll.get_game(name)), findings):
        assert paragraph.strip() in page


def _commands() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        found += [(page.name, command) for command in re.findall(r"`(knockroll [^`\n]* [^`\n]+)`", page.read_text())]
    for page, block in (*blocks("sh"), *blocks("shell"), *blocks("console")):
        for line in block.replace("\\\n", " ").splitlines():
            command = re.search(r"(?:^|\| |\$ )(knockroll .*)", line)
            if command is not None:
                found.append((page.name, command[1]))
    return found


@pytest.mark.parametrize(("page", "command"), _commands())
def test_commands_are_understood(page: str, command: str) -> None:
    read_arguments(shlex.split(command, comments=True)[1:])


NOT_RUN = {
    "make": "sets up a machine, as .ci/run does",
    "pip": "needs a package index; tests/packaging installs the wheel",
    "openapi-python-client": "tests/server/api/test_generated_clients.py, from a file",
    "npx": "the same",
    "pg_dump": "would copy a database of the reader; tests/server/admin/test_admin.py has the advice",
    "pg_restore": "the same",
    "docker": "not everyone has it; tests/deploy checks the files",
    "caddy": "tests/deploy/test_proxies.py",
    "ray": "a cluster of machines: tests/lab/on_a_ray_cluster.py",
    "python -m scripts.fit": "takes minutes; tests/lab/test_fit.py has a smaller one",
    "python -m scripts.appraise": "the same; tests/lab/test_appraisal.py",
    "redis-server": "tests/server/cluster starts its own",
    "node": "tests/test_guides.py",
    "#": "a comment",
    "python -m knockroll.testing": "tests/test_own_game.py",
    "server=": "the curl example: tests/server/test_client.py",
    **dict.fromkeys(("export", "for", "done", "KNOCKROLL_HOST="), "the shell around a command that is checked"),
}
"""How lines begin that no test on this page runs, and why."""


FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_every_block_is_run_or_says_why_not() -> None:
    """Python runs here or in a test that follows its page; commands of knockroll are understood; JSON is JSON."""
    unknown = []
    for page in PAGES:
        for language, block in FENCE.findall(page.read_text()):
            if language in ("sh", "shell") and not block.startswith("server="):
                lines = [line.strip() for line in block.replace("\\\n", " ").splitlines() if line.strip()]
                known = ("knockroll ", *NOT_RUN)
                unknown += [line for line in lines if not line.startswith(known) and "| knockroll" not in line]
            if language == "json" and "…" not in block:
                assert _is_json(block)
            if language == "js":
                assert page.name in ("first-bot.md", "front-end.md"), "tests/test_guides.py runs those"
            if not language:
                assert page.name in ("architecture.md", "records.md"), "drawings, and a position as text"
    assert unknown == []


def _is_json(block: str) -> bool:
    """Whether a block is JSON: one value, or one on each line."""
    try:
        json.loads(block)
    except ValueError:
        return all(json.loads(line) for line in block.splitlines())
    return True


def test_what_a_command_prints(tmp_path: Path) -> None:
    """Lines are left out where the page says …; the others come in this order."""
    ((_, block),) = blocks("console")
    command, *shown = block.splitlines()
    script = command.removeprefix("$ ").replace("knockroll ", f"{shlex.quote(sys.executable)} -m knockroll ")
    there = {**os.environ, "KNOCKROLL_DATA": str(tmp_path)}
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=120, env=there)
    printed = iter(ran.stdout.splitlines())
    for line in shown:
        assert line == "…" or line in printed, f"{line!r} is not printed there:\n{ran.stdout}{ran.stderr}"


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
