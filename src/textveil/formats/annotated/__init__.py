"""Annotated corpora: texts with marks, in the formats of other tools.

Our own lines live in `json`.
"""
