"""Projects: pages on which people annotate together.

What they do is done in `learn`.
"""
