"""The attack on calendars: finds offsets from planted words, and none where words moved too."""

from datetime import date, timedelta

import pytest

from textveil.evaluate.attacks.calendar import CalendarAttack, possible_offsets
from textveil.pipeline.api import deidentify
from textveil.pipeline.policy import load_policy
from textveil.transform.surrogates.dates import offset_of
from textveil.values.attacking import Attack, Glimpse, Knowledge, Seen
from textveil.values.draw import Draw
from textveil.values.secret import Secret


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
    assert guessed("The special day baby, born <1995-07-31>.") == []
    assert guessed("She likes Christmas. Born <1995-07-31>.") == []
    assert guessed("Born <1995-07-31> during Ramadan.") == []


TEXT = (
    "Leap day baby, born 29 February 1996. Church every Wednesday. Seen on 03/05/2016, a Saturday. "
    "Fell on Christmas Day, 25 December 2015. Voted on Election Day, 8 November 2016, and coughs "
    "every winter, worst on 12 January 2016.\n"
)


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
