"""The door for browsers and programs: HTTP, WebSocket, server-sent events, and the page."""
