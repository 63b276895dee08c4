"""The promise of the residue verifier, rule by rule, for a small world that is known by heart.

In this world a label is ID, DATE or PATIENT; *will* and *long* are the only everyday words;
Longwill is a surname of its own; and a replacement is a tag whose letter stands in no value.
"""

import re
from itertools import combinations, takewhile
from typing import NamedTuple

EVERYDAY = {"will", "long"}
SURNAME = "longwill"


class Word(NamedTuple):
    text: str
    before: str
    after: str


def words_of(text, pattern=r"[a-zA-Z0-9]+"):
    """Return the words of a text, each with all that stands before and after it."""
    return [
        Word(found.group(), text[: found.start()], text[found.end() :])
        for found in re.finditer(pattern, text)
    ]


def runs_of(words):
    """Return every run of consecutive words."""
    return [words[a:b] for a, b in combinations(range(len(words) + 1), 2)]


def spelt(words):
    return "".join(word.text for word in words).lower()


def is_everyday(word):
    return word.text.lower() in EVERYDAY


class Removed(NamedTuple):
    label: str
    text: str
    document: str
    subject: str

    @property
    def words(self):
        return words_of(self.text)

    @property
    def is_number(self):
        return spelt(self.words).isdigit()

    @property
    def is_one_everyday_word(self):
        return len(self.words) == 1 and is_everyday(self.words[0])

    @property
    def says_enough(self):
        """A long number, several words, or a word that is no everyday one."""
        if self.is_number:
            return len(spelt(self.words)) >= 6
        return not self.is_one_everyday_word

    @property
    def identifies(self):
        return self.label == "ID" and (self.is_number or self.says_enough)

    @property
    def is_carried(self):
        """Six digits identify by their form, so that the value counts in every document."""
        return self.identifies and sum(map(str.isdigit, self.text)) >= 6


def surviving(cases):
    """Return the ids of documents in which a removed value survives."""
    removed = [
        Removed(
            edit.label, case.before.text[edit.start : edit.end], case.before.id, case.before.subject
        )
        for case in cases
        for edit in case.release.edits
    ]
    return {
        case.release.id
        for case in cases
        for value in removed
        if len(spelt(value.words)) >= 4
        if survives_as_written(value, case)
        or survives_as_full_name(value, case)
        or survives_in_part(value, case)
        or survives_inside(value, case)
    }


def survives_as_written(value, case):
    """Words in a row spell the value: in its own document, or where it would tell who it is."""
    own = value.document == case.before.id
    same_subject = value.subject == case.before.subject
    telling = value.says_enough or value.identifies
    if not (own or value.is_carried or (same_subject and telling)):
        return False
    return any(
        spelt(run) == spelt(value.words)
        and not is_other_number(run, value)
        and not is_other_thing(run, value, same_subject=same_subject)
        and not (len(value.words) == 1 and is_everyday_row(run))
        and (value.label != "PATIENT" or not value.is_one_everyday_word or is_like_a_name(run[0]))
        for run in runs_of(words_of(case.release.text))
    )


def survives_as_full_name(value, case):
    """A name in full survives in any order, without its middle names, and beside digits."""
    return value.label == "PATIENT" and any(
        is_in_full(*names_of(person), person, case) for person in persons_of(value)
    )


def is_in_full(given, family, written, case):
    everyday = all(name in EVERYDAY for name in given + family)
    if not given or (everyday and written.islower()):
        return False
    first, last = given[0], family[-1]
    orders = [given + family, [first, last], [last, first], family + given]
    return any(
        len(spelt(run)) >= 4
        and spelt(run) in map("".join, orders)
        and not (len(run) == 1 and spelt(run) == SURNAME)
        and (not is_everyday_row(run) or all(word.text[0].isupper() for word in run))
        for run in runs_of(words_of(case.release.text, r"[a-zA-Z]+|[0-9]+"))
    )


def survives_in_part(value, case):
    """A part of a name in full survives in its own document, unless it is an everyday word."""
    if value.label != "PATIENT" or value.document != case.before.id:
        return False
    full = [given + family for given, family in map(names_of, persons_of(value)) if given]
    telling = [n for names in full for n in names if len(n) >= 4 and n not in EVERYDAY]
    return any(
        spelt(run) in telling and not is_everyday_row(run)
        for run in runs_of(words_of(case.release.text))
    )


def survives_inside(value, case):
    """A number of six characters, or a surname, stands inside a longer word."""
    if value.label == "ID" and re.search("[0-9]", value.text):
        inner = [spelt(value.words)]
    elif value.label == "PATIENT" and not value.is_one_everyday_word:
        inner = [name for person in persons_of(value) for name in names_of(person)[1]]
    else:
        return False
    if not value.is_carried and value.subject != case.before.subject:
        return False
    return any(
        len(name) >= 6 and len(word.text) > len(name) and name in pieces_of(word.text.lower(), name)
        for name in inner
        for word in words_of(case.release.text)
    )


