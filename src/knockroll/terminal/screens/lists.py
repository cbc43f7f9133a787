"""Lists to choose from, by arrows and Enter or with the mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, OptionList, Static

from knockroll.terminal.draw.blocks import line
from knockroll.terminal.screens.base import BaseScreen


class Choices(OptionList):
    """A list whose highlighted entry has a mark: colour is never the only cue."""

    DEFAULT_CSS = """
    Choices {
        border: none;
        padding: 0;
        background: transparent;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-color: $panel;
        &:focus { border: none; background-tint: transparent; }
        & > .option-list--option { padding: 0; }
        & > .option-list--option-highlighted { color: $foreground; background: $panel; text-style: none; }
        &:focus > .option-list--option-highlighted { color: $foreground; background: $panel; text-style: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Select")]

    def __init__(self, *prompts: Content) -> None:
        super().__init__()
        self._prompts: list[Content] = []
        self._marked: int | None = None
        self.show_entries(prompts)

    def show_entries(self, prompts: Iterable[Content]) -> None:
        """Show other entries; the highlight stays where it is."""
        at = self.highlighted or 0
        self._prompts, self._marked = list(prompts), None
        self.set_options([line("  ", prompt) for prompt in self._prompts])
        self.highlighted = at if self._prompts else None

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark with the highlight."""
        if self._marked is not None:
            self.replace_option_prompt_at_index(self._marked, line("  ", self._prompts[self._marked]))
        self._marked = highlighted
        if highlighted is not None:
            mark = line(("▸ ", "$accent bold"), self._prompts[highlighted].stylize("bold"))
            self.replace_option_prompt_at_index(highlighted, mark)
        super().watch_highlighted(highlighted)


LAST_KEYS = (
    Binding("x", "appearance", "Dark/light"),
    Binding("escape,q", "back", "Back", key_display="q"),
)
"""The last keys in the footer of every list."""


class ListScreen(BaseScreen):
    """A heading, a list, a few words about the highlighted entry, and the keys."""

    DEFAULT_CSS = """
    ListScreen { align-horizontal: center; }
    ListScreen > Vertical { width: 100%; max-width: 108; height: 1fr; padding: 1 2 0 2; }
    ListScreen #heading { padding-bottom: 1; }
    ListScreen Choices { height: auto; max-height: 1fr; }
    ListScreen #about { height: auto; padding: 1 2; color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.choices = Choices()

    def compose(self) -> ComposeResult:
        """Lay out the page and the keys."""
        with Vertical():
            yield Static(self.heading(), id="heading")
            yield self.choices
            yield Static(id="about", markup=False)
        yield Footer(show_command_palette=False)
        yield self.notice

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        self.redraw()

    def redraw(self) -> None:
        """Show the entries there are now."""
        super().redraw()
        self.choices.show_entries(self.entries())
        self.show_about()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say something about the entry."""
        self.show_about()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the entry."""
        self.choose(event.option_index)

    def show_about(self) -> None:
        """Say something about the highlighted entry."""
        at = self.choices.highlighted
        if self.is_mounted:
            self.query_one("#about", Static).update(self.about(at))

    # --- What subclasses say ---------------------------------------------------------------------------------------

    def heading(self) -> Content:
        """The heading of the list."""
        raise NotImplementedError

    def entries(self) -> list[Content]:
        """The entries."""
        raise NotImplementedError

    def about(self, at: int | None) -> str:
        """The text about an entry, or about an empty list."""
        return ""

    def choose(self, at: int) -> None:
        """Open an entry."""
        raise NotImplementedError

    # --- Keys ------------------------------------------------------------------------------------------------------

    def action_appearance(self) -> None:
        """Switch between light and dark."""
        self.knockroll.change(theme="light" if self.knockroll.settings.theme == "dark" else "dark")

    def action_back(self) -> None:
        """Go back to where this list was opened."""
        self.app.pop_screen()
