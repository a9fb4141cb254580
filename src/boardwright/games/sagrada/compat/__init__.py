"""The model guide's own words on the same rules: a `Game` that takes command strings and speaks JSON."""
