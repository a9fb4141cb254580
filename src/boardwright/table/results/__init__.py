"""The earnings of players: ratings, achievements, standings."""
