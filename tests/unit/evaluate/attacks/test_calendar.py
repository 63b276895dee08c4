"""The attack on calendars: words and zones beside a date tell the time of the year."""

import pytest

from textveil.evaluate.attacks.calendar import CalendarAttack
from textveil.pipeline.api import deidentify
from textveil.policy.policy import load_policy
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen
from textveil.values.keys.secret import Secret


def view(*notes):
    """Return a view of notes; in each a released date stands between brackets."""
    passages, texts = [], {}
    for at, note in enumerate(notes):
        before, _, rest = note.partition("<")
        shown, _, after = rest.partition(">")
        texts[str(at)] = before + shown + after
        end = len(before) + len(shown)
        passages.append(Seen(str(at), "p", "DATE", len(before), end, shown))
    return Glimpse(texts, tuple(passages))


def guessed(*notes):
    return [guess.value for guess in CalendarAttack().guesses(view(*notes), Knowledge())]


def test_it_is_an_attack():
    assert isinstance(CalendarAttack(), Attack)


@pytest.mark.parametrize(
    ("note", "months", "right"),
    [
        ("Fell on Christmas, <2015-05-29>, at home.", "10,11,12", "25 December 2014"),
        ("Voted on Election Day (<2017-01-17>).", "10,11,12", "2016-11-08"),
        ("Coughs every winter, worst on <2013-08-02>.", "1,2,3", "12 January 2016"),
        ("Seen <2014-12-03T10:30 EDT> at home.", "4,5,6,7,8,9,10", "2016-05-03"),
        ("Seen <2014-12-03> at 10:30 CET.", "1,2,3,11,12", "2016-01-03"),
    ],
)
def test_what_stands_beside_a_date_tells_its_months(note, months, right):
    [guess] = CalendarAttack().guesses(view(note), Knowledge())
    assert (guess.value, guess.chance) == (months, len(months.split(",")) / 12)
    assert CalendarAttack().is_right(guess, (right,))
    assert not CalendarAttack().is_right(guess, ("2016-07-20" if "7" not in months else "x",))


def test_nothing_is_told_where_words_are_tags_or_elsewhere():
    assert guessed("Fell on [DATE], <1995-07-31>.") == []
    assert guessed("She likes Christmas. Born <1995-07-31>.") == []
    assert guessed("Born <1995-07-31> during Ramadan, at 10:30 GMT.") == []
    assert guessed("Church every Sunday, also on <1995-07-30>.") == []


TEXT = (
    "Leap day baby, born 29 February 1996. Church every Wednesday. Seen on 03/05/2016, a Saturday. "
    "Fell on Christmas Day, 25 December 2015. Voted on Election Day, 8 November 2016, and coughs "
    "every winter, worst on 12 January 2016.\n"
)


def test_a_release_tells_nothing():
    policy = load_policy("hide-in-plain-sight")
    for n in range(6):
        made = deidentify(TEXT, policy, Secret(f"a key of enough bytes {n}".encode()))
        passages = tuple(
            Seen("1", "p", "DATE", start, end, edit.replacement)
            for edit, start, end in made.release.placed()
            if edit.label == "DATE"
        )
        assert passages
        seen = Glimpse({"1": made.text}, passages)
        assert not list(CalendarAttack().guesses(seen, Knowledge()))
