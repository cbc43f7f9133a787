"""The reference documentation: what is written by hand (docs/), and what is written from the code, as one site.

``python -m scripts.docs`` builds it, with warnings as errors; ``make docs`` also serves it. None of it is
committed: pages on games, the protocol, the command and the Python API are generated from the code each time.
"""
