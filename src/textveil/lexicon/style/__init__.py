"""Style: words, sentences and measures of how somebody writes.

Clusters of documents are made in `learn`.
"""
