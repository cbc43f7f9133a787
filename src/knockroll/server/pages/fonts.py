"""The display typeface of the page's headings: Source Serif, from a package, cut down to the letters that it needs.

The typeface is free (SIL Open Font License) and comes from PyPI like any other dependency. As it is, the file is larger
than all of the page; with the letters of English alone it is a tenth of that. Cutting it down takes a second, so the
result is kept in the user's cache folder. Without the package the page uses a serif font of the system.
"""

from __future__ import annotations

import hashlib
import io
import logging
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from knockroll.folders import replacing

PACKAGE, FILE = "font_source_serif_pro", "files/SourceSerifPro-Black.ttf"
FAMILY = "Knockroll Display"
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "–—‘’“”…·×é"
FEATURES = ("kern", "liga")
POSTSCRIPT_NAME = 6
NAMES = (1, 3, 4, POSTSCRIPT_NAME)
LICENCE = (0, 13, 14)
"""Records of a font's name table: its names; and copyright, licence and the licence's address."""
FORMAT = "woff"
"""Any browser reads it, and writing it needs no further package, unlike WOFF2."""

logger = logging.getLogger("knockroll.server")


def display_font() -> bytes | None:
    """Return the typeface for the web; None if its package is not installed."""
    found = find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations or find_spec("fontTools") is None:
        return None
    source = Path(found.submodule_search_locations[0]) / FILE
    whole = source.read_bytes()
    recipe = hashlib.sha256("|".join((FAMILY, LETTERS, *FEATURES, FORMAT)).encode() + whole).hexdigest()[:16]
    kept = platformdirs.user_cache_path("knockroll", appauthor=False) / f"display-{recipe}.{FORMAT}"
    if kept.is_file():
        return kept.read_bytes()
    font = _cut_down(whole)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with replacing(kept) as beside:
            beside.write_bytes(font)
    except OSError as error:  # the typeface is made again the next time
        logger.info("cannot keep the typeface of the page: %s", error)
    return font


def _cut_down(whole: bytes) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(whole))
    options = Options(layout_features=list(FEATURES), hinting=False, name_IDs=[*NAMES, *LICENCE], name_legacy=False)
    cutter = Subsetter(options)
    cutter.populate(text=LETTERS)
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:  # the licence reserves the name for the whole typeface
            record.string = FAMILY.replace(" ", "-") if record.nameID == POSTSCRIPT_NAME else FAMILY
    font.flavor = FORMAT
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def face_rule(address: str) -> str:
    """The CSS that declares the typeface. Until it is loaded, headings use a serif font of the system."""
    return (
        f'@font-face {{ font-family: "{FAMILY}"; src: url("{address}") format("{FORMAT}"); '
        "font-weight: 400 900; font-display: swap; }\n"
    )
