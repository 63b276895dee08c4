"""Conventions: the order of numbers, as a document shows it."""

import pytest

from textveil.lexicon.dates.date_conventions import ColumnOrders, Conventions, conventions
from textveil.lexicon.dates.written_dates import parse


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        ([], Conventions(None, None)),
        (["03/05/2016"], Conventions(None, 2016)),
        (["03/05/2016", "25/05/2015", "26/5/2015"], Conventions(True, 2015)),
        (["25/05/2015", "05/26/2015", "05/27/2015"], Conventions(False, 2015)),
        (["29 Feb", "2015"], Conventions(None, 2015)),
        (["the 1990s", "5/5/2016"], Conventions(None, 2016)),
        (["2015", "2016"], Conventions(None, 2016)),
        (["4.11.18", "10.13.18"], Conventions(False, 2018)),
        (["4.11.18", "13.10.18"], Conventions(True, 2018)),
        (["Saturday 05/03/2016", "04/03/2016"], Conventions(True, 2016)),
        (["4.11.18", "May 3, 2018"], Conventions(False, 2018)),
        (["4.11.18", "3 May 2018"], Conventions(None, 2018)),
        (["4.11.18", "3 Nov 2018", "Nov 4"], Conventions(None, 2018)),
        (["7.1.13", "7.6.13"], Conventions(False, 2013)),
        (["1.7.13", "6.7.13"], Conventions(None, 2013)),
        (["5.12.15", "18 May 2015", "23 June 2015"], Conventions(None, 2015)),
        (["5.12.15", "2015-05-18", "2015-06-23"], Conventions(False, 2015)),
        (["31.2.2018", "soon"], Conventions(None, None)),
    ],
)  # fmt: skip
def test_what_a_document_shows(texts, shown):
    assert conventions(texts) == shown


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("shown", ["25/05/2016", "05.25.2016", "May 9, 2016"])
def test_what_the_policy_says_holds_before_all_else(asked, shown):
    found = conventions(["03/05/2016", shown], asked, {"03/05/2016": not asked})
    assert found.day_first is asked
    assert found.read("03/05/2016").day_first is asked
    assert found.read(shown).moments == parse(shown).moments


def test_a_column_tells_before_the_document_does():
    columns = ColumnOrders()
    for row in ({"seen": "25/05/2016", "born": "05/25/1990"}, {"seen": "26/05/2016"}, {"n": "7"}):
        columns.learn(row, [value for value in row.values() if "/" in value])
    row = {"seen": "03/04/2016", "born": "03/05/1990", "note": "03/06/2016", "n": "7"}
    found = conventions([*row.values(), "03/07/2016"], cells=columns.of(row))
    assert [found.read(row[name]).moments[0][2:4] for name in ("seen", "born")] == [(4, 3), (3, 5)]
    assert found.read("03/07/2016").moments[0][2:4] == (3, 7)
    assert set(columns.of(row)) == {"03/04/2016", "03/05/1990"}


def chat(*days, chat="", turned=False):
    """Return what the messages of a chat show that were written on these days."""
    columns = ColumnOrders()
    rows = [(f"{chat}{at}", day) for at, day in enumerate(days, 1)]
    for at, day in reversed(rows) if turned else rows:
        columns.learn({"date": day, "clock": "09:12", "style": "D, T - "}, [day], at=at)
    return columns


@pytest.mark.parametrize(
    ("days", "day_first", "unsure"),
    [
        (["03/04/2024", "25/04/2024"], True, False),
        (["03/04/2024", "04/25/2024"], False, False),
        (["03/01/2024", "01/02/2024"], True, False),
        (["01/03/2024", "02/01/2024"], False, False),
        (["03/04/2024", "04/04/2024"], True, True),
        (["03/04/2024", "03/05/2024", "03/09/2024"], False, True),
        (["9/4/24", "10/4/24", "11/4/24"], True, True),
        (["03/04/2024", "03/04/2024"], None, False),
        (["03.04.2024", "04.05.2024"], None, False),
        (["2024-04-03", "2024-05-04"], None, False),
        (["04/04/2024", "05/05/2024"], None, False),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_messages_tell_whether_the_day_comes_first(days, day_first, unsure, turned):
    columns = chat(*days, turned=turned)
    found = {"date": day_first} if unsure else {}
    assert columns.of({"date": "05/06/2024"}) == (
        {} if day_first is None else {"05/06/2024": day_first}
    )
    assert columns.unsure == found


def test_messages_are_counted_by_number_and_each_chat_by_itself():
    many = chat("02/01/2024", *["02/01/2024"] * 8, "01/02/2024")
    assert many.of({"date": "05/06/2024"}) == {"05/06/2024": True}
    for at, day in enumerate(("03/04/2024", "05/04/2024"), 1):
        many.learn({"date": day, "clock": "9:12"}, [day], at=f"other/{at}")
    assert many.of({"date": "05/06/2024"}) == {"05/06/2024": True}
    assert many.unsure == {}


def test_rows_that_are_no_messages_tell_nothing_by_their_places():
    columns = ColumnOrders()
    for at, day in enumerate(("03/04/2024", "04/04/2024"), 1):
        columns.learn({"date": day}, [day], at=str(at))
    assert columns.of({"date": "05/06/2024"}) == {}
