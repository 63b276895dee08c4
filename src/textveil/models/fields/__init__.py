"""Random fields: features in, marginals out.

Bundles of models live beside this room.
"""
