"""Trace: every module here helps to say whose copy a leak came from, as links."""
