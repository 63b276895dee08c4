"""What each rule accepts and refuses, and that odd characters hide nothing."""

# ruff: noqa: E501 - ambiguous characters and long tables are the point

import pickle
from itertools import product

import pytest

from textveil.detect.patterns import Patterns
from textveil.detect.rules.rule import LONGEST
from textveil.detect.rules.table import known_labels, rule_table
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.values.contracts import Detector
from textveil.values.document import Document


def found(text: str, **options: object) -> list[tuple[str, str]]:
    spans = Patterns(**options).detect(Document("d", text))  # type: ignore[arg-type]
    return [(span.label, text[span.start : span.end]) for span in spans]


ACCEPTED = {
    "EMAIL": [
        "ana.b+x@mail.example.co.uk", "o'neil@x.org", "_x_y@z.io", "joe [at] example [dot] com",
    ],
    "URL": [
        "https://en.wikipedia.org/wiki/X_(y)", "ftp://a.b/c", "www.foo.com/bar?q=1#z", "amazon.com",
        "bit.ly/abc", "example.org:8080/x", "HTTP://A.B",
    ],
    "IP": ["192.168.0.1", "10.0.0.0/8", "fe80::1", "2001:db8:85a3::8a2e:370:7334", "::ffff:10.1.2.3",
           "2001:0db8:0000:0000:0000:ff00:0042:8329", "dead:beef::cafe"],
    "PHONE": [
        "(415) 555-2671", "415-555-2671", "415.555.2671", "+1 415 555 2671", "1-800-275-2273",
        "415-555-2671 x12", "415/555-2671", "212 736 5000", "+44 20 7946 0958", "+49 (0)30 901820",
        "0044 20 7946 0958", "+33 1 42 68 53 00", "(555) 123-4567",
    ],
    "SSN": ["123-45-6789", "123 45 6789", "123.45.6789", "912-70-1234"],
    "CARD": ["4111 1111 1111 1111", "4111-1111-1111-1111", "378282246310005", "3782 822463 10005",
             "6011111111111117", "5555555555554444", "30569309025904"],
    "IBAN": ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "FR14 2004 1010 0505 0001 3M02 606"],
    "DATE": [
        "2016-05-03", "2016/5/3", "2016-05-03T10:22:00Z", "05/03/2016", "25/03/2016", "3.5.2016", "5/3/16",
        "05-03-16", "3 May 2016", "3rd of May, 2016", "May 3, 2016", "May 3rd", "3 May", "May 2016",
        "Sept. 2016", "12-Mar-98", "04MAR2016", "Monday 4 March", "Mon., March 4th 2019", "May 3-5, 2016",
        "2016 May 3", "05/2016", "29 February 2016", "may 3rd",
    ],
    "ZIP": ["12345-6789"],
}  # fmt: skip


