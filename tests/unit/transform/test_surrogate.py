"""Surrogates over a corpus: one for each entity, none real, whatever the order of documents."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import ComponentError, InvalidValueError
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.digits.numbers import Numbers
from textveil.transform.surrogates.shapes import bare
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")


def note(number: int, mrn: str, subject: str, name: str = "Ana Ruiz") -> tuple[Document, Spans]:
    text = f"{name}, MRN {mrn}."
    at = text.index(mrn)
    entity = Person(name.split()[0].lower(), family=name.split()[1].lower())
    spans = Spans([Span(0, len(name), "PATIENT", entity=entity), Span(at, at + len(mrn), "MRN")])
    return Document(str(number), text, subject), spans


def fakes(corpus, key=KEY, scope="subject") -> dict[str, tuple[str, ...]]:
    surrogate = Surrogate(scope=scope, key=key)
    for document, spans in corpus:
        surrogate.survey(document, spans)
    return {
        document.id: tuple(e.replacement for e in surrogate.transform(document, spans).edits)
        for document, spans in corpus
    }


CORPUS = [
    note(n, str(1000 + 7 * n), f"p{n % 9}", "Ana Ruiz" + "abcdefghi"[n % 9]) for n in range(60)
]


def test_an_id_is_neither_real_nor_given_twice() -> None:
    made = fakes(CORPUS)
    ids = [replaced[1] for replaced in made.values()]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {str(1000 + 7 * n) for n in range(60)}


def test_a_person_has_one_name_and_two_persons_two() -> None:
    made = fakes(CORPUS)
    by_subject: dict[str, set[str]] = {}
    for document, _ in CORPUS:
        by_subject.setdefault(document.subject, set()).add(made[document.id][0])
    assert all(len(names) == 1 for names in by_subject.values())
    assert len(set.union(*by_subject.values())) == 9


@given(st.integers(0, 1000))
def test_the_order_of_documents_does_not_matter(seed: int) -> None:
    shuffled = list(CORPUS)
    Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    assert fakes(shuffled) == fakes(CORPUS)


def test_another_key_makes_another_corpus() -> None:
    assert fakes(CORPUS) != fakes(CORPUS, Secret(b"another key, long enough"))


def test_the_scope_decides_who_shares() -> None:
    corpus = [note(1, "44711", "p1"), note(2, "44711", "p2")]
    apart, together = fakes(corpus), fakes(corpus, scope="corpus")
    assert together["1"] == together["2"]
    assert apart["1"][1] != apart["2"][1]


def test_where_no_fake_is_left_a_tag_is_written() -> None:
    rooms = [note(n, f"{n}", "p") for n in range(10)]
    made = [replaced[1] for replaced in fakes(rooms).values()]
    assert not {str(n) for n in range(10)} & set(made)


def test_an_email_follows_the_person() -> None:
    text = "Mary Okafor, mary.okafor@clinic.org"
    spans = Spans(
        [Span(0, 11, "NAME", entity=Person("mary", family="okafor")), Span(13, len(text), "EMAIL")]
    )
    release = Surrogate(key=KEY).transform(Document("n", text), spans)
    name, mail = (edit.replacement for edit in release.edits)
    given, family = name.lower().split()
    assert mail.startswith(f"{given}.{family}@")
    assert "okafor" not in release.text.lower()


def test_mistakes_are_told() -> None:
    with pytest.raises(ComponentError, match="need a key"):
        Surrogate()
    with pytest.raises(InvalidValueError, match="no scope"):
        Surrogate(scope="planet", key=KEY)


def test_an_acronym_follows_the_surrogate_of_its_name_in_all_documents_of_a_subject():
    full = Document("a", "Massachusetts General Hospital", subject="q")
    short = Document("b", "MGH", subject="q")
    spans = Spans([Span(0, 30, "HOSPITAL")]), Spans([Span(0, 3, "HOSPITAL")])
    engine = Surrogate(key=KEY)
    for document, found in zip((full, short), spans, strict=True):
        engine.survey(document, found)
    letters = "".join(word[0] for word in engine.transform(full, spans[0]).text.split())
    assert engine.transform(short, spans[1]).text == letters


def test_what_stands_around_a_value_stays():
    document = Document("a", "Boston. Boston \U0001f642", subject="p")
    spans = Spans([Span(0, 7, "CITY"), Span(8, 16, "CITY")])
    made = Surrogate(key=KEY).transform(document, spans)
    one, two = made.edits
    assert (one.replacement[-1], two.replacement[-2:]) == (".", " \U0001f642")
    assert one.replacement[:-1] == two.replacement[:-2]
    assert one.entity == two.entity


def test_a_prefix_stays_unless_it_spells_somebody_of_the_subject() -> None:
    of_others = [note(n, f"INC00{4471 + n}", f"p{n}", "Ulf Kowalczyk") for n in range(40)]
    assert all(ids[1].startswith("INC00") for ids in fakes(of_others).values())
    of_castro = [note(n, f"INC00{4471 + n}", f"p{n}", "Ines Ncastro") for n in range(40)]
    assert not any(ids[1].startswith("INC") for ids in fakes(of_castro).values())
    # Somebody else's initials are no reason, unless everybody shares surrogates.
    mixed = [note(1, "INC0044711", "p1", "Ulf Kowalczyk"), note(2, "44712", "p2", "Ines Ncastro")]
    assert fakes(mixed)["1"][1].startswith("INC")
    assert not fakes(mixed, scope="corpus")["1"][1].startswith("INC")


@given(
    number=st.text("0123456789ABC", min_size=6, max_size=10),
    cuts=st.lists(st.sets(st.integers(1, 5), max_size=3), min_size=2, max_size=4),
    label=st.sampled_from(sorted(Numbers.labels)),
)
def test_a_number_has_one_surrogate_however_it_is_written(number, cuts, label) -> None:
    writings = ["-".join(parts(number, sorted(places))) for places in cuts]
    text = " ; ".join(writings)
    spans, start = [], 0
    for writing in writings:
        spans.append(Span(start, start + len(writing), label))
        start += len(writing) + len(" ; ")
    document, marked = Document("1", text, "p1"), Spans(spans)
    made = Surrogate(key=KEY)
    made.survey(document, marked)
    fakes = [edit.replacement for edit in made.transform(document, marked).edits]
    assert len({bare(fake) for fake in fakes}) == 1


def parts(number, places):
    ends = [0, *places, len(number)]
    return [number[low:high] for low, high in pairwise(ends)]
