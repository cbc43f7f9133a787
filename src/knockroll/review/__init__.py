"""Reviews of games, decision by decision and with the luck of chance; hints; and where unseen cards probably are.

``api`` reviews a record, ``hints`` names the best moves of a view, ``beliefs`` maps the unseen cards. ``moments`` takes
a record apart into moves and chance events; ``evaluators``, and without numba ``interpreted``, estimate what moves and
positions are worth; ``factory`` chooses one of them. ``judgement`` has the statistics, ``luck`` the value of chance,
``headlines`` the summary of a seat, ``sentences`` all words, ``document`` the types of the result; ``text`` and
``page`` show it. ``process`` reviews for other programs, and ``runner`` asks it. No game is named here: see
``ReviewRules`` in ``engine/review_rules.py``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from knockroll.review.api import review
from knockroll.review.beliefs import belief_map
from knockroll.review.document import Review
from knockroll.review.hints import hint

__all__ = ["Review", "belief_map", "hint", "review"]


class _CallableModule(ModuleType):
    """This module can be called: ``knockroll.review(record)`` is short for ``knockroll.review.review(record)``."""

    def __call__(self, *arguments: Any, **named: Any) -> Review:
        return review(*arguments, **named)


sys.modules[__name__].__class__ = _CallableModule
