"""What is told of a release: the published report, and the outcome of a verification in words.

The owner's report lives in `pipeline`.
"""
