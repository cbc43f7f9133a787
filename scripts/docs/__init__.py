"""The reference documentation: what is written by hand (docs/), and what is written from the code, as one site.

``python -m scripts.docs`` builds it, with warnings as errors; ``make docs`` serves it, too. Nothing of it is kept:
pages on games, the protocol, the command and the Python API are made anew each time from what the program says.
"""
