"""The rules of the pattern detector: one file for each family, one table for all of them."""
