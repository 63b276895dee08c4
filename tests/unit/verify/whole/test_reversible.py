"""Reversible: holds where every input comes back, and names the document where one does not."""

import pytest

from textveil.errors import InvalidValueError
from textveil.store.sqlite_vault import SqliteVault
from textveil.testing.verifiers import check_verifier
from textveil.transform.masks.encrypt import Encrypt
from textveil.transform.masks.mask import Mask
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.runs.way_back import WayBack, text_digest
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status
from textveil.verify.whole.reversible import Reversible

KEY = Secret(b"0123456789abcdef")


def encrypted(name, text, start, end, key=KEY):
    document = Document(name, text)
    return Case(document, Encrypt(key=key).transform(document, Spans([Span(start, end, "NAME")])))


def masked(name, text, start, end):
    document = Document(name, text)
    return Case(document, Mask().transform(document, Spans([Span(start, end, "NAME")])))


def defects():
    good = encrypted("a", "Seen by Ana.", 8, 11)
    edit = good.release.edits[0]
    cut = Edit(8, 11, edit.replacement[:-1], "NAME")
    note = Document("cut", good.before.text)
    swapped = Document("swapped", "Seen by Eve.")
    return [
        Case(note, Release.of(note, [cut])),
        Case(swapped, Release.of(swapped, [edit])),
        masked("masked", "Seen by Ana.", 8, 11),
        encrypted("foreign", "Seen by Ana.", 8, 11, Secret(b"fedcba9876543210")),
        masked("mistaken", "[NAME:tv1.] Ana.", 12, 15),
        masked("longer", "Ana.", 0, 3),
    ]


def test_tokens_keep_the_contract():
    sound = [encrypted("a", "Seen by Ana.", 8, 11), encrypted("b", "Bo", 0, 2)]
    check_verifier(Reversible(KEY), sound, defects())


@pytest.fixture
def vault(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as made:
        yield made


def seal(vault, case, way=None):
    way = way or WayBack.of(case.before, case.release)
    vault.seal(case.release.id, text_digest(case.release.text), way.to_bytes())


def test_a_vault_gives_every_input_back(vault):
    cases = [masked(name, f"{name} Ana {name}", 2, 5) for name in "abc"]
    for case in cases:
        seal(vault, case)
    verdict = Reversible(vault=vault).verify(cases)
    assert verdict.holds
    assert verdict.checked == 3


def test_a_vault_with_a_defect_is_refuted(vault):
    good, unsealed = masked("a", "By Ana", 3, 6), masked("b", "Of Bo", 3, 5)
    wrong = masked("c", "To Cy", 3, 5)
    seal(vault, good)
    seal(vault, wrong, WayBack(len(wrong.release.text), ((3, 9, "Di"),)))
    changed = Case(good.before, Release("a", "by [NAME]", good.release.edits, 6))
    verdict = Reversible(vault=vault).verify([good, unsealed, wrong, changed])
    assert verdict.failures == 3
    assert [witness.document for witness in verdict.witnesses] == ["b", "c", "a"]
    assert verdict.witnesses[1].start == 3


def test_a_vault_that_is_none_is_refused():
    with pytest.raises(InvalidValueError, match="cannot name a vault"):
        Reversible(vault="project.vault")


def test_it_says_when_it_cannot_check():
    case = encrypted("a", "Seen by Ana.", 8, 11)
    for verdict in (
        Reversible().verify([case]),
        Reversible(KEY).verify([Case(None, case.release)]),
    ):
        assert verdict.status is Status.NOT_CHECKABLE
