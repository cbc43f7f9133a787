"""The conformance kit: tests of what holds for every game, which the author of any game can run.

``python -m knockroll.testing mygame`` runs all of them over one game, found by its name if its package is installed, or
by ``module:ATTRIBUTE`` before that. All arguments after the name go to pytest::

    python -m knockroll.testing pig -x -k secrecy
    python -m knockroll.testing my_package.pig:GAME

To run them with your own tests, load the plugin and name your game in pyproject.toml::

    [tool.pytest.ini_options]
    addopts = "-p knockroll.testing.plugin --pyargs"
    testpaths = ["tests", "knockroll.testing"]
    knockroll_games = ["my_package.pig:GAME"]

It needs the extra ``testing``: ``pip install 'knockroll[testing]'``. The tests name no game; Knock & Roll runs
them over its own games and over two of separate packages.

``plugin``     the pytest plugin, which chooses the games to test
``positions``  strategies for hypothesis: tables of a game after any moves, with any options
``test_…``     the tests
"""
