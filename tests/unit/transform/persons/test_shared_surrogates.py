"""What many subjects share: one surrogate in the corpus, one offset for a shared day."""

from collections import Counter
from random import Random

import pytest

from textveil.errors import InvalidValueError
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans

KEY = Secret(b"a key of sixteen bytes or more")


def note(name, text, subject=None):
    """Return a document in which `<LABEL:value>` stands for each passage, and its spans."""
    plain, spans = "", []
    for piece in text.split("<"):
        inside, found, rest = piece.partition(">")
        label, _, value = inside.partition(":")
        if found:
            spans.append(Span(len(plain), len(plain) + len(value), label))
            plain += value + rest
        else:
            plain += piece
    return Document(name, plain, subject or name), Spans(spans)


def fakes(corpus, vault=None, survey=True, **options):
    """Return the surrogates of each document."""
    surrogate = Surrogate(key=KEY, vault=vault, **options)
    for document, spans in corpus if survey else ():
        surrogate.survey(document, spans)
    return {
        document.id: [edit.replacement for edit in surrogate.transform(document, spans).edits]
        for document, spans in corpus
    }


def distinct(corpus, at=0, **options):
    return {shown[at] for shown in fakes(corpus, **options).values()}


SHARED = (
    "<CITY:Boston>",
    "<STATE:Ohio>",
    "<COUNTRY:Norway>",
    "<ZIP:02115>",
    "<HOSPITAL:St. Mary's Hospital>",
    "<ORGANIZATION:Smith & Sons Ltd>",
    "<PROVIDER:Helen Marsh>",
    "<PHONE:617-735-1234>",
    "<MRN:4711234>",
    "<EMAIL:front.desk@northwind.org>",
    "<ADDRESS:12 Main St, Boston, MA 02115>",
    "<PROFESSION:engineer>",
    "<DEMOGRAPHIC:Turkish>",
    "<QUANTITY:$1,250>",
    "<ROOM:412-B>",
)


@pytest.mark.parametrize("value", SHARED)
def test_what_many_subjects_have_has_one_surrogate(value):
    corpus = [note(f"p{at}", f"It was {value} again.") for at in range(12)]
    assert len(distinct(corpus)) == 1
    # Without the rule each subject draws for itself.
    assert len(distinct(corpus, shared=12)) > 2


def test_few_subjects_draw_for_themselves():
    corpus = [note(f"p{at}", "File <MRN:4711234>.") for at in range(5)]
    assert len(distinct(corpus)) == 5
    assert len(distinct(corpus, shared=4)) == 1


def test_subjects_are_counted_not_documents():
    corpus = [note(f"n{at}", "File <MRN:4711234>.", f"p{at % 5}") for at in range(40)]
    assert len(distinct(corpus)) == 5


def test_documents_are_counted_if_each_draws_for_itself():
    corpus = [note(f"n{at}", "In <CITY:Boston>.", "p") for at in range(12)]
    assert len(distinct(corpus, scope="document")) == 1


def test_towns_of_one_state_do_not_tell_it():
    # No town is shared, but the state is: it has one fake, whatever stands for the towns.
    towns = ("Akron", "Dayton", "Toledo", "Canton", "Parma", "Lorain", "Hamilton", "Mentor")
    corpus = [
        note(f"p{at}", f"Lives in <CITY:{town}>, <STATE:OH>.") for at, town in enumerate(towns)
    ]
    assert len(distinct(corpus, at=1)) == 1


def test_words_of_several_organizations_are_shared():
    kinds = ("Hospital", "Church", "School", "Clinic", "Hospice", "University", "College")
    corpus = [note(f"p{at}", f"<ORGANIZATION:St. Mary's {kind}>") for at, kind in enumerate(kinds)]
    words = Counter(shown[0].split("'")[0].split()[-1] for shown in fakes(corpus).values())
    # A saint is drawn where the template keeps one, a family name elsewhere.
    assert sorted(words.values()) == [1, 6]


