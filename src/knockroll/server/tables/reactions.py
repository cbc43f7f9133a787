"""What people at a table can say to each other: a fixed set, so that nobody can be insulted or tricked."""

from __future__ import annotations

import msgspec


class Reaction(msgspec.Struct, frozen=True):
    """Something that can be said."""

    name: str
    """What a message calls it."""
    words: str
    """What is said."""
    symbol: str
    """One character that the usual fonts have."""


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
"""By name; the order is the one in which they are offered."""
