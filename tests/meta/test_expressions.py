"""Expressions that see text take time that grows with the text alone, by how they are written."""

import re

import pytest
from tests.meta.expressions import SOURCE, Expression, expressions, unbounded

SOURCES = sorted(SOURCE.rglob("*.py"))

NOT_YET = {
    "lexicon/style/language_of.py: _SPOKEN": "matches of tokens; an accent ends in two ways",
    "lexicon/style/language_of.py: _ROW": "a row of words; each begins and ends in one way",
}
BUILT = {
    "certify/document/certificate_shape.py: form": "shapes of fields, all in the same file",
    "detect/rules/checks/forms.py: expression.encode()": "forms of the same file, for one line",
    "detect/rules/checks/official.py: prefix": "prefixes of the same file",
    "detect/tagging/time_reading.py: hour": "a number and words of the facts",
    "evaluate/text/utility.py: pattern": "two expressions of the same file",
    "formats/tables/time_spelling.py: ''.join((f'({group})' for group in groups))": "of a stamp",
    "lexicon/numbers/check_digits.py: self.form": "forms of the table of schemes",
    "lexicon/messages/times/grammar.py: _expanded(template, pieces) + _END": "templates of times",
    "lexicon/numbers/national_numbers.py: self.form": "forms of the table of national numbers",
    "lexicon/hidden/hidden_writing.py: '|'.join(expressions)": "seen as `_CHARACTERS` and `_CUTS`",
    "lexicon/hidden/hidden_words.py: '|'.join([*longer, '.'])": "pairs of the table",
    "lexicon/dates/written_dates.py: templates(language).reader(template).pattern": "of dates",
    "lexicon/dates/written_forms.py: self._expanded(template, reading=True)": "of dates",
    "verify/rare/dictionary_matching.py: '.+'.join(map(re.escape, self.literals))": "of a term",
    "verify/readers/disguises.py: f'{longer}|.' if longer else '.'": "pairs of the table",
    "verify/readers/read_dates.py: _expanded(template, language)": "of dates",
}
"""Calls whose expression is built when it is needed, each from what."""


def test_every_expression_is_bounded_in_what_it_can_read():
    seen = [one for one in expressions() if isinstance(one, Expression)]
    assert len(seen) > 500
    assert {one.place: why for one in seen if (why := unbounded(one))}.keys() == NOT_YET.keys()


def test_calls_with_expressions_that_cannot_be_seen_are_named():
    assert {one for one in expressions() if isinstance(one, str)} == BUILT.keys()


def test_no_search_before_a_place_begins_at_the_start_of_the_text():
    assert len(SOURCES) > 300
    whole = re.compile(r"\.search\(\w+(?:, 0, |\[: ?\w)")
    assert [path.name for path in SOURCES if whole.search(path.read_text("utf-8"))] == []
    assert whole.search("_WORD.search(text, 0, start)")
    assert whole.search("_WORD.search(text[:start])")


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w*\d",
        r"[^\W\d_]+-\Z",
        r"(?:a+)+b",
        r"(?<!\w)\w+\w+x",
        r"(?:\w{0,60}\d\w{0,60},){0,20}\Z",
        r"\s+$",
        r"<([^>]+)>",
        r"a.*b",
    ],
)
def test_what_reads_a_text_again_and_again_is_found(pattern):
    assert unbounded(Expression("", pattern, 0, whole=False))


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"[a-z]+(?:'[a-z]+)*", r"(?<!\w)[a-z]+(?!\w)", r"\w{1,40}-\Z", r"a\s*"]
)
def test_what_reads_a_text_once_is_not(pattern):
    assert not unbounded(Expression("", pattern, 0, whole=False))


def test_full_matches_begin_once_and_must_be_certain():
    assert not unbounded(Expression("", r"[a-z]+-[0-9]+", 0, whole=True))
    assert unbounded(Expression("", r"[a-z]+[a-z0-9]+-", 0, whole=True))


def test_a_match_at_places_of_the_caller_has_no_unbounded_repeat():
    assert unbounded(Expression("", r"\w+", 0, whole=False, anywhere=True))
    assert not unbounded(Expression("", r"\w{1,9}", re.IGNORECASE, whole=False, anywhere=True))
