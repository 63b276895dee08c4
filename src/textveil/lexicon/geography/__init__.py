"""Places: cities, states and countries, and which of them a name means.

Ladders of covers live in `ladders`.
"""
