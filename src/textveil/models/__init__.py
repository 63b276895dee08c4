"""Learned weights: features of words, a conditional random field, and the folder it is kept in."""
