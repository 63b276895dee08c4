"""No fake name is the name of somebody else in the same place."""

import re
from math import log2

import pytest

from textveil.detect.people.identity import People, link
from textveil.lexicon.people.name_lists import first_names
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.persons.names import given_pool
from textveil.transform.surrogates.pools import Pool, tells_little
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

NAMES = ["James Smith", "Mary Johnson", "Robert Williams", "Patricia Brown", "Michael Jones"]
TEXT = ", ".join(NAMES)
WORDS = {word.casefold() for name in NAMES for word in name.split()}
KEYS = [Secret(f"a key of some length, no. {number:04}".encode()) for number in range(60)]


def found(document, names=NAMES):
    places = [m.span() for name in names for m in re.finditer(re.escape(name), document.text)]
    spans, people = Spans(Span(*place, "NAME") for place in places), People()
    people.add(document.counted_subject, document, spans)
    return link(document, spans, people, document.counted_subject)


def fakes(surrogate, *documents):
    spans = [found(document) for document in documents]
    for pair in zip(documents, spans, strict=True):
        surrogate.survey(*pair)
    for pair in zip(documents, spans, strict=True):
        for edit in surrogate.transform(*pair).edits:
            yield from edit.replacement.casefold().split()


@pytest.mark.parametrize("scope", ["subject", "document", "corpus"])
def test_no_fake_is_the_name_of_somebody_else_there(scope):
    for key in KEYS:
        shown = set(fakes(Surrogate(scope=scope, key=key), Document("d", TEXT)))
        assert shown.isdisjoint(WORDS)


def test_a_name_that_many_places_have_may_be_drawn():
    # Its absence from all of them would tell it.
    documents = [Document(f"d{at}", TEXT, f"p{at}") for at in range(40)]
    shown = [word for key in KEYS[:4] for word in fakes(Surrogate(shared=99, key=key), *documents)]
    assert WORDS & set(shown)


def test_an_earlier_batch_keeps_its_fakes(tmp_path):
    key = KEYS[0]
    with SqliteVault(tmp_path / "v", key, create=True) as vault:
        [ana] = [e.replacement for e in batch(vault, key, "Ana Ruiz", ["Ana Ruiz"])]
        given, family = ana.split()
        names = ["Ana Ruiz", f"{given} Lund", f"Eva {family}"]
        again = [e.replacement for e in batch(vault, key, ", ".join(names), names)]
    assert again[0] == ana
    assert {given, family}.isdisjoint(" ".join(again[1:]).split())


def batch(vault, key, text, names):
    surrogate, document = Surrogate(key=key, vault=vault), Document("d", text, "p")
    spans = found(document, names)
    surrogate.survey(document, spans)
    return surrogate.transform(document, spans).edits


def test_relatives_pass_over_the_same_family_names():
    for key in KEYS:
        document = Document("d", "Ana Smith, Bo Smith, Eva Johnson, Tom Williams")
        spans = found(document, document.text.split(", "))
        edits = Surrogate(key=key).transform(document, spans).edits
        one, other, *rest = [edit.replacement.split()[1] for edit in edits]
        assert one == other
        assert {"Smith", "Johnson", "Williams"}.isdisjoint({one, *rest})


@pytest.mark.parametrize("draws", [1, 2, 8, 32])
def test_the_absence_of_a_thinned_name_tells_a_tenth_of_a_bit_at_most(draws):
    pool = given_pool("male", "en")
    cap = pool.cap(draws)
    left = sum(min(share, cap) for share in pool.shares.values()) - draws * cap
    assert draws <= pool.limit
    assert draws * -log2(1 - cap / left) <= 0.1


def test_a_small_list_has_no_room():
    assert Pool(first_names("female")[:3]).limit == 0
    assert tells_little(0.0001, 100)
    assert not tells_little(0.01, 100)
