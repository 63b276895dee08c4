"""Leftovers: no value that was removed stands elsewhere in a release.

What stands in its own place is checked in `fakes`.
"""
