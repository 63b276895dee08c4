"""What is said of a message: its grammar, private passages, versions and covers.

Nothing here reads a text.
"""
