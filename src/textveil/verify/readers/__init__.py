"""How verifiers read a text: nothing hidden, names and dates as they stand.

No claim is decided here.
"""
