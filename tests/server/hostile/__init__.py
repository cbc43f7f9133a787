"""Attacks on a server in a separate process, over loopback, bounded in number and time.

Each test is named for what must hold.
"""
