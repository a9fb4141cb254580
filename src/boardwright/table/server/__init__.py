"""One server process: its runtime, and the tasks that it runs beside the matches."""
