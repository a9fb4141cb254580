"""Connections: HTTP and WebSockets under uvicorn, how many there may be, and what every request passes."""
