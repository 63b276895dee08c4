"""People who do not exist: names, homes, work, and how they come again.

What happens to them is told in documents.
"""
