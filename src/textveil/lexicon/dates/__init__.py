"""Dates, times and ages as people write them: one table of forms, and what reads it.

Which date means what for a subject is decided in `transform`.
"""
