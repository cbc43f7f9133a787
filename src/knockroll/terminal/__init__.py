"""The terminal app: the five games, full screen (Textual) or line by line.

Importing this package loads nothing: :mod:`knockroll.commands.play` has the commands, and they load what they need.
The app contains no rules: legal moves arrive as text in the move grammar, and all that a person may know as a view.
"""
