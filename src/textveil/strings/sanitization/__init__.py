"""Sanitization: sensitive patterns go, and order, frequency or length stay.

Windows and keys live in `windows`.
"""
