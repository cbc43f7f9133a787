"""Attacks on a server in a process of its own, over loopback, bounded in number and time.

Each test is named for what must hold. What does not hold yet is marked with :func:`~tests.server.hostile.tools.not_yet`
and the point of the issue; whoever mends it takes the mark away, and a test that passes with its mark fails.
"""
