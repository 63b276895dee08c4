"""The verifier of calendar words: it refutes what would tell an offset, and counts the rest."""

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Status
from textveil.verify.days.calendar import Calendar


def verdict(text, *edits, verifier=None):
    before = Document("1", text)
    made = [
        Edit(text.index(real), text.index(real) + len(real), fake, label, at + 1)
        for at, (label, real, fake) in enumerate(edits)
    ]
    return (verifier or Calendar()).verify([Case(before, Release.of(before, made))])


BORN = ("DATE", "29 February 1996", "31 July 1995")


def test_a_leap_day_beside_a_moved_date_refutes():
    found = verdict("Leap day baby, born 29 February 1996.", BORN)
    assert found.status is Status.REFUTED
    [witness] = found.witnesses
    assert (witness.start, witness.end, witness.label) == (0, 8, "DATE")


def test_what_was_replaced_does_not_count():
    text = "Leap day baby, born 29 February 1996."
    assert verdict(text, ("DATE", "Leap day", "[DATE]"), BORN).holds
    assert verdict("Summer Jones, born 29 February 1996.", ("NAME", "Summer", "April"), BORN).holds


def test_where_no_date_moved_nothing_is_told():
    text = "Leap day baby, born 29 February 1996."
    assert verdict(text, ("DATE", "29 February 1996", "[DATE]")).holds
    assert verdict(text).holds


def test_weekdays_tell_only_where_offsets_are_not_whole_weeks():
    text = "Church every Wednesday, born 29 February 1996."
    assert verdict(text, BORN).holds
    assert not verdict(text, BORN, verifier=Calendar(keep_weekday=False)).holds


def test_doubtful_and_allowed_words_are_counted():
    text = "Fall risk, moved in the spring, born 29 February 1996. Christmas cactus."
    allowed = Calendar(lists=WordLists.of(allow=["Christmas"]))
    found = verdict(text, BORN, verifier=allowed)
    assert found.holds
    assert dict(found.exempt) == {"allowed words": 1, "words that may mean something else": 2}
