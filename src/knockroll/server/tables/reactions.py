"""The reactions that people at a table can send: a fixed set, with which no one can insult or trick others."""

from __future__ import annotations

import msgspec


class Reaction(msgspec.Struct, frozen=True):
    """A reaction that people can send."""

    name: str
    """The reaction's name, as used in messages."""
    words: str
    """The words to show."""
    symbol: str
    """A character to show, which the usual fonts have."""


REACTIONS = {
    reaction.name: reaction
    for reaction in (
        Reaction("hello", "Hello!", "☼"),
        Reaction("well_played", "Well played!", "★"),
        Reaction("lucky", "Lucky!", "☘"),
        Reaction("ouch", "Ouch!", "⚡"),
        Reaction("oops", "Oops!", "☹"),
        Reaction("ha", "Ha ha!", "☺"),
        Reaction("thinking", "Let me think.", "…"),
        Reaction("good_game", "Good game!", "✌"),
    )
}
"""By name, in the order in which they are offered."""
