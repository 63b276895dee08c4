"""Beforehand: what is asked of a run, and what it refuses before the texts are searched.

The search lives in `search`.
"""
