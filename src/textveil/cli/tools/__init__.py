"""Tools: the demonstration, the workbench, policies, components and made corpora.

Each parses, calls one function, and shows.
"""
