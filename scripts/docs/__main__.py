"""Build the site, and serve it: ``python -m scripts.docs --serve``."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import knockroll
from scripts.docs import command, games, protocol, python

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site"
BY_HAND = ("docs", "deploy", "examples", "bench/results.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Pages that are written by hand, or treated as such. They keep their relative places, so that links work."""
CONTENTS = {
    "Play": ["docs/playing", "docs/terminal", "docs/review"],
    "The rules": ["docs/rules/README", *(f"docs/rules/{name}" for name in knockroll.game_names())],
    "Build on it": [
        "docs/bots",
        "docs/players",
        "docs/api",
        "docs/records",
        "docs/fairness",
        "docs/deploying",
        "docs/scaling",
    ],
    "Reference": [
        "docs/glossary",
        "reference/games/index",
        "reference/python/index",
        "reference/http",
        "reference/live",
        "reference/structures",
        "reference/command",
    ],
    "The project": ["docs/architecture", "bench/results", "CONTRIBUTING", "CHANGELOG"],
}


def main() -> None:
    """Build the site, and serve it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m scripts.docs", description=__doc__)
    parser.add_argument("--serve", action="store_true", help="then serve it, until Ctrl-C")
    parser.add_argument("--port", type=int, default=8080, help="default: 8080")
    parser.add_argument("--output", type=Path, default=BUILT, metavar="FOLDER", help="default: build/site")
    arguments = parser.parse_args()
    build(arguments.output)
    if arguments.serve:
        serve(arguments.output, arguments.port)


def build(output: Path) -> None:
    """Build the site into a folder; any warning of Sphinx is an error."""
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        put_together(source)
        strictly = ("-q", "-W", "--keep-going")
        configured = ("-c", str(Path(__file__).parent), "-d", f"{folder}/doctrees")
        status = build_main(["-b", "html", *strictly, *configured, str(source), str(output)])
    if status:
        raise SystemExit(status)
    print(f"built {output / 'index.html'}")


def put_together(source: Path) -> None:
    """Write all pages, those by hand and those from the code, to one folder."""
    for name in BY_HAND:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, source / name)
    written = protocol.pages() | games.pages() | python.pages() | command.pages()
    pages = {path: text + _glossary(path) for path, text in written.items()}
    for path, text in {Path("index.md"): _first_page(), **pages}.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text(text, encoding="utf-8")


def _glossary(page: Path) -> str:
    """Return the last line of a reference page: where its words are explained."""
    if page.suffix == ".md":
        return f"\nThe words are explained in the [glossary]({'../' * (len(page.parts) - 1)}docs/glossary.md).\n"
    return "\nThe words are explained in the :doc:`glossary </docs/glossary>`.\n" if page.suffix == ".rst" else ""


def _first_page() -> str:
    """Return the README, with the contents of the site."""
    placed = {name for names in CONTENTS.values() for name in names}
    others = sorted(f"docs/{page.stem}" for page in (ROOT / "docs").glob("*.md") if f"docs/{page.stem}" not in placed)
    trees = [
        f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(names) + "\n```"
        for caption, names in {**CONTENTS, **({"More": others} if others else {})}.items()
    ]
    return "\n\n".join([(ROOT / "README.md").read_text("utf-8"), *trees]) + "\n"


def serve(folder: Path, port: int) -> None:
    """Serve the site on this machine."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}  (Ctrl-C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
