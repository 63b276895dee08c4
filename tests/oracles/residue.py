"""The slow twin of the residue verifier, for ASCII and tags: every stretch of a text is tried."""

import re

from textveil.lexicon.words import Kind, look_up
from textveil.values.label import identifies_alone

NAMES = ("NAME", "PATIENT", "PROVIDER")


def squeezed(text):
    return "".join(c for c in text.lower() if c.isalnum())


def surviving(cases):
    """Return the ids of documents in which a removed value survives."""
    removed = [
        (edit.label, case, case.before.text[edit.start : edit.end])
        for case in cases
        for edit in case.release.edits
    ]
    return {
        case.release.id
        for case in cases
        for label, owner, value in removed
        if len(squeezed(value)) >= 4 and survives(label, owner, value, case)
    }


def survives(label, owner, value, case):
    """Tell whether a value that was removed from one document survives in another or the same."""
    text = case.release.text
    if label in NAMES and any(
        squeezed(part) == spelt
        for part in stretches(text, r"[a-zA-Z]+|[0-9]+")
        for spelt in full_names(value)
    ):
        return True
    same_subject = owner.before.counted_subject == case.before.counted_subject
    wanted = identifies_alone(label) or owner is case or (same_subject and tells(value))
    return wanted and any(
        squeezed(part) == squeezed(value) for part in stretches(text, r"[a-zA-Z0-9]+")
    )


def full_names(value):
    """Yield the ways to spell a name of two words or more; initials do not count."""
    found = re.findall(r"[a-z]+(?:-+[a-z]+)*", value.lower())
    words = [squeezed(word) for word in found if len(squeezed(word)) > 1]
    if len(words) > 1:
        for spelt in (
            "".join(words),
            words[0] + words[-1],
            words[-1] + words[0],
            words[-1] + "".join(words[:-1]),
        ):
            if len(spelt) >= 4:
                yield spelt


def tells(value):
    """Tell whether a value says enough to be looked for in other documents of its subject."""
    if squeezed(value).isdigit():
        return len(squeezed(value)) >= 6
    everyday = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
    several = len(re.findall(r"[a-zA-Z0-9]+", value)) > 1
    return several or not look_up(squeezed(value)).kinds & everyday


def stretches(text, token):
    """Yield every stretch that starts and ends at a border of a token."""
    words = [match.span() for match in re.finditer(token, text)]
    for i, (start, _) in enumerate(words):
        for _, end in words[i:]:
            yield text[start:end]
