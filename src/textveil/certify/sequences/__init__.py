"""Sanitized sequences: what was promised of them, what is kept, and what the files alone show."""
