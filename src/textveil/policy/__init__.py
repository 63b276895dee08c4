"""Policies: what a run does, as a file, and the components that it names.

What a policy does is done in `pipeline`.
"""
