"""The pytest plugin: one test a law for every game that a project names."""
