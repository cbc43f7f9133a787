"""Plug-ins from other packages, by entry point. A broken one is left out and reported once; the others work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_left_out: dict[tuple[str, str], tuple[str, str]] = {}
"""Group and name of every entry point that cannot be used: whose it is, and why."""


class Unfit(Exception):
    """A plug-in that loads but does not meet its contract."""


def load_plugins(group: str, wanted: Callable[[str], bool], take: Callable[[str, Any], None]) -> None:
    """Load the wanted entry points of a group and pass each to ``take``; those that raise are left out."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=group):
        if wanted(entry.name):
            try:
                take(entry.name, entry.load())
            except (Exception, SystemExit) as error:  # another package may do anything
                owner = "an unknown package" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
                _leave_out(group, entry.name, owner, error)


def _leave_out(group: str, name: str, owner: str, error: BaseException) -> None:
    import logging

    if (group, name) not in _left_out:
        reason = str(error) if isinstance(error, Unfit) else f"{type(error).__name__}: {error}"
        _left_out[group, name] = (owner, (reason.splitlines() or [""])[0])
        # goes to standard error, unless the program has a use for its own warnings
        logging.getLogger("knockroll.plugins").warning("knockroll: left out: %s", _tell(group, name))


def _tell(group: str, name: str) -> str:
    owner, reason = _left_out[group, name]
    return f"{group.rpartition('.')[2].removesuffix('s')} {name!r} of {owner}: {reason}"


def left_out() -> tuple[str, ...]:
    """Return one sentence for each plug-in that was left out."""
    return tuple(_tell(group, name) for group, name in sorted(_left_out))


def why_left_out(group: str, name: str) -> str | None:
    """Return why a plug-in was left out; None if it was not, or if there is none of that name."""
    return _left_out[group, name][1] if (group, name) in _left_out else None
