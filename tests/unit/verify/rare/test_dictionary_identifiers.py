"""Identifiers that were to be removed: none survives, and a survivor is named by its place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from textveil.detect.lists.dictionary import DictionaryTerms
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.rare.dictionary_identifiers import IdentifiersRemoved


def places(identifiers, text, written=()):
    check = IdentifiersRemoved(identifiers)
    check.look("d", text, list(written))
    return [(w.start, w.end) for w in check.verdict().witnesses]


@pytest.mark.parametrize(
    ("identifier", "text", "found"),
    [
        ("Ana Ruiz", "by Ana Ruiz.", [(3, 11)]),
        ("Ana Ruiz", "by ANA\n RUIZ.", [(3, 12)]),
        ("Ana Ruiz", "by \u0410na-Ruiz.", [(3, 11)]),  # a Cyrillic letter, a hyphen
        ("Ana Ruiz", "by AnaRu\u200biz.", [(3, 11)]),
        ("Ana Ruiz", "by * and *.", []),
        ("Ana Ruiz", "Juliana Ruizes", []),
        ("Li", "so li is Li\u0301", [(3, 5)]),  # the last one is another name
        ("Li", "Lia, el_Li, L-i, 7Li", [(8, 10)]),
        ("Li", "Li\u200ba", []),
        ("鈴木", "私は鈴木です", [(2, 4)]),
        ("鈴木", "鈴と木", []),
        ("An", "AN木", [(0, 2)]),
        ("José", "Jose", [(0, 4)]),
    ],
)
def test_survivors(identifier, text, found):
    assert places([identifier], text) == found


def test_pieces_of_forms_are_no_words():
    assert places(["An"], "in JA*AN", [(3, 8, "JAPAN")]) == []
    assert places(["An"], "in JA*AN", []) == [(6, 8)]
    # Nor do words become one because something between them is gone.
    assert places(["Ana Ruiz"], "Ana * Ruiz", [(4, 5, "")]) == []
    assert places(["Ana Ruiz"], "Ana * Ruiz", []) == [(0, 10)]


def test_a_form_for_a_passage_that_holds_an_identifier_is_refuted():
    assert places(["Ana"], "at Ana St*", [(3, 10, "Ana Street")]) == [(3, 10)]


def test_the_verdict_counts_and_quotes_nothing():
    check = IdentifiersRemoved(["Ana Ruiz", "ANA RUIZ", "Bo", "---"])
    for number in range(12):
        check.look(str(number), "Ana Ruiz", [])
    verdict = check.verdict()
    assert (verdict.status, verdict.checked, verdict.failures) == (Status.REFUTED, 12, 12)
    assert verdict.remark == (
        "2 identifiers looked for; left out: 1 identifiers without letters or digits"
    )
    assert len(verdict.shown) == 10
    assert "Ana" not in f"{verdict.to_json()}{check!r}"
    assert IdentifiersRemoved(["Ana"]).verdict().reason == "1 identifier looked for"
    assert IdentifiersRemoved([]).verdict().holds


WORDS = st.text("aAbéе鈴 -_\u0301\u200b.", min_size=1, max_size=6)


# As `read_terms` gives them: without white space around them, and not beginning with a stray mark.
TERMS = WORDS.map(str.strip).filter(lambda term: term[:1] not in {"", "\u0301", "\u200b"})


@given(st.lists(TERMS, min_size=1, max_size=4), st.lists(WORDS, max_size=8))
@example(["A"], ["A\u200b\u0301"])
def test_what_the_search_for_identifiers_removes_does_not_survive(identifiers, words):
    text = "".join(words)
    finder = DictionaryTerms([], identifiers)
    shown, written, at = "", [], 0
    for start, end, _ in finder.find(text):
        shown += text[at:start]
        written.append((len(shown), len(shown) + 1, ""))
        shown += "*"
        at = end
    shown += text[at:]
    assert places(identifiers, shown, written) == []


@pytest.mark.parametrize(
    ("cut", "holds"), [((8, 17), True), ((8, 16), False), ((9, 17), False), ((8, 12), False)]
)
def test_of_a_rewritten_identifier_nothing_is_left(cut, holds):
    text = "went by Kowalczyk, and home"
    release = Release.of(Document("1", text), [Edit(*cut, "*", "IDENTIFIER")])
    check = IdentifiersRemoved(["Kowalczyk"])
    check.look_back("1", text, list(release.placed()))
    assert check.verdict().holds is holds
    assert all(text[8:17] not in str(witness) for witness in check.verdict().witnesses)


@given(st.lists(st.sampled_from(["Ana", "Ruiz", "Lopez", "Street", "-", ",", "ana"]), max_size=9))
def test_what_the_detector_finds_is_whole(words):
    """Identifiers that overlap each other or a term leave nothing of themselves."""
    text, named = " ".join(words), ["Ana Ruiz", "Ruiz Lopez", "Lopez Ana"]
    found = DictionaryTerms(["Street Ana", "Ruiz Street"], named, fold_case=False).find(text)
    edits = [Edit(start, end, "*", "IDENTIFIER") for start, end, _ in found]
    check = IdentifiersRemoved(named)
    check.look_back("1", text, list(Release.of(Document("1", text), edits).placed()))
    assert check.verdict().holds
