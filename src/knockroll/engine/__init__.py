"""The engine: what every game is made of and played at. It knows no game.

From the bottom up:

``rule``, ``forms``, ``names``     functions that run interpreted and compiled; small helpers
``showing``, ``words``             what a game tells front ends about itself, and words that games share
``cards``, ``dice``, ``melds``     materials of games, as ints
``state``, ``acts``, ``stream``    the flat state, the history of a hand in it, random numbers for rules
``events``, ``views``              what happened, and what a seat may know, as structures and as JSON
``game``                           :class:`~knockroll.engine.game.Game`: everything a game is, and the registry of games
``chance``                         deals and throws: seeded (ChaCha8 under a 256-bit seed), scripted or fair
``record``, ``snapshot``           a whole game, and the state of one in progress, as JSON
``table``                          :class:`~knockroll.engine.table.Table`: one game in progress
``replays``, ``verify``            what can be done with a record

Rules never draw random numbers. They set ``wants`` (a seat, a deck, some dice), and the driver answers by
``chance(s, given)``. ``Table.play`` works on a copy of the state, which replaces the state only when the rules and
chance have both gone through; an error, or a script that has run out, leaves the table as it was.

A view is built up field by field in a blank state by a game's ``look`` rule, never cut down from the real one. Since a
view is a state, ``legal`` and the computer players run on it, and ``complete`` can fill in at random what is missing.
Events say which seats may see their cards; ``redact`` is the only place that removes them.

A game may begin at a position instead of a deal (``Table.at``): ``setup`` reads the description of it, and a game's
``placement`` says what follows and what is impossible. Chance deals the cards that the description does not name.

Compiled code is cached on disk under a hash of its sources, because numba's own cache does not notice a change in a
function two files away. A few functions have a compiled twin (``compiled_for``), where numba would be slow or wrong.
"""
