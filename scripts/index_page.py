"""The page of the package at an index such as PyPI, made when it is built: the README, and what is new.

An index shows no files beside the page, and the project has no address of its own yet that links could lead to. So
pictures are left out, and a link to a file becomes the name of that file in the source distribution.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
_LINK_TO_FILE = re.compile(r"\[([^]]+)\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
NOTE = "Files named here are in the source distribution.\n"


def make_page(readme: str, changelog: str) -> str:
    """The page in Markdown."""
    news = changelog.replace("\n## ", "\n### ").replace("# Changelog\n", "## What is new\n", 1)
    page = _PICTURE.sub("", f"{readme.rstrip()}\n\n{NOTE}\n{news}")
    return _LINK_TO_FILE.sub(r"\1 (`\2`)", page)


class IndexPage(MetadataHookInterface):
    """What hatchling calls for the fields that pyproject.toml says are dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill them in."""
        tree = Path(self.root)
        page = make_page((tree / "README.md").read_text("utf-8"), (tree / "CHANGELOG.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
