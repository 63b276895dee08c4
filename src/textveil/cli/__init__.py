"""Command line: one thin file per verb. It parses, calls one library function, and shows."""
