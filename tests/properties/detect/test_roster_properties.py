"""The roster: whom a name leads to, beside asking everybody; and how much work many names are."""

from hypothesis import given
from hypothesis import strategies as st

import textveil.detect.people.roster as roster
from textveil.detect.people.identity import People, link
from textveil.detect.people.mentions import mentions
from textveil.detect.people.roster import Directory, fit
from textveil.values.document import Document
from textveil.values.person import Person
from textveil.values.span import Span, Spans

GIVEN = st.sampled_from(["", "r", "bob", "robert", "ana", "peggy", "soph", "sophie"])
MIDDLE = st.sampled_from(["", "j", "sue", "j xavier", "xavier"])
FAMILY = st.sampled_from(["", "r", "ruiz", "van horn", "soto", "lee"])
PEOPLE = st.sets(st.builds(Person, GIVEN, MIDDLE, FAMILY), max_size=12)
NAMES = st.sampled_from(
    [
        "Bob Ruiz", "Robert J. Ruiz", "Ruiz, Robert", "R. Ruiz", "Mr. Ruiz", "Peggy Sue", "Ana Lee",
        "Peggy Sue Soto", "Van Horn", "Soph", "Ana Ruiz-Soto", "Ana Xavier Lee", "Bob", "Sophie R.",
    ]
)  # fmt: skip


def read(name):
    """Return the first mention of a name."""
    found = mentions(Document("n", name), Spans([Span(0, len(name), "NAME")]))
    return next((piece.mention for _, pieces in found for piece in pieces), None)


@given(PEOPLE, NAMES)
def test_a_name_leads_to_everybody_whom_it_fits(people, name):
    mention, directory = read(name), Directory()
    for person in people:
        directory.add(person)
    if mention is not None:
        asked = ((fit(mention, person), person) for person in people)
        assert sorted(directory.fitting(mention)) == sorted(
            (quality, person) for quality, person in asked if quality is not None
        )


def steps(form, names, monkeypatch):
    """Return how many names are compared with persons when a document of many names is linked."""
    text, spans = "", []
    for at in range(names):
        name = form.format("".join(chr(97 + int(digit)) for digit in f"{at:05d}").capitalize())
        spans.append(Span(len(text), len(text) + len(name), "PATIENT"))
        text += f"{name}. "
    counted, people, note = [], People(), Document("n", text, "s")
    for name in ("_reading_fits", "_same", "_middles_agree"):
        real = getattr(roster, name)
        count = lambda *given, real=real: counted.append(1) or real(*given)  # noqa: E731
        monkeypatch.setattr(roster, name, count)
    people.add("s", note, Spans(spans))
    link(note, Spans(spans), people, "s")
    monkeypatch.undo()
    return len(counted)


def test_names_that_share_a_word_are_not_compared_each_with_each(monkeypatch):
    for form in ("John {}", "{} Smith", "John {} Smith", "John Smith {}", "Dr. {}"):
        once = steps(form, 200, monkeypatch)
        assert steps(form, 400, monkeypatch) <= 2.3 * once, form
