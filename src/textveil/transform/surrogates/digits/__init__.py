"""Fake numbers and addresses of machines that reach nobody.

Check digits live in `lexicon`.
"""
