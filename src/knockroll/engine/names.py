"""Matching names as people type them (any case, abbreviated, mistyped), and cleaning names before showing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

LONGEST_NAME = 24
"""Characters of a display name at a table."""
_INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),  # a Braille cell without dots
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters, marks and symbols that show nothing, beyond control characters: Unicode's Default_Ignorable_Code_Point."""
_TITLES = ("the", "mr", "mrs", "ms", "dr")


def _words(name: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in name.lower()).split()


def plain(name: str) -> str:
    """Normalize a name: ``The Card Counter`` equals ``card_counter``, and ``Mr. Caution`` equals ``caution``."""
    words = _words(name)
    return "".join(words[1:] if len(words) > 1 and words[0] in _TITLES else words)


def find(typed: str, known: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the names that may be meant: the exact match, or all that contain words beginning like this."""
    same = tuple(name for name, spellings in known.items() if plain(typed) in map(plain, spellings))
    if same or not _words(typed):
        return same
    return tuple(name for name, spellings in known.items() if any(_begins(typed, one) for one in spellings))


def _begins(typed: str, spelling: str) -> bool:
    words = _words(spelling)
    in_words = all(any(word.startswith(part) for word in words) for part in _words(typed))
    return in_words or plain(spelling).startswith(plain(typed))


def tell_known(typed: str, known: Mapping[str, Sequence[str]]) -> str:
    """Return the end of an error about an unknown name: similar names, and all that exist."""
    from difflib import get_close_matches

    meant = find(typed, known)
    if not meant:
        spelled = {word: name for name, spellings in known.items() for one in spellings for word in _words(one)}
        spelled |= {plain(spelling): name for name, spellings in known.items() for spelling in spellings}
        meant = tuple(dict.fromkeys(spelled[close] for close in get_close_matches(plain(typed), spelled, 2, 0.65)))
    there_are = f"here are {', '.join(known)}"
    if not meant:
        return "t" + there_are
    *others, last = meant
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}? T{there_are}"


def clean(name: str) -> str:
    """Return a name that is safe to show: no control or invisible characters, single spaces."""
    import unicodedata

    normal = unicodedata.normalize("NFKC", name)
    visible = "".join(
        " " if c.isspace() else c
        for c in normal
        if c.isspace() or (unicodedata.category(c)[0] not in "CZ" and c not in _INVISIBLE)
    )
    marks = 0
    kept = []
    for c in visible:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks <= 2:  # letters may carry accents, but not towers of them
            kept.append(c)
    return " ".join("".join(kept).split())
