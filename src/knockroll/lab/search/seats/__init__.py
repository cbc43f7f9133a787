"""Search in any card game, with any number of seats: what the others may hold, and which move does best against it."""
