"""Propagation: a value that was found once is found everywhere.

The first finding belongs to the other detectors.
"""
