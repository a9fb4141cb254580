"""Language-model agents: tools to look, play and ask, served by the Model Context Protocol ([docs/mcp.md])."""
