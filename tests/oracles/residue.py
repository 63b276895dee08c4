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
        squeezed(text[low:high]) == spelt and (not everyday or has_capitals(text[low:high]))
        for low, high in stretches(text, r"[a-zA-Z]+|[0-9]+")
        for spelt, everyday in full_names(value)
    ):
        return True
    if label in NAMES and owner is case:
        for low, high in stretches(text, r"[a-zA-Z0-9]+"):
            shown = text[low:high]
            if squeezed(shown) in telling_parts(value) and not says_other(shown, value, label):
                return True
    same_subject = owner.before.counted_subject == case.before.counted_subject
    everywhere = is_first_kind(label, value)
    wanted = everywhere or owner is case or (same_subject and tells(value))
    return wanted and any(
        squeezed(text[low:high]) == squeezed(value)
        and is_one_number(text[low:high], value)
        and not says_other(text[low:high], value, label)
        and (not is_calling(label, value) or is_written_as_name(text, low, high))
        for low, high in stretches(text, r"[a-zA-Z0-9]+")
    )


def is_one_number(shown, value):
    """Tell whether a short number is written as one, or parted as it was."""
    words = re.findall(r"[a-zA-Z0-9]+", shown)
    short = squeezed(value).isdigit() and len(squeezed(value)) < 6
    return not short or len(words) == 1 or words == re.findall(r"[a-zA-Z0-9]+", value)


def has_capitals(shown):
    """Tell whether each word begins with a capital."""
    return all(word[0].isupper() for word in re.findall(r"[a-zA-Z]+", shown))


def is_calling(label, value):
    """Tell whether a name is a single everyday word."""
    words = re.findall(r"[a-zA-Z0-9]+", value.lower())
    return label in NAMES and len(words) == 1 and is_everyday(words[0])


def is_written_as_name(text, low, high):
    """Tell whether a single word has a capital, other than one that opens a sentence or line."""
    if not re.fullmatch(r"[a-zA-Z0-9]+", text[low:high]) or not text[low].isupper():
        return False
    opens = re.search(r"(^|[.!?:;*\n-])[^\w.!?]*$", text[:low][-8:])
    goes_on = re.match(r"[ \t]+[a-z]", text[high:])
    return text[low:high].isupper() or not (opens and goes_on)


def says_other(shown, value, label):
    """Tell whether the same letters or digits are something else.

    Everyday words in a row are no value of one word, and a decimal number is none that was written
    without a point, unless it identifies.
    """
    found = re.findall(r"[a-z0-9]+", shown.lower())
    one = len(re.findall(r"[a-zA-Z0-9]+", value)) == 1 or squeezed(shown) in telling_parts(value)
    apart = len(found) > 1 and all(len(word) > 1 for word in found)
    if re.fullmatch(r"[0-9]+\.[0-9]+", shown) and not is_first_kind(label, value):
        return not re.search(r"[0-9]\.[0-9]", value)
    return one and apart and all(map(is_everyday, found))


def is_first_kind(label, value):
    """Tell whether a value identifies wherever it stands; a single everyday word does not."""
    return identifies_alone(label) and (squeezed(value).isdigit() or tells(value))


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
    """Yield the ways to spell a name in full, and whether all its words are everyday ones.

    A name has two words or more; initials do not count, and neither do everyday words that were
    removed in small letters.
    """
    found = re.findall(r"[a-z]+(?:-+[a-z]+)*", value.lower())
    words = [squeezed(word) for word in found if len(squeezed(word)) > 1]
    everyday = all(map(is_everyday, words))
    if len(words) > 1 and not (everyday and value.islower()):
        for spelt in (
            "".join(words),
            words[0] + words[-1],
            words[-1] + words[0],
            words[-1] + "".join(words[:-1]),
        ):
            if len(spelt) >= 4:
                yield spelt, everyday


def tells(value):
    """Tell whether a value says enough to be looked for in other documents of its subject."""
    if squeezed(value).isdigit():
        return len(squeezed(value)) >= 6
    return len(re.findall(r"[a-zA-Z0-9]+", value)) > 1 or not is_everyday(squeezed(value))


def stretches(text, token):
    """Yield start and end of every stretch that starts and ends at a border of a token."""
    words = [match.span() for match in re.finditer(token, text)]
    for i, (start, _) in enumerate(words):
        for _, end in words[i:]:
            yield start, end
