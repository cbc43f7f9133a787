"""The table on the screen, laid out for the size of the terminal and drawn from a scene."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content

from knockroll.terminal.draw.bars import Hint, key_bar, prompt_block, status_line, top_bar
from knockroll.terminal.draw.blocks import Block, blank, centred, fit, line, tall, text_of
from knockroll.terminal.draw.cards import HUGE, LARGE, MEDIUM, Inks
from knockroll.terminal.draw.hand import Die, Held, dice_block, hand_block
from knockroll.terminal.draw.middle import dice_in_reach, middle_block
from knockroll.terminal.draw.seats import scoreboard, seat_rows, seats_block
from knockroll.terminal.draw.showdown import final_block, showdown_block
from knockroll.terminal.model.counts import Count, by_rank, by_suit, count_hand
from knockroll.terminal.model.scene import FinishedHand, LogLine, Scene
from knockroll.terminal.model.selection import Selection
from knockroll.terminal.screens.base import BaseScreen
from knockroll.terminal.screens.picture import Picture

WIDE = (112, 30)
SIDE = 40
DICE_LINES = 7
"""The height of dice, with their keys below them and room to be raised."""
PICTURES = ("top", "seats", "middle", "strip", "prompt", "hand", "status", "ended", "scores", "log", "keys")


class BoardScreen(BaseScreen):
    """Draws a scene. Subclasses decide what happens in it and what keys do."""

    CSS_PATH = "board.tcss"
    AUTO_FOCUS = ""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.selection = Selection()
        self.message = ""
        self.over = False
        """Whether the end of the game is shown."""
        self._pictures = {name: Picture(id=name) for name in PICTURES}
        self._scroll = VerticalScroll(id="scroll", can_focus=False)
        self._ending = VerticalScroll(id="ending", can_focus=False)
        self._ended: FinishedHand | None = None
        """The finished hand that is shown."""
        self.ending_is_long = False
        """Whether the end of a hand doesn't fit the screen."""

    def compose(self) -> ComposeResult:
        """Lay out everything that can be drawn on."""
        yield self.picture("top")
        with Horizontal(id="body"):
            with Vertical(id="table"):
                yield self.picture("seats")
                yield self.picture("middle")
                yield self.picture("strip")
                yield self.picture("prompt")
                yield from self.beside_prompt()
                yield self.picture("hand")
                yield self.picture("status")
            with self._ending:
                yield self.picture("ended")
            with Vertical(id="side"):
                yield self.picture("scores")
                with self._scroll:
                    yield self.picture("log")
        yield self.picture("keys")
        yield self.notice

    # --- Keys of every table ---------------------------------------------------------------------------------------

    def action_appearance(self) -> None:
        """Switch to the next appearance: dark or light, two or four colours."""
        settings = self.knockroll.settings
        dark = settings.theme == "dark"
        self.knockroll.change(
            four_colours=not settings.four_colours,
            theme=settings.theme if not settings.four_colours else ("light" if dark else "dark"),
        )
        self.redraw()

    def action_scores(self) -> None:
        """Show the scores hand by hand."""
        from knockroll.terminal.screens.sheets import ScoreScreen

        self.app.push_screen(ScoreScreen(self.scene))

    def action_log(self) -> None:
        """Show the whole log."""
        from knockroll.terminal.screens.sheets import LogScreen

        self.app.push_screen(LogScreen(self.scene.log))

    def action_rules(self) -> None:
        """Show the rule book."""
        self.knockroll.show_rules(self.scene.game)

    def action_scroll_ending(self, lines: int) -> None:
        """Scroll the end of a hand, if it doesn't fit the screen."""
        self._ending.scroll_relative(y=lines, animate=False)

    # --- What subclasses may override ------------------------------------------------------------------------------

    def beside_prompt(self) -> ComposeResult:
        """Widgets that can take the prompt's place."""
        yield from ()

    def hints(self) -> list[Hint]:
        """The keys that work now."""
        return []

    def more_hints(self) -> list[Hint]:
        """The keys that always work."""
        return []

    @property
    def in_trouble(self) -> bool:
        """Whether the upper right corner shows trouble."""
        return False

    def corner(self) -> str:
        """The text in the upper right corner."""
        return ""

    def comment(self, width: int) -> Block:
        """A comment on the last move, for example from a review."""
        return []

    def waiting_words(self) -> str:
        """The text while there is nothing to show."""
        return ""

    # --- Drawing ---------------------------------------------------------------------------------------------------

    @property
    def inks(self) -> Inks:
        """The colours of the suits."""
        return Inks(self.knockroll.settings.four_colours)

    def picture(self, name: str) -> Picture:
        """The picture with this name."""
        return self._pictures[name]

    def redraw(self) -> None:
        """Draw everything."""
        if not self.is_mounted:
            return
        width, height = self.size
        notice = self.too_small() or ("" if self.scene.view else self.waiting_words() or " ")
        self.show_notice(notice)
        if notice:
            return
        wide = width >= WIDE[0] and height >= WIDE[1]
        self.set_class(wide, "wide")
        ending = self.scene.showdown is not None or self.over
        self.set_class(ending, "ending")
        table = width - SIDE if wide else width
        self.picture("top").draw([top_bar(self.scene, width, self.corner(), self.in_trouble)])
        if ending:
            self._draw_ending(table, height - 2)
        else:
            self._draw_table(table, height - 2, wide)
        self.picture("keys").draw([key_bar(self.hints(), self.more_hints(), width)])
        if wide:
            self._draw_side()

    def _draw_ending(self, width: int, height: int) -> None:
        if self.scene.showdown is not self._ended:
            self._ended = self.scene.showdown
            self._ending.scroll_home(animate=False)
        comment = self.comment(width)
        room = height - len(comment)
        if self.scene.showdown is not None:
            block = showdown_block(self.scene, width, room, self.inks)
        else:
            block = final_block(self.scene, width, room)
        self.ending_is_long = len(block) > room
        self.picture("ended").draw([*block, *comment])

    def _draw_table(self, width: int, height: int, wide: bool) -> None:
        scene = self.scene
        others = len(scene.clockwise)
        seats = seat_rows(others, width, roomy=wide)
        strip = 0 if wide else (3 if seats <= 3 else 2)
        tallest = 7 if wide and height >= 36 else (5 if height - seats - strip >= 15 else 4)
        hand = self._hand(width, tallest)
        prompt = [*prompt_block(scene, self.selection, self.message, width), *self.comment(width)]
        room = height - seats - strip - len(prompt) - len(hand) - 1
        size = HUGE if room >= HUGE.height + 5 else LARGE if room >= LARGE.height + 1 else MEDIUM
        self.picture("seats").draw(seats_block(scene, width, self.inks, roomy=wide))
        self.picture("middle").draw(middle_block(scene, self.selection, width, room, size, self.inks))
        self.picture("strip").draw(self._strip(width, strip))
        self.picture("prompt").draw(prompt)
        self.picture("hand").draw(hand)
        self.picture("status").draw([status_line(scene, self.selection, self._count(), width)])

    def _strip(self, width: int, lines: int) -> Block:
        """The last lines of the log."""
        texts = self.scene.log[-lines:] if lines else []
        texts = [""] * (lines - len(texts)) + texts
        last = len(texts) - 1
        return [fit(line((f"  {text}", "" if i == last else "$quiet")), width) for i, text in enumerate(texts)]

    def _draw_side(self) -> None:
        width = SIDE - 4
        scores = [Content(" " * width), *scoreboard(self.scene, width), Content(" " * width)]
        self.picture("scores").draw([*scores, line((f"{'Log':<{width}}", "$quiet"))])
        log = self.picture("log")
        log.update(text_of([_log_line(told) for told in self.scene.told]))
        self._scroll.scroll_end(animate=False)

    # --- The hand --------------------------------------------------------------------------------------------------

    def _count(self) -> Count:
        return count_hand(self.scene.game, self.scene.view)

    def arranged(self) -> tuple[tuple[str, ...], ...]:
        """The person's cards in groups, in the preferred order."""
        count = self._count()
        order = self.knockroll.settings.order
        if order == "melds":
            return tuple(group for group in (*count.groups, count.rest) if group)
        return ((by_suit if order == "suit" else by_rank)(count.cards),) if count.cards else ()

    def _hand(self, width: int, tallest: int) -> Block:
        if not self.scene.has_cards:
            return self._dice(width)
        place = 0
        groups = []
        for group in self.arranged():
            held = []
            for card in group:
                held.append(self._held(card, place))
                place += 1
            groups.append(held)
        if not groups:
            return blank(width, MEDIUM.height + 2 if self.scene.seat is not None else 1)
        return hand_block(groups, width, tallest, self.inks)

    def _held(self, card: str, place: int) -> Held:
        mine = self.scene.my_turn
        return Held(
            card,
            self.selection.key_of(place) if mine else "",
            raised=mine and place in self.selection.chosen,
            fresh=card == self.scene.fresh,
            usable=not mine or self.selection.usable(card),
            under_cursor=mine and place == self.selection.cursor,
        )

    def _dice(self, width: int) -> Block:
        """The dice in front of the person, if the game has any."""
        part = dice_in_reach(self.scene)
        if part is None:
            return []
        selection, choosing = self.selection, bool(self.selection.dice) and self.scene.my_turn
        dice = [
            Die(
                face,
                raised=choosing and i in selection.chosen,
                faint=self.scene.my_turn and bool(part.choose) and not choosing,
                label=str(face) if choosing else "",
                under_cursor=choosing and i == selection.cursor,
            )
            for i, face in enumerate(selection.dice if choosing else self.scene.view[part.field] or ())
        ]
        block = dice_block(dice, width) or centred([line((part.none, "$quiet"))], width)
        return tall(blank(width, (DICE_LINES - len(block)) // 2) + block, DICE_LINES)


def _log_line(told: LogLine) -> Content:
    """A line of the log; important ones stand out."""
    return line((told.text, "$accent")) if told.stands_out else Content(told.text)
