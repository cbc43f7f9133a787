"""Seats of the games whose steps tests compile: a step is compiled for each number of seats, which takes seconds."""

SEATS = {"farkle": 2, "gin_rummy": 2, "thirty_one": 2, "tonk": 10, "tunk": 7}
"""As few, or as many as can be."""
