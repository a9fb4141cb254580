"""The heart: games, positions, moves, chance, logs, matches, clocks, records. It does no I/O."""
