"""The attack on calendars: finds offsets from planted words, and none where words moved too."""

from datetime import date, timedelta

import pytest

from textveil.evaluate.attacks.calendar import CalendarAttack, possible_offsets
from textveil.lexicon.holidays import holiday
from textveil.pipeline.api import deidentify
from textveil.pipeline.policy import load_policy
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.dates import offset_of
from textveil.values.attacking import Attack, Glimpse, Knowledge, Seen
from textveil.values.document import Document
from textveil.values.draw import Draw
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans


def view(*notes):
    """Return a view of notes of one subject; in each a released date stands between brackets."""
    passages, texts = [], {}
    for at, note in enumerate(notes):
        before, _, rest = note.partition("<")
        shown, _, after = rest.partition(">")
        texts[str(at)] = before + shown + after
        end = len(before) + len(shown)
        passages.append(Seen(str(at), "p", "DATE", len(before), end, shown))
    return Glimpse(texts, tuple(passages))


def guessed(*notes, attack=None, subjects=True):
    found = (attack or CalendarAttack()).guesses(view(*notes), Knowledge(subjects=subjects))
    return [guess.value for guess in found]


def test_it_is_an_attack():
    assert isinstance(CalendarAttack(), Attack)


@pytest.mark.parametrize("weeks", [False, True])
def test_the_offsets_are_those_of_the_transformer(weeks):
    for most in (100, 365, 800):
        drawn = {offset_of(Draw(b"k" * 32), f"p{n}", most, weeks) for n in range(20 * most)}
        assert drawn == set(possible_offsets(most, whole_weeks=weeks))


def test_a_leap_day_tells_the_offset():
    moved = date(1996, 2, 29) + timedelta(154)
    text = f"Leap day baby, born <{moved.isoformat()}>."
    assert guessed(text) == ["1996-02-29"]
    assert CalendarAttack().is_right(
        next(CalendarAttack().guesses(view(text), Knowledge())), ("29 February 1996",)
    )


def test_a_holiday_tells_the_offset():
    moved = date(2015, 12, 25) - timedelta(210)
    assert guessed(f"Fell on Christmas, <{moved.isoformat()}>, at home.") == ["2015-12-25"]
    moved = date(2016, 11, 8) + timedelta(70)
    assert guessed(f"Voted on Election Day (<{moved.isoformat()}>).") == ["2016-11-08"]


def test_weekdays_tell_seven_ways_where_offsets_are_not_whole_weeks():
    days = CalendarAttack(whole_weeks=False)
    moved = date(2016, 5, 3) + timedelta(50)
    # The third of May was a Tuesday.
    [value] = guessed(f"Seen <{moved.isoformat()}>, a Tuesday.", attack=days)
    assert date.fromisoformat(value).weekday() == 1
    assert guessed("Seen <2016-05-03>, a Tuesday.") == []


def test_facts_of_a_subject_are_put_together():
    offset = 84
    seasons = ("2015-07-01", "summer"), ("2016-01-10", "winter"), ("2016-05-28", "spring")
    notes = []
    for real, word in seasons:
        moved = date.fromisoformat(real) + timedelta(offset)
        notes.append(f"Coughs every {word}, also on <{moved.isoformat()}>.")
    [value] = guessed(*notes)
    apart = guessed(*notes, subjects=False)
    assert len(apart) == 3
    assert abs((date.fromisoformat(value) - date(2015, 7, 1)).days) <= 62


def test_nothing_is_told_where_words_are_general_or_elsewhere():
    assert guessed("The special day baby, born in 1995. Seen <1995-07-31>.") == []
    assert guessed("She likes Christmas. Born <1995-07-31>.") == []
    assert guessed("Born <1995-07-31> during Ramadan.") == []


TEXT = (
    "Leap day baby, born 29 February 1996. Church every Wednesday. Seen on 03/05/2016, a Saturday. "
    "Fell on Christmas Day, 25 December 2015. Voted on Election Day, 8 November 2016, and coughs "
    "every winter, worst on 12 January 2016.\n"
)


HOLIDAYS = (
    "Christmas", "Memorial Day", "Labor Day", "Thanksgiving", "Independence Day", "Halloween",
    "Valentine's Day", "Veterans Day", "New Year's Day",
)  # fmt: skip


def attacked(subjects=40):
    """Return how many offsets are guessed, and how many rightly, from two holidays a subject."""
    guesses = right = 0
    for n in range(subjects):
        names = HOLIDAYS[n % 9], HOLIDAYS[(n + 1 + n // 9) % 9]
        days = [holiday(name, 2016 + n % 3) for name in names]
        (one, other), (first, second) = names, [f"{day:%m/%d/%Y}" for day in days]
        text = f"Ankle twisted on {first}, {one}. Cast off. Fell again on {second}, {other}, too."
        places, at = [], 0
        for value in (first, one, second, other):
            at = text.index(value, at)
            places.append(Span(at, at + len(value), "DATE"))
        surrogate = Surrogate(key=Secret(b"sixteen bytes or more"))
        release = surrogate.transform(Document(f"{n}", text, f"p{n}"), Spans(places))
        passages = tuple(
            Seen("1", "p", "DATE", start, end, edit.replacement)
            for edit, start, end in release.placed()
        )
        found = list(CalendarAttack().guesses(Glimpse({"1": release.text}, passages), Knowledge()))
        guesses += len(found)
        right += sum(CalendarAttack().is_right(guess, (first,)) for guess in found)
    return guesses, right


def test_a_general_word_beside_a_moved_date_tells_the_offset(monkeypatch):
    monkeypatch.setattr(
        "textveil.transform.surrogate.coarse_dates", lambda _document, edits, *_, **__: list(edits)
    )
    guesses, right = attacked()
    assert guesses == 40
    # By chance it would be fewer than one.
    assert right >= 10


def test_coarse_dates_beside_general_words_tell_nothing():
    assert attacked() == (0, 0)


def test_a_release_tells_no_offset():
    policy = load_policy("hide-in-plain-sight")
    found = 0
    for n in range(12):
        made = deidentify(TEXT, policy, Secret(f"a key of enough bytes {n}".encode()))
        edits = [one for one in made.release.placed() if one[0].label == "DATE"]
        passages = tuple(
            Seen("1", "p", "DATE", start, end, edit.replacement) for edit, start, end in edits
        )
        found += len(
            list(CalendarAttack().guesses(Glimpse({"1": made.text}, passages), Knowledge()))
        )
    assert found == 0
