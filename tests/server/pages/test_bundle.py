"""The page as it is sent: put together, compressed, and cached forever by its name."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from knockroll.server.pages.bundle import Bundle
from knockroll.server.pages.fonts import display_font
from knockroll.server.pages.routes import WEB
from tests.server.helpers import Served


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    return Bundle(WEB, display_font())


def asset(bundle: Bundle, suffix: str) -> str:
    (body,) = [file.body for path, file in bundle.assets.items() if path.endswith(suffix)]
    return body.decode()


def scripts(bundle: Bundle) -> dict[str, str]:
    """The scripts by what comes before the hash in their names."""
    return {
        path.split("/")[-1].split(".")[0]: file.body.decode()
        for path, file in bundle.assets.items()
        if path.endswith(".js")
    }


def site(folder: Path, **modules: str) -> Bundle:
    """A page whose script is main.js."""
    (folder / "index.html").write_text('<script type="module" src="/main.js"></script>')
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return Bundle(folder)


def test_every_module_and_every_style_sheet_is_in_it(bundle: Bundle) -> None:
    script = "".join(scripts(bundle).values())
    for path in WEB.rglob("*.js"):
        name = "$_" + re.sub(r"\W", "_", path.relative_to(WEB).as_posix())
        assert script.count(f"const {name} = (() => {{") == 1
    face, _, styles = asset(bundle, ".css").partition("\n")
    assert face.startswith('@font-face { font-family: "Knockroll Display"; src: url("/assets/display.')
    written = "".join(
        (WEB / path).read_text() for path in re.findall(r'href="/(css/\w+\.css)"', (WEB / "index.html").read_text())
    )
    assert re.sub(r"\s", "", styles) == re.sub(r"/\*.*?\*/|\s", "", written, flags=re.DOTALL)
    assert len(re.findall("/css/", (WEB / "index.html").read_text())) == len(list(WEB.glob("css/*.css")))
    named = set(re.findall(r'"/(assets/[^"]+)"', bundle.page.decode() + script + face))
    assert named == {path for path in bundle.assets if not path.endswith(".map")}


def test_the_source_map_leads_to_the_lines_as_they_were_written(bundle: Bundle) -> None:
    for name, script in scripts(bundle).items():
        [source_map] = [
            file.body for path, file in bundle.assets.items() if re.search(rf"/{name}\.\w+\.js\.map$", path)
        ]
        check_source_map(script.splitlines(), json.loads(source_map))


def test_no_text_in_the_modules_goes_over_several_lines() -> None:
    """Lines lose their indentation in the bundle."""
    for path in WEB.rglob("*.js"):
        code = re.sub(r"/\*.*?\*/|//.*", "", path.read_text(), flags=re.S | re.M)
        assert not [text for text in re.findall(r"`[^`]*`", code) if "\n" in text], path.name


def check_source_map(lines: list[str], document: dict[str, Any]) -> None:
    assert document["version"] == 3
    for section in document["sections"]:
        (source,) = section["map"]["sources"]
        written = (WEB / source[1:]).read_text()
        assert section["map"]["sourcesContent"] == [written]
        first = section["offset"]["line"]
        mapped = section["map"]["mappings"].split(";")
        assert mapped[0] == "AAAA" and set(mapped[1:]) <= {"AACA"}
        for number, line in enumerate(written.splitlines()):
            if line and not re.match(r" *(/?\*|import|export|\} from|\w+,$)|.*(\.svg|import\()", line):
                assert lines[first + number].endswith(line.lstrip())


@pytest.mark.skipif(shutil.which("node") is None, reason="scripts/ensure-packages installs node")
def test_modules_put_together_do_what_they_did(tmp_path: Path) -> None:
    bundle = site(
        tmp_path,
        one='/** A comment. */\nlet n = 0;\nexport function next() {\n  return ++n;\n}\nexport const name = "one";\n',
        two='import { next as follow, name } from "./one.js";\nexport class Two {\n  said = name + follow();\n}\n',
        main='import * as all from "./one.js";\nimport {\n  Two,\n} from "./two.js";\nconst name = "main";\n'
        "console.log(name, all.name, new Two().said, all.next());\n",
    )
    (tmp_path / "joined.mjs").write_text(asset(bundle, ".js"))
    result = subprocess.run(["node", tmp_path / "joined.mjs"], capture_output=True, text=True, check=True)
    assert result.stdout == "main one one1 2\n"


@pytest.mark.skipif(shutil.which("node") is None, reason="scripts/ensure-packages installs node")
def test_what_is_loaded_later_is_a_script_of_its_own_and_shares_its_modules(tmp_path: Path) -> None:
    """A module that two of them need is in the first script, and only there."""
    bundle = site(
        tmp_path,
        count="let n = 0;\nexport function next() {\n  return ++n;\n}\n",
        both="export const made = [];\n",
        own='import { next } from "./count.js";\nexport const own = () => next();\n',
        some='import { own } from "./own.js";\nimport { made } from "./both.js";\nmade.push("some");\n'
        "export const page = () => [own(), ...made];\n",
        other='import { made } from "./both.js";\nexport const page = () => made;\n',
        main='/** @typedef {import("./nowhere.js").Type} Type */\nimport { next } from "./count.js";\n'
        'const some = () => import("./some.js");\nnext();\n'
        "async function run() {\n"
        '  console.log((await some()).page(), (await some()).page(), (await import("./other.js")).page());\n'
        "}\nrun();\n",
    )
    found = scripts(bundle)
    assert set(found) == {"page", "some", "other"}
    assert "next()" in found["some"] and "++n" not in found["some"] and "++n" in found["page"]
    (tmp_path / "assets").mkdir()
    for path, file in bundle.assets.items():
        (tmp_path / path).write_bytes(file.body.replace(b'import("/assets', b'import("../assets'))
        (tmp_path / path.replace(".js", ".mjs")).write_bytes((tmp_path / path).read_bytes())
    (tmp_path / "package.json").write_text('{"type": "module"}')
    [first] = (tmp_path / "assets").glob("page.*.mjs")
    result = subprocess.run(["node", first], capture_output=True, text=True, check=True)
    assert result.stdout == "[ 2, 'some' ] [ 3, 'some' ] [ 'some' ]\n"


def test_what_is_loaded_later_loads_nothing_later(tmp_path: Path) -> None:
    later = {"main": 'import("./one.js");\n', "one": 'import("./two.js");\n', "two": "export const two = 2;\n"}
    with pytest.raises(ValueError, match=r"/two\.js: what is loaded later cannot load anything later"):
        site(tmp_path, **later)


@pytest.mark.parametrize(
    "line", ["export default 3;", "export let n = 1;", 'import one from "./one.js";', 'export * from "./one.js";']
)
def test_what_cannot_be_put_together_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"/main\.js: .* can be bundled"):
        site(tmp_path, one="export const one = 1;\n", main=f"{line}\n")


def test_a_circle_of_imports_is_refused(tmp_path: Path) -> None:
    other = 'import { main } from "./main.js";\nexport const one = main;\n'
    with pytest.raises(ValueError, match=r"circular import: /main\.js -> /one\.js -> /main\.js"):
        site(tmp_path, one=other, main='import { one } from "./one.js";\nexport const main = one;\n')


def test_files_are_named_by_their_content_and_kept_for_ever(served: Served, bundle: Bundle) -> None:
    assert len(bundle.assets) == len(list(WEB.glob("*.svg"))) + 2 + 2 * len(
        scripts(bundle)
    )  # the style sheet, the typeface, the scripts and their maps
    for path, file in bundle.assets.items():
        plain = served.http.get(f"/{path}", headers={"accept-encoding": "identity"})
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert plain.content == file.body
        with served.http.stream("GET", f"/{path}", headers={"accept-encoding": "gzip"}) as answer:
            packed = b"".join(answer.iter_raw())
        if file.media_type == "font/woff":  # it is compressed as it is
            assert ("content-encoding" in answer.headers, packed) == (False, file.body)
            continue
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "accept-encoding"
        assert int(answer.headers["content-length"]) == len(packed) < len(file.body)
        assert gzip.decompress(packed) == file.body
    assert served.http.get("/assets/page.0123456789abcdef.js").status_code == 404


def test_the_page_is_asked_for_anew_and_sent_only_if_it_has_changed(served: Served) -> None:
    for path in ("/", "/table/abc", "/rules/tonk"):
        answer = served.http.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        again = served.http.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_page_has_the_games_with_it(served: Served) -> None:
    for path in ("/", "/table/abc"):
        (sent,) = re.findall(r'<script type="application/json" id="games">(.*?)</script>', served.http.get(path).text)
        assert json.loads(sent) == served.http.get("/api/games").json()


def test_a_document_cannot_end_the_element_that_it_is_in(bundle: Bundle) -> None:
    page = bundle.page_with("saying", b'{"said": "</script><!-- <script>"}').decode()
    before, sent, after = page.partition(r'id="saying">{"said": "\u003c/script>\u003c!-- \u003cscript>"}</script>')
    assert sent
    assert bundle.page.decode() == before.removesuffix('<script type="application/json" ') + after.removeprefix("\n")


def test_the_files_as_they_were_written_can_be_had_too(served: Served) -> None:
    for path in ("index.html", "js/main.js", "css/base.css"):
        answer = served.http.get(f"/{path}")
        assert answer.content == (WEB / path).read_bytes()
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/api/games", "/api/games/tonk", "/api/games/tonk/rules"])
def test_long_answers_are_compressed(served: Served, path: str) -> None:
    plain = served.http.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = served.http.get(path, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
