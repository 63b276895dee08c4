"""Sanitization of sequences, from patterns to a result.

Kernels live in `strings`.
"""
