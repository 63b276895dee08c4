"""Days: intervals stay, and no word beside a date tells how far it moved.

Dates are read in `readers`.
"""
