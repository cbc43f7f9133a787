"""Background jobs: slow players think in other processes, so that no one else has to wait for them.

``jobs``     the jobs, and how they are done
``main``     the process that does them: a job per line in, an answer per line out
``lines``    the lines that such a process reads and writes
``program``  a program that answers lines, from the outside
``pool``     some of these programs: bounded, and stopped when no one wants the answer
``turns``    whose question is next
``local``    the processes of this machine that think, and those that prepare players

A server starts such processes when they are first needed. With ``--bus`` it asks workers instead (``knockroll
worker``), which take jobs from Redis and do them in the same way.
"""
