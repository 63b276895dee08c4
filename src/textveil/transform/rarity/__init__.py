"""Rare text: it is suppressed until enough people share what is left.

What is rare is counted in `strings`.
"""
