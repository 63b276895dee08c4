"""Detectors: each finds what identifies a person, and returns spans."""
