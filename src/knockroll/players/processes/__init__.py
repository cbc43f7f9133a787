"""Slow work, done in processes of its own, so that nobody else has to wait for it.

``jobs``     what can be asked for, and how it is done
``program``  the process that does it: a job a line in, an answer a line out
``local``    some of these processes on this machine: bounded, and stopped when nobody wants the answer any more

A server has such processes by itself, started when they are first needed. With ``--bus`` it asks workers instead
(``knockroll worker``), which take jobs from Redis and have them done in the same way.
"""
