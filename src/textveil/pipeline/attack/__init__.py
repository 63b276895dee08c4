"""Attacks: what a reader gets from a release, measured before anybody else does it."""
