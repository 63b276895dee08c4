"""Defects, one of each kind, to be planted in a sound release: what was done, and where."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from textveil.lexicon.dates.written_dates import parse, parse_like
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata
from textveil.verify.readers.read_names import name_words

NAMES = ("NAME", "PATIENT", "PROVIDER")


class Planted(NamedTuple):
    """Cases with one defect, the document that has it, and from where on in its released text."""

    cases: list
    document: str
    start: int = 0


class Place(NamedTuple):
    """An edit: the number of its case and its own, the real value and the fake one."""

    case: int
    number: int
    value: str
    fake: str


def places(cases, wanted: Callable[[str, str], bool]):
    """Yield the places whose label and value are wanted."""
    for at, case in enumerate(cases):
        for number, edit in enumerate(case.release.edits):
            value = case.before.text[edit.start : edit.end]
            if wanted(edit.label, value):
                yield Place(at, number, value, edit.replacement)


def of_label(cases, *labels):
    """Return the places of some labels, those with long values alone."""
    return list(
        places(cases, lambda label, value: label in labels and len(squeeze_text(value)) > 5)
    )


def is_full(label, value):
    """Tell whether this is a given name and a family name, in this order."""
    return label in NAMES and len(name_words(value)) == 2 and "," not in value and "\n" not in value


def subject_of(cases, place):
    """Return whose document a place stands in."""
    return cases[place.case].before.counted_subject


def rewritten(cases, place, replacement) -> Planted:
    """Let one edit write something else."""
    case = cases[place.case]
    edits = list(case.release.edits)
    edits[place.number] = replace(edits[place.number], replacement=replacement)
    changed = replace(case, release=Release.of(case.before, edits))
    start = list(changed.release.placed())[place.number][1]
    return Planted(_with(cases, place.case, changed), case.release.id, start)


def dropped(cases, place) -> Planted:
    """Leave one edit out, so that the value stands in the release."""
    case = cases[place.case]
    start = list(case.release.placed())[place.number][1]
    edits = [edit for at, edit in enumerate(case.release.edits) if at != place.number]
    changed = replace(case, release=Release.of(case.before, edits))
    return Planted(_with(cases, place.case, changed), case.release.id, start)


def followed(cases, at, text) -> Planted:
    """Put more text at the end of a document, in the input as in the release."""
    case = cases[at]
    before = replace(case.before, text=f"{case.before.text}\nSee {text} too.", spans=None)
    changed = replace(case, before=before, release=Release.of(before, case.release.edits))
    return Planted(_with(cases, at, changed), case.release.id, len(case.release.text))


def beside(cases, at, metadata) -> Planted:
    """Let something travel beside a text."""
    changed = replace(cases[at], metadata=Metadata(metadata))
    return Planted(_with(cases, at, changed), changed.release.id)


def renamed(cases, at, name) -> Planted:
    """Give a document another id."""
    case = cases[at]
    before = Document(name, case.before.text, case.before.counted_subject)
    changed = replace(case, before=before, release=Release.of(before, case.release.edits))
    return Planted(_with(cases, at, changed), name)


def retold(cases, at, text) -> Planted:
    """Change a released text where nothing was edited."""
    case = cases[at]
    release = Release(case.release.id, text, case.release.edits, case.release.input_length)
    return Planted(_with(cases, at, replace(case, release=release)), case.release.id)


def _with(cases, at, case):
    return [*cases[:at], case, *cases[at + 1 :]]


def elsewhere(cases, place, same_subject=False):
    """Return the number of another document, of another subject or of the same."""
    subject = subject_of(cases, place)
    return next(
        at
        for at, case in enumerate(cases)
        if at != place.case and (case.before.counted_subject == subject) is same_subject
    )


def repeated(cases):
    """Return places of a name in full that stands at least three times with a subject."""
    found = {}
    for place in places(cases, is_full):
        key = subject_of(cases, place), frozenset(name_words(place.value))
        found.setdefault(key, []).append(place)
    return next(rows for rows in found.values() if len(rows) > 2)


# Consistency.


def another_surrogate(cases):
    """One mention of a person has another surrogate."""
    return rewritten(cases, repeated(cases)[0], "Xanthe Quillfeather")


def another_surrogate_turned(cases):
    """One mention has another surrogate, family name first."""
    return rewritten(cases, repeated(cases)[0], "Quillfeather, Xanthe")


def one_surrogate_for_two(cases):
    """Two persons have one surrogate."""
    first = repeated(cases)[0]
    other = next(
        place
        for place in places(cases, is_full)
        if subject_of(cases, place) == subject_of(cases, first)
        and not set(name_words(place.value)) & set(name_words(first.value))
    )
    return rewritten(cases, other, first.fake)


def part_of_another(cases):
    """A family name has another surrogate than the name in full, in another document."""
    fulls = {}
    for place in places(cases, is_full):
        label = cases[place.case].release.edits[place.number].label
        for word in name_words(place.value):
            fulls.setdefault((subject_of(cases, place), label, word), set()).add(place.case)
    for place in places(cases, lambda label, value: label in NAMES):
        words = name_words(place.value)
        label = cases[place.case].release.edits[place.number].label
        text = cases[place.case].before.text
        edit = cases[place.case].release.edits[place.number]
        alone = not re.search(r"[a-z]+ \(?$", text[max(0, edit.start - 12) : edit.start])
        if len(words) == 1 and alone and (subject_of(cases, place), label, words[0]) in fulls:
            return rewritten(cases, place, "Quillfeather")
    raise LookupError("no part of a name")


# Residue.


def full_name(pattern, *, same=False):
    """Return a defect: a name in full of one subject stands in a document in some writing."""

    def plant(cases):
        place = next(places(cases, is_full))
        given, family = name_words(place.value)
        words = {"g": given, "f": family, "G": given.upper(), "F": family.upper()}
        words |= {"g_f": " ".join(given + family), "cut": f"{family[:3]}-\n{family[3:]}"}
        return followed(cases, elsewhere(cases, place, same), pattern.format(**words))

    return plant


def name_left(cases):
    """A name in full is left where it stood."""
    return dropped(cases, repeated(cases)[1])


def name_in_id(cases):
    """A name in full stands in the id of another subject's document."""
    place = next(places(cases, is_full))
    given, family = name_words(place.value)
    return renamed(cases, elsewhere(cases, place), f"scans/{family}_{given}-03.txt")


