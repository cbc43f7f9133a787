"""Players that learn: a small network, trained by self-play and against the game's own players.

Training needs torch (``knockroll[train]``); what it makes plays without (:mod:`knockroll.lab.learning.player`).
"""
