"""k-anonymity: each planted defect is refuted at its place, with its count."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.testing import check_verifier
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.rare import k_anonymity
from textveil.verify.rare.k_anonymity import KOccurrences, KOutput, KSubjects, check_k_anonymity

ALL = ["occurrences", "subjects", "output"]
METHODS = ["exact", "exhaustive"]


def collection(*texts, subjects=None):
    people = subjects or [None] * len(texts)
    named = enumerate(zip(texts, people, strict=True))
    return [Document(f"d{n}", text, subject=person) for n, (text, person) in named]


def only_witness(verdict):
    assert verdict.status is Status.REFUTED
    assert verdict.failures == len(verdict.witnesses) == 1
    witness = verdict.witnesses[0]
    return witness.document, witness.start, witness.end, witness.count


@pytest.fixture(params=METHODS)
def check(request):
    def checked(*arguments, **options):
        return check_k_anonymity(*arguments, method=request.param, **options)

    return checked


def test_overlapping_occurrences_count(check):
    documents = collection("banana")
    verdict = check(documents, ["*ana*a"], 2, "occurrences")
    assert verdict.holds
    assert verdict.checked == 2
    assert verdict.reason == "k = 2, all kept runs"
    assert only_witness(check(documents, ["*ana*a"], 3, "occurrences")) == ("d0", 1, 4, 2)


@pytest.mark.parametrize("guarantee", ALL)
def test_a_changed_character_is_refuted_where_it_stands(check, guarantee):
    documents = collection("same text", "same text", "same text")
    verdict = check(documents, ["same*text", "same*tezt", "same*text"], 2, guarantee)
    assert only_witness(verdict) == ("d1", 7, 8, None)
    assert "differs" in verdict.witnesses[0].reason
    assert verdict.checked == 6


@pytest.mark.parametrize("guarantee", ALL)
def test_a_run_that_is_one_short_is_refuted(check, guarantee):
    documents = collection("x common", "common y", "common z", "rare x", "rare y")
    after = ["**common", "common**", "common**", "*are**", "******"]
    found = {"occurrences": 2, "subjects": 2, "output": 1}[guarantee]
    verdict = check(documents, after, 3, guarantee)
    assert only_witness(verdict) == ("d3", 1, 4, found)
    assert check(documents, [*after[:3], "******", "******"], 3, guarantee).holds


def test_an_occurrence_across_a_border_does_not_count(check):
    documents = collection("abab", "ab", "a", "b", "ab*a*b")
    after = ["abab", "**", "*", "*", "******"]
    # abab stands in d0 alone: neither d0 + d1 nor d1 + d2 + d3 is a place.
    assert only_witness(check(documents, after, 2, "occurrences")) == ("d0", 0, 4, 1)
    after = ["ab**", "**", "*", "*", "******"]
    assert only_witness(check(documents, after, 5, "occurrences")) == ("d0", 0, 2, 4)
    assert check(documents, after, 4, "occurrences").holds


def test_an_occurrence_across_a_mark_of_the_input_does_not_count(check):
    documents = collection("ab", "a*b", "ab")
    after = ["ab", "***", "**"]
    assert check(documents, after, 2, "occurrences").holds
    assert only_witness(check(documents, after, 3, "occurrences")) == ("d0", 0, 2, 2)


def test_a_character_in_place_of_a_mark_is_a_change(check):
    documents = collection("a*a", "aaa")
    assert only_witness(check(documents, ["aaa", "*a*"], 2, "occurrences")) == ("d0", 1, 2, None)


def test_a_subject_counts_once(check):
    documents = collection("flu flu", "flu", "flu", subjects=["p", "p", "q"])
    after = ["*******", "***", "flu"]
    assert check(documents, after, 2, "subjects").holds
    assert only_witness(check(documents, after, 3, "subjects")) == ("d2", 0, 3, 2)
    assert check(documents, after, 3, "occurrences").holds


def test_a_document_without_a_subject_is_one_of_its_own(check):
    documents = [Document("p", "flu"), Document("x", "flu", subject="p"), Document("y", "flu")]
    after = ["flu", "***", "***"]
    assert check(documents, after, 3, "subjects").holds
    assert check(documents, after, 4, "subjects").witnesses[0].count == 3


def test_fewer_subjects_than_k_refute_every_run(check):
    documents = collection("flu", "flu", subjects=["p", "p"])
    verdict = check(documents, ["f*u", "***"], 2, "subjects")
    assert [(w.start, w.count) for w in verdict.witnesses] == [(0, 1), (2, 1)]


def test_what_was_suppressed_supports_nothing_in_the_release(check):
    documents = collection("aba", "aba", "aba")
    after = ["aba", "a*a", "a**"]
    verdict = check(documents, after, 2, "output")
    assert only_witness(verdict) == ("d0", 0, 3, 1)
    assert check(documents, after, 3, "occurrences").holds
    assert check(None, after, 2, "output").witnesses[0].document == "1"


@pytest.mark.parametrize("guarantee", ["occurrences", "subjects"])
def test_without_the_input_the_input_cannot_be_asked(check, guarantee):
    verdict = check(None, ["ab"], 2, guarantee)
    assert verdict.status is Status.NOT_CHECKABLE
    assert verdict.claim == f"k-{guarantee}"


@pytest.mark.parametrize("guarantee", ALL)
@pytest.mark.parametrize("texts", [[], [""], ["", "", ""], ["**", "*"], ["abc", "d"]])
def test_nothing_kept_holds_and_says_so(check, guarantee, texts):
    verdict = check(collection(*texts), ["*" * len(text) for text in texts], 2, guarantee)
    assert verdict.holds
    assert verdict.checked == 0
    assert verdict.reason == "k = 2, nothing was kept"


@pytest.mark.parametrize("guarantee", ALL)
def test_another_length_is_refuted(check, guarantee):
    verdict = check(collection("aaa", "aaa"), ["aaaa", "a*a"], 2, guarantee)
    assert only_witness(verdict) == ("d0", 0, 4, None)
    assert "length" in verdict.witnesses[0].reason


@pytest.mark.parametrize("guarantee", ALL)
def test_ten_failures_are_shown_in_order_and_all_are_counted(check, guarantee):
    text = "".join(f"{chr(0x4E00 + n)}*" for n in range(30))
    changed = "".join("x*" if n % 2 else f"{chr(0x4E00 + n)}*" for n in range(30))
    verdict = check(collection(text, "ab"), [changed, "abc"], 2, guarantee)
    assert verdict.failures == 31
    assert [w.start for w in verdict.shown] == list(range(0, 20, 2))
    assert [w.count for w in verdict.shown] == [1, None] * 5


def test_a_rare_run_of_shown_characters_says_why_it_stands_there(check):
    verdict = check(collection("a[]", "a"), ["*[]", "a"], 2, "occurrences", show="[]")
    assert "never suppressed" in verdict.witnesses[0].reason
    verdict = check(collection("ab[]"), ["*b[]"], 2, "occurrences", show="[]")
    assert "never suppressed" not in verdict.witnesses[0].reason


def test_a_sample_says_that_it_is_one():
    documents = collection("a*" * 50)
    after = ["a*" * 50]
    options = {"method": "sample", "rng": np.random.default_rng(1), "sample": 7}
    verdict = check_k_anonymity(documents, after, 3, "occurrences", **options)
    assert verdict.holds
    assert verdict.checked == 7
    assert verdict.reason == "k = 3, a random sample of 7 of 50 kept runs"
    verdict = check_k_anonymity(documents, after, 51, "occurrences", **options)
    assert verdict.failures == 7
    assert {w.count for w in verdict.witnesses} == {50}


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": 1},
        {"mark": ""},
        {"mark": "**"},
        {"guarantee": "people"},
        {"method": "guess"},
        {"method": "sample"},
        {"method": "sample", "rng": np.random.default_rng(1), "sample": 0},
        {"after": []},
    ],
    ids="-".join,
)
def test_options_out_of_bounds_are_refused(wrong):
    options = {"after": ["Zilpah"], "k": 2, "guarantee": "output", **wrong}
    with pytest.raises(InvalidValueError) as refused:
        check_k_anonymity(collection("Zilpah"), **options)
    assert "Zilpah" not in str(refused.value)


@pytest.mark.parametrize("verifier", [KOccurrences, KSubjects, KOutput])
def test_verifiers_refuse_what_is_out_of_bounds(verifier):
    with pytest.raises(InvalidValueError):
        verifier(1)
    with pytest.raises(InvalidValueError):
        verifier(2, "")


@pytest.mark.parametrize("guarantee", ALL)
def test_a_wrong_suffix_array_gives_no_verdict(monkeypatch, guarantee):
    sort = k_anonymity.suffix_array
    monkeypatch.setattr(k_anonymity, "suffix_array", lambda codes: sort(codes)[::-1].copy())
    verdict = check_k_anonymity(collection("abab"), ["abab"], 2, guarantee)
    assert verdict.status is Status.NOT_CHECKABLE


def suppressed(name, text, value):
    document = Document(name, text)
    at = text.index(value)
    edit = Edit(at, at + len(value), "*" * len(value), "RARE")
    return Case(document, Release.of(document, [edit]))


@pytest.mark.parametrize("verifier", [KOccurrences(3), KSubjects(3), KOutput(3)])
def test_the_contract_of_a_verifier(verifier):
    sound = [suppressed(f"n{n}", f"seen: {n}{n}{n}{n}", f"{n}{n}{n}{n}") for n in range(3)]
    rare = suppressed("rare", "seen: Zilpah, 9999", "9999")
    text, edits = sound[0].before.text, sound[0].release.edits
    changed = Case(Document("changed", text), Release("changed", "sewn: ****", edits, len(text)))
    tagged = Document("tagged", text)
    longer = Case(tagged, Release.of(tagged, [Edit(6, 10, "[NAME]", "NAME")]))
    check_verifier(verifier, [*sound, longer], [rare, changed])


@pytest.mark.parametrize("verifier", [KOccurrences(2), KSubjects(2), KOutput(2)])
def test_an_edit_that_changes_nothing_hides_nothing(verifier):
    note = Document("n", "seen: Zilpah")
    other = suppressed("m", "seen: Abigail", "Abigail")
    same = Case(note, Release.of(note, [Edit(6, 12, "Zilpah", "RARE")]))
    assert verifier.verify([same, other]).status is Status.REFUTED
    longer = Case(note, Release.of(note, [Edit(6, 12, "[Zilpah]", "RARE")]))
    assert verifier.verify([longer, other]).status is Status.REFUTED


@pytest.mark.parametrize(
    ("value", "label", "replacement", "shown"),
    [
        ("LS", "INITIALS", "[INITIALS]", False),
        ("M", "NAME", "[NAME]", False),
        ("DATE", "DATE", "[DATE]", False),
        ("LS", "INITIALS", "x LS", True),
        ("Zilpah", "NAME", "xZilpahx", True),
        ("Zilpah", "Zilpah", "[Zilpah]", True),
    ],
)
def test_a_tag_shows_nothing_of_a_passage_by_chance(value, label, replacement, shown):
    note = Document("n", f"seen: {value}")
    other = Document("m", "seen: ")
    edit = Edit(6, 6 + len(value), replacement, label)
    cases = [Case(note, Release.of(note, [edit])), Case(other, Release.of(other))]
    assert KSubjects(2).verify(cases).holds is not shown


def test_one_missing_input_leaves_only_the_release():
    cases = [suppressed(f"n{n}", "seen: x", "x") for n in range(2)]
    cases[1] = Case(None, cases[1].release)
    assert KOutput(2).verify(cases).holds
    assert KOccurrences(2).verify(cases).status is Status.NOT_CHECKABLE
    assert KSubjects(2).verify(cases).status is Status.NOT_CHECKABLE


def test_witnesses_point_into_the_release_where_tags_have_other_lengths():
    texts = ["seen by Bo and unusual words", "seen by Bo and", "seen by Bo and"]
    cases = []
    for number, text in enumerate(texts):
        document = Document(str(number), text, subject=str(number))
        cases.append(Case(document, Release.of(document, [Edit(8, 10, "[PROVIDER]", "PROVIDER")])))
    [witness] = KSubjects(2).verify(cases).witnesses
    assert witness.document == "0"
    assert cases[0].release.text[witness.start : witness.end] == " and unusual words"


def test_witnesses_point_at_what_a_replacement_leaves():
    document = Document("0", "ab xyzw", subject="0")
    others = [Case(d, Release.of(d)) for d in (Document(n, "ab ", subject=n) for n in "12")]
    case = Case(document, Release.of(document, [Edit(0, 1, "[A]", "A"), Edit(3, 7, "**zw", "B")]))
    [witness] = KSubjects(2).verify([case, *others]).witnesses
    assert case.release.text[witness.start : witness.end] == "zw"
