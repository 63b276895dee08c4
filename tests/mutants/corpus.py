"""Invented notes that make every claim of a certificate speak: seven subjects, two notes each.

Each subject has a name in several orders, numbers in several spellings, dates in several forms, a
house and a mail address. All share a physician, a hospital and a city, so that `sharing` counts.
"""

import json
from datetime import date, timedelta
from typing import NamedTuple

from tests.oracles.clock import WRITE


class Subject(NamedTuple):
    given: str
    family: str
    relative: str
    record: str
    account: str
    phone: tuple[str, str, str]
    street: str
    zip: str
    born: date
    seen: date


class DateFact(NamedTuple):
    """A day that stands in a note: where, in which form, and which it is."""

    note: str
    start: int
    end: int
    form: str
    day: date


class Note(NamedTuple):
    id: str
    subject: str
    text: str


SUBJECTS = [
    Subject("Maria", "Kowalczyk", "Tobias", "4471123", "88120457", ("303", "555", "0129"),
            "412 Elmhurst Street", "80012", date(1951, 3, 14), date(2016, 5, 3)),
    Subject("Rashid", "Farouki", "Leila", "5580934", "71390264", ("720", "555", "0147"),
            "87 Pemberton Avenue", "80203", date(1922, 11, 2), date(2016, 7, 11)),
    Subject("Christina", "Lindqvist", "Gustav", "6392841", "60274913", ("303", "555", "0163"),
            "1530 Hawthorne Road", "80231", date(1978, 6, 9), date(2015, 9, 4)),
    Subject("Mateo", "Echeverria", "Lucinda", "7715206", "59318846", ("719", "555", "0118"),
            "266 Wexford Lane", "80903", date(1964, 1, 12), date(2017, 2, 8)),
    Subject("Margaret", "Harrington", "Christopher", "8246637", "48207735", ("970", "555", "0174"),
            "9 Thackeray Drive", "82101", date(1989, 8, 3), date(2014, 10, 6)),
    Subject("Stephen", "Okonkwo", "Adaeze", "9034418", "37196624", ("303", "555", "0156"),
            "708 Sycamore Court", "80525", date(1943, 4, 10), date(2016, 12, 1)),
    Subject("Michelle", "Williamson", "Andrew", "3128875", "26085513", ("720", "555", "0132"),
            "54 Bancroft Street", "80634", date(1956, 12, 7), date(2018, 3, 9)),
]  # fmt: skip
PHYSICIAN = "Helen Marchetti"
HOSPITAL = "Kensington Hospital"
CITY = "Denver"
SHARED = (PHYSICIAN, HOSPITAL, CITY)
DENIED = ("Zephyrine", "Quillfeather")
"""Words that one of the policies denies."""

FIRST = """\
Patient: {given} {family}   MRN: {record}   DOB: {born:us}
Seen on {seen:iso} at {hospital}, {city}, by Dr. {physician}. {family} is {age} years old and \
lives at {street}, {city}, CO {zip}. Phone ({area}) {head}-{tail}, \
e-mail {small_given}.{small_family}@frontrange.net.
Next visit: {next:month first}. Symptoms began before Christmas. BP 132/84, metoprolol 25 mg daily.
"""
SECOND = """\
{family}, {given} called on {next:us}. Account number {account}. MRN {record}.
Tobacco: never. Spouse: {relative} {family}, phone {area}-{head}-{tail}.
{given} feels better since {seen:words}; lab drawn {later:iso}. Sent a card for Easter.
{given} {family} will see Dr. {physician} at {hospital} on {last:us}.
"""
THIRD = {
    0: "Registered as #{small_family}strong and user {small_family}{record}.\n",
    1: "Old chart {record}, also filed under {upper_family} {upper_given}.\n",
    2: "Call 1-{area}-{head}-{tail} or {area}.{head}.{tail}; home: {upper_street}.\n",
    3: "The {denied} trial was explained to {given}.\n",
    4: "Long ago a Foley catheter was placed; will follow. Summer 2013 was uneventful.\n",
    5: "Dr. {physician} wrote on {later:table} and {later:words}.\n",
    6: "Seen again in {last:month}; {denied} was stopped in {seen:year}.\n",
}


def written(number, template):
    """Return a text and the dates that stand in it, as (start, end, form, day)."""
    one = SUBJECTS[number]
    days = {
        "born": one.born,
        "seen": one.seen,
        "next": one.seen + timedelta(21),
        "later": one.seen + timedelta(2),
        "last": one.seen + timedelta(63),
    }
    words = {
        "given": one.given,
        "family": one.family,
        "relative": one.relative,
        "record": one.record,
        "account": one.account,
        "area": one.phone[0],
        "head": one.phone[1],
        "tail": one.phone[2],
        "street": one.street,
        "upper_street": one.street.upper(),
        "zip": one.zip,
        "small_given": one.given.lower(),
        "small_family": one.family.lower(),
        "upper_given": one.given.upper(),
        "upper_family": one.family.upper(),
        "physician": PHYSICIAN,
        "hospital": HOSPITAL,
        "city": CITY,
        "denied": DENIED[number % 2],
        "age": str((one.seen - one.born).days * 4 // 1461),
    }
    text, dates = "", []
    for piece in template.split("{"):
        head, closed, tail = piece.partition("}")
        if not closed:
            text += piece
            continue
        name, _, form = head.partition(":")
        if name in days:
            shown = WRITE[form](days[name])
            dates.append((len(text), len(text) + len(shown), form, days[name]))
            text += shown
        else:
            text += words[name]
        text += tail
    return text, dates


def corpus():
    """Return the notes, and the dates in them."""
    notes, dates = [], []
    for number in range(len(SUBJECTS)):
        for part, template in enumerate((FIRST, SECOND + THIRD[number])):
            text, found = written(number, template)
            name = f"note-{'ab'[part]}{'qwertzu'[number]}"
            notes.append(Note(name, f"person {'qwertzu'[number]}", text))
            dates += [DateFact(name, *one) for one in found]
    return notes, dates


def write_corpus(path):
    """Write the notes as lines of JSON."""
    rows = (json.dumps(note._asdict(), ensure_ascii=False) for note in corpus()[0])
    path.write_text("".join(f"{row}\n" for row in rows), "utf-8")
