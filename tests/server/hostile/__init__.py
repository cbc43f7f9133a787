"""Attacks on a server in a process of its own, over loopback, bounded in number and time.

Each test is named for what must hold.
"""
