"""Judges a text release by the definitions: only the written files, the input and the key are read.

What is reported is certainly false. A place that a definition leaves open is left out, so that a
defect is called harmful only where it is.
"""

import hashlib
import hmac
import json
import re
from collections import Counter, defaultdict
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tests.mutants.corpus import CITY, DENIED, HOSPITAL, PHYSICIAN, SUBJECTS, corpus
from tests.mutants.written import shown_in_report, wrong_replacement
from tests.oracles.clock import PERIODS, WITH_YEAR, WRITE, read_day, read_period, whole

NAMES = {"NAME", "PATIENT", "PROVIDER"}
ALONE = {"MRN", "SSN", "PHONE", "ACCOUNT", "OTHER-ID", "EMAIL", "USERNAME", "LICENSE", "DEVICE"}
"""Labels that identify on their own, of those that stand in the corpus."""
MOVED = {"DATE", "AGE", "TIME"}
UNLIKE = MOVED | {"DEMOGRAPHIC", "INITIALS", "IP", "PROFESSION", "QUANTITY", "ROOM"}
CALENDAR = ("Christmas", "Easter")
SHORTEST, FEW = 6, 5
PERSONS = {f"{one.given} {one.family}": (one.given.lower(), one.family.lower()) for one in SUBJECTS}
PERSONS |= {
    f"{one.relative} {one.family}": (one.relative.lower(), one.family.lower()) for one in SUBJECTS
}
PERSONS[PHYSICIAN] = tuple(PHYSICIAN.lower().split())


class Edit(NamedTuple):
    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    value: str
    shown: str


class Read(NamedTuple):
    """A note before and after, with its edits."""

    id: str
    subject: str
    before: str
    after: str
    edits: list

    @property
    def kept(self):
        """The stretches of the released text that no edit covers."""
        bounds = [0, *(at for e in self.edits for at in (e.new_start, e.new_end)), len(self.after)]
        return [self.after[a:b] for a, b in zip(bounds[::2], bounds[1::2], strict=True)]


def squeezed(text):
    return "".join(re.findall(r"[a-z0-9]", text.lower()))


def digits(text):
    return "".join(re.findall(r"[0-9]", text))


def is_tag(text):
    return bool(re.fullmatch(r"\[[A-Z-]+(-[0-9]+)?(:[^\]]*)?\]|[█_*]*", text))


def words(text):
    """Return the words of a name in small letters, without titles; those behind a comma first."""
    head, comma, tail = text.partition(",")
    found = re.findall(r"[^\W\d_]+", (f"{tail} {head}" if comma else text).lower())
    return [word for word in found if len(word) > 1 and word not in ("dr", "mr", "mrs", "ms")]


def read_release(publish, keep, source):
    """Return the notes of a release; an explanation if its parts do not fit together."""
    before = {row["id"]: row for row in map(json.loads, source.read_text("utf-8").splitlines())}
    texts = next((publish / "texts").iterdir()).read_text("utf-8").splitlines()
    after = {row["id"]: row["text"] for row in map(json.loads, texts)}
    rows = list(map(json.loads, (keep / "edits.jsonl").read_text("utf-8").splitlines()))
    if list(after) != list(before) or [row["id"] for row in rows] != list(before):
        return "the documents are not those of the input"
    notes = []
    for row in rows:
        old, new = before[row["id"]]["text"], after[row["id"]]
        edits = [
            Edit(
                *(e[name] for name in ("start", "end", "new_start", "new_end", "label")),
                old[e["start"] : e["end"]],
                new[e["new_start"] : e["new_end"]],
            )
            for e in row["edits"]
        ]
        if row["input_length"] != len(old):
            return "a length is not that of the input"
        notes.append(Read(row["id"], before[row["id"]]["subject"], old, new, edits))
    return notes


def alignment(notes, _key):
    """The released text is the input with its edits, and nothing else."""
    for note in notes:
        built, at = "", 0
        for edit in note.edits:
            if not at <= edit.start <= edit.end <= len(note.before):
                return "edits overlap"
            built += note.before[at : edit.start]
            if (edit.new_start, edit.new_end) != (len(built), len(built) + len(edit.shown)):
                return "an edit is not where the record says"
            built, at = built + edit.shown, edit.end
        if built + note.before[at:] != note.after:
            return "text outside the edits changed"
    return ""


