"""The preview that a messenger shows of a link (Open Graph): a title, a sentence and a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

SITE = "Knock & Roll"
PICTURE = "share.png"
WIDTH, HEIGHT = 1200, 630
_ABOUT = "Card and dice games, against the computer or with friends. No sign-up, nothing to install."
_INVITED = "You're invited to a table. Open the link and sit down: no sign-up, nothing to install."
_HEAD = re.compile(rb"<title>.*?</title>|<meta name=\"description\"[^>]*>\n?", re.DOTALL)


class Preview(NamedTuple):
    """The title of a page and a sentence about it."""

    title: str
    text: str


def preview_of(path: str, games: Mapping[str, Preview]) -> Preview | None:
    """Return the preview of one of the page's addresses; None if there is nothing at it.

    A table is not looked up: services that shorten or preview links need not learn whether it exists.
    """
    match path.strip("./").split("/"):
        case [""]:
            return Preview(SITE, _ABOUT)
        case ["replay"]:
            return Preview(f"Replay a game · {SITE}", "Step through a saved game and check that its shuffle was fair.")
        case ["table", id] if re.fullmatch(r"\w+", id):
            return Preview(f"Join a table · {SITE}", _INVITED)
        case ["rules", name] if name in games:
            return Preview(f"Rules of {games[name].title} · {SITE}", games[name].text)
        case ["solo" | "new", name] if name in games:
            return Preview(f"{games[name].title} · {SITE}", games[name].text)
    return None


def put_into(page: bytes, preview: Preview, origin: str) -> bytes:
    """The page with a preview in its head. ``origin`` begins the address of the picture, which must be absolute."""
    title, text = escape(preview.title), escape(preview.text)
    tags = {
        "og:type": "website",
        "og:site_name": escape(SITE),
        "og:title": title,
        "og:description": text,
        "og:image": f"{escape(origin)}/{PICTURE}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": "Cards and dice on green felt",
    }
    lines = [f"<title>{title}</title>", f'<meta name="description" content="{text}">']
    lines += [f'<meta property="{name}" content="{value}">' for name, value in tags.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return _HEAD.sub(b"", page).replace(b"</head>", "\n".join([*lines, "</head>"]).encode(), 1)
