"""The page as it is sent: its modules as one script, its style sheets as one, named by a hash of their content.

The page is written in native modules and runs without a build step. But some sixty files are sixty requests, which is
slow on a slow connection. So the server bundles them when it starts: every module becomes a function that is called
once, in the order of their imports, and returns what it exports. A file named by its content never changes, so browsers
cache it forever. Lines stay where they are, and a source map lets a browser's tools show the modules as they were
written.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from knockroll.server.pages.fonts import FORMAT, face_rule

PLACE = "assets"
"""The path of files that are named by their content."""

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.M)
_NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*", re.M)
_COMMENT = re.compile(r"^ */\*\*.*?\*/$", re.M | re.S)
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/([^"]+)">\n)+')
_STYLE = re.compile(r'href="/([^"]+)"')
_SCRIPT = re.compile(r'<script type="module" src="/([^"]+)"></script>')
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_SPACE = re.compile(r"\s+")
_AROUND_SIGNS = re.compile(r" ?([{};,]) ?")
"""Space that style sheets do not need: a seventh of their compressed size."""
_SAME_COLUMN_NEXT_LINE = "AACA"
"""A source map's code for: the next line of the same file."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    media_type: str


class Bundle:
    """A front end's page, and the files it uses, by path without a leading slash."""

    def __init__(self, web: Path, font: bytes | None = None) -> None:
        """Bundle the files of a folder, with a display typeface if there is one."""
        self.assets: dict[str, Asset] = {}
        page = (web / "index.html").read_text()
        pictures = {path.name: self._add(path.name, path.read_bytes()) for path in sorted(web.glob("*.svg"))}
        face = "" if font is None else face_rule(self._add(f"display.{FORMAT}", font))
        style = self._add("page.css", (face + _join_styles(web, page)).encode())
        script = _SCRIPT.search(page)
        if script is None:
            raise ValueError(f"{web / 'index.html'} has no module script")
        code, source_map = Modules(web, web / script[1]).join()
        for name, address in pictures.items():
            code = code.replace(f'"/{name}"', f'"{address}"')
            page = page.replace(f'"/{name}"', f'"{address}"')
        map_address = self._add("page.js.map", source_map.encode())
        program = self._add("page.js", f"{code}//# sourceMappingURL={map_address}\n".encode())
        page = _STYLES.sub(f'<link rel="stylesheet" href="{style}">\n', page, count=1)
        self.page = page.replace(script[0], script[0].replace(f"/{script[1]}", program)).encode()

    def page_with(self, name: str, document: bytes) -> bytes:
        """The page with a JSON document in it, which its script finds by this name."""
        data = document.replace(b"<", rb"\u003c")  # so that nothing in it ends the element
        return self.page.replace(
            b"</body>", b'<script type="application/json" id="%b">%b</script>\n</body>' % (name.encode(), data)
        )

    def _add(self, name: str, body: bytes) -> str:
        """Add a file under a name made from its content; return its address."""
        stem, _, suffix = name.partition(".")
        path = f"{PLACE}/{stem}.{hashlib.sha256(body).hexdigest()[:16]}.{suffix}"
        self.assets[path] = Asset(body, mimetypes.guess_type(name)[0] or "application/json")
        return f"/{path}"


def _join_styles(web: Path, page: str) -> str:
    links = _STYLES.search(page)
    styles = "\n".join((web / path).read_text() for path in _STYLE.findall(links[0])) if links else ""
    return _AROUND_SIGNS.sub(r"\1", _SPACE.sub(" ", _CSS_COMMENT.sub("", styles)))


class Modules:
    """The modules of a page, each after the ones it imports."""

    def __init__(self, web: Path, first: Path) -> None:
        """Read the first module, and all modules it needs."""
        self.web = web
        self.texts: dict[Path, str] = {}
        self._read(first.resolve(), ())

    def _read(self, path: Path, importing: tuple[Path, ...]) -> None:
        if path in self.texts:
            return
        if path in importing:
            circle = " -> ".join(self._address(one) for one in (*importing[importing.index(path) :], path))
            raise ValueError(f"circular import: {circle}")
        text = path.read_text()
        for _, other in _IMPORT.findall(text):
            self._read((path.parent / other).resolve(), (*importing, path))
        self.texts[path] = text

    def join(self) -> tuple[str, str]:
        """One script made of all modules, and its source map."""
        parts, sections, line = [], [], 0
        for path, text in self.texts.items():
            part = self._as_function(path, text)
            lines = part.count("\n")
            address = self._address(path)
            mappings = ";".join(["AAAA", *[_SAME_COLUMN_NEXT_LINE] * (lines - 1)])
            content = {"version": 3, "sources": [address], "sourcesContent": [text], "names": [], "mappings": mappings}
            sections.append({"offset": {"line": line, "column": 0}, "map": content})
            parts.append(part)
            line += lines
        return "".join(parts), json.dumps({"version": 3, "sections": sections})

    def _as_function(self, path: Path, text: str) -> str:
        """A module as a function, which takes its imports from the functions before and returns its exports."""
        exported = [name for _, name in _EXPORT.findall(text)]
        text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
        text = _IMPORT.sub(lambda found: self._as_constants(path, *found.groups()), text)
        text = _EXPORT.sub(r"\1", text)
        if other := _NOT_UNDERSTOOD.search(text):
            raise ValueError(f"{self._address(path)}: {other[0]!r} is not an import or export that can be bundled")
        return f"const {self._name(path)} = (() => {{ {text}return {{ {', '.join(exported)} }}; }})();\n"

    def _as_constants(self, path: Path, names: str, other: str) -> str:
        target = self._name((path.parent / other).resolve())
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {target};"
        return f"const {names.replace(' as ', ': ')} = {target};"

    def _address(self, path: Path) -> str:
        return f"/{path.relative_to(self.web.resolve()).as_posix()}"

    def _name(self, path: Path) -> str:
        """The name of a module within the script. No name in the modules begins with a dollar sign."""
        return re.sub(r"\W", "_", f"${self._address(path)}").replace("_", "$", 1)
