"""Measures players against styles that none of them was fitted to, one module for each game."""
