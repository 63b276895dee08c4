"""Kinds of releases: claims of texts, of rare text and of dictionaries, from files.

Sequences have a room of their own.
"""