def test_a_middle_name_does_not_part_those_who_share_a_physician():
    names = ("Helen Marsh", "Helen B. Marsh", "Marsh, Helen")
    persons = (Person("helen", "", "marsh"), Person("helen", "b", "marsh"))
    corpus = []
    for at in range(12):
        name = names[at % 3]
        who = persons[at % 3 == 1]
        spans = Spans([Span(4, 4 + len(name), "PROVIDER", entity=who)])
        corpus.append((Document(f"p{at}", f"Dr. {name}.", f"p{at}"), spans))
    plain, middle, turned = (fakes(corpus)[f"p{at}"][0] for at in range(3))
    given, family = plain.split()
    assert turned == f"{family}, {given}"
    assert (middle.split()[0], middle.split()[-1]) == (given, family)
    assert len({shown[0] for shown in fakes(corpus).values()}) == 3


def test_an_address_follows_the_fake_name_of_a_shared_person():
    text = "<PROVIDER:Helen Marsh>, <EMAIL:helen.marsh@gmail.com>"
    corpus = []
    for at in range(9):
        document, spans = note(f"p{at}", text)
        first, second = spans
        known = Span(first.start, first.end, first.label, entity=Person("helen", "", "marsh"))
        corpus.append((document, Spans([known, second])))
    shown = fakes(corpus)["p3"]
    given, family = shown[0].lower().split()
    assert shown[1].startswith(f"{given}.{family}@")
    assert len({tuple(one) for one in fakes(corpus).values()}) == 1


def test_the_order_of_documents_does_not_matter():
    corpus = [
        note(f"p{at}", "On <DATE:3 May 2016> in <CITY:Boston> with <PROVIDER:Helen Marsh>.")
        for at in range(9)
    ]
    turned = list(corpus)
    Random(1).shuffle(turned)  # noqa: S311 - any order will do
    assert fakes(corpus) == fakes(turned)


def test_at_least_one_surrogate():
    with pytest.raises(InvalidValueError):
        Surrogate(key=KEY, shared=0)


# Projects


def batch(first, last):
    return [
        note(f"p{at}", f"<PROVIDER:Helen Marsh> in <CITY:Boston>, <MRN:{4_700_000 + at}>.")
        for at in range(first, last)
    ]


def test_batches_of_few_subjects_have_few_surrogates_together(tmp_path):
    shown = {}
    for first in range(0, 40, 2):
        with SqliteVault(tmp_path / "v", KEY, create=not first) as vault:
            shown |= fakes(batch(first, first + 2), vault)
    # Two of the five towns are the same by chance.
    assert len(shown) == 40
    assert [len({one[at] for one in shown.values()}) for at in range(3)] == [5, 4, 40]


def test_who_had_a_surrogate_keeps_it_when_many_come(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        before = fakes(batch(0, 3), vault)
    with SqliteVault(tmp_path / "v", KEY) as vault:
        after = fakes(batch(0, 60), vault)
    assert {name: after[name] for name in before} == before
    assert len({one[0] for name, one in after.items() if name not in before}) == 1
    assert len({one[1] for name, one in after.items() if name not in before}) == 1
    with SqliteVault(tmp_path / "v", KEY) as vault:
        assert fakes(batch(2, 5), vault) == {f"p{at}": after[f"p{at}"] for at in (2, 3, 4)}


def test_what_many_had_once_has_one_surrogate_in_later_batches(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        before = fakes(batch(0, 30), vault)
    with SqliteVault(tmp_path / "v", KEY) as vault:
        after = fakes(batch(30, 31), vault)
    assert after["p30"][:2] == before["p0"][:2]


def towns(name, state, first, number):
    """Return notes of as many people in a town of a state; the state may not stand there."""
    for at in range(first, first + number):
        span = Span(3, 3 + len(name), "CITY", entity=f"{name.lower()}|{state}|US")
        yield Document(f"n{at}", f"in {name}", f"p{at}"), Spans([span])


def test_a_town_of_one_name_in_several_states_has_few_surrogates():
    newark = towns("Newark", "NJ", 30, 8)
    shown = fakes([*towns("Clifton", "OH", 0, 20), *towns("Clifton", "NJ", 20, 5), *newark])
    assert len({shown[f"n{at}"][0] for at in range(25)}) == 2
