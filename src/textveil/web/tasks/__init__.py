"""Work: what jobs do, one function for each kind, over the functions of the commands."""
