"""The games that come with Boardwright, one folder each, found by their entry points like any other."""
