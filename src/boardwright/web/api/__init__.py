"""The HTTP API: endpoints, what they depend on, and what they read and send."""