def name_in_metadata(pattern):
    """Return a defect: a name in full travels beside a text, deep down."""

    def plant(cases):
        place = next(places(cases, is_full))
        value = pattern.format(*name_words(place.value))
        return beside(cases, elsewhere(cases, place), {"row": {"files": ["x", value]}})

    return plant


def name_as_column(cases):
    """A name in full is the name of a column."""
    place = next(places(cases, is_full))
    return beside(cases, elsewhere(cases, place), {place.value: "x"})


def rewriting_of(label, write, *, same=False):
    """Return a defect: a value of a label stands in a document, written in another way."""

    def plant(cases):
        for place in of_label(cases, label):
            written = write(place.value)
            if written and written != place.value:
                return followed(cases, elsewhere(cases, place, same), written)
        raise LookupError(label)

    return plant


def value_in_metadata(label):
    """Return a defect: a value of a label is the cell of a column."""

    def plant(cases):
        place = of_label(cases, label)[0]
        return beside(cases, elsewhere(cases, place), {"cell": place.value})

    return plant


def digits(value):
    """Write a number without marks."""
    return re.sub(r"\W", "", value)


def dotted(value):
    """Write a telephone number with dots."""
    return ".".join(re.findall(r"[0-9]+", value))


def with_country(value):
    """Write a telephone number with the country before it."""
    return f"+1{digits(value)}" if re.fullmatch(r"[2-9][0-9]{9}", digits(value)) else ""


def street_words(value):
    """Write a street with the other word for it: Street for St, or St for Street."""
    pairs = [("Street", "St"), ("Avenue", "Ave"), ("Road", "Rd"), ("Drive", "Dr"), ("Lane", "Ln")]
    for long, short in pairs:
        if re.search(rf"\b{long}\b", value):
            return re.sub(rf"\b{long}\b", f"{short}.", value)
        if re.search(rf"\b{short}\b\.?", value):
            return re.sub(rf"\b{short}\b\.?", long, value)
    return ""


