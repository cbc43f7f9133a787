"""The terminal app: the five games, full screen (Textual) or line by line.

Importing this package loads nothing: :mod:`knockroll.commands.play` has the commands, and they load what they need.
No rules are in here. What may be played arrives as text in the move grammar, what may be known as a view.
"""
