"""Games as environments: observations as arrays, and the interfaces of Gymnasium, PettingZoo and OpenSpiel.

``arrays``      what a seat may know as a row of numbers, from its flat view alone
``stepping``    thousands of games, one step at a time, compiled
``vectors``     these as a Gymnasium ``VectorEnv``
``single``      one of them for one learner, as a Gymnasium ``Env``
``pettingzoo``  a game as a PettingZoo environment
``openspiel``   registers the games with OpenSpiel
"""
