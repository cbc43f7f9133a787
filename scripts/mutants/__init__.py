"""Mutation testing: is every small error in the rules, the views and the players noticed by a test?

``make mutants`` makes errors in a copy of the sources, one at a time, and runs the tests of what was changed. The
errors are cosmic-ray's, because mutmut does not change functions that have a decorator, and every rule has one. The
runner is our own, because cosmic-ray's changes the sources in place, has one command for all tests, and tries all
errors or none.
"""
