"""The slow twin of the residue verifier, for ASCII: every stretch of every text is tried."""

import re

from textveil.values.label import identifies_alone


def squeezed(text):
    return "".join(c for c in text.lower() if c.isalnum())


def surviving(cases):
    """Return the ids of documents in which a removed value survives."""
    removed = [
        (edit.label, case.release.id, squeezed(case.before.text[edit.start : edit.end]))
        for case in cases
        for edit in case.release.edits
    ]
    return {
        case.release.id
        for case in cases
        for label, owner, value in removed
        if len(value) >= 4
        and (identifies_alone(label) or owner == case.release.id)
        and any(squeezed(part) == value for part in whole_word_stretches(case.release.text))
    }


def whole_word_stretches(text):
    """Yield every stretch that starts and ends at a border of a letter-and-digit run."""
    words = [m.span() for m in re.finditer(r"[^\W_]+", text)]
    for i, (start, _) in enumerate(words):
        for _, end in words[i:]:
            yield text[start:end]
