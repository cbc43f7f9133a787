"""How sessions begin: anew, from a save, or at an online table."""

from __future__ import annotations

from pathlib import Path

from knockroll.engine.errors import KnockrollError
from knockroll.terminal.recording import Recording
from knockroll.terminal.saves import last_unfinished, open_save
from knockroll.terminal.session import LocalSession


class NothingToResume(KnockrollError):
    """There is no unfinished game."""


def resume_session(path: Path | None = None, allow_commands: bool = False) -> LocalSession:
    """Go on with a saved game, by default with the last one that is not over; programs only if they are allowed."""
    if path is None:
        path = last_unfinished()
        if path is None:
            raise NothingToResume("there is no unfinished game to resume: begin one with 'knockroll play'")
    saved = open_save(path, allow_commands)
    session = LocalSession(saved.table, saved.players, saved.save)
    session.catch_up(Recording(saved.document).last_hand(session.seat))
    return session
