"""People: accounts, sessions, and who may do what in which project."""
