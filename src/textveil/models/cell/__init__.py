"""The cell: models of others are checked, and run in a process of their own."""
