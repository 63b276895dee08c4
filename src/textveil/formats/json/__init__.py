"""JSON, read and written strictly.

JSON of other tools lives in `annotated`.
"""
