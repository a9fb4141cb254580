"""Files of the page and of games."""
