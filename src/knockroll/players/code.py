"""Players that are named by what runs them.

``cmd:COMMAND`` is a program, ``module:function`` is Python, ``learned:FILE`` a network that ``knockroll train`` made.

Only someone who may run programs on this machine, at the command line or in a script, may use these names. Names from a
file or from the network go to :func:`knockroll.players.known_player`, which accepts none of them.
"""

from __future__ import annotations

import importlib
import re
import shlex
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from knockroll.engine.errors import UnknownPlayer
from knockroll.engine.game import Game
from knockroll.players.player import Bot
from knockroll.players.processes.program import PREFIX

LEARNED = "learned:"
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def is_program(name: str) -> bool:
    """Whether a name is a command to start."""
    return name.strip().startswith(PREFIX)


def is_function(name: str) -> bool:
    """Whether a name refers to something in a Python module."""
    return not is_program(name) and not is_learned(name) and _FUNCTION.fullmatch(name.strip()) is not None


def is_learned(name: str) -> bool:
    """Whether a name refers to the file of a learned player."""
    return name.strip().startswith(LEARNED)


def is_code(name: str) -> bool:
    """Whether a name says what to run, rather than naming a known player."""
    return is_program(name) or is_learned(name) or is_function(name)


def load_learned(game: Game, name: str) -> Bot:
    """Return the rule of a ``learned:FILE``."""
    # The lab reads the file, and the lab imports players: so it is looked up here by name, like an entry point.
    bot: Bot = importlib.import_module("knockroll.lab.learning.player").load(game, name.strip().removeprefix(LEARNED))
    return bot


def load_function(name: str) -> Any:
    """Load ``module:function``, also from the current folder. A rule that is found there gets this name."""
    module, _, attribute = name.strip().partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except AttributeError:
        raise UnknownPlayer(f"the module {module} has nothing called {attribute!r}") from None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise UnknownPlayer(f"{name!r} cannot be loaded: {error}") from error  # a module that it imports is missing
        raise UnknownPlayer(f"there is no module {module!r}, neither installed nor in {here}") from None
    except Exception as error:
        raise UnknownPlayer(f"{name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    return replace(found, name=name.strip()) if isinstance(found, Bot) else found


def short_name(name: str) -> str:
    """Return a name for the table: the file's for a program or learned player, the function's, or the whole name."""
    if is_learned(name):
        return Path(name.strip().removeprefix(LEARNED)).stem
    if is_function(name):
        return name.partition(":")[2]
    if is_program(name):
        with suppress(ValueError):
            words = shlex.split(name.strip().removeprefix(PREFIX))
            script = next((word for word in words[1:] if Path(word).is_file()), None)  # what an interpreter is given
            return Path(script or words[0]).stem if words else name
    return name
