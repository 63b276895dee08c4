"""Dictionaries of quasi-identifiers: built, applied, drawn, and as components of policies."""
