"""How good a move is, without a search: kernels, random games, tables of solved games."""
