"""Fits the networks that players use, with one module for each game."""
