"""Fits the networks that players go by, one module for each game."""
