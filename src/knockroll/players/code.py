"""Players that are named by what runs them.

``cmd:COMMAND`` is a program, ``module:function`` is Python, ``learned:FILE`` a network that ``knockroll train`` made.

Only someone who may run programs on this machine may name one of these: a person at the command line, a script. A name
from a file or from the network is looked up by :func:`knockroll.players.known_player`, which accepts neither.
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
    """Whether a name is that of something in a Python module."""
    return not is_program(name) and not is_learned(name) and _FUNCTION.fullmatch(name.strip()) is not None


def is_learned(name: str) -> bool:
    """Whether a name is that of a file in which a learned player is."""
    return name.strip().startswith(LEARNED)


def is_code(name: str) -> bool:
    """Whether a name says what to run, rather than which known player is meant."""
    return is_program(name) or is_learned(name) or is_function(name)


def load_learned(game: Game, name: str) -> Bot:
    """The rule that ``learned:FILE`` is."""
    # What reads the file is of the lab, which knows players, so it is looked up only here, as an entry point would be.
    bot: Bot = importlib.import_module("knockroll.lab.learning.player").load(game, name.strip().removeprefix(LEARNED))
    return bot


def load_function(name: str) -> Any:
    """Load ``module:function``, also from the current folder. A rule there gets that name."""
    module, _, attribute = name.strip().partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except AttributeError:
        raise UnknownPlayer(f"the module {module} has nothing called {attribute!r}") from None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise UnknownPlayer(f"{name!r} cannot be loaded: {error}") from error  # it needs something that is missing
        raise UnknownPlayer(f"there is no module {module!r}, neither installed nor in {here}") from None
    except Exception as error:
        raise UnknownPlayer(f"{name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    return replace(found, name=name.strip()) if isinstance(found, Bot) else found


def short_name(name: str) -> str:
    """A name for the table: of a program or a learned player its file's, of a function its own, else the whole."""
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
