"""Display: charts, tables for terminals, and words for stages.

What they show is computed elsewhere.
"""