def residue(notes, _key):
    """A removed value is left somewhere outside of replacements."""
    for note in notes:
        for edit in note.edits:
            if edit.label == "DATE" or edit.shown == edit.value:
                continue
            found = any(
                survives(edit, other, own=other.id == note.id)
                for other in notes
                if other.subject == note.subject or is_carried(edit)
            )
            if found:
                return f"a removed {edit.label} is left"
    return left_days(notes)


def is_carried(edit):
    """Names in full, mail addresses and numbers of six digits are looked for everywhere."""
    number = len(digits(edit.value)) >= SHORTEST
    in_full = edit.label in NAMES and tuple(words(edit.value)) in PERSONS.values()
    return in_full or (edit.label in ALONE and number)


def survives(edit, other, *, own):
    if edit.label in NAMES:
        return name_survives(edit, other, own=own)
    if edit.label in ALONE and len(digits(edit.value)) >= SHORTEST:
        return number_survives(squeezed(edit.value), other)
    if len(squeezed(edit.value)) < SHORTEST or edit.label in UNLIKE:
        return False
    runs = (found for kept in other.kept for found in runs_of(kept))
    return squeezed(edit.value) in runs


def runs_of(text):
    """Return every run of up to six words, squeezed."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return {
        "".join(found[a:b]) for a, b in combinations(range(len(found) + 1), 2) if b - a <= SHORTEST
    }


def name_survives(edit, other, *, own):
    named = words(edit.value)
    if len(named) < 2:
        # A single name is looked for in the documents of its subject.
        orders, parts = [named], named
    else:
        # With a number inside, a passage is a name and something else: it has no parts of a name.
        in_full = own and not digits(edit.value)
        orders, parts = [named, named[::-1]], named if in_full else []
    for kept in other.kept:
        found = re.findall(r"[a-z]+", kept.lower())
        pairs = [found[at : at + len(named)] for at in range(len(found))]
        if any(order in pairs for order in orders if order):
            return True
        if any(len(part) >= 4 and part in found for part in parts):
            return True
        family = named[-1] if len(named) > 1 and not digits(edit.value) else ""
        inside = len(family) >= SHORTEST and any(
            family in word and word != family and word not in FAMILIES for word in found
        )
        if inside and own:
            return True
    return False


FAMILIES = {one.family.lower() for one in SUBJECTS}


def number_survives(spelt, other):
    """The digits stand in one run, whatever parts them, and no other digit touches them."""
    if not spelt.isdigit():
        return any(spelt in runs_of(kept) for kept in other.kept)
    one = "(?:1[-. ]?)?" if len(spelt) == 10 else ""
    whole_number = re.compile(rf"(?<![0-9]){one}\(?{'[-. ()]{0,2}'.join(spelt)}(?![0-9])")
    return any(whole_number.search(kept) for kept in other.kept)


def left_days(notes):
    """A day that was removed is left in the documents of its subject, in a form with its year."""
    removed = defaultdict(set)
    facts = {(fact.note, fact.start, fact.end): fact for fact in corpus()[1]}
    for note in notes:
        for edit in note.edits:
            fact = facts.get((note.id, edit.start, edit.end))
            moved = edit.label == "DATE" and edit.shown != edit.value
            if fact and moved and fact.form in WITH_YEAR:
                removed[note.subject].add(fact.day)
    forms = ("iso", "us", "words", "month first", "table")
    for note in notes:
        for day in removed[note.subject]:
            for form in forms:
                shown = re.escape(WRITE[form](day))
                if any(re.search(rf"(?<!\w){shown}(?!\w)", kept) for kept in note.kept):
                    return "a removed day is left"
    return ""


def consistency(notes, _key):
    """One person has one fake name, two have two; parts of a name become parts of its fake."""
    fakes, holders = defaultdict(set), defaultdict(set)
    for note, edit, real in named(notes):
        if len(real) == 2:
            # A name in full is known by the set of its first and last word, in any order.
            fake = frozenset(ends(words(edit.shown)))
            fakes[note.subject, real, edit.label].add(fake)
            holders[note.subject, fake].add(real)
    if any(len(shown) > 1 for shown in fakes.values()):
        return "a person has two fake names"
    for (_, fake), real in holders.items():
        if len(fake) > 1 and any(
            set(one).isdisjoint(other) for one, other in combinations(real, 2)
        ):
            return "two persons have one fake name"
    for note, edit, real in named(notes):
        # A wrong cut makes other names in full; a part may be theirs.
        owners = [
            words(other.shown)
            for one in notes
            if one.subject == note.subject
            for other in one.edits
            if other.label == edit.label and not is_tag(other.shown)
            if real[0] in words(other.value) != [real[0]]
        ]
        single = len(real) == 1 and len(words(edit.shown)) == 1
        if single and all(owners) and owners and not told_by(edit, owners):
            return "a part of a name follows no fake of it"
    return ""


def told_by(edit, owners):
    return any(words(edit.shown)[0] in fake for fake in owners)


def named(notes):
    """Yield the replaced names of known persons, or their parts, with their words."""
    for note in notes:
        for edit in note.edits:
            real = tuple(words(edit.value))
            known = real in PERSONS.values() or len(real) == 1
            told = words(edit.shown) and not is_tag(edit.shown)
            if edit.label in NAMES and known and real and told:
                yield note, edit, real


def ends(found):
    return (found[0], found[-1]) if len(found) > 1 else tuple(found)


def intervals(notes, key):
    """All dates of a subject moved by the number of days that the key draws for its latest day."""
    return moved_wrongly(notes, key, corpus()[1])


def moved_wrongly(notes, key, dates):
    facts = {(fact.note, fact.start, fact.end): fact for fact in dates}
    moved, tagged = defaultdict(list), defaultdict(set)
    for note in notes:
        for edit in note.edits:
            fact = facts.get((note.id, edit.start, edit.end))
            if edit.label != "DATE" or fact is None:
                continue
            if is_tag(edit.shown):
                tagged[note.subject].add(fact.day)
            elif fact.form not in PERIODS:
                shown = read_any(edit.shown, fact.form)
                if shown is None:
                    return "a day became no day"
                moved[note.subject].append((fact.day, shown))
    for subject, days in moved.items():
        # What was tagged, or was no passage of its own, may have been the anchor.
        known = {fact.day for fact in facts.values() if same_subject(fact, subject, notes)}
        why = wrong_offset(subject, days, known | tagged[subject], key)
        if why:
            return why
    return wrong_periods(notes, facts, moved)


def wrong_offset(subject, days, others, key):
    if len({shown - day for day, shown in days}) > 1:
        return "two days of a subject moved by different numbers of days"
    latest = max(day for day, _ in days)
    anchors = {latest} | {day for day in others if day > latest}
    offset = next(shown - day for day, shown in days)
    drawn = key is None or {target(anchor, key, subject) - anchor for anchor in anchors}
    if drawn is not True and offset not in drawn:
        return "a subject has an offset that the key does not draw"
    return ""


def same_subject(fact, subject, notes):
    return any(note.id == fact.note and note.subject == subject for note in notes)


def wrong_periods(notes, facts, moved):
    """A period holds no day of those that it may hold."""
    for note in notes:
        for edit in note.edits:
            fact = facts.get((note.id, edit.start, edit.end))
            if fact and edit.label == "DATE" and fact.form in PERIODS and moved[note.subject]:
                if is_tag(edit.shown):
                    continue
                first, last = whole(fact.form, fact.day)
                day, new = moved[note.subject][0]
                shown = read_period(fact.form, edit.shown)
                if not shown or shown[1] < first + (new - day) or shown[0] > last + (new - day):
                    return "a period moved away from its days"
    return ""


def read_any(shown, form):
    """Return the day that is shown, in the form of the original or another one of the list."""
    for one in (form, *WITH_YEAR):
        try:
            day = read_day(one, shown)
        except ValueError:
            continue
        if day:
            return day
    return None


def target(anchor, key, subject):
    """Return the day of 2010 to 2019, of the anchor's weekday, that the key draws."""
    surrogate = hmac.digest(key, b"textveil:surrogate", "sha256")
    parts = [part.encode() for part in ("date-clock", f"subject:{subject}")]
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    number = int.from_bytes(hmac.digest(surrogate, message, "sha256"), "big")
    days = [date(2010, 1, 1) + timedelta(at) for at in range(3652)]
    fitting = [day for day in days if day.weekday() == anchor.weekday()]
    return fitting[number % len(fitting)]


