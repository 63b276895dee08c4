import pytest

from textveil.lexicon.tables.fillers import parse_filler
from textveil.values.label import LABELS

FILLERS = [
    ("**NAME[XXX WWW]", "NAME", "XXX WWW", "", ""),
    ("**NAME[ZZZ, YYY M]", "NAME", "ZZZ, YYY M", "", ""),
    ("**DATE[May 03 2015]", "DATE", "", "", "May 03 2015"),
    ("**AGE[in 40s]", "AGE", "", "", "in 40s"),
    ("**INSTITUTION", "HOSPITAL", "", "", ""),
    ("**ID-NUM", "OTHER-ID", "", "", ""),
    ("[**2015-3-4**]", "DATE", "", "", "2015-3-4"),
    ("[**Hospital 123**]", "HOSPITAL", "123", "", ""),
    ("[**First Name8 (NamePattern2) **]", "NAME", "", "given", ""),
    ("[**Known lastname 7**]", "PATIENT", "7", "family", ""),
    ("[**Name (MD) 31**]", "PROVIDER", "31", "", ""),
    ("[**Telephone/Fax (1) 55**]", "PHONE", "55", "", ""),
    ("[**Age over 90 12**]", "AGE", "12", "", "Age over 90 12"),
    ("[NAME]", "NAME", "", "", ""),
    ("[PATIENT]", "PATIENT", "", "", ""),
    ("[NAME-2]", "NAME", "2", "", ""),
    ("<PERSON_1>", "NAME", "1", "", ""),
    ("<DATE>", "DATE", "", "", ""),
    ("{{name}}", "NAME", "", "", ""),
    ("{{ last_name }}", "NAME", "", "family", ""),
    ("[EMAIL_ADDRESS]", "EMAIL", "", "", ""),
    ("[NAME:0123456789abcdef]", "NAME", "0123456789abcdef", "", ""),
    ("___", "OTHER", "", "", ""),
    ("XXXX", "OTHER", "", "", ""),
    ("[REDACTED]", "OTHER", "", "", ""),
    ("XXX-XX-XXXX", "SSN", "", "", ""),
    ("(XXX) XXX-XXXX", "PHONE", "", "", ""),
    ("XX/XX/XXXX", "DATE", "", "", ""),
]


@pytest.mark.parametrize(("text", "label", "code", "part", "content"), FILLERS)
def test_fillers_of_other_tools(text, label, code, part, content):
    filler = parse_filler(text)
    assert (filler.label, filler.code, filler.part, filler.content) == (label, code, part, content)


@pytest.mark.parametrize(
    "text",
    ["[sic]", "<b>", "[1]", "XXX", "[A]", "[Note]", "**", "____", "name", "", "[see note 3]"],
)
def test_what_is_no_filler(text):
    assert parse_filler(text) is None


@pytest.mark.parametrize("label", LABELS)
def test_our_own_tags_are_understood(label):
    assert parse_filler(f"[{label}]").label == label
    assert parse_filler(f"[{label}-12]").code == "12"


@pytest.mark.parametrize(
    ("text", "label", "code"),
    [
        ("<NAME_A>", "NAME", "A"),
        ("[Person B]", "NAME", "B"),
        ("[[NAME]]", "NAME", ""),
        ("[*NAME*]", "NAME", ""),
        ("[Patient Name]", "PATIENT", ""),
        ("[Redacted]", "OTHER", ""),
        ("[redacted]", "OTHER", ""),
        ("\u2588\u2588\u2588\u2588", "OTHER", ""),
        ("**ACCESSION-NUMBER", "OTHER-ID", ""),
        ("[NUMBER]", "OTHER-ID", ""),
        ("[**Hospital Ward Name 5**]", "HOSPITAL", "5"),
    ],
)
def test_further_writings(text, label, code):
    filler = parse_filler(text)
    assert (filler.label, filler.code) == (label, code)


@pytest.mark.parametrize("text", ["[name]", "[sic]", "<b>", "**IMPORTANT", "[Figure 2]"])
def test_asides_and_markup_are_no_fillers(text):
    assert parse_filler(text) is None
