"""Games as environments: observations as arrays, and the interfaces of Gymnasium, PettingZoo and OpenSpiel.

``arrays``      a row of numbers with all that a seat may know
``stepping``    thousands of games, one step at a time, compiled
``vectors``     these games as a Gymnasium ``VectorEnv``
``single``      one game for one learner, as a Gymnasium ``Env``
``pettingzoo``  a game as a PettingZoo environment
``openspiel``   registers the games with OpenSpiel
"""