def calendar(notes, _key):
    """A holiday is left in a text in which a date moved."""
    for note in notes:
        dates = [edit for edit in note.edits if edit.label == "DATE" and not is_tag(edit.shown)]
        moves = any(edit.shown != edit.value for edit in dates)
        if moves and any(word in kept for kept in note.kept for word in CALENDAR):
            return "a holiday is left beside a moved date"
    return ""


def collisions(notes, _key):
    """A surrogate is its original, shows a part of it, or is a real value of the corpus."""
    changed = {e.label for n in notes for e in n.edits if squeezed(e.shown) != squeezed(e.value)}
    for note in notes:
        for edit in note.edits:
            if edit.label in changed - MOVED and not is_tag(edit.shown):
                found = collision(edit)
                if found:
                    return found
    return ""


NUMBERS = {
    True: {"".join(one.phone) for one in SUBJECTS},
    False: {number for one in SUBJECTS for number in (one.record, one.account)},
}
"""Telephone numbers of the corpus, and other ones."""


def collision(edit):
    if squeezed(edit.shown) == squeezed(edit.value):
        return "a surrogate equals its original"
    if edit.label in NAMES:
        shown = words(edit.shown)
        if not set(shown).isdisjoint(words(edit.value)):
            return "a fake name has a word of the real one"
        return "a fake name is somebody's" if ends(shown) in PERSONS.values() else ""
    real = NUMBERS[edit.label == "PHONE"]
    same = edit.label in ALONE and squeezed(edit.shown) in real
    return "a fake number is somebody's" if same else ""