@pytest.mark.parametrize(("label", "value"), [(k, v) for k, vs in ACCEPTED.items() for v in vs])
@pytest.mark.parametrize("frame", ["{}", "see {}, then", "({})", '"{}".', "a\r\n{}\r\nb", "日{}日"])
def test_accepts(label: str, value: str, frame: str) -> None:
    if label == "URL" and (frame == "日{}日" or (frame == "({})" and "(" in value)):
        # What is not ASCII may stand in a path; so may a bracket where another was opened.
        assert found(frame.format(value))[0][1].startswith(value)
        return
    assert found(frame.format(value)) == [(label, value)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Boston, MA 02134", [("ZIP", "02134")]),
        ("California 90210-1234", [("ZIP", "90210-1234")]),
        ("Boise, ID 83702", [("ZIP", "83702")]),
        ("interpreter ID 30188", [("OTHER-ID", "30188")]),
        ("Her ID 30188", []),
        ("ZIP: 94110", [("ZIP", "94110")]),
        ("MRN: 1234567", [("MRN", "1234567")]),
        ("MRN 00-12-34-56", [("MRN", "00-12-34-56")]),
        ("medical record number is 445566", [("MRN", "445566")]),
        ("Patient ID: A1234567", [("MRN", "A1234567")]),
        ("MRN:\n 1234567", [("MRN", "1234567")]),
        ("MRN 1234-\n5678", [("MRN", "1234-\n5678")]),
        ("Account number 12345678", [("ACCOUNT", "12345678")]),
        ("acct #9988-7766", [("ACCOUNT", "9988-7766")]),
        ("accession S16-12345", [("OTHER-ID", "S16-12345")]),
        ("application no. 36110/97", [("OTHER-ID", "36110/97")]),
        ("Case No. 12-cv-3456", [("OTHER-ID", "12-cv-3456")]),
        ("ssn: 123456789", [("SSN", "123456789")]),
        ("cell 4155552671", [("PHONE", "4155552671")]),
        ("phone 555-1234", [("PHONE", "555-1234")]),
        ("phone 415-\n555-2671", [("PHONE", "415-\n555-2671")]),
        ("call 01.84.17.61.18 now", [("PHONE", "01.84.17.61.18")]),
        ("Tel 083 564 9312", [("PHONE", "083 564 9312")]),
        ("debit card 587428561654", [("CARD", "587428561654")]),
        ("admitted from 9/25 - 11/4", [("DATE", "9/25 - 11/4")]),
        ("seen on 5/3 again", [("DATE", "5/3")]),
        ("March 2014-May 2016", [("DATE", "March 2014"), ("DATE", "May 2016")]),
        ("05/03/2016-05/07/2016", [("DATE", "05/03/2016"), ("DATE", "05/07/2016")]),
        ("scan_2016-05-03_v2", [("DATE", "2016-05-03")]),
        ("report-2016-05-03.pdf", [("DATE", "2016-05-03")]),
        ("4111 1111 1111 1111 12/25", [("CARD", "4111 1111 1111 1111")]),
        ("(http://a.b/c).", [("URL", "http://a.b/c")]),
        ("ana@x.org/joe@y.org", [("EMAIL", "ana@x.org"), ("URL", "/joe@y.org")]),
    ],
)
def test_accepts_in_context(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "1982", "120/80", "BP on 120/80", "1/2 cup", "3.14159",
        "$123-45-6789", "section 1.2.3", "version 1.2.3.4", "1.2.3.4.5", "10.12.14", "300.1.1.1",
        "000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "123456789", "4155552671", "555-1234",
        "4111 1111 1111 1112", "9111111111111111", "GB83WEST12345698765432", "ZZ82WEST12345698765432",
        "ISBN 978-3-16-148410-0", "ISBN 0306406152", "0-306-40615-2", "31 April", "Feb 30",
        "13/13/2016", "2015-02-29", "2016-13-01", "you may 3 times", "March 4,500 men", "May 3.5", "12345",
        "20 000 000", "std::vector", "a::b", "Node.js", "end.in the", "e.g. U.S./Mexico", "a@b", "chart 12",
        "MRN pending", "4-4-2", "1-2-34", "083 564 9312", "587428561654", "from 1/4 inch", "by an Ae 4/7", "+12 34", "5/3", "10-10-10-10",
    ],
)  # fmt: skip
def test_refuses(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("EMAIL", "j\u200boe@x.org"),
        ("EMAIL", "jo\u0435@ex\u0430mple.org"),
        ("EMAIL", "cafe\u0301@x.org"),
        ("EMAIL", "joe＠x．org"),
        ("EMAIL", "joe@x。org"),
        ("EMAIL", "𝐣𝐨𝐞@x.org"),
        ("PHONE", "４１５-５５５-２６７１"),
        ("PHONE", "٤١٥-٥٥٥-٢٦٧١"),
        ("PHONE", "415\u2013555\u20112671"),
        ("PHONE", "(415)\u00a0555-2671"),
        ("SSN", "1\u200d2\u200d3-45-6789"),
        ("DATE", "3\u2009M\u0430y 2016"),
        ("URL", "https://ja.wikipedia.org/wiki/日本"),
    ],
)
@pytest.mark.parametrize("frame", ["{}", "😀{}😀", "\u200b{}\u200b", "é {} é", "𝛼 {} ⑩"])
def test_odd_characters_hide_nothing(label: str, value: str, frame: str) -> None:
    if label == "URL" and frame.startswith("😀"):
        value += "😀"
    assert found(frame.format(value.rstrip("😀"))) == [(label, value)]


