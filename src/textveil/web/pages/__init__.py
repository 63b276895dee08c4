"""Pages: one function for each row of the table of routes."""
