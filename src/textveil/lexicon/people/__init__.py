"""Names of people: lists of them, how they are read, and which forms tell who it is.

Surrogates are made in `transform`.
"""
