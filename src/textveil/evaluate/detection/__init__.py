"""Detection: how well found passages agree with those that people marked.

Curves over settings live in `study`.
"""