def telling_name(cases, same_case):
    """Return the place of a rare single name of a patient, and where else to put it."""
    for place in places(cases, lambda label, value: label == "PATIENT"):
        words = name_words(place.value)
        if len(words) == 1 and len(words[0]) > 6:
            return place, place.case if same_case else elsewhere(cases, place, same_subject=True)
    raise LookupError("no single name")


def first_name_left(cases):
    """A single name of the patient is left in another document of the subject."""
    place, at = telling_name(cases, same_case=False)
    return followed(cases, at, name_words(place.value)[0].capitalize())


def part_left(cases):
    """A part of a name in full is left in the same document."""
    place = next(place for place in places(cases, is_full) if len(name_words(place.value)[1]) > 8)
    return followed(cases, place.case, name_words(place.value)[1].title())


def value_left(label):
    """Return a defect: a value is left in another document of its subject."""
    return rewriting_of(label, str.upper, same=True)


def date_left(cases):
    """A date of a subject is left in another document of the subject."""
    place = next(iter(whole_dates(cases)))
    return followed(cases, elsewhere(cases, place, same_subject=True), place.value)


def date_left_otherwise(cases):
    """A date of a subject is left in another writing."""
    place = next(iter(whole_dates(cases)))
    day = read(cases, place)
    written = f"{day:%B} {day.day}, {day.year}" if "/" in place.value else day.isoformat()
    return followed(cases, place.case, written)


# Dates.


def read(cases, place):
    """Return the day of a date, as the release's own reading order has it."""
    return day_of(parse(place.value, False))


def day_of(found):
    """Return the day that a date names first."""
    _, year, month, day = found.moments[0][:4]
    return date(year, month, day)


def written(day):
    """Write a day in words."""
    return f"{day.day} {day:%B} {day.year}"


def whole_dates(cases, wanted=r".*[0-9]{4}.*"):
    """Return the places of days with their year that can be read in one way only."""
    found = list(places(cases, lambda label, _: label == "DATE"))
    numbers = Counter(subject_of(cases, place) for place in found)
    for place in found:
        one = parse(place.value, False)
        single = one is not None and not one.impossible and len(one.moments) == 1
        if single and one.precision == "day" and one.year and not one.ambiguous:
            several = numbers[subject_of(cases, place)] > 4
            shown = one.moments[0].weekday is None and parse_like(place.fake, one) is not None
            if several and shown and re.fullmatch(wanted, place.value, re.DOTALL):
                yield place


def moved(wanted, days):
    """Return a defect: a date of some writing is moved by some days more."""

    def plant(cases):
        place = next(whole_dates(cases, wanted))
        now = day_of(parse_like(place.fake, parse(place.value, False)))
        return rewritten(cases, place, written(now + timedelta(days)))

    return plant


def day_for_month(cases):
    """A date is moved as if its day were its month."""
    for place in places(cases, lambda label, _: label == "DATE"):
        one = parse(place.value, False)
        if one is None or not one.ambiguous or one.precision != "day" or one.year is None:
            continue
        real, other = day_of(one), day_of(parse(place.value, True))
        now = day_of(parse_like(place.fake, one))
        if real != other:
            return rewritten(cases, place, f"{now + (other - real):%m/%d/%Y}")
    raise LookupError("no date that fits both orders")


def coarse(precision, write):
    """Return a defect: a date that names no day is the next one of its kind."""

    def plant(cases):
        for place in places(cases, lambda label, _: label == "DATE"):
            found = parse(place.fake)
            if found is not None and found.precision == precision and found.year is not None:
                return rewritten(cases, place, write(found.moments[0]))
        raise LookupError(precision)

    return plant


def next_month(moment):
    """Write the month after a month."""
    return f"{date(moment.year, moment.month, 28) + timedelta(7):%B %Y}"


def next_year(moment):
    """Write the year after a year."""
    return str(moment.year + 1)


def yearless(days):
    """Return a defect: a day without a year is moved by some days more."""

    def plant(cases):
        for place in places(cases, lambda label, _: label == "DATE"):
            found = parse(place.fake)
            first = None if found is None or found.impossible else found.moments[0]
            if first and first[:2] == ("day", None) and first.weekday is None:
                now = date(2000, first.month, first.day) + timedelta(days)
                return rewritten(cases, place, f"{now:%B} {now.day}")
        raise LookupError("no day without a year")

    return plant


