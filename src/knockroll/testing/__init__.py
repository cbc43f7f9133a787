"""The conformance kit: what holds for every game, as tests that the author of any game can run.

``python -m knockroll.testing mygame`` runs all of them over one game, found by its name if its package is installed, or
by ``module:ATTRIBUTE`` before that. Everything behind the name goes to pytest::

    python -m knockroll.testing pig -x -k secrecy
    python -m knockroll.testing my_package.pig:GAME

To run them with your own tests, load the plugin and name your game in pyproject.toml::

    [tool.pytest.ini_options]
    addopts = "-p knockroll.testing.plugin --pyargs"
    testpaths = ["tests", "knockroll.testing"]
    knockroll_games = ["my_package.pig:GAME"]

It needs the extra ``testing``: ``pip install 'knockroll[testing]'``. The tests name no game; Knock & Roll runs
them over its own games and over two of separate packages.

``plugin``     the pytest plugin: which games are tested
``positions``  strategies for hypothesis: tables of a game after any moves, with any options
``test_…``     the tests
"""
