"""A game: its name, version and options, how it shows and explains itself, and where it is found."""
