"""Observing: the view of an attacker holds nothing of the input."""

from textveil.pipeline.attack.attacks import attacks
from textveil.pipeline.attack.observing import ShownDocument, observe
from textveil.pipeline.attack.run import WITHOUT_INPUT, attacked
from textveil.policy.registry import ComponentKind, catalogue
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.figures.attack import KNOWLEDGE


def _shown(name: str, subject: str) -> ShownDocument:
    note = Document(name, "Ana Ruiz, MRN 4471, aged 44, at Mercy", subject)
    edits = [
        Edit(0, 8, "Eve Stone", "NAME"),
        Edit(14, 18, "[MRN]", "MRN"),
        Edit(25, 27, "44", "AGE"),
        Edit(32, 37, "Elm", "HOSPITAL"),
    ]
    return ShownDocument(note.counted_subject, Release.of(note, edits), note)


def test_tags_and_what_stayed_are_nothing_to_guess_at():
    observed = observe([_shown("n1", "a")])
    assert [seen.label for seen in observed.view.passages] == ["NAME", "HOSPITAL"]
    assert observed.real == ("Ana Ruiz", "Mercy")
    for seen in observed.view.passages:
        assert observed.view.texts["n1"][seen.start : seen.end] == seen.shown
    assert "Ana" not in "".join(observed.view.texts.values())


def test_documents_beyond_the_limit_are_counted():
    observed = observe([_shown("n1", "a"), _shown("n2", "b"), _shown("n3", "c")], most=4)
    assert len(observed.view.passages) == 4
    assert observed.passed_over == 2


def test_attacks_run_only_with_what_their_attacker_knows():
    observed = observe([_shown(f"n{at}", f"s{at}") for at in range(20)])
    names = {one.attack for one in attacked(observed, WITHOUT_INPUT).results}
    assert "known-pairs" not in names
    results = attacked(observed, KNOWLEDGE).results
    hospital = next(r for r in results if (r.attack, r.label) == ("known-pairs", "HOSPITAL"))
    assert (hospital.guesses, hospital.right, hospital.chance) == (1, 1, 1.0)


def test_every_attack_fulfils_the_contract():
    assert len(attacks()) == len(catalogue(ComponentKind.ATTACK)) == 10
    assert all(attack.needs <= KNOWLEDGE.keys() for attack in attacks().values())
