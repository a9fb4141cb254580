"""One position, and the questions that rules answer about it."""