def pieces_of(word, name):
    """Return the pieces of a word as long as a name that cut no number."""
    starts = range(len(word) - len(name) + 1)
    return [
        word[at : at + len(name)]
        for at in starts
        if not word[max(0, at - 1) : at + 1].isdigit() or at == 0
        if not word[at + len(name) - 1 : at + len(name) + 1].isdigit()
        or at + len(name) == len(word)
    ]


def persons_of(value):
    """A stroke stands between the names of two persons."""
    return value.text.split("/")


def names_of(text):
    """Return the given names and the family names in a name.

    Hyphens join, also over the end of a line. The family name is the last word, or the words in
    capitals that a name begins with (LONG Will).
    """
    whole = re.sub(r"(?<=[a-zA-Z])-+(?=[a-zA-Z])", "", text.replace("-\n", ""))
    names = re.findall(r"[a-zA-Z]+", whole)
    loud = len(list(takewhile(str.isupper, names)))
    turned = names[loud:] + names[:loud] if loud and not names[-1].isupper() else names
    small = [name.lower() for name in turned]
    split = len(small) - (loud if turned is not names else 1)
    return small[:split], small[split:]


def is_other_number(run, value):
    """16 17 is not 1617, unless it was written in this way."""
    if not value.is_number:
        return False
    parts, written = ([word.text for word in words] for words in (run, value.words))
    return len(spelt(run)) < 6 and len(parts) > 1 and parts != written


def is_other_thing(run, value, *, same_subject):
    """Digits are read as something that the value was not: a day, an amount, two numbers.

    An amount is nobody's number with other subjects.
    """
    if not value.is_number:
        return False
    first, last = run[0], run[-1]
    text = first.before + first.text + first.after
    read = thing_at(text, len(first.before), len(text) - len(last.after))
    written = {"day", "longer", "two"} if value.label == "DATE" else set()
    if len(value.words) > 1:
        written.add(thing_at(value.text, 0, len(value.text)))
    return bool(read) and (read not in written or (read == "amount" and not same_subject))


def thing_at(text, start, end):
    """Return what the digits at a place are part of; nothing if they stand for themselves."""
    things = [
        (low, high, thing)
        for low, high in combinations(range(len(text) + 1), 2)
        if low < end and start < high
        for thing in [thing_of(text[:low], text[low:high], text[high:])]
        if thing
    ]
    for thing in ("day", "address", "amount", "decimal"):
        if any(low <= start and end <= high and thing == one for low, high, one in things):
            return thing
    if any(low < start or end < high for low, high, _ in things):
        return "two"
    digits = sum(map(str.isdigit, text[start:end]))
    if digits < 6:
        return "longer" if is_in_longer_code(text, start, end) else ""
    joints = re.split("[0-9]+", text[start:end])[1:-1]
    return "" if digits >= 9 or all(map(is_gap, joints)) else "two"


def thing_of(before, piece, after):
    """Return what kind of thing a whole piece of a text is; a year here is one of two digits."""
    numbers, marks = re.split("[-./]", piece), re.findall("[-./]", piece)
    if not all(map(str.isdigit, numbers)) or re.match("[0-9]|[.][0-9]", after):
        return ""
    if marks == ["."]:
        free = not re.search(r"[a-zA-Z0-9.]\Z", before)
        kind = "amount" if len(numbers[1]) < 3 else "decimal"
        return kind if free and numbers[1] != "0" else ""
    if marks == [".", ".", "."] and not re.search(r"[0-9.]\Z", before):
        return "address" if all(len(number) <= 3 for number in numbers) else ""
    if len(marks) != 2 or marks[0] != marks[1] or len(numbers[2]) != 2:
        return ""
    free = not re.search(r"[0-9/.-]\Z", before) and not re.match("[/-]", after)
    one, other = sorted(map(int, numbers[:2]))
    short = all(len(number) <= 2 for number in numbers[:2])
    return "day" if free and short and 1 <= one <= 12 and other <= 31 else ""


def is_in_longer_code(text, start, end):
    """Marks join other digits to these."""
    return any(
        code.start() <= start
        and end <= code.end()
        and re.search("[0-9]", text[code.start() : start] + text[end : code.end()])
        for code in re.finditer("[a-zA-Z0-9]+(?:[-./][a-zA-Z0-9]+)*", text)
    )


def is_gap(joint):
    """Groups of a long number are parted by blanks, points and hyphens, also at a line's end."""
    joint = joint[:-1] if joint.endswith("-\n") else joint.removesuffix(" ")
    return set(joint := joint.removeprefix(" ")) <= {"-", "."} and len(joint) <= 2


def is_everyday_row(run):
    """Several everyday words in a row are no word of a name, and no value of one word."""
    return len(run) > 1 and all(map(is_everyday, run))


def is_like_a_name(word):
    """A word has a capital, and not because a sentence that goes on in small letters begins."""
    gap = re.search("[^a-zA-Z0-9]*$", word.before).group()
    begins = gap == word.before or any(mark in gap for mark in ".!?:;*-\n")
    goes_on = re.match("[ ]+[a-z]", word.after)
    return word.text[0].isupper() and (word.text.isupper() or not (begins and goes_on))
