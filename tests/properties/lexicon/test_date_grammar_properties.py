"""One grammar of dates: what is found is read, what is read is written back, and doubt is told."""

import re
import string
from datetime import date

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from textveil.detect.rules.rule import shown
from textveil.detect.scanner import scanner
from textveil.errors import InvalidValueError
from textveil.lexicon.dates.date_forms import forms
from textveil.lexicon.dates.written_dates import parse, parse_like
from textveil.lexicon.dates.written_forms import table_of
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold_ascii
from textveil.verify.readers.shown_days import shown_days

FORMS = forms()
PIECE = re.compile(r"(?<!\?P)<(@?)([a-z0-9,-]+)>")
PIECES_READ = {name: said for name, said, *_ in table_of("date_pieces.tsv")}
# Letters that no date has, each of which stands for a word until the word is drawn.
STANDS_FOR_A_WORD = 0x4E00


def plain(template):
    """Return texts of a form: first its marks and digits, then a word at each place of one.

    `from_regex` would draw the words letter by letter, which takes a second for each text.
    """
    places = {}

    def expanded(match):
        role, name = match.groups()
        if role:
            return places.setdefault(name, chr(STANDS_FOR_A_WORD + len(places)))
        return "" if name == "only" else f"(?:{PIECE.sub(expanded, PIECES_READ[name])})"

    shape = PIECE.sub(expanded, template)
    signs = "".join([string.printable.strip(), " \t\n", *places.values()])
    words = {sign: words_of(*roles.split(",")) for roles, sign in places.items()}

    @st.composite
    def texts(draw):
        text = draw(st.from_regex(shape, fullmatch=True, alphabet=signs))
        return "".join(draw(words[sign]) if sign in words else sign for sign in text)

    return texts()


def words_of(*roles):
    known = [word for word in facts().words(*roles) if word.isascii()]
    hyphens, quotes = {w.replace("-", " ") for w in known}, {w.replace("'", "") for w in known}
    small = {word.lower() for word in known}
    return st.sampled_from(sorted({*known, *hyphens, *quotes, *small, *(w.upper() for w in known)}))


PLAIN = {name: plain(template) for name, _, template in table_of("date_forms.tsv")}
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
RULES = scanner("US", frozenset({"DATE"}))


def found(text):
    """Return what the rules find; where two passages cross, each of them whole."""
    view = fold_ascii(text)
    places = (view.locate(hit.start, hit.end) for hit, _ in RULES.scan(shown(view.text)))
    return [text[start:end] for start, end in places]


def assert_read(text):
    for passage in found(text):
        read = parse(passage)
        assert read is not None, passage
        assert not read.impossible or read.form == "holiday", passage


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=8)
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
@settings(max_examples=8)
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


YEAR_MAY_MISS = re.compile(r"(<(?:year|foreign-year)[a-z-]*>)\?")
DATED = {
    name: plain(YEAR_MAY_MISS.sub(r"\1", template))
    for name, _, template in table_of("date_forms.tsv")
    if name in SEARCHED
}


@pytest.mark.parametrize("name", sorted(SEARCHED))
@settings(max_examples=20, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.data())
def test_the_verifiers_find_the_day_that_the_reader_reads(name, day, data):
    read = parse(data.draw(DATED[name]))
    assume(read is not None and not read.impossible and read.form == name)
    assume(read.year is not None and not read.short_year)
    shift = day.toordinal() - date(*read.moments[0][1:4]).toordinal()
    written = read.shifted(shift)
    # Without weekday and time of day, which may follow with nothing between.
    fields = [slot for slot in parse_like(written, read).slots if slot.kind != "A"]
    written = written[: fields[-1].end]
    assert day.toordinal() in {
        found for order in (False, True) for *_, found in shown_days(written, order)
    }, written
