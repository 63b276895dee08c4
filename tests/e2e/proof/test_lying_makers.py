"""Makers that lie: a release of theirs is refused; written all the same, `verify` tells of it.

Each maker does its work as the shipped one does, and then one thing that no maker may do. Nobody
repairs what it did.
"""

from dataclasses import replace

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import RefutedError
from textveil.formats.sources import Source
from textveil.pipeline.release.repair import Repairs
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy
from textveil.transform.surrogate import Surrogate
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret

KEY = Secret(b"a key of the makers that lie")
POLICY = "hide-in-plain-sight"
NOTES = (
    "Patient: Maria Kowalczyk, a 45-year-old teacher, MRN 4471123. Her number is 617-735-1234.",
    "Maria Kowalczyk came again. Her rent is $12,500 a year. MRN 4471123, seen at 7:30 pm.",
    "Patient: Peter Holtzmann, MRN 5580934. Mr. Holtzmann pays $2,300 for his flat in Boston.",
)


def labels(*names):
    return lambda edit, value: edit.label in names and " " in value


def left(label):
    """Return a lie: the value stays, under another label."""
    return lambda edit, value: replace(edit, label=label, replacement=value)


def shown(change):
    """Return a lie: the value is shown in another writing."""
    return lambda edit, value: replace(edit, replacement=change(value))


def initials(value):
    return "".join(word[:1] for word in value.split())


def reversed_words(value):
    return " ".join(word[::-1].title() for word in value.split())


def shifted(value):
    moved = (
        chr((ord(one) - ord("a") + 7) % 26 + ord("a")) if one.islower() else one for one in value
    )
    return "".join(moved)


def in_compounds(value):
    return " ".join(f"Mc{word.lower()}son" for word in value.split())


NAMES = labels("PATIENT", "NAME")
NUMBERS = lambda edit, value: edit.label in ("MRN", "OTHER-ID")  # noqa: E731
AMOUNTS = lambda edit, value: edit.label == "QUANTITY" or "$" in value  # noqa: E731
LIES = {
    "a name is called an age": (NAMES, left("AGE")),
    "a name is called a time": (NAMES, left("TIME")),
    "a number is called an age": (NUMBERS, left("AGE")),
    "a name is called an amount": (NAMES, left("QUANTITY")),
    "a name is called initials": (NAMES, left("INITIALS")),
    "amounts stay": (AMOUNTS, left("QUANTITY")),
    "initials for names": (NAMES, shown(initials)),
    "names backwards": (NAMES, shown(reversed_words)),
    "shifted letters": (NAMES, shown(shifted)),
    "names in compounds": (NAMES, shown(in_compounds)),
    "one number for all": (NUMBERS, shown(lambda _: "8120067")),
    "one name for all": (NAMES, shown(lambda _: "Eva Lundgren")),
    "digits backwards": (NUMBERS, shown(lambda value: value[::-1])),
}


@pytest.fixture
def notes(tmp_path):
    for number, note in enumerate(NOTES):
        folder = tmp_path / "notes" / f"person-{min(number, 1) if number < 2 else 2}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.txt").write_text(f"{note}\n")
    return Source.open(tmp_path / "notes")


def lying(monkeypatch, name):
    """Let the maker of surrogates lie, and nobody repair it."""
    told = []
    chosen, lie = LIES[name]
    honest = Surrogate.transform

    def transform(self, document, spans):
        edits = []
        for edit in honest(self, document, spans).edits:
            value = document.text[edit.start : edit.end]
            is_meant = chosen(edit, value)
            told.append(is_meant)
            edits.append(lie(edit, value) if is_meant else edit)
        return Release.of(document, edits)

    monkeypatch.setattr(Surrogate, "transform", transform)
    monkeypatch.setattr(Repairs, "mend", lambda *_: False)
    return told


@pytest.mark.parametrize("name", LIES)
def test_the_release_of_a_maker_that_lies_is_refused(name, notes, tmp_path, monkeypatch):
    told = lying(monkeypatch, name)
    with pytest.raises(RefutedError):
        release(Run(notes, tmp_path / "out", load_policy(POLICY), KEY))
    assert any(told)
    assert not (tmp_path / "out" / "publish").exists()


@pytest.mark.parametrize("name", LIES)
def test_verify_tells_of_a_lie_that_was_written(name, notes, tmp_path, monkeypatch):
    lying(monkeypatch, name)
    run = Run(notes, tmp_path / "out", load_policy(POLICY), KEY, keep_refuted=True)
    release(run)
    assert not verify_release(tmp_path / "out", notes, KEY).holds


def test_the_honest_maker_is_believed(notes, tmp_path):
    release(Run(notes, tmp_path / "out", load_policy(POLICY), KEY))
    found = verify_release(tmp_path / "out", notes, KEY)
    assert found.holds
    assert "language of each document" in found.stated
