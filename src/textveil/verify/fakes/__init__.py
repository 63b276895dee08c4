"""Fakes: what stands in place of a value tells nothing of it, and stands for one person alone.

Days have a room of their own.
"""
