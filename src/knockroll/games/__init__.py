"""The games: one folder each, with everything about that game. CONTRIBUTING.md, "Add a game", goes through it.

``rules``    the state and the rules, clause by clause, beside docs/rules/<game>.md
``moves``    numbers and texts of moves: a contract that is appended to, never renumbered
``view``     what a seat may know, and what it is told
``showing``  how the game is shown: what lies in the middle, verbs, words, refusals, endings
``players``  its computer players, each a rule over a view, which the lab compiles with the game
``setup``    positions that are set up

Options are fields of the state and are in every view. The games know nothing of each other. A game of another package
registers with an entry point in the group ``knockroll.games``.
"""
