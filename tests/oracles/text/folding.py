"""Folding, one character at a time: the obvious twin of `textveil.lexicon.tables.folding`."""

from textveil.lexicon.tables.folding import OPAQUE, fold_character


def slow_fold(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the folded text and, for each of its characters, the original range."""
    out, origin = [], []
    for at, character in enumerate(text):
        for image in fold_character(character):
            out.append(image)
            origin.append((at, at + 1))
    return "".join(out), origin


def slow_fold_ascii(text: str) -> str:
    return "".join(c if c < "\x80" else OPAQUE for c in slow_fold(text)[0])


def slow_squeeze(text: str) -> tuple[str, list[tuple[int, int]], set[int]]:
    """Return squeezed text, the original range of each character, and the token borders."""
    folded, origin = slow_fold(text)
    out, kept, borders = [], [], {0}
    for at, character in enumerate(folded):
        if not character.isalnum():
            borders.add(len(out))
            continue
        for image in character.casefold():
            out.append(image)
            kept.append(origin[at])
    return "".join(out), kept, borders | {len(out)}
