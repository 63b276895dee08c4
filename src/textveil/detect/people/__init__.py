"""People: which mentions mean one person.

What becomes of them is decided in `transform`.
"""
