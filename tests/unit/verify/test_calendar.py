"""The verifier of calendar words: it refutes what would tell an offset, and counts the rest."""

import pytest

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.values.word_lists import WordLists
from textveil.verify.calendar import Calendar


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
    coarse = ("DATE", "29 February 1996", "1995")
    assert verdict(text, ("DATE", "Leap day", "The special day"), coarse).holds
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
    assert found.reason == "3 calendar words left"


EASTER = ("DATE", "Easter", "the holiday")


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("Fell at Easter, 27 March 2016.", "1 May 2016"),
        ("Easter (27 March 2016) was fine", "Sunday, 1 May"),
        ("Easter with Dr. Ray on 27 March 2016", "May 2016"),
        ("Easter,\n27 March 2016", "2016-W17"),
        ("Seen 27 March 2016, at Easter", "the 1st"),
    ],
)
def test_a_moved_date_beside_a_general_word_refutes(text, moved):
    found = verdict(text, EASTER, ("DATE", "27 March 2016", moved))
    assert found.status is Status.REFUTED
    [witness] = found.witnesses
    assert witness.end - witness.start == len(moved)
    assert verdict(text, EASTER, ("DATE", "27 March 2016", "2016")).holds
    assert verdict(text, EASTER, ("DATE", "27 March 2016", "[DATE]")).holds


@pytest.mark.parametrize("between", [". ", "!\n", "\n"])
def test_a_date_in_another_sentence_or_line_holds(between):
    text = f"Likes Easter{between}Seen 27 March 2016."
    assert verdict(text, EASTER, ("DATE", "27 March 2016", "1 May 2016")).holds


def test_without_the_input_the_sentences_of_the_release_count():
    text = "Fell at Easter, 27 March 2016."
    before = Document("1", text)
    edits = Edit(8, 14, "the holiday", "DATE"), Edit(16, 29, "1 May 2016", "DATE")
    release = Release.of(before, edits)
    assert not Calendar().verify([Case(None, release)]).holds
