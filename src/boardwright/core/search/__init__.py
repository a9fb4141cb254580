"""What programs that search and learn ask of a game: numbers, values, random play, counts."""
