"""Figures: scores, counts that may be published, and what an attack or a model says of a text.

How they are measured belongs to the stages.
"""
