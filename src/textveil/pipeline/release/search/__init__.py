"""The search: what the detectors and columns of a policy find in a corpus.

What was found is rewritten by the engine.
"""
