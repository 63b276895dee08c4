"""Masks: a tag, a mark, a token or a text of the caller stands in place of a value.

Realistic values live in `surrogates`.
"""
