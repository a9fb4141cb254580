"""Random games on which the laws are checked, and what is told of a law that is broken."""
