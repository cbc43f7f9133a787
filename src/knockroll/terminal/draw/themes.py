"""Two themes, dark and light: a calm table, cards that stand out, and the same words for colours in both."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="knockroll-dark",
    dark=True,
    primary="#7fb69a",
    secondary="#5f8f9f",
    accent="#e8c170",
    warning="#e8c170",
    error="#e08276",
    success="#8fce9a",
    foreground="#dfe6e0",
    background="#0e1714",
    surface="#14211c",
    panel="#1b2b25",
    variables={
        "card": "#f4efe2",
        "card-faint": "#cfcbbf",
        "card-edge": "#9b9483",
        "card-raised": "#8a5a00",
        "card-red": "#b3261e",
        "card-black": "#1c1c1c",
        "card-blue": "#1a4fb4",
        "card-green": "#1b6b33",
        "back": "#2b4a6f",
        "back-line": "#7f9fc6",
        "backs": "#7f9fc6",
        "quiet": "#8ea198",
        "good": "#8fce9a",
        "bad": "#e89a8f",
        "footer-background": "#1b2b25",
        "input-selection-background": "#5f8f9f 40%",
    },
)

LIGHT = Theme(
    name="knockroll-light",
    dark=False,
    primary="#2f6f52",
    secondary="#2d6576",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#a3271b",
    success="#22683a",
    foreground="#1d2a24",
    background="#e9efe9",
    surface="#f3f6f2",
    panel="#d7e2d9",
    variables={
        "card": "#fffdf6",
        "card-faint": "#dcdacf",
        "card-edge": "#8d8778",
        "card-raised": "#8a5a00",
        "card-red": "#b3261e",
        "card-black": "#1c1c1c",
        "card-blue": "#1a4fb4",
        "card-green": "#1b6b33",
        "back": "#47709f",
        "back-line": "#c9dcf2",
        "backs": "#47709f",
        "quiet": "#53665c",
        "good": "#22683a",
        "bad": "#a3271b",
        "footer-background": "#d7e2d9",
        "input-selection-background": "#2d6576 30%",
    },
)

THEMES = {"dark": DARK, "light": LIGHT}
