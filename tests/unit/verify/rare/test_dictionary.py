"""Forms counted again: what is true holds, what is false is refuted with the matching terms."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.rare.dictionary import Stated, check_forms, stated_in
from textveil.verify.rare.dictionary_matching import LiteralPieces, TermList

LANDS = ["JAPAN", "JAVAN", "JORDAN", "PERU", "PARIS"]
MAP = {"JAPAN": "JA*AN", "JAVAN": "JA*AN", "PERU": "P*", "PARIS": "P*"}


@pytest.mark.parametrize(
    ("form", "term", "fits"),
    [
        ("JA*N", "JAPAN", True),
        ("JA*N", "JAN", False),  # the star stands for at least one character
        ("*A*", "JAPAN", True),
        ("*A*", "AB", False),
        ("*A*", "BA", False),
        ("*A*A*", "BAAB", False),  # a character between the two pieces is needed
        ("A*A", "AAA", True),
        ("A*A", "AA", False),
        (r"a\**", "a*b", True),
        (r"a\**", "axb", False),
        (r"\\*", "\\x", True),
        ("*.*", "a.b", True),
        ("*.*", "aab", False),
        ("東*", "東京", True),
        ("*\n*", "a\nb", True),
    ],
)
def test_both_ways_of_matching(form, term, fits):
    pieces = LiteralPieces.of(form)
    assert pieces.matches(term) is fits
    assert bool(pieces.pattern.fullmatch(term)) is fits


@pytest.mark.parametrize("form", ["JAPAN", "", "a**b", r"a\b*", "a*\\"])
def test_what_is_no_form_is_refused(form):
    with pytest.raises(InvalidValueError):
        LiteralPieces.of(form)


def test_candidates_are_found_by_every_way():
    terms = TermList([f"a{n}mid{n}z" for n in range(1500)] + [f"b{n}" for n in range(1500)])
    for form in ("*mid7*", "a7*", "*7z", "b*9", "*mid*", "a*z", "*1*1*"):
        pieces = LiteralPieces.of(form)
        assert terms.matching(pieces) == terms.matching_by_pattern(pieces)


def test_a_true_count_holds():
    verdict = check_forms(LANDS, [Stated("JA*AN", "JAPAN", k=2)], 2, "count")
    assert verdict.holds
    assert verdict.checked == 1
    assert "5 terms, K = 2, guarantee count" in verdict.reason


def test_a_false_count_is_refuted_with_the_matching_terms():
    verdict = check_forms(LANDS, [Stated("J*AN", k=2)], 2, "count")
    witness = verdict.witnesses[0]
    assert witness.count == 3
    assert witness.reason.endswith("the form matches the terms 0, 1, 2")
    assert not any(term in witness.reason for term in LANDS)


def test_too_few_terms_are_refuted():
    assert check_forms(LANDS, [Stated("JOR*")], 2, "count").status is Status.REFUTED


def test_mutual_counts_what_is_released_under_the_form():
    assert check_forms(LANDS, [Stated("P*", "PERU", k=2, k_eff=2)], 2, chosen=MAP).holds
    three = check_forms(LANDS, [Stated("JA*AN", k_eff=3)], 2, chosen=MAP)
    assert "k_eff is said to be 3 and is 2" in three.witnesses[0].reason
    # It matches three terms, and one of them is released under it.
    lone = check_forms(LANDS, [Stated("J*N", "JORDAN")], 2, chosen={**MAP, "JORDAN": "J*N"})
    assert "k_eff is 1 and must be 2" in lone.witnesses[0].reason


def test_terms_that_are_left_do_not_count():
    verdict = check_forms(LANDS, [Stated("P*", "PERU")], 2, chosen=MAP, left={3})
    assert verdict.witnesses[0].count == 1


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_a_quick_check_gives_the_same_verdict(guarantee):
    for form, holds in (("JA*AN", True), ("P*", True), ("JOR*", False), ("PAR*", False)):
        for thorough in (True, False):
            said = [Stated(form)]
            verdict = check_forms(LANDS, said, 2, guarantee, chosen=MAP, thorough=thorough)
            assert verdict.holds is holds
    said = [Stated("P*", k=3)]
    assert not check_forms(LANDS, said, 2, guarantee, chosen=MAP, thorough=False).holds


def test_mutual_without_the_map_is_not_checkable():
    assert check_forms(LANDS, [], 2).status is Status.NOT_CHECKABLE


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (Stated("JA*AN", "PERU"), "does not match the term"),
        (Stated("JA*AN", "SPAIN"), "not a term of Q"),
        (Stated("J*AN", "JAPAN"), "writes another form"),
        (Stated("JAPAN", "JAPAN"), "this is not a form"),
        (Stated("P*", "PERU", gone=True), "not removed entirely"),
    ],
)
def test_faults_of_a_form(one, reason):
    verdict = check_forms(LANDS, [one], 2, chosen=MAP)
    assert any(reason in witness.reason for witness in verdict.witnesses)


@pytest.mark.parametrize(("start", "end", "told"), [(5, 9, 0), (4, 8, 1), (4, 9, 1), (6, 9, 1)])
def test_what_stands_one_place_beside_its_term_is_told(start, end, told):
    note = Document("n", "From PERU to")
    for form in ("*", "P*"):
        edits = [Edit(start, end, form, "QUASI")]
        [one] = stated_in([Case(note, Release.of(note, edits))])
        assert one.cut == bool(told)
        verdict = check_forms([*LANDS, "CHAD"], [one], 2, "count")
        assert any("beside its term" in each.reason for each in verdict.witnesses) == bool(told)


def test_a_bare_star_stands_for_k_terms_too():
    said = [Stated("*", "JORDAN"), Stated("*", "SPAIN"), Stated("*", gone=True)]
    assert check_forms([*LANDS, "CHAD"], said, 2, chosen=MAP).holds
    lone = check_forms(LANDS, said[:1], 2, chosen=MAP)
    assert lone.witnesses[0].reason == (
        "k_eff of a bare star is 1 and must be 2: removed are the terms 2"
    )
    assert lone.witnesses[0].count == 1
    # Whoever is left readable, or always removed, is no candidate.
    assert not check_forms([*LANDS, "CHAD"], said, 2, chosen=MAP, left={0}).holds
    # An identifier is no term of Q, and the paper's guarantee says nothing about stars.
    assert check_forms(LANDS, [Stated("*", gone=True)], 2, chosen=MAP).holds
    assert check_forms(LANDS, said, 2, "count").holds


def test_a_term_is_not_removed_where_the_method_writes_a_form():
    verdict = check_forms([*LANDS, "CHAD"], [Stated("*", "PERU")], 2, chosen=MAP)
    assert "but the release removes it" in verdict.witnesses[0].reason


def test_too_few_terms_are_all_removed_and_the_verdict_says_so():
    verdict = check_forms(LANDS[:2], [Stated("*", "JAPAN")], 3, chosen={})
    assert verdict.holds
    assert verdict.reason.endswith(
        "fewer than 3 terms may be shown, so that all of them are removed"
    )
    assert "removed" not in check_forms(LANDS, [Stated("*", "JAPAN")], 3, chosen={}).reason
    assert "removed" not in check_forms(LANDS, [], 2, chosen=MAP).reason


def test_one_form_is_not_several():
    one = check_forms(LANDS, [Stated("P*")], 2, "count")
    assert "1 distinct form counted again" in one.reason


def test_another_guarantee_is_refused():
    with pytest.raises(InvalidValueError, match="mutual, count"):
        check_forms(LANDS, [], 2, "fifty-fifty")


def test_a_matcher_that_errs_is_found_out(monkeypatch):
    monkeypatch.setattr(TermList, "matching", lambda self, form, enough=None: [0, 1, 2])
    said = [Stated("JA*AN")]
    verdict = check_forms(LANDS, said, 2, "count", rng=np.random.default_rng(1))
    assert "a regular expression matches other terms: 0, 1" in verdict.witnesses[0].reason


def test_long_lists_of_terms_are_cut():
    terms = [f"a{n}" for n in range(40)]
    reason = check_forms(terms, [Stated("a*", k=1)], 2, "count").witnesses[0].reason
    assert reason.endswith("and 20 more")


def case(name, before, form, label="QUASI"):
    document = Document(name, f"In {before}.")
    edit = Edit(3, 3 + len(before), form, label)
    return Case(document, Release.of(document, [edit, Edit(0, 2, "[X]", "OTHER")]))


def checked(*cases):
    return check_forms(LANDS, stated_in(cases), 2, chosen=MAP)


def test_cases():
    assert checked(case("a", "JAPAN", "JA*AN"), case("b", "Ann", "*", "IDENTIFIER")).holds
    verdict = checked(case("a", "JAPAN", "JAP*N"), case("b", "Ann", "A*", "IDENTIFIER"))
    assert {witness.document for witness in verdict.witnesses} == {"a", "b"}
    assert verdict.checked == 2


def test_cases_without_the_input_are_checked_by_their_forms():
    sound = case("a", "JAPAN", "JA*AN")
    assert checked(Case(None, sound.release)).holds
    assert not checked(Case(None, case("a", "JAPAN", "JAP*N").release)).holds


def test_folded_and_wrapped_passages_are_the_same_term():
    mapped = {"new york": "new *", "new delhi": "new *"}
    stated = stated_in([case("a", "New\nYork", "new *")], fold_case=True)
    assert check_forms(mapped, stated, 2, chosen=mapped).holds


def test_nothing_shows_a_term():
    told = repr(Stated("JA*AN", "JAPAN")) + repr(TermList(LANDS))
    assert "JA" not in told
