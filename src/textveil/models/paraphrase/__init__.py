"""Paraphrases: whether two sentences say the same."""
