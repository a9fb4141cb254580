"""Research interfaces: every installed game as a PettingZoo environment and as an OpenSpiel game."""
