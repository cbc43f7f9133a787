"""The games: one folder each, all with one plan. See CONTRIBUTING.md, "Add a game"."""
