"""Fake organizations: generic words stay, the others are drawn.

Lists live in `lexicon`.
"""
