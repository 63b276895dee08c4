"""Verbs that measure and learn.

Each parses, calls one function, and shows.
"""
