"""Teamwork: several people annotate the documents of a learning project."""
