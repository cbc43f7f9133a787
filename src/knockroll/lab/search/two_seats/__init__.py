"""Search for two seats, with data fitted to one game: it learns from shown hands which player the opponent is."""
