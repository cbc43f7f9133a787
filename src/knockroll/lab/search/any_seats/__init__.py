"""Search in any card game, with any number of seats."""
