"""Verbs that check: what is in a text, whether a release holds, and who leaked it.

Each parses, calls one function, and shows.
"""
