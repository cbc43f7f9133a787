"""Games as environments: observations as arrays, and the interfaces of Gymnasium, PettingZoo and OpenSpiel."""
