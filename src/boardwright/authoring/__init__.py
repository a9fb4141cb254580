"""The author's road: a new game begins as a package that plays and keeps the laws from the first minute."""
