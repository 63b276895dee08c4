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
    if (
        label in NAMES
        and owner is case
        and any(
            squeezed(stretch) in telling_parts(value) and not says_other(stretch, value, label)
            for stretch in stretches(text, r"[a-zA-Z0-9]+")
        )
    ):
        return True
    same_subject = owner.before.counted_subject == case.before.counted_subject
    wanted = identifies_alone(label) or owner is case or (same_subject and tells(value))
    return wanted and any(
        squeezed(part) == squeezed(value) and not says_other(part, value, label)
        for part in stretches(text, r"[a-zA-Z0-9]+")
    )


def says_other(shown, value, label):
    """Tell whether everyday words in a row spell a value of one word that is shared by many."""
    found = re.findall(r"[a-z0-9]+", shown.lower())
    one = len(re.findall(r"[a-zA-Z0-9]+", value)) == 1 or squeezed(shown) in telling_parts(value)
    apart = len(found) > 1 and all(len(word) > 1 for word in found)
    return not identifies_alone(label) and one and apart and all(map(is_everyday, found))


def is_everyday(word):
    """Tell whether a word is nobody's."""
    everyday = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
    return bool(look_up(word).kinds & everyday)


def telling_parts(value):
    """Return the words of a name in full that tell by themselves."""
    words = [squeezed(word) for word in re.findall(r"[a-z]+(?:-+[a-z]+)*", value.lower())]
    words = [word for word in words if len(word) > 1]
    return {w for w in words if len(w) >= 4 and not is_everyday(w)} if len(words) > 1 else set()


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
    return len(re.findall(r"[a-zA-Z0-9]+", value)) > 1 or not is_everyday(squeezed(value))


def stretches(text, token):
    """Yield every stretch that starts and ends at a border of a token."""
    words = [match.span() for match in re.finditer(token, text)]
    for i, (start, _) in enumerate(words):
        for _, end in words[i:]:
            yield text[start:end]
