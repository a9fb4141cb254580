"""Scripts for the people who work on Boardwright; nothing here is installed."""
