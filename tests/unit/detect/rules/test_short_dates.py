# ruff: noqa: E501 - long tables are the point

import pytest
from tests.unit.detect.rules.marking import findings, parted

FOUND = """
seen on [6/7] | pain since [6/7] | chest pain since [6/10] | DOS [6/7] | DOI: [6/7] | adm [6/7] | d/c'd [6/9]
f/u [6/12] with Dr. | next visit: [6/12] | labs [6/7]: Na 138 | Labs [6/7] showed | CXR [6/7]. | cultures [6/7], [6/9]
letter of [6/7], | DD: [6/7] DT: [6/8] | seen [Mon 6/7] | on [Friday 7/21] at | [6/7] 10:30 | [6/7] @ 14:05 | [6/7] at 3 pm
on [6/7], [6/9] and [6/12] | from [6/7 to 6/10] | pain from [6/7 to 6/9] | [6/7] 0730 pt seen | surgery [6/7].
"""

SILENT = """
4/5 strength | pain 6/10 | vision 20/20 | pain down from 8/10 to 3/10 | reduced by 1/2 | on 5/5 strength | CT 4/5 mm
labs 1/2 normal saline | 4/5 1000 mL | he has 6/7 0730 | BP 12/10 | sat 9/10 | start 1/2 NS | rated 7/10 at 10:30
grade 2/6 murmur | echo 2/6 SEM | labs 11/22 ratio | motor 4/5, 5/5 and 3/5 | L4/5 on MRI | went from 4/5 to 5/5
note 3/4 cup | on 13/13 | labs 6/7/ | by 3/4 inch | strength 4/5 at 14:30 | 2/4 bottles | Mon 13/14 | on 6/7.5
"""


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().splitlines() for row in line.split(" | ")]


@pytest.mark.parametrize("row", rows(FOUND))
def test_a_month_and_a_day_are_a_date_where_words_say_so(row: str) -> None:
    text, values = parted(row)
    assert findings(text, "DATE") == values


@pytest.mark.parametrize("text", rows(SILENT))
def test_scores_shares_and_vertebrae_are_none(text: str) -> None:
    assert findings(text, "DATE") == []


def test_an_hour_without_a_colon_counts_at_the_beginning_of_a_line() -> None:
    assert findings("Note\n6/7 0730 seen", "DATE") == ["6/7"]
    assert findings("Note 6/7 0730 seen", "DATE") == []


@pytest.mark.parametrize(
    "row", ["DOB: [3.31.55] Age", "since [5.14.14]. He", "Eff.: [4.28.12]", "born [24.10.00] in"]
)
def test_dots_and_a_short_year_are_a_date_where_a_word_says_so(row: str) -> None:
    text, values = parted(row)
    assert findings(text, "DATE") == values


@pytest.mark.parametrize(
    "text", ["version 3.31.55", "Sec. 4.28.12 of", "on 3.32.55", "dose 1.2.30"]
)
def test_other_rows_of_numbers_are_none(text: str) -> None:
    assert findings(text, "DATE") == []
