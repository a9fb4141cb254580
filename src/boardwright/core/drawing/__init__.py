"""What is drawn, before it has a place: shapes, symbols, colors of terminals, files and translations of games."""
