"""Forms of quasi-identifiers: what a dictionary can release instead of a term.

Their kernels live in `strings`.
"""
