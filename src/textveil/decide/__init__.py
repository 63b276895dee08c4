"""Decisions: every module here returns a choice with the reason for it."""
