"""Projects: a model asks for the documents that it wants annotated next.

Several people share a project in `teamwork`.
"""
