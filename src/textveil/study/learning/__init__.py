"""Studies of learning: how good a model becomes, by documents and strategies.

Models are trained in `learn`.
"""
