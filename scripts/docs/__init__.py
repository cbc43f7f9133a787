"""The documentation as one site: pages written by hand (docs/), and a reference generated from the code.

``python -m scripts.docs`` builds it, with warnings as errors; ``make docs`` also serves it. None of it is
committed: pages on games, the protocol, the command and the Python API are generated from the code each time.
"""
