"""Players that learn: a small network, trained by self-play and against the game's own players.

Training needs torch (``knockroll[train]``); the trained player does not (:mod:`knockroll.lab.learning.player`).
"""
