"""Pairs of keys that sign and check.

Keys of vaults live in `store`.
"""
