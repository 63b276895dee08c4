"""Experiments on messages: the tables, figures and counts of paper 5, chapters 3 and 4."""
