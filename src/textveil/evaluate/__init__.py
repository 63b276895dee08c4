"""Measurements of a result: every module here returns scores."""
