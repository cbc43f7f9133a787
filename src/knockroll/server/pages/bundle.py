"""The page as it is sent: its modules as one script, its style sheets as one, named by a hash of their content.

The page is written in native modules and runs without a build step. But almost a hundred files are as many requests,
which is slow on a slow connection. So the server bundles them when it starts: every module becomes a function that is
called once, in the order of their imports, and returns what it exports. What a module loads by ``import("…")`` becomes
another script, which is sent when it is needed; it gets the modules that it shares with the first one as arguments. A
file named by its content never changes, so browsers cache it forever. Lines stay where they are, and a source map lets
a browser's tools show the modules as they were written.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knockroll.server.pages.fonts import FORMAT, face_rule

PLACE = "assets"
"""The path of files that are named by their content."""

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";$', re.M)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.M)
_NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*", re.M)
_COMMENT = re.compile(r"^ */\*\*.*?\*/$", re.M | re.S)
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/([^"]+)">\n)+')
_STYLE = re.compile(r'href="/([^"]+)"')
_SCRIPT = re.compile(r'<script type="module" src="/([^"]+)"></script>')
_INDENTATION = re.compile(r"^ +", re.M)
"""Indentation, a thirtieth of the compressed size of the script."""
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
        modules = Modules(web, web / script[1])
        later = {
            first: self._add_script(f"{first.stem}.js", modules.join_later(first), pictures) for first in modules.later
        }
        program = self._add_script("page.js", modules.join(later), pictures)
        for name, address in pictures.items():
            page = page.replace(f'"/{name}"', f'"{address}"')
        page = _STYLES.sub(f'<link rel="stylesheet" href="{style}">\n', page, count=1)
        self.page = page.replace(script[0], script[0].replace(f"/{script[1]}", program)).encode()

    def page_with(self, name: str, document: bytes) -> bytes:
        """The page with a JSON document in it, which its script finds by this name."""
        data = document.replace(b"<", rb"\u003c")  # nothing in the document can end the element
        return self.page.replace(
            b"</body>", b'<script type="application/json" id="%b">%b</script>\n</body>' % (name.encode(), data)
        )

    def _add_script(self, name: str, script: Script, pictures: dict[str, str]) -> str:
        """Add a script and its source map; return the script's address."""
        code = script.code
        for picture, address in pictures.items():
            code = code.replace(f'"/{picture}"', f'"{address}"')
        map_address = self._add(f"{name}.map", script.source_map.encode())
        return self._add(name, f"{code}//# sourceMappingURL={map_address}\n".encode())

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


@dataclass(frozen=True)
class Script:
    """Modules as one script."""

    code: str
    source_map: str


def _bare(text: str) -> str:
    """A module without its documentation, which contains imports of types."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


class Modules:
    """The modules of a page, each after the ones it imports."""

    def __init__(self, web: Path, first: Path) -> None:
        """Read the first module, and all modules it needs, now or later."""
        self.web = web
        self.texts: dict[Path, str] = {}
        """The modules that the page needs at once."""
        self.later: dict[Path, dict[Path, str]] = {}
        """For each module that is loaded later: the modules that only it needs."""
        self._read(first.resolve(), (), self.texts)
        for target in self._loaded_later(self.texts):
            self.later[target] = {}
            self._read(target, (), self.later[target])
        self._move_what_is_shared()

    def _read(self, path: Path, importing: tuple[Path, ...], texts: dict[Path, str]) -> None:
        if path in self.texts or path in texts:
            return
        if path in importing:
            circle = " -> ".join(self._address(one) for one in (*importing[importing.index(path) :], path))
            raise ValueError(f"circular import: {circle}")
        text = path.read_text()
        for _, other in _IMPORT.findall(text):
            self._read((path.parent / other).resolve(), (*importing, path), texts)
        texts[path] = text

    def _loaded_later(self, texts: dict[Path, str]) -> list[Path]:
        found = [
            (path.parent / other).resolve() for path, text in texts.items() for other in _LATER.findall(_bare(text))
        ]
        return [target for target in dict.fromkeys(found) if target not in self.texts]

    def _move_what_is_shared(self) -> None:
        """Move modules that two later scripts need into the first script."""
        first = self.texts.popitem()  # the first module imports all others
        everything = [path for texts in self.later.values() for path in texts]
        for texts in self.later.values():
            for path in [path for path in texts if everything.count(path) > 1]:
                self.texts[path] = texts.pop(path)
            if nested := self._loaded_later(texts):
                raise ValueError(f"{self._address(nested[0])}: what is loaded later cannot load anything later")
        self.texts.update([first])

    def join(self, addresses: dict[Path, str]) -> Script:
        """One script made of all modules that are needed at once, given the addresses of the others."""
        functions = {}
        for path, text in self.texts.items():
            functions[path] = self._as_function(path, text)
            for other in set(_LATER.findall(functions[path])):
                target = (path.parent / other).resolve()
                shared = ", ".join(self._name(one) for one in self._needed_by(target))
                loading = f'import("{addresses[target]}").then((script) => script.default({{ {shared} }}))'
                functions[path] = functions[path].replace(f'import("{other}")', loading)
        return self._join(functions, self.texts)

    def join_later(self, first: Path) -> Script:
        """One script made of the modules that only one module needs, which is loaded later."""
        texts = self.later[first]
        shared = ", ".join(self._name(one) for one in self._needed_by(first))
        head = f"let made;\nexport default ({{ {shared} }}) => (made ??= (() => {{\n"
        functions = {path: self._as_function(path, text) for path, text in texts.items()}
        return self._join(functions, texts, head, f"return {self._name(first)}; }})());\n")

    def _needed_by(self, first: Path) -> list[Path]:
        """The modules of the first script that a later script imports."""
        imported = {
            (path.parent / other).resolve()
            for path, text in self.later[first].items()
            for _, other in _IMPORT.findall(text)
        }
        return [path for path in self.texts if path in imported]

    def _join(self, functions: dict[Path, str], texts: dict[Path, str], head: str = "", foot: str = "") -> Script:
        sections, line = [], head.count("\n")
        for path, function in functions.items():
            lines = function.count("\n")
            mappings = ";".join(["AAAA", *[_SAME_COLUMN_NEXT_LINE] * (lines - 1)])
            source: dict[str, Any] = {"version": 3, "sources": [self._address(path)], "sourcesContent": [texts[path]]}
            sections.append(
                {"offset": {"line": line, "column": 0}, "map": source | {"names": [], "mappings": mappings}}
            )
            line += lines
        code = "".join([head, *functions.values(), foot])
        return Script(code, json.dumps({"version": 3, "sections": sections}))

    def _as_function(self, path: Path, text: str) -> str:
        """A module as a function, which takes its imports from the functions before and returns its exports."""
        exported = [name for _, name in _EXPORT.findall(text)]
        text = _bare(text)
        text = _IMPORT.sub(lambda found: self._as_constants(path, *found.groups()), text)
        text = _EXPORT.sub(r"\1", text)
        if other := _NOT_UNDERSTOOD.search(text):
            raise ValueError(f"{self._address(path)}: {other[0]!r} is not an import or export that can be bundled")
        text = _INDENTATION.sub("", text)  # no text in the modules goes over several lines
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
