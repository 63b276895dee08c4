"""Verbs that protect: release, protect, restore, and what looks after keys and vaults.

Each parses, calls one function, and shows.
"""
