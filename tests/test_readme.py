"""The code in the README runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.strip().split("\n")[0] for block in BLOCKS])
def test_code_block(block: str) -> None:
    exec(compile(block, str(README), "exec"), {})


def test_every_link_leads_somewhere() -> None:
    for page in [README, *README.parent.glob("docs/**/*.md"), README.parent / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
