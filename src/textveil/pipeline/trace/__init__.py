"""Trace: whose copy a leaked text came from, by the vault of a project."""
