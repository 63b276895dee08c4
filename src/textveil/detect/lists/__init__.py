"""Lists: terms of a dictionary, words of a policy, rare text, and what other tools wrote.

Lists of the language live in `lexicon`.
"""
