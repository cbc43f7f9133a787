"""The package's page on an index such as PyPI, made by the build: the README, and what is new.

An index shows no files beside the page, so links need addresses. ``KNOCKROLL_HOME`` in the environment of the build, or
``home`` in pyproject.toml, is the address of the repository, such as ``https://github.com/someone/knockroll``; links
and pictures then lead to the files of this version there, and the package lists the addresses of the project. Without
an address, pictures are left out, and a link to a file becomes the name of that file in the source distribution.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[([^]]*)\]\((?!https?:)([^)]*)\)\n+", re.MULTILINE)
_LINK_TO_FILE = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")
_ADDRESS = re.compile(r"https://[\w.-]+(/[\w.-]+)+/?")
NOTE = "Files named here are in the source distribution.\n"


def make_page(readme: str, changelog: str, home: str = "", version: str = "") -> str:
    """Return the page in Markdown; ``home`` is the address of the repository, if there is one."""
    news = changelog.replace("\n## ", "\n### ").replace("# Changelog\n", "## What is new\n", 1)
    if not home:
        page = _PICTURE.sub("", f"{readme.rstrip()}\n\n{NOTE}\n{news}")
        return _LINK_TO_FILE.sub(r"\1 (`\2`)", page)
    page = _PICTURE.sub(rf"![\1]({home}/raw/v{version}/\2)\n\n", f"{readme.rstrip()}\n\n{news}")
    return _LINK_TO_FILE.sub(rf"[\1]({home}/blob/v{version}/\2\3)", page)


def check_address(home: str) -> str:
    """Return the address of a repository without a slash at its end, or nothing."""
    if home and not _ADDRESS.fullmatch(home):
        raise ValueError(f"the address of the repository is one like https://example.org/knockroll, not {home!r}")
    return home.rstrip("/")


def addresses(home: str, version: str) -> dict[str, str]:
    """Return the addresses of the project, by the names that indexes know."""
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/v{version}/docs",
        "Changelog": f"{home}/blob/v{version}/CHANGELOG.md",
        "Source": home,
        "Issues": f"{home}/issues",
    }


class IndexPage(MetadataHookInterface):
    """The hook that hatchling calls for the dynamic fields of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the dynamic fields."""
        home = check_address(os.environ.get("KNOCKROLL_HOME") or str(self.config.get("home", "")))
        tree, version = Path(self.root), metadata["version"]
        readme, changelog = ((tree / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md"))
        metadata["readme"] = {"content-type": "text/markdown", "text": make_page(readme, changelog, home, version)}
        metadata["urls"] = addresses(home, version) if home else {}