@pytest.mark.parametrize(
    "text", ["", "\u200b" * 50, "\ud800", "joe\ud800", "\r\n", "\x00", "日本語"]
)
def test_nothing_to_find(text: str) -> None:
    assert found(text) == []


def test_a_lone_surrogate_does_not_hide_its_neighbours() -> None:
    assert found("\ud800joe@x.org\udfff") == [("EMAIL", "joe@x.org")]


def test_where_two_passages_cross_the_cut_leaves_no_blank() -> None:
    text = "1ND APR 1000 APR 1/0"
    assert found(text) == [("DATE", "1ND APR 1000"), ("DATE", "APR 1")]


def test_options() -> None:
    text = "joe@x.org on 3 May 2016 or 020 7946 0958"
    assert found(text, labels=["DATE"]) == [("DATE", "3 May 2016")]
    assert found(text, min_score=0.92) == [("EMAIL", "joe@x.org")]
    assert ("PHONE", "020 7946 0958") in found(text, region="GB")
    assert ("PHONE", "020 7946 0958") not in found(text)


@pytest.mark.parametrize(
    "options",
    [
        {"labels": ["NOPE"]},
        {"labels": "DATE"},
        {"region": "usa"},
        {"region": "us"},
        {"min_score": 2},
    ],
)
def test_bad_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Patterns(**options)  # type: ignore[arg-type]
    assert caught.value.hint or caught.value.where


def test_is_a_detector_that_travels() -> None:
    detector = Patterns()
    assert isinstance(detector, Detector)
    assert pickle.loads(pickle.dumps(detector)) == detector  # noqa: S301
    assert detector.reach is not None


def test_explanations_name_rule_and_reasons_without_text() -> None:
    (span,) = Patterns().detect(Document("d", "SSN 123-45-6789"))
    assert span.explanation is not None
    assert span.explanation.rule == "ssn.grouped"
    assert ("context:before", 0.15) in span.explanation.reasons
    assert "123" not in repr(span)
    assert span.source == "textveil.patterns.v1"


def test_bounded_rules_are_bounded() -> None:
    from re import _parser as parser

    for region, language in product(("US", "DE"), LANGUAGES):
        for rule in rule_table(region, language=language):
            if not rule.unbounded:
                assert parser.parse(rule.pattern).getwidth()[1] <= LONGEST, rule.id
    ids = [rule.id for rule in rule_table("US")]
    assert len(ids) == len(set(ids))
    assert set(known_labels()) == {rule.label for rule in rule_table("US")}


@pytest.mark.parametrize(
    "unit",
    [
        "1 ",
        "1",
        "a@",
        "a@a.",
        "http://",
        "@www.a.com/",
        "1-",
        "(",
        "May ",
        "3 May ",
        "1.",
        "::1",
        "MRN ",
        "a.com/",
        "in 1994, ",
        "nos. 1/02, ",
        "12 Oak ",
        "Rue de la ",
        "call a ",
        "email a dot a at ",
        "$1,",
        "1:1:",
    ],
)
@pytest.mark.parametrize("min_score", [0.0, 0.99])
def test_linear_on_hostile_input(unit: str, min_score: float) -> None:
    text = unit * (300_000 // len(unit))
    spans = Patterns(min_score=min_score).detect(Document("d", text))
    assert len(spans) <= len(text)


def test_long_addresses_are_covered_whole() -> None:
    text = "see http://a.b/" + "http://c.d/joe@x.org,(" * 300 + "). next"
    (span,) = Patterns().detect(Document("d", text))
    assert (span.label, span.start, span.end) == ("URL", 4, text.index("). next") + 1)