def date_unmoved(cases):
    """A date is what it was."""
    place = next(iter(whole_dates(cases)))
    return rewritten(cases, place, place.value)


def nothing_moved(cases):
    """No date of a subject moved."""
    first = next(iter(whole_dates(cases)))
    mine = [place for place in whole_dates(cases) if _same_subject(cases, place, first)]
    for place in mine:
        cases = rewritten(cases, place, place.value).cases
    return rewritten(cases, first, first.value)


def clocks_exchanged(cases):
    """Two subjects have each other's offset."""
    one = next(iter(whole_dates(cases)))
    two = next(place for place in whole_dates(cases) if not _same_subject(cases, place, one))
    offsets = [
        day_of(parse_like(place.fake, parse(place.value, False))) - read(cases, place)
        for place in (one, two)
    ]
    for mine, offset in ((one, offsets[1]), (two, offsets[0])):
        for place in [p for p in whole_dates(cases) if _same_subject(cases, p, mine)]:
            cases = rewritten(cases, place, written(read(cases, place) + offset)).cases
    return rewritten(cases, one, written(read(cases, one) + offsets[1]))


def _same_subject(cases, one, other):
    return subject_of(cases, one) == subject_of(cases, other)


def tag_left_out(cases):
    """A date that nobody can read stays as it is, behind a document."""
    return _also(cases, "31 Feb 2016", "31 Feb 2016")


def wrong_century(cases):
    """A year of two digits is another one than that of the moved day."""
    place = next(iter(whole_dates(cases)))
    day, now = read(cases, place), day_of(parse_like(place.fake, parse(place.value, False)))
    return _also(cases, written(day), f"{now:%m}/{now.day}/{now.year - 100}", place.case)


def _also(cases, value, fake, at=0):
    """Put another date behind a document."""
    case, start = cases[at], len(cases[at].before.text) + 9
    before = replace(case.before, text=f"{case.before.text}\nSeen on {value}.", spans=None)
    more = Edit(start, start + len(value), fake, "DATE")
    changed = replace(case, before=before, release=Release.of(before, (*case.release.edits, more)))
    return Planted(_with(cases, at, changed), case.release.id, len(case.release.text))


def wrong_weekday(cases):
    """A date has the weekday of the day before."""
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    for place in places(cases, lambda label, _: label == "DATE"):
        found = re.match(rf"({'|'.join(names)}),? .*[0-9]{{4}}\Z", place.fake, re.DOTALL)
        if found:
            day = names[names.index(found[1]) - 1]
            return rewritten(cases, place, place.fake.replace(found[1], day, 1))
    raise LookupError("no weekday")


# Collisions.


def label_of(cases, place):
    """Return the label of the edit at a place."""
    return cases[place.case].release.edits[place.number].label


def real_of_another(*labels):
    """Return a defect: a surrogate is a real value of another subject."""

    def plant(cases):
        found = of_label(cases, *labels)
        first = found[0]
        other = next(
            place
            for place in found
            if subject_of(cases, place) != subject_of(cases, first)
            and label_of(cases, place) == label_of(cases, first)
            and squeeze_text(place.value) != squeeze_text(first.value)
        )
        return rewritten(cases, other, first.value)

    return plant


def resembling(label, made):
    """Return a defect: a surrogate is made of the value that it stands for."""

    def plant(cases):
        place = next(p for p in of_label(cases, label) if made(p.value) not in ("", p.value))
        return rewritten(cases, place, made(place.value))

    return plant


def real_name_of_another(pattern):
    """Return a defect: a fake name is a real one of another subject."""

    def plant(cases):
        first, *rest = places(cases, is_full)
        words = set(name_words(first.value))
        other = next(
            place
            for place in rest
            if subject_of(cases, place) != subject_of(cases, first)
            and not set(name_words(place.value)) & words
        )
        return rewritten(cases, other, pattern.format(*name_words(first.value)).title())

    return plant


def own(label, write):
    """Return a defect: a surrogate is the value that it replaces, in some writing."""

    def plant(cases):
        for place in of_label(cases, label):
            if re.search("[a-z0-9]{3}", place.value):
                return rewritten(cases, place, write(place.value))
        raise LookupError(label)

    return plant


