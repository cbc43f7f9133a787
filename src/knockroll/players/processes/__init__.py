"""Background jobs: slow players think in other processes, so that no one else has to wait for them.

``jobs``     what can be asked for, and how it is done
``main``     the process that does it: a job per line in, an answer per line out
``lines``    the lines that such a process reads and writes
``program``  any program that answers lines, seen from the outside
``pool``     some of these programs: bounded, and stopped when no one wants the answer
``turns``    whose question is next
``local``    the processes of this machine that think, and those that prepare players

A server has such processes, started when they are first needed. With ``--bus`` it asks workers instead
(``knockroll worker``), which take jobs from Redis and have them done in the same way.
"""
