import pytest

from textveil.transform.surrogates.edges import Edged, cut_edges
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw
from textveil.values.label import LABELS

SETTING = Setting(Draw(b"k" * 32), scope="s")
SAMPLES = {
    "ADDRESS": "12 Main St, Boston, MA 02115",
    "AGE": "45",
    "CARD": "4111 1111 1111 1111",
    "CITY": "Boston",
    "COUNTRY": "France",
    "DATE": "03/05/2015",
    "DEMOGRAPHIC": "Turkish",
    "EMAIL": "jsmith@acme.com",
    "FAX": "617-735-1234",
    "HOSPITAL": "Boston Medical Center",
    "IBAN": "GB82 WEST 1234 5698 7654 32",
    "INITIALS": "AS",
    "IP": "18.9.22.69",
    "NAME": "Ana Smith",
    "ORGANIZATION": "Kowalczyk Widgets Ltd",
    "PATIENT": "Ana Smith",
    "PHONE": "617-735-1234",
    "PROFESSION": "engineer",
    "PROVIDER": "Ana Smith",
    "QUANTITY": "$1,250",
    "ROOM": "412-B",
    "SSN": "123-45-6789",
    "STATE": "MA",
    "STREET": "12 Main St",
    "TIME": "10:30",
    "URL": "https://www.acme.com/people/kowalski",
    "USERNAME": "jsmith72",
    "ZIP": "02115",
}
EDGES = (
    *(("", "."), ("", ","), ("", "..."), ("", "!"), ("", ":"), ("", " \U0001f642")),
    *(("\U0001f642 ", ""), ("", " \U0001f44d\U0001f3fd"), ("\u201c", "\u201d"), ("(", ")")),
    *(("", "'s"), ("", "\u2019s."), ("* ", " *"), ("<", ">"), ("", ").")),
)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(("before", "after"), EDGES)
def test_every_maker_keeps_what_stands_around_a_value(label, before, after):
    maker = Edged(maker_of(label))
    real = SAMPLES.get(label, "AB-12345")
    fake = maker.make(real, label, SETTING)
    if label == "DATE" and after.startswith(("'s", "\u2019s")):
        after = "."
    assert maker.make(before + real + after, label, SETTING) == before + fake + after
    assert maker.canonical(before + real + after, label) == maker.canonical(real, label)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("U.S.A.", "COUNTRY"),
        ("Washington D.C.", "CITY"),
        ("Mass.", "STATE"),
        ("Acme Inc.", "ORGANIZATION"),
        ("12 Main St.", "STREET"),
        ("10 p.m.", "TIME"),
        ("'98", "DATE"),
        ("1990's", "DATE"),
        ("90+", "AGE"),
        ("(617) 735-1234", "PHONE"),
        ("+1 617 735 1234", "PHONE"),
        ("#412", "ROOM"),
        ("_foo_", "USERNAME"),
        ("http://x.com/(a)", "URL"),
        ("...", "CITY"),
        ("\U0001f642", "CITY"),
        ("", "CITY"),
    ],
)
def test_what_belongs_to_a_value_is_no_edge(value, label):
    assert cut_edges(value, label) == ("", value, "")