def own_part(cases):
    """A fake name has the family name of the name that it replaces."""
    place = next(places(cases, is_full))
    return rewritten(cases, place, f"Xanthe {name_words(place.value)[1].title()}")


def own_other_part(cases):
    """A family name becomes the given name of the same person."""
    for full in places(cases, is_full):
        given, family = name_words(full.value)
        for place in places(cases, lambda label, _: label in NAMES):
            if place.case == full.case and name_words(place.value) == (family,):
                return rewritten(cases, place, given.title())
    raise LookupError("no family name by itself")


# The way back.


def drawn_by_each(*labels):
    """Return a defect: subjects who share a value draw a surrogate each."""

    def plant(cases):
        having = defaultdict(dict)
        for place in of_label(cases, *labels):
            having[squeeze_text(place.value)].setdefault(subject_of(cases, place), place)
        shared = max(having.values(), key=len)
        assert len(shared) > 5
        planted = Planted(cases, "")
        for number, place in enumerate(shared.values()):
            planted = rewritten(planted.cases, place, f"Drawn by {chr(ord('A') + number) * 3}")
        return planted

    return plant


def token_changed(cases):
    """One character of a token is another one."""
    at, text = next((n, c.release.text) for n, c in enumerate(cases) if "tv1." in c.release.text)
    start = text.index("tv1.") + 12
    other = "A" if text[start] != "A" else "B"
    return retold(cases, at, text[:start] + other + text[start + 1 :])


def token_cut(cases):
    """A token is cut short, and something else stands there."""
    at, text = next((n, c.release.text) for n, c in enumerate(cases) if "tv1." in c.release.text)
    start = text.index("tv1.") + 12
    return retold(cases, at, text[:start] + "\u2026" + text[start + 1 :])


def outside(case, pattern):
    """Return where a pattern first stands outside all replacements."""
    kept = [(start, end) for _, start, end in case.release.placed()]
    for match in re.finditer(pattern, case.release.text):
        if all(match.end() <= start or match.start() >= end for start, end in kept):
            return match.start()
    raise LookupError(pattern)


def letter_changed(cases):
    """One letter outside all edits is another one."""
    text, at = cases[0].release.text, outside(cases[0], r"[a-z]")
    return retold(cases, 0, text[:at] + ("b" if text[at] == "a" else "a") + text[at + 1 :])


def line_end_changed(cases):
    """One line end outside all edits is a blank."""
    text, at = cases[0].release.text, outside(cases[0], r"\n")
    return retold(cases, 0, f"{text[:at]} {text[at + 1 :]}")


def token_of_another(cases):
    """A token is that of another passage."""
    found = [
        (at, edit.replacement)
        for at, case in enumerate(cases)
        for edit in case.release.edits
        if "tv1." in edit.replacement
    ]
    at, token = found[0]
    other = next(o for n, o in found if n != at and len(o) == len(token) and o != token)
    return retold(cases, at, cases[at].release.text.replace(token, other, 1))


# Coarser values.


def replaced(label, shown, written):
    """Return a defect: something else is shown; `{0}` is what was, `{v}` the value itself."""

    def plant(cases):
        for place in places(cases, lambda found, _: found == label):
            fits = re.fullmatch(shown, place.fake)
            new = written.format(place.fake, v=place.value)
            if fits and new != place.fake and place.value != place.fake:
                return rewritten(cases, place, new)
        raise LookupError(label)

    return plant


def showing(label, written, part=r"(?s).+"):
    """Return a defect: a replacement shows a part (`{1}`) of its value; `{0}` is what was."""

    def plant(cases):
        for place in of_label(cases, label):
            found = re.search(part, place.value)
            if found and place.value != place.fake:
                return rewritten(cases, place, written.format(place.fake, found.group()))
        raise LookupError(label)

    return plant


def hash_changed(cases):
    """One digit of a keyed hash is another one."""
    for place in of_label(cases, *NAMES):
        if place.fake.endswith("]"):
            other = "0" if place.fake[-2] != "0" else "1"
            return rewritten(cases, place, f"{place.fake[:-2]}{other}]")
    raise LookupError("hash")


def beside_a_date(text):
    """Return a defect: a calendar word stands in a document with a moved date."""

    def plant(cases):
        place = of_label(cases, "DATE")[0]
        return followed(cases, place.case, f" {text}")

    return plant