def sharing(notes, _key):
    """What more than five subjects have shows more than five surrogates."""
    holders, shown = defaultdict(set), defaultdict(set)
    for note in notes:
        for edit in note.edits:
            for value in (PHYSICIAN, HOSPITAL, CITY):
                if edit.value == value and edit.label not in UNLIKE and not is_tag(edit.shown):
                    holders[value, edit.label].add(note.subject)
                    shown[value, edit.label].add(squeezed(edit.shown))
    wrong = any(len(holders[one]) > FEW < len(shown[one]) for one in holders)
    return "what many share shows many surrogates" if wrong else ""


def distance(notes, _key):
    """A surrogate shares a distinctive word, three first letters or four digits with its value."""
    changed = {e.label for n in notes for e in n.edits if squeezed(e.shown) != squeezed(e.value)}
    for note in notes:
        for edit in note.edits:
            if edit.label in changed - UNLIKE and not is_tag(edit.shown):
                found = likeness(edit)
                if found:
                    return found
    return ""


FICTION = Path(__file__).parents[2] / "src/textveil/lexicon/data/facts/any/fiction_numbers.tsv"
"""The table of beginnings that regulators set aside for fiction; fakes may share them."""


def four_digits(text):
    """Return four digits in a row, whatever one or two marks separate them."""
    runs = re.findall(r"[0-9](?:[\s().\-/]{0,2}[0-9])*", text)
    return {digits(run)[at : at + 4] for run in runs for at in range(len(digits(run)) - 3)}


@cache
def prescribed(label):
    """Return four digits in a row that a numbering plan prescribes, and noughts that fill up."""
    if label != "PHONE":
        return {"0000"}
    rows = [row.split("\t") for row in FICTION.read_text("utf-8").splitlines() if row[:1].isdigit()]
    heads = [f"{country}{zero}{head}" for head, _, country in rows for zero in ("", "0")]
    return {"0000"}.union(*(four_digits(head) for head in ("15550100", *heads)))


def likeness(edit):
    if (four_digits(edit.value) & four_digits(edit.shown)) - prescribed(edit.label):
        return f"four digits of a {edit.label} are shown"
    if edit.label in NAMES:
        real, fake = words(edit.value), words(edit.shown)
        pairs = [(a, b) for a in real for b in fake if min(len(a), len(b)) >= 3]
    else:
        told = {HOSPITAL: "kensington", CITY: "denver"}
        told |= {one.street: one.street.split()[1].lower() for one in SUBJECTS}
        real = told.get(edit.value)
        if real is None:
            return ""
        found = re.findall(r"[a-z]+", edit.shown.lower())
        pairs = [(real, found[0])] if found else []
    if any(a[:3] == b[:3] for a, b in pairs if len(a) >= 3):
        return f"a {edit.label} is like its original"
    return ""


