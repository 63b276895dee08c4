"""Release: pages on which a release is made and read.

Jobs live in `tasks`.
"""
