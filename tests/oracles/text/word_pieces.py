"""Slow, obvious word pieces."""

import unicodedata
from itertools import groupby


def bare(word):
    """Return a word in small letters without accents."""
    apart = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


def sort_of(at_letter):
    """Return what a letter goes together with: digits, letters, or nothing but itself."""
    at, letter = at_letter
    if letter.isdecimal():
        return "digit"
    if letter.isalnum():
        return "letter"
    return at


def split(part, vocabulary):
    """Return the pieces of a part; one unknown piece if it cannot be split."""
    found = []
    rest = part
    while rest:
        mark = "##" if found else ""
        fitting = [n for n in range(1, len(rest) + 1) if mark + rest[:n] in vocabulary]
        if not fitting:
            return ["[UNK]"]
        found.append(mark + rest[: max(fitting)])
        rest = rest[max(fitting) :]
    return found


def pieces(word, vocabulary, most):
    """Return the pieces of a word: all of them, or the first ones and the last."""
    parts = [
        "".join(letter for _, letter in group)
        for _, group in groupby(enumerate(bare(word)), key=sort_of)
    ]
    found = [piece for part in parts if part.strip() for piece in split(part, vocabulary)]
    if len(found) > most:
        found = [*found[: most - 1], found[-1]]
    return found or ["[UNK]"]
