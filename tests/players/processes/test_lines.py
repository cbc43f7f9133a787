"""Processes that work for this program give way to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

AUTOGROUP = Path("/proc/self/autogroup")
ASKED = (
    "import os; from knockroll.players.processes.lines import Lines; lines = Lines(7);"
    "lines.write(b'%d ' % os.nice(0) + open('/proc/self/autogroup', 'rb').read().strip())"
)


def told(leads: bool) -> list[str]:
    """The niceness of such a process, then the words about its autogroup."""
    command = [sys.executable, "-c", ASKED]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, start_new_session=leads)
    return done.stdout.decode().split()


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system shares processors by process, not by session")
def test_a_process_that_leads_a_session_makes_the_session_nice() -> None:
    """Otherwise its niceness would count for nothing: Linux shares processors among sessions first."""
    own, _, _, of_session = told(leads=True)
    assert own == of_session == str(min(19, os.nice(0) + 7))


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system shares processors by process, not by session")
def test_a_process_in_the_session_of_another_leaves_that_as_it_is() -> None:
    before = AUTOGROUP.read_text().split()
    own, *after = told(leads=False)
    assert own == str(min(19, os.nice(0) + 7)) and after == before
