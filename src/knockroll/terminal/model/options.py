"""Rules in the game's own words: labels of options, meanings of values, the rules in force."""

from __future__ import annotations

from collections.abc import Mapping

from knockroll.engine.game import Game
from knockroll.engine.options import Value
from knockroll.engine.showing import OptionWords


def words_of(game: Game, option: str) -> OptionWords:
    """Return the words for an option; if the game has none, its name."""
    for group in game.showing.options:
        if option in group.options:
            return group.options[option]
    return OptionWords(label=option.replace("_", " ").capitalize())


def value_text(words: OptionWords, value: Value) -> str:
    """Return a value as people say it: ``no limit``, ``yes``, ``1,000``."""
    typed = "none" if value is None else str(value).lower()
    if typed in words.said:
        return words.said[typed]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,d}" if isinstance(value, int) else typed.replace("_", " ")


def rules_in_force(game: Game, variant: str | None, options: Mapping[str, Value]) -> str:
    """Return the name of a table's rules and what is different: ``Standard, but Bonus for gin: 20``."""
    sets = game.rule_sets()
    values = {**game.option_values(None, variant, {}), **options}
    for key, rules in sets.items():
        if game.option_values(None, key, {}) == values:
            return rules.title
    preset = game.option_values(None, variant, {})
    changed = [(name, value) for name, value in values.items() if preset.get(name) != value]
    told = [f"{words_of(game, name).label}: {value_text(words_of(game, name), value)}" for name, value in changed]
    title = sets[variant].title if variant in sets else "Custom rules"
    return f"{title}, but {'; '.join(told)}" if told else title
