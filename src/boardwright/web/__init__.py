"""The web front end: HTTP API, live connections and the page."""
