"""Wildcard forms: what a form matches, and the best form of a term.

Words and their spelling live in `lexicon`.
"""
