"""Expressions of time in messages: where they stand, and what they mean at a moment."""
