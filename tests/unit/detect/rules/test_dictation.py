import pytest
from tests.unit.detect.rules.marking import findings, parted

FOUND = [
    "Jane Roe, M.D.\n\n[JFR]/[tb]\n",
    "D: 3/4/16\nT: 3/5/16\n[JFR]:[tb]",
    "DD: 03/04/2016 DT: 03/05/2016 [JFR]/[tb]",
    "D: May 3, 2016  T: May 4, 2016  [JFR]:[tb]",
    "Dictated: May 3, 2016\nTranscribed: May 4, 2016\n[JFR]/[tb]",
    "Job no. 12345 [JFR]/[tb]\n",
    "[JR] / [tbs] / 12345\nDictated by phone",
    "cc: Dr. Roe\n  [JFR]/[tb]  5/4/16",
    "Degenerative joint disease.\n[ETA]/[hag]   10/31/2016",
    "DD: 8/4  DT: 8/5  JOB: DSV316  [CVK]:[mjl]",
]

SILENT = [
    "ROS:neg\nJane Roe, M.D.",
    "ROS:done\nJane Roe, M.D.",
    "T: 98.6  CV:rrr",
    "T: 98.6  BP:high",
    "TCP/ip\n",
    "JFR/tb",
    "PT/ot\nJane Roe, M.D.",
    "MD/phd\nDictated",
    "D: 3/4/16  PT/inr",
    "check PT/ptt and HIV/aids",
    "signed\nHe took AB/cd and left",
]


@pytest.mark.parametrize("row", FOUND)
def test_initials_at_the_foot_of_a_dictation_are_found(row: str) -> None:
    text, values = parted(row)
    assert findings(text, "INITIALS") == values


@pytest.mark.parametrize("text", SILENT)
def test_abbreviations_are_no_initials(text: str) -> None:
    assert findings(text, "INITIALS") == []
