"""Versions of messages: no group is told more than its level.

Ladders of makers are not used here.
"""
