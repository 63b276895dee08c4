"""Attacks on releases of text: what a reader who knows the program guesses, and how well."""
