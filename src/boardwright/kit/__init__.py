"""The conformance kit: six laws that every game keeps, as a function, a command and a pytest plugin."""
