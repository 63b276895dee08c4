"""Coverings: which positions stay, so that every kept run is shared.

Repeats are counted in `suffixes`.
"""
