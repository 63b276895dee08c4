"""Calendar words beside moved dates: which of them a release replaces beside what was found."""

from textveil.detect.propagation.telling_words import TellingWords
from textveil.values.document import Document
from textveil.values.span import Span, Spans

TEXT = "Seen 04/18/2017, Tax Day, by Ann Day; Summer Lee and Carol Christmas came, at Easter."


def told(*found):
    spans = [Span(5, 15, "DATE")]
    for label, value, at in found:
        start = TEXT.index(value, at)
        spans.append(Span(start, start + len(value), label))
    telling = TellingWords().beside(Document("1", TEXT, "p"), Spans(spans), Spans(spans))
    return [TEXT[span.start : span.end] for span in telling]


def test_words_that_nothing_covers_tell():
    assert told() == ["Tax Day", "Summer", "Christmas", "Easter"]


def test_a_calendar_word_takes_the_place_of_what_it_holds():
    assert "Tax Day" in told(("NAME", "Day", 0))


def test_what_holds_a_calendar_word_or_is_one_stays():
    names = ("NAME", "Summer", 0), ("NAME", "Carol Christmas", 0)
    assert told(*names) == ["Tax Day", "Easter"]
    assert told(*names, ("NAME", "Day, by Ann", 0)) == ["Easter"]


def test_weekdays_tell_unless_dates_move_by_whole_weeks():
    text = "Leap day baby, born 29 February 1996, church on Sunday, coughs every winter."
    note, dates = Document("1", text, "p"), Spans([Span(20, 36, "DATE")])

    def words(own, *, weeks):
        found = TellingWords(whole_weeks=weeks).beside(note, own, dates)
        return [note.covered_by(span) for span in found]

    assert words(dates, weeks=True) == ["Leap day", "winter"]
    assert words(dates, weeks=False) == ["Leap day", "Sunday", "winter"]


def test_nothing_tells_where_no_date_moves():
    spans = Spans([Span(5, 15, "DATE")])
    assert not TellingWords().beside(Document("1", TEXT, "p"), Spans(), spans)
