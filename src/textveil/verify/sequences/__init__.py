"""Sanitized sequences: no sensitive pattern is left, and all that was promised of the rest holds.

Files are read in `certify`.
"""
