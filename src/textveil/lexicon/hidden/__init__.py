"""Hidden writing: a text as a person reads it, with the way back to the real offsets.

Verifiers have a clear view of their own.
"""
