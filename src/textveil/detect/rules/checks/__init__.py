"""Checks: functions that decide about what a rule's expression matches, by what they look at.

The files of rules name a check as its function is called, with hyphens: `british-postcode`.
"""
