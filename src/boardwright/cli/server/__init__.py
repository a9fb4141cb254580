"""Commands for who runs a server."""
