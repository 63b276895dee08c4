"""Tables: rows and columns, events, lists of terms.

What columns become is a rule of a policy.
"""
