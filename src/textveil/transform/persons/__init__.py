"""Persons: who is who, whose surrogate stands for whom, and by how much the days of each move.

Fakes of each kind are made in `surrogates`.
"""
