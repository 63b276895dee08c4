"""Verbs of methods that rewrite a corpus as a whole.

Each parses, calls one function, and shows.
"""
