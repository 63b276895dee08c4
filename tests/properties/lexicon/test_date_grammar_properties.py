"""One grammar of dates: what is found is read, what is read is written back, and doubt is told."""

from datetime import date

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from textveil.detect.patterns import Patterns
from textveil.errors import InvalidValueError
from textveil.lexicon.date_forms import forms
from textveil.lexicon.facts import facts
from textveil.lexicon.written_dates import parse, parse_like
from textveil.values.document import Document
from textveil.verify.shown_days import shown_days

FORMS = forms()
PLAIN = {
    name: st.from_regex(form.reader, fullmatch=True, alphabet=st.characters(codec="ascii"))
    for name, form in FORMS.items()
}
WORDS = [*facts().words("month", "month-short", "weekday", "ordinal", "season", "holiday")]
LEADS = st.sampled_from(["", "on ", "in ", "since ", "DOB: ", "labs ", "the ", "(", "of ", "born "])
ENDS = st.sampled_from(["", ".", ", and", " at 14:20", ")", " to", "-", "/", " morning", "\n"])
MARKS = [
    *"0123456789/-. ,'\n",
    "19",
    "20",
    "2016",
    "th",
    "of ",
    "the ",
    "Q",
    "s ",
    "\u2013",
    "\u200b",
]
PIECES = st.sampled_from([*MARKS, *WORDS])
PATTERNS = Patterns(labels=("DATE",))


def found(text):
    return [text[span.start : span.end] for span in PATTERNS.detect(Document("d", text))]


def assert_read(text):
    for passage in found(text):
        read = parse(passage)
        assert read is not None, passage
        assert not read.impossible or read.form == "holiday", passage


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_whatever_a_rule_finds_in_a_form_is_read(name, data):
    assert_read(data.draw(LEADS) + data.draw(PLAIN[name]) + data.draw(ENDS))


@given(st.lists(PIECES, max_size=14).map("".join))
def test_whatever_a_rule_finds_in_a_mixture_is_read(text):
    assert_read(text)


@given(LEADS, st.lists(st.one_of(*PLAIN.values()), min_size=2, max_size=3), ENDS)
def test_whatever_a_rule_finds_among_several_forms_is_read(lead, texts, end):
    assert_read(lead + " ".join(texts) + end)


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(-800, 800))
def test_whatever_is_read_is_written_back_in_the_same_form(name, data, days):
    text = data.draw(PLAIN[name])
    read = parse(text)
    assume(read is not None and not read.impossible)
    assert read.shifted(0) == text
    # Years have four digits, and the first of them is 1 or 2.
    assume(read.year is None or 1010 < read.year < 2990)
    try:
        moved = read.shifted(days)
    except InvalidValueError:
        # The calendar ends, or the language has no word for the decade.
        return
    # Two days that part are each written out, which may be longer than any date that is read.
    assume(len(moved) <= 120)
    again = parse_like(moved, read)
    assert again is not None, (text, moved)
    assert not again.impossible
    if read.form == name and not read.parts:
        assert [m.precision for m in again.moments] == [m.precision for m in read.moments]
        assert read.form in (again.form, "holiday"), (text, moved)


@given(st.integers(1, 31), st.integers(1, 31), st.sampled_from("/-."), st.booleans())
def test_the_reading_says_whether_day_and_month_could_be_changed_round(one, other, mark, short):
    read = parse(f"{one:02}{mark}{other:02}{mark}{'16' if short else '2016'}")
    possible = {(m, d) for m, d in ((one, other), (other, one)) if is_day(m, d)}
    assert read.impossible == (not possible)
    assert read.ambiguous == (len(possible) > 1)
    assert read.short_year == short
    joined = parse(f"{read.text} - {read.text}") if possible else None
    assert joined is None or joined.ambiguous == read.ambiguous


def is_day(month, day):
    try:
        date(2016, month, day)
    except ValueError:
        return False
    return True


SEARCHED = {
    name
    for name, form in FORMS.items()
    if form.precision == "day" and "Y" in form.reader.groupindex and not form.pair
} - {
    "clock-year",  # a time of day stands inside
    "digits",  # digits without marks may be any number
    "digits-iso",
    "blanks",
    "blanks-iso",
    "holiday",
}


@pytest.mark.parametrize("name", sorted(SEARCHED))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.data())
def test_the_verifiers_find_the_day_that_the_reader_reads(name, day, data):
    text = data.draw(PLAIN[name])
    read = parse(text)
    assume(read is not None and not read.impossible and read.form == name)
    assume(read.year is not None and read.moments[0].weekday is None and not read.short_year)
    shift = day.toordinal() - date(*read.moments[0][1:4]).toordinal()
    written = read.shifted(shift)
    # Without the time of day, which may follow with nothing between.
    written = written[: max(slot.end for slot in parse_like(written, read).slots)]
    assert day.toordinal() in {
        found for order in (False, True) for *_, found in shown_days(written, order)
    }, written
