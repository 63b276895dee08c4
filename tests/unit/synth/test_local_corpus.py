"""Documents in Spanish: nobody exists, everything is marked, the same seed makes the same ones."""

import pytest
from tests.unit.synth.dice import dice

from textveil.detect.patterns import Patterns
from textveil.errors import InvalidValueError
from textveil.lexicon.numbers.checksums import dni_holds, nuss_holds
from textveil.synth.corpus import generate
from textveil.synth.local_corpus import local_rules
from textveil.synth.people.local_people import affiliation_number, identity_number
from textveil.values.document import Document

MADE = list(generate("hospital", 60, rng=dice(5), language="es"))


def test_the_same_seed_makes_the_same_documents() -> None:
    again = list(generate("hospital", 60, rng=dice(5), language="es"))
    assert [one.text for one in again] == [one.text for one in MADE]
    other = list(generate("hospital", 60, rng=dice(6), language="es"))
    assert [one.text for one in other] != [one.text for one in MADE]


def test_every_mark_covers_its_value() -> None:
    for document in MADE:
        for span in document.spans or ():
            value = document.covered_by(span)
            assert value
            assert value == value.strip()


def test_a_subject_has_one_record_number_in_all_documents() -> None:
    seen: dict[str | None, set[str]] = {}
    for document in MADE:
        for span in document.spans or ():
            if span.label == "MRN":
                digits = "".join(filter(str.isdigit, document.covered_by(span)))
                seen.setdefault(document.subject, set()).add(digits)
    assert seen
    assert all(len(numbers) == 1 for numbers in seen.values())


def test_there_are_many_wordings() -> None:
    rules = local_rules("es")
    sentences = [w for name, found in rules.items() if not name.startswith("doc.") for w in found]
    assert len(sentences) >= 100
    assert sum(len(found) for name, found in rules.items() if name.startswith("doc.")) >= 8


def test_two_halves_share_no_wording_of_a_document() -> None:
    halves = [
        {
            d.metadata["template"]
            for d in generate("hospital", 40, rng=dice(1), language="es", templates=half)
        }
        for half in "AB"
    ]
    assert not halves[0] & halves[1]


def test_numbers_have_their_check_characters() -> None:
    rng = dice(2)
    for _ in range(200):
        plain = "".join(filter(str.isalnum, identity_number(rng)))
        assert dni_holds(plain)
        assert nuss_holds("".join(filter(str.isdigit, affiliation_number(rng))))


def test_patterns_find_every_number_of_a_person() -> None:
    numbers = missed = 0
    for document in MADE:
        found = Patterns(language="es").detect(Document("d", document.text)).covered()
        for span in document.spans or ():
            if span.label in ("MRN", "PLAN", "LICENSE", "EMAIL"):
                numbers += 1
                missed += not any(low <= span.start and span.end <= high for low, high in found)
    assert numbers > 50
    assert missed <= numbers // 50


def test_kinds_that_a_language_lacks_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="no documents of this kind"):
        list(generate("court", 1, rng=dice(1), language="es"))
