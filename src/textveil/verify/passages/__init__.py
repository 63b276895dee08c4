"""Passages: which values must change, which may stay, and what two have in common.

Where they are left is searched in `leftovers`.
"""
