"""Coarser values: what more people share stands in place of a value.

Fakes live in `surrogates`.
"""
