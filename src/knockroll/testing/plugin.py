"""The pytest plugin of the conformance kit: it gives each test of the kit the games to test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from knockroll.engine.game import Game

pytest.register_assert_rewrite("knockroll.testing.positions")

_GAMES = pytest.StashKey["Sequence[Game]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the games to test from the command line or the configuration."""
    group = parser.getgroup("knockroll", "the conformance kit of Knock & Roll")
    group.addoption(
        "--game",
        action="append",
        default=[],
        metavar="GAME",
        help="test this game, by its name or as module:ATTRIBUTE; may be repeated. By default all that are installed,"
        " and those of knockroll_games",
    )
    parser.addini("knockroll_games", "games that are not installed, as module:ATTRIBUTE", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark for tests that take long at first."""
    config.addinivalue_line("markers", "needs(what): only for games that have cards, a placement, players that search")
    config.addinivalue_line(
        "markers", "compiles: compiles rules of a game, which takes long when one of them has changed"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of the kit for every game that it fits."""
    if not metafunc.module.__name__.startswith(f"{__package__}."):
        return
    games = games_under_test(metafunc.config)
    if "option" in metafunc.fixturenames:
        pairs = [(game, option) for game in games for option in game.options]
        names = [f"{game.name}-{option.name}" for game, option in pairs]
        metafunc.parametrize(("game", "option"), pairs, indirect=["game"], ids=names)
    elif "game" in metafunc.fixturenames:
        fitting = [game for game in games if _fits(metafunc.definition, game)]
        metafunc.parametrize("game", fitting, indirect=True, ids=[game.name for game in fitting])


def _fits(test: pytest.Function | Any, game: Game) -> bool:
    """Return whether a test fits a game: the mark ``needs`` says what the game must have."""
    from knockroll.engine.state import CardState

    has = {
        "cards": issubclass(game.state, CardState),
        "placement": game.placement is not None,
        "no placement": game.placement is None,
        "searching players": bool(game.thinkers),
    }
    mark = test.get_closest_marker("needs")
    return mark is None or has[mark.args[0]]


def games_under_test(config: pytest.Config) -> Sequence[Game]:
    """Return the games that were asked for, or all that can be found."""
    if _GAMES not in config.stash:
        import knockroll

        asked = config.getoption("--game") or [*knockroll.game_names(), *config.getini("knockroll_games")]
        config.stash[_GAMES] = tuple(_find(name) for name in asked)
    return config.stash[_GAMES]


def _find(name: str) -> Game:
    """Return the game with this name, or the one at ``module:ATTRIBUTE``."""
    import knockroll
    from knockroll.engine.game_check import check_game
    from knockroll.engine.plugins import Unfit

    try:
        if ":" not in name:
            return knockroll.get_game(name)
        from pkgutil import resolve_name

        game = resolve_name(name)
        if not isinstance(game, knockroll.Game):
            raise pytest.UsageError(f"{name} is not a Game but {type(game).__name__}")
        check_game(game)
    except (knockroll.UnknownGame, ImportError, AttributeError, Unfit) as error:
        raise pytest.UsageError(f"the game {name} cannot be tested: {error}") from error
    return game


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game under test, which can be found by its name during the test."""
    from knockroll.engine.game import registered

    with registered(request.param):
        yield request.param
