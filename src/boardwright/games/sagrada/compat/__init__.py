"""The interface of the model guide: a `Game` that takes command strings and returns JSON."""
