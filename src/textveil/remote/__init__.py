"""Remote: the one package that speaks to other machines, and only to those a user's file names."""