def coarseness(notes, _key):
    """Dates show their true year or less, ages one of below 90, ZIP codes three digits."""
    facts = {(fact.note, fact.start, fact.end): fact for fact in corpus()[1]}
    for note in notes:
        for edit in note.edits:
            fact = facts.get((note.id, edit.start, edit.end))
            if is_tag(edit.shown):
                continue
            if edit.label == "DATE" and fact and not coarse_date(edit.shown, fact.day.year):
                return "a date shows more than its year, or another one"
            if edit.label == "AGE" and edit.value.isdigit():
                allowed = edit.value if int(edit.value) < 90 else "90+"
                if edit.shown != allowed:
                    return "an age is shown otherwise than the rule asks"
            if edit.label == "ZIP":
                allowed = "000" if edit.value[:3] in RESTRICTED else edit.value[:3]
                if edit.shown not in (allowed, "000"):
                    return "a postal code is too fine"
    return ""


RESTRICTED = re.findall(
    r"\d+", "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893"
)


def coarse_date(shown, year):
    if shown == "before 1937":
        return year < 1937
    if re.fullmatch(r"[0-9]{3}0s", shown):
        return int(shown[:3]) == year // 10
    return shown == str(year) and year >= 1937


def reversible(notes, key):
    """The key opens the tokens, and the input comes back."""
    from textveil.errors import TextveilError
    from textveil.values.keys.secret import Secret
    from textveil.values.keys.token import Tokens

    for note in notes:
        try:
            back = Tokens(Secret(key)).restored(note.after)
        except TextveilError:
            return "a token does not open"
        if back != note.before:
            return "the key gives another text back"
    return ""


def k_subjects(notes, _key):
    """A kept run stands in the documents of fewer than five subjects."""
    for note in notes:
        bounds = [0]
        for edit in note.edits:
            bounds += [edit.start, edit.end]
        bounds.append(len(note.before))
        for start, end in zip(bounds[::2], bounds[1::2], strict=True):
            run = note.before[start:end].strip()
            if run and len({n.subject for n in notes if run in n.before}) < FEW:
                return "a kept run stands with fewer than five subjects"
    return ""


def denied(notes, _key):
    """A denied word is left."""
    left = any(word.lower() in note.after.lower() for note in notes for word in DENIED)
    return "a denied word is left" if left else ""


CLAIMS = {
    "record": alignment,
    "alignment": alignment,
    "residue": residue,
    "consistency": consistency,
    "intervals": intervals,
    "calendar": calendar,
    "collisions": collisions,
    "sharing": sharing,
    "distance": distance,
    "coarseness": coarseness,
    "reversible": reversible,
    "k-subjects": k_subjects,
    "denied": denied,
}


def false_claims(publish, keep, source, claims, key):
    """Return the claims that are false of a release, each with the reason."""
    found = dict(false_files(publish))
    notes = read_release(publish, keep, source)
    if isinstance(notes, str):
        return found | {"record": notes}
    found |= {name: why for name in claims if (why := CLAIMS[name](notes, key))}
    if "residue" in claims and (why := wrong_replacement(notes, publish)):
        found.setdefault("residue", why)
    if "alignment" in found:
        found.pop("record", None)
    return found


def false_files(publish):
    """Yield what the certificate says wrongly about the files and their number."""
    certificate = json.loads((publish / "certificate.json").read_text("utf-8"))
    for name, stated in certificate["output"].items():
        path = publish / name
        if name.endswith(".html"):
            continue
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != stated:
            yield "integrity", "a file has another hash"
    if why := shown_in_report(publish):
        yield "integrity", why
    rest = {str(path.relative_to(publish)) for path in publish.rglob("*") if path.is_file()}
    if rest - set(certificate["output"]) - {"certificate.json", "risk.json"}:
        yield "integrity", "a file has no hash"
    texts = next((publish / "texts").iterdir()).read_text("utf-8").splitlines()
    stated = certificate["counts"]["documents"]
    if Counter(texts) and stated != len(texts):
        yield "counts", "another number of documents"
