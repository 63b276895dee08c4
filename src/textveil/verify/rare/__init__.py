"""Rare text and dictionaries: enough people share what is kept, and no identifier is left.

Suppressing is done in `transform`.
"""
