"""Options: who plays, and how."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from knockroll.engine.errors import KnockrollError
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, blank, centred, fit, line, tall, touch_all
from knockroll.terminal.model.setup import SetupField, SetupForm
from knockroll.terminal.screens.lists import ListScreen


class OptionsScreen(ListScreen):
    """The options of a game and the players at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "change(-1)", show=False),
        Binding("right,l,plus,space", "change(1)", show=False),
        Binding("question_mark", "rules", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self, form: SetupForm) -> None:
        super().__init__()
        self._form = form
        self._trouble = ""

    @property
    def _field(self) -> SetupField:
        return self._form.fields[self.at]

    @property
    def _label_width(self) -> int:
        return max(len(field.label) for field in self._form.fields) + 2

    def lines(self) -> int:
        """The lines of the form."""
        return len(self._form.fields)

    def hints(self) -> list[Hint]:
        """The keys."""
        return [
            ("↑↓", "move", "none"),
            ("←→", "change", "key right"),
            ("Enter", "play", "key enter"),
            ("?", "rules", "key question_mark"),
            ("esc", "back", "key escape"),
        ]

    def page(self, width: int, height: int) -> Block:
        """The form, with a word about the line where the mark is."""
        inner = min(width - 4, 76)
        game = self._form.game
        head = [fit(line((game.title, "bold $accent"), ("  who plays, and how", "$quiet")), inner), *blank(inner, 1)]
        room = height - len(head) - 4
        first = max(0, min(self.at - room // 2, self.lines() - room))
        rows = [self._row(i, inner) for i in range(first, min(first + room, self.lines()))]
        more = "↓ more" if first + room < self.lines() else ""
        foot = [fit(line((more, "$quiet")), inner), *self._help(inner)]
        drawn = centred([*head, *rows, *foot], width)
        above = max((height - len(drawn)) // 2, 0) if height > 30 else 1
        return tall(blank(width, above) + drawn, height)[:height]

    def _row(self, i: int, width: int) -> Content:
        field = self._form.fields[i]
        here = i == self.at
        label = line(
            ("▸ ", "$accent bold") if here else "  ", (f"{field.label:<{self._label_width}}", "bold" if here else "")
        )
        value = line(("‹ " if here else "  ", "$accent"), (field.text, "bold"), (" ›" if here else "", "$accent"))
        row = fit(label + value, width)
        return touch_all([row.stylize_before("on $panel") if here else row], f"field {i}")[0]

    def _help(self, width: int) -> Block:
        if self._trouble:
            return [fit(line((self._trouble, "$bad bold")), width), *blank(width, 1)]
        wrapped = Content(self._field.help).fold(width)[:2]
        return [fit(part.stylize("$quiet"), width) for part in wrapped] + blank(width, 2 - len(wrapped))

    def on_key(self, event: Key) -> None:
        """A number can be typed."""
        if event.key == "backspace" or (event.character and event.character.isdigit()):
            self._field.type("backspace" if event.key == "backspace" else str(event.character))
            self._form.follow(self._field)
            self._check()

    def action_move(self, by: int) -> None:
        """Move up or down; what is typed next is a new number."""
        self._field.typed = ""
        super().action_move(by)

    def touch(self, kind: str, what: str) -> None:
        """A click goes to a line, a second one changes it."""
        place = int(what)
        if place == self.at:
            self.action_change(1)
        self.at = place
        self.redraw()

    def action_change(self, by: int) -> None:
        """Another value."""
        self._form.change(self._field, by)
        self._check()

    def _check(self) -> None:
        """Say what does not go together."""
        try:
            self._form.setup()
            self._trouble = ""
        except KnockrollError as error:
            self._trouble = str(error)
        self.redraw()

    def action_choose(self) -> None:
        """Begin."""
        self._check()
        if not self._trouble:
            self.knockroll.begin(self._form.setup())

    def action_rules(self) -> None:
        """Show the rule book."""
        self.knockroll.show_rules(self._form.game)

    def action_back(self) -> None:
        """Back to the games."""
        self.app.pop_screen()
