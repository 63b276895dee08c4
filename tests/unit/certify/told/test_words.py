"""The outcome of a verification in words: every mixture, and reasons that verifiers give."""

import re
from itertools import product

import pytest

from textveil import Run, load_policy, read, release, verify_release
from textveil.certify.told.words import in_words
from textveil.values.verdict import Status, Verdict, Witness

NO_INPUT = "the input was not given"


def true(number):
    return [Verdict.of(f"true{n}", 1, []) for n in range(number)]


def refuted(number):
    return [Verdict.of(f"false{n}", 1, [Witness("x", 0, 1, "why")]) for n in range(number)]


def needing(number, reason=NO_INPUT):
    return [Verdict.not_checkable(f"open{n}", reason) for n in range(number)]


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (
            true(3) + needing(4),
            "3 claims checked and true, 4 need the input, nothing refuted",
        ),
        (true(1), "1 claim checked and true, nothing refuted"),
        (needing(1), "no claim checked and true, 1 needs the input, nothing refuted"),
        (refuted(1), "1 claim refuted (false0), none checked and true"),
        (
            true(2) + refuted(2) + needing(1),
            "2 claims refuted (false0, false1), 2 checked and true, 1 needs the input",
        ),
        (
            true(1) + needing(2) + needing(1, "the key was not given") + needing(1, "no key"),
            "1 claim checked and true, 2 need the input, 1 needs the key, 1 cannot be checked, "
            "nothing refuted",
        ),
    ],
)
def test_sentences(verdicts, told):
    assert in_words(verdicts) == told


@pytest.mark.parametrize(
    ("reason", "what"),
    [
        (NO_INPUT, "the input"),
        (f"the certificate says that it holds; {NO_INPUT}", "the input"),
        ("the word lists of the policy were not given", "the word lists of the policy"),
        ("input.nonce was not given, or is damaged", "input.nonce"),
    ],
)
def test_what_is_needed_comes_from_the_reason(reason, what):
    stated = Verdict("residue", Status.STATED, reason=reason)
    assert in_words([stated]) == f"no claim checked and true, 1 needs {what}, nothing refuted"


def test_every_mixture_counts_every_claim_once():
    for a, b, c, d, differences in product(range(3), repeat=5):
        verdicts = [*true(a), *refuted(b), *needing(c), *needing(d, "made without a key")]
        told = in_words(verdicts, differences)
        said = told.split(";")[0]
        assert sum(int(n) for n in re.findall(r"(?<![\w])\d+", said)) == a + b + c + d
        assert ("nothing refuted" in told) == (b == 0)
        assert all(f"false{n}" in told for n in range(b))
        assert ("says something else" in told) == (differences > 0)


def test_a_certificate_that_differs_is_told_although_nothing_is_refuted():
    assert in_words(true(2), 1) == (
        "2 claims checked and true, nothing refuted; the certificate says something else in 1 place"
    )
    assert in_words(refuted(1), 2).endswith("; the certificate says something else in 2 places")


def test_a_real_release(tmp_path):
    """The reasons of our verifiers are understood, with the input and without it."""
    (tmp_path / "note.txt").write_text("Write to ana@example.org on 3 May 2016.")
    notes = read(tmp_path / "note.txt")
    release(Run(notes, tmp_path / "out", load_policy("patterns-only")))
    for given in (None, notes):
        outcome = verify_release(tmp_path / "out", given)
        assert outcome.to_json()["sentence"] == outcome.sentence
        assert outcome.sentence.endswith("nothing refuted")
        found = re.search(r"(\d+) needs? the input", outcome.sentence)
        waiting = sum(NO_INPUT in verdict.reason for verdict in outcome.verdicts)
        assert int(found[1] if found else 0) == waiting
        assert bool(waiting) == (given is None)
