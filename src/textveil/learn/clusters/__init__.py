"""Clusters: documents that are written alike, and models that read one kind each.

Measures of style live in `lexicon`.
"""
