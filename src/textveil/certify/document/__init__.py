"""The documents of a release: certificate, record, signature, and where each file stands.

Whether they are true is checked outside this room.
"""
