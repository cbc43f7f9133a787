"""The games: one folder each, with everything about that game. CONTRIBUTING.md, "Add a game", goes through it.

``rules``    the state and the rules, clause by clause, beside docs/rules/<game>.md
``moves``    numbers and texts of moves: a contract that is appended to, never renumbered
``view``     the view of a seat, and the events of a move
``showing``  how the game looks and speaks: what lies in the middle, verbs, words, refusals, endings
``players``  its computer players, each a rule over a view, which the lab compiles with the game
``setup``    setting up positions

Options are fields of the state and are in every view. The games know nothing of each other. A game from another package
registers with an entry point in the group ``knockroll.games``.
"""
