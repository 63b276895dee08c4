"""Numbers and codes: check digits, doses and values, letters of nucleic acids.

Rules that find numbers live in `detect`.
"""
