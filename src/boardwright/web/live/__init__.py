"""Live connections of clients."""
