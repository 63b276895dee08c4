"""Keys and what they seal: secrets, passwords, draws, and contracts of sealed stores.

Stores themselves live in `store`.
"""
