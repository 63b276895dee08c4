"""Windows of fixed length as numbers, and sets of places.

What hides them lives in `sanitization`.
"""
