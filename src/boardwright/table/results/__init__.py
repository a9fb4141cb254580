"""What players have earned: ratings, achievements, standings."""
