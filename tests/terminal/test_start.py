"""From the command to a playable table, without loading anything slow."""

from __future__ import annotations

import json
import subprocess
import sys

import knockroll
from knockroll.terminal.model.session import seat_players

PROGRAM = """if True:
    import asyncio, json, sys
    from knockroll.commands import play as command
    from knockroll.commands import main

    def run(app):
        async def go():
            async with app.run_test(size=(80, 24)):
                while not app.screen.selection.actions:
                    await asyncio.sleep(0.005)
                heavy = [name for name in ("numba", "numpy", "httpx", "markdown_it", "fastapi") if name in sys.modules]
                print(json.dumps(heavy))
        asyncio.run(go())
        return 0

    command.run_app, command.need_terminal = run, lambda: None
    sys.exit(main(["play", "thirty_one", "--seed", "1", "--pace", "off"]))
"""


def test_a_table_is_playable_without_anything_heavy() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == []


def test_nobody_has_to_wait_for_a_slow_player_whom_they_did_not_choose() -> None:
    seated = seat_players(knockroll.get_game("thirty_one"), 9)
    assert len(seated) == 9 and not any(getattr(one, "slow", False) for one in seated)
