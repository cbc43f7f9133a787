"""Why a server cannot start, or why its database cannot be administered."""

from __future__ import annotations

from knockroll.engine.errors import KnockrollError


class CannotServe(KnockrollError):
    """The table server cannot start: its port is taken, or its database cannot be used."""


class CannotAdminister(KnockrollError):
    """``knockroll admin`` cannot do something with a database; the message says what would work."""
