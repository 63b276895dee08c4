"""Suffix arrays and what follows from them: repeats, and who shares them.

Which of them are kept is decided in `coverings`.
"""
