"""The project is written in plain English: a linter for the habits that make a text read like a translation.

It reads Markdown outside code blocks, and the docstrings, comments and string literals of the sources.
``python -m tests.test_prose [FOLDER or FILE ...]`` prints what it finds.

Why not a linter from PyPI? proselint 0.16 knows one of these habits ("for ever") and mostly asks for curly quotes.
Vale could hold the same patterns, but its package on PyPI downloads a program from GitHub when it is first run, and it
does not join a Python string that is written in several pieces. These patterns need nothing but the standard library.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "docs", "bench", "scripts", "deploy", "examples", "tests")
FILES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml", "Makefile")
GENERATED = ("types.d.ts",)
"""Written by a script from sources that are read here themselves."""

END = r"(?=\s*(?:[.,;:!?)\]\"'—–]|$))"
"""The end of a clause."""
CODE = "␣"
"""Stands for a piece of code in a text."""

HABITS: dict[str, tuple[str, str]] = {
    # name: (pattern, what to write instead)
    "who": (
        # first in a sentence or clause that is no question; after a colon, a short clause or a list of them is fair
        r"(?:^|(?<=[.!?;(] ))(?:and |but |or )?who\b(?![^.!?]*\?)"
        r"|(?<=: )who\b(?![^.;!?]*(?:\?|,| and (?:who|what|where|when|how|which)))(?! (?:\S+ ){0,5}\S+[.;)]?$)"
        r"|\b(?:for|to|than|if|because|while|until|unless|since|lets?|nor|then) who\b",
        'name the person: "a player who …", "anyone who …", "the winner"',
    ),
    "so many": (
        r"(?<!not )\bso (?:many|long|much|often|few)\b(?! (?:as|for|an?)\b)(?![^.;]{0,60}\bthat\b)",
        'name the quantity: "the number of worlds", "seconds before …"',
    ),
    "anew": (r"\banew\b", '"again"'),
    "as ever": (r"\bas ever\b", '"as usual", or nothing'),
    "seldom": (r"\bseldom\b", '"rarely"'),
    "be it": (r"\bbe it\b", '"whether it is … or …"'),
    "no more": (
        r"\b(?:no|any) more(?:" + END + r"|(?= (?:and|but|or|when|if|because|while|for|in|at|by)\b))",
        '"no longer"',
    ),
    "all the same": (r"\ball the same\b", '"still", "anyway"'),
    "once more": (r"\bonce more\b", '"again"'),
    "whoever": (r"\bwhoever\b", '"the player who …", "anyone who …"'),
    ", too": (r", too" + END, '"also"'),
    "of its own": (r"\bof (?:its|their|his|her) own\b", '"its own …", "a separate …"'),
    "for ever": (r"\bfor ever\b", '"forever"'),
    "leave away": (r"\b(?:leave|leaves|left|leaving) (?:\w+ )?away\b", '"omit"'),
    "the turn of": (r"\bis the turn of\b", '"it is X\'s turn"'),
    "thereby": (r"\b(?:thereof|therein|thereto|whereof|lest|hitherto|heretofore)\b", "a plain word"),
}

SCREEN_HABITS: dict[str, tuple[str, str]] = {
    "somebody": (r"\b(?:somebody|nobody|everybody|anybody)\b", '"someone", "no one", "everyone", "anyone"'),
}
"""Only where players read: on the page, in the terminal, from a command or a game."""
SCREENS = re.compile(
    r"src/knockroll/(web/(?!js/model/types)|terminal/|commands/|games/[^/]+/(showing|seating|moves|__init__)\.py)"
)

EXCEPTIONS: tuple[tuple[str, str, str], ...] = (
    # (a part of a path, a pattern in the finding, why)
    ("tests/test_prose.py", r"", "its patterns and examples are the habits themselves"),
    (
        "docs/rules/",
        r"(?i)whoever",
        "of the players at the table, any of whom it may be: what every book of rules says",
    ),
    ("docs/rules/", r"value of its own|book of its own", "good English for a value or a book apart from the others"),
)


class Text(NamedTuple):
    """A piece of prose and where it stands."""

    line: int
    text: str
    on_screen: bool = False
    """Whether it is a string, which a person may be shown."""


class Finding(NamedTuple):
    """A habit in a text."""

    path: str
    line: int
    habit: str
    excerpt: str

    def __str__(self) -> str:
        advice = (HABITS | SCREEN_HABITS)[self.habit][1]
        return f"{self.path}:{self.line}: [{self.habit}] …{self.excerpt}…  -> {advice}"

    @property
    def room(self) -> str:
        """The folder that counts it."""
        parts = self.path.split("/")
        depth = 3 if self.path.startswith("src/knockroll/") else 1
        return "/".join(parts[:depth]) if len(parts) > depth else "/".join(parts[: depth - 1]) or "(top)"


def markdown(source: str) -> Iterator[Text]:
    """The paragraphs of a Markdown file, without code."""
    blank = re.sub(r"^( *)(```|~~~).*?^ *\2[^\n]*$", lambda m: "\n" * m[0].count("\n"), source, flags=re.M | re.S)
    yield from _blocks(blank, 1)


def _blocks(source: str, line: int, *, on_screen: bool = False) -> Iterator[Text]:
    """Texts between empty lines, list items, headings and cells of tables."""
    for block in re.split(r"(\n\s*\n|\n(?=\s*(?:[-*#]|\d+\.)\s)|\n(?=\s*\|)| \| )", source):
        if block.strip(" |\n#*-"):
            yield Text(line + block[: len(block) - len(block.lstrip())].count("\n"), block, on_screen)
        line += block.count("\n")


def python(source: str) -> Iterator[Text]:
    """Docstrings and other strings, each joined from its pieces, and comments, each joined from its lines."""
    tree = ast.parse(source)
    inside_f = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside_f:
            yield from _string(node.value, node.lineno, on_screen=id(node) not in bare)
        elif isinstance(node, ast.JoinedStr) and id(node) not in inside_f:
            pieces = (part.value if isinstance(part, ast.Constant) else CODE for part in node.values)
            yield from _string("".join(map(str, pieces)), node.lineno, on_screen=True)
    comment: list[str] = []
    begin = last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        alone = not token.line[: token.start[1]].strip()
        if comment and (token.start[0] != last + 1 or not alone):
            yield Text(begin, "\n".join(comment))
            comment = []
        begin = begin if comment else token.start[0]
        comment.append(token.string.lstrip("#: -").rstrip("- "))
        last = token.start[0]
    if comment:
        yield Text(begin, "\n".join(comment))


def _string(value: str, line: int, *, on_screen: bool) -> Iterator[Text]:
    if re.search(r"\s", value.strip()):
        prose = re.sub(r"^\s*(>>>|\.\.\. ).*$", "", value, flags=re.M)
        yield from _blocks(prose, line, on_screen=on_screen)


def script(source: str) -> Iterator[Text]:
    """Comments and strings of JavaScript, TypeScript and CSS; neighbouring line comments are joined."""
    comments = r"/\*.*?\*/|(?:(?<![:\"'\w\\/])//[^\n]*(?:\n[ \t]*(?=//))?)+"
    strings = r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    for match in re.finditer(comments + strings, source, re.S):
        found, line = match[0], source.count("\n", 0, match.start()) + 1
        if found.startswith("/"):
            prose = re.sub(r"^[ \t]*(/\*+|\*/|\*|//)[ \t]?|\*/$", "", found, flags=re.M)
            yield from _blocks(re.sub(r"@\w+ (\{.*?\} )?(\[?[\w.=]+\]? )?", "\n\n", prose), line)
        elif " " in found:
            yield from _string(re.sub(r"\$\{[^}]*\}", CODE, found[1:-1]), line, on_screen=True)


def style(source: str) -> Iterator[Text]:
    """Comments of style sheets; their strings name areas of a grid."""
    yield from (text for text in script(source) if not text.on_screen)


def html(source: str) -> Iterator[Text]:
    """What a page says, its comments and the texts in its attributes."""
    for match in re.finditer(
        r"<!--(.*?)-->|>([^<]+)<|\b(?:title|alt|aria-label|placeholder|content)=\"([^\"]+)\"", source, re.S
    ):
        found = next(group for group in match.groups() if group is not None)
        if found.strip():
            yield Text(source.count("\n", 0, match.start()) + 1, found.strip(), on_screen=match[1] is None)


def hashes(source: str) -> Iterator[Text]:
    """Comments that begin with a hash, joined from their lines."""
    for match in re.finditer(r"(?:(?:^|(?<=\s))#[^\n]*(?:\n[ \t]*(?=#))?)+", source, re.M):
        prose = re.sub(r"^[ \t]*#+!?[ \t]?", "", match[0], flags=re.M)
        yield from _blocks(prose, source.count("\n", 0, match.start()) + 1)


READERS = {
    ".md": markdown, ".txt": markdown, ".py": python, ".js": script, ".ts": script, ".css": style, ".tcss": style,
    ".html": html, ".toml": hashes, ".yaml": hashes, ".yml": hashes, ".sh": hashes, ".service": hashes, ".conf": hashes,
    "": hashes,
}  # fmt: skip


def findings_in(path: str, source: str) -> Iterator[Finding]:
    """The habits in a file."""
    for piece in READERS[Path(path).suffix](source):
        text = re.sub(r"(``?)[^`]+\1", lambda m: CODE + "\n" * m[0].count("\n"), piece.text)
        line_of = [m.start() for m in re.finditer("\n", text)]
        flat = re.sub(r"^[\s|#*>-]+", lambda m: " " * len(m[0]), re.sub(r"\s", " ", text))
        lead = len(flat) - len(flat.lstrip())
        habits = HABITS | (SCREEN_HABITS if piece.on_screen and SCREENS.match(path) else {})
        # runs of blanks become one, so that a pattern meets a line break as it meets a blank; the offsets lead back
        kept = [i for i in range(lead, len(flat)) if not (flat[i] == " " and flat[i - 1 : i] == " ")]
        prose = "".join(flat[i] for i in kept)
        for habit, (pattern, _) in habits.items():
            for match in re.finditer(pattern, prose, re.IGNORECASE):
                excerpt = prose[max(0, match.start() - 30) : match.end() + 40].strip()
                if any(place in path and re.search(part, excerpt) for place, part, _ in EXCEPTIONS):
                    continue
                at = kept[match.start()]
                yield Finding(path, piece.line + sum(n < at for n in line_of), habit, excerpt)


def findings(*under: str) -> list[Finding]:
    """The habits in all that is written, or in some folders and files."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))] + [
        ROOT / name for name in FILES
    ]
    chosen = [(ROOT / name).resolve() for name in under] or [ROOT]
    return [
        finding
        for path in paths
        if path.is_file() and path.suffix in READERS and path.name not in GENERATED
        if not {"__pycache__", "node_modules"} & set(path.parts) and not path.name.startswith(".")
        if any(path == place or place in path.parents for place in chosen)
        for finding in findings_in(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    ]


def test_every_room_is_written_in_plain_english() -> None:
    found = findings()
    counts = Counter(finding.room for finding in found)
    assert not found, f"{dict(counts)}\n" + "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("path", "source", "habits"),
    [
        ("x.md", "Who wants a new game asks the others.", ["who"]),
        ("x.md", "Who won?", []),
        ("x.md", "A player who wants a new game asks the others.", []),
        ("x.md", "The deck is shuffled; who comes second\nwaits.", ["who"]),
        ("x.md", "After so many moves in a row", ["so many"]),
        ("x.md", "There were so many moves in a row that the clock stopped.", []),
        ("x.md", "The server has this table no\nmore.", ["no more"]),
        ("x.md", "No more than three, and no more cards.", []),
        ("x.md", "A word\n```\nanew, seldom\n```\nand `as ever`.", []),
        ("x.md", "Tests build it, too.", [", too"]),
        ("x.py", '"""Shuffled\nanew."""\n', ["anew"]),
        ("x.py", 'f(f"It is asked {n} times, once " "more.")\n', ["once more"]),
        ("x.py", "x = 1  # as\ny = 2  # ever\n", []),
        ("x.py", "# a process of its\n# own\n", ["of its own"]),
        ("x.js", "// be\n// it\nconst a = 'whoever it is'; /* seldom */", ["be it", "whoever", "seldom"]),
        ("x.css", 'a { grid: "who why"; } /* drawn anew */', ["anew"]),
        ("x.toml", 'a = "b" # all the same\n', ["all the same"]),
        ("x.html", '<p title="Be it one">once more</p>', ["be it", "once more"]),
        ("src/knockroll/terminal/x.py", 'say("Nobody is here.")', ["somebody"]),
        ("src/knockroll/terminal/x.py", '"""Nobody is here."""', []),
    ],
)
def test_habits_are_noticed_where_people_read(path: str, source: str, habits: list[str]) -> None:
    assert sorted(finding.habit for finding in findings_in(path, source)) == sorted(habits)


def test_a_finding_says_where_it_is() -> None:
    (found,) = findings_in("src/knockroll/lab/x.py", 'X = 1\n"""One.\n\nTwo, dealt\nanew."""\n')
    assert (found.line, found.room) == (5, "src/knockroll/lab")


if __name__ == "__main__":
    everything = findings(*sys.argv[1:])
    for one in everything:
        print(one)
    for place, number in sorted(Counter(one.room for one in everything).items()):
        print(f"{number:5} {place}")
    print(f"{len(everything):5} in all")
