"""Commands for playing and for records of matches."""
