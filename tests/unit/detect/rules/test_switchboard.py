# ruff: noqa: E501 - long tables are the point

import pytest
from tests.unit.detect.rules.marking import findings, parted

FOUND = """
pager [12345] | Pager: [4512] | beeper [1234] | bleep [456] | on call pager [12345] | pager # [12345] | pager no. [12345]
pager is [5-1234] | (pager [12345]). | direct dial [4512] | direct line: [45123] | voice mail [4512] | voicemail box [4512]
Vocera [4512] | ext. [4512] | ext [45123] | extn [4512] | Extension: [2016] | extension [456] at the desk | call ext. [123]
nurses station ext [100] | Dr. Smith x[4512] | (x[4512]) | x[5-1234] | phone x[512] | call back at ext. [4512]
[617-555-0134 x4512] | [(617) 555-0134] (ext. [4512])
"""

SILENT = """
ext. rotation 45 | x 3 days | 4/5 ext strength | knee ext 120 | ext 130 degrees | x2 | x100 | x1000 mL | NS x1000 | x264
shoulder ext 180 | hip extension 1200 | lease extension 2018 | extension tubing 90 cm | ext 45 | 400x | 0x1234 | text 1234
pager went off 3 times | pagers 100 people | elbow ext/flex 0/150 | pager 24 hours | strength 4/5 ext 130 | next 4512
ext. 10.5 | pager 1234/56 | 4512 | extended 2018 | beeper 1234567 | x12 tabs | x1200 mg | page 1234
"""


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().splitlines() for row in line.split(" | ")]


@pytest.mark.parametrize("row", rows(FOUND))
def test_numbers_of_a_switchboard_are_found_after_their_word(row: str) -> None:
    text, values = parted(row)
    assert findings(text, "PHONE") == values


@pytest.mark.parametrize("text", rows(SILENT))
def test_joints_doses_and_counts_are_none(text: str) -> None:
    assert findings(text, "PHONE") == []


def test_a_number_may_stand_on_the_next_line() -> None:
    assert findings("Pager:\n  12345", "PHONE") == ["12345"]


def test_the_word_may_stand_far_before_its_number() -> None:
    text = "extensions    \r\n    ending in   ending in   4512"
    assert findings(text, "PHONE") == ["4512"]
