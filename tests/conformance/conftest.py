"""The games of other packages are at hand while these tests run, as if their packages were installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from knockroll.engine import game
from tests.conformance.positions import OF_OTHER_PACKAGES


@pytest.fixture(autouse=True, scope="module")
def games_of_other_packages() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for other in OF_OTHER_PACKAGES:
            patch.setitem(game._from_packages(), other.name, other)
        yield
