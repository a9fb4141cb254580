"""Episodes: games as environments step them, in Python or by a compiled kernel."""
