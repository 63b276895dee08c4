"""Plain text, a message a line, and our own lines of JSON.

Formats of other tools live in `annotated`.
"""
