"""Tables: what a word, a term or a language can be, in one look-up.

Nothing here reads a sentence.
"""
