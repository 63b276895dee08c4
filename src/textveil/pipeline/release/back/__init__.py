"""The way back: protected documents, for those who hold the key.

Vaults live in `store`.
"""
