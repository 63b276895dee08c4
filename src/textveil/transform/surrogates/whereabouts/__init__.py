"""Fake places that belong together.

Coarser places live in `coarser`.
"""
