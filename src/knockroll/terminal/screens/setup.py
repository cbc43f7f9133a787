"""The form for the players and the rules of a game or a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widgets import Footer, Input, Select, Static

from knockroll.engine.errors import KnockrollError
from knockroll.engine.options import Value
from knockroll.terminal.draw.blocks import line
from knockroll.terminal.model.setup import SetupField, SetupForm
from knockroll.terminal.screens.base import BaseScreen


class FieldSelect(Select[Value], inherit_bindings=False):
    """A value to choose with the arrows, or from the list that space opens. The form handles Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "step(-1)", show=False),
        Binding("right,l,plus", "step(1)", "Change", key_display="←→"),
        Binding("space", "show_overlay", "List"),
    ]

    def __init__(self, field: SetupField) -> None:
        self._values = list(field.choices)
        options = [(text, value) for value, text in field.choices.items()]
        super().__init__(options, allow_blank=False, value=field.value, compact=True)

    def action_step(self, by: int) -> None:
        """Take the next value, or the one before."""
        self.value = self._values[(self._values.index(self.selection) + by) % len(self._values)]


class FieldRow(Horizontal):
    """A line of the form; the focused line has a mark."""

    DEFAULT_CSS = """
    FieldRow { height: 1; }
    FieldRow .mark { width: 2; visibility: hidden; color: $accent; text-style: bold; }
    FieldRow:focus-within { background: $panel; }
    FieldRow:focus-within .mark { visibility: visible; }
    FieldRow .label { width: 1fr; max-width: 40; }
    FieldRow Select { width: 1fr; max-width: 44; }
    FieldRow SelectCurrent, FieldRow Select:focus > SelectCurrent { background: transparent; border: none; }
    FieldRow Input, FieldRow Input:focus { width: 1fr; max-width: 44; background: transparent; border: none; }
    FieldRow Input > .input--placeholder { color: $foreground; }
    """

    def __init__(self, field: SetupField) -> None:
        super().__init__()
        self.field = field

    def compose(self) -> ComposeResult:
        """Lay out the label and the value."""
        field = self.field
        yield Static("▸", classes="mark")
        yield Static(field.label, classes="label", markup=False)
        if field.choices:
            yield FieldSelect(field)
        else:
            value = "" if field.value is None else str(field.value)
            yield Input(value, type="integer", placeholder=field.or_none, max_length=9, compact=True)


class SetupScreen(BaseScreen):
    """The players at the table and the rules of the game."""

    DEFAULT_CSS = """
    SetupScreen { align-horizontal: center; }
    SetupScreen > Vertical { width: 100%; max-width: 92; height: 1fr; padding: 1 2 0 2; }
    SetupScreen #heading { padding-bottom: 1; }
    SetupScreen VerticalScroll { height: auto; max-height: 1fr; scrollbar-size-vertical: 1; }
    SetupScreen #about { height: 4; padding: 1 2 0 2; color: $quiet; }
    SetupScreen #about.trouble { color: $bad; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("enter", "begin", "Start"),
        Binding("question_mark", "rules", "Rules"),
        Binding("escape,q", "back", "Back", key_display="esc"),
    ]

    def __init__(self, form: SetupForm, begin: Callable[[SetupForm], None]) -> None:
        super().__init__()
        self.form = form
        self._begin = begin

    def compose(self) -> ComposeResult:
        """Lay out the form, a few words about the focused line, and the keys."""
        with Vertical():
            heading = line((self.form.game.title, "bold $accent"), ("  Players and rules", "$quiet"))
            yield Static(heading, id="heading")
            with VerticalScroll(can_focus=False):
                yield from map(FieldRow, self.form.fields)
            yield Static(id="about", markup=False)
        yield Footer(show_command_palette=False)
        yield self.notice

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the focused line."""
        self._explain()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Take a value that was chosen."""
        row, select = event.select.parent, event.select
        assert isinstance(row, FieldRow) and isinstance(select, FieldSelect)
        if select.selection != row.field.value:
            row.field.value = select.selection
            if self.form.follow(row.field):
                await self._rebuild(row.field)
            self._explain()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take a number that was typed."""
        row, text = event.input.parent, event.value
        assert isinstance(row, FieldRow)
        row.field.value = int(text) if text.lstrip("+-").isdigit() else None
        self._explain()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Start, also from a line with a number."""
        self.action_begin()

    async def _rebuild(self, focused: SetupField) -> None:
        """Show the current lines of the form."""
        rows = [FieldRow(field) for field in self.form.fields]
        scroll = self.query_one(VerticalScroll)
        async with self.batch():
            await scroll.remove_children()
            await scroll.mount_all(rows)
        next(row for row in rows if row.field is focused).query_one(FieldSelect).focus()

    def _explain(self) -> bool:
        """Say what doesn't go together, or explain the focused line; return whether all is well."""
        about = self.query_one("#about", Static)
        try:
            self.form.setup()
        except KnockrollError as error:
            about.update(str(error))
            about.add_class("trouble")
            return False
        row = self.focused.parent if self.focused is not None else None
        about.update(row.field.help if isinstance(row, FieldRow) else "")
        about.remove_class("trouble")
        return True

    def action_begin(self) -> None:
        """Start, if everything goes together."""
        if self._explain():
            self._begin(self.form)

    def action_rules(self) -> None:
        """Show the rule book."""
        self.knockroll.show_rules(self.form.game)

    def action_back(self) -> None:
        """Go back to the games."""
        self.app.pop_screen()
