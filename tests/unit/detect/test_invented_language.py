"""A language is a folder of tables and an entry: patterns, labels and fillers follow at once."""

from collections.abc import Iterator

import pytest

from textveil.detect.lists.fillers import Fillers
from textveil.detect.patterns import Patterns
from textveil.detect.tagging.refine import refine
from textveil.errors import UsageError
from textveil.lexicon.people.name_roles import Role
from textveil.lexicon.people.person_names import read_names
from textveil.lexicon.tables.languages import Language, reading_from
from textveil.values.document import Document
from textveil.values.span import Span, Spans

TABLES = {
    "numbers": """
zum\tnumber-word
zan\tvalue-link
kliva\tnumber-head\tMRN
bankor\tnumber-name\tACCOUNT
sosnum\tnamed-number\tssn
""",
    "telephones": """
tol\tphone-word phone-lead
faksu\tfax-word
nebo\textension
""",
    "streets": """
Gatti\tstreet-clear
hutto boks\tpost-box
kamra\troom-word
""",
    "people": """
medo\tcarer-word carer-title
kranto\tpatient-word
""",
    "calendar": """
Janvo\tmonth\t1
Mirzo\tmonth\t5
Lundo\tweekday\t1
""",
    "titles": "Sorro\ttitle\n",
    "money": "zorin\tcurrency\n",
    "fillers": "nomo\tfiller\tNAME\n",
}
RULES = """
# A rule of the language's own, with a word of its tables: "zum ZT-1234-9".
groups = [0-9]{2,6}-[0-9]

[id.zetish] OTHER-ID
find        \\b{words:number-word}[ ](?P<value>ZT-
            {groups})\\b
unlike      ZT-00
check       accept score=0.9 reason=form:zetish
"""


@pytest.fixture(scope="module")
def zetish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("zetish")
    for name, lines in TABLES.items():
        (folder / f"{name}.tsv").write_text(lines.lstrip(), "utf-8")
    (folder / "own.rules").write_text(RULES.lstrip(), "utf-8")
    with reading_from("zetish", Language("Zetish", folder)) as code:
        yield code


FOUND = [
    ("Tol: 415-0123", "PHONE", "415-0123"),
    ("tol zum 415-555-0123 nebo 77", "PHONE", "415-555-0123 nebo 77"),
    ("faksu 415-555-0123", "FAX", "415-555-0123"),
    ("Kliva zum. 448812", "MRN", "448812"),
    ("bankor zan 99412233", "ACCOUNT", "99412233"),
    ("sosnum 123456789", "SSN", "123456789"),
    ("12 Bela Gatti", "STREET", "12 Bela Gatti"),
    ("HUTTO-BOKS 771", "STREET", "HUTTO-BOKS 771"),
    ("kamra 12", "ROOM", "12"),
    ("300 zorin", "QUANTITY", "300 zorin"),
    ("3 Mirzo 2016", "DATE", "3 Mirzo 2016"),
    ("Mirzo 3, 2016", "DATE", "Mirzo 3, 2016"),
    ("ana@example.org", "EMAIL", "ana@example.org"),
    ("Zum ZT-1234-9", "OTHER-ID", "ZT-1234-9"),
]


@pytest.mark.parametrize(("text", "label", "value"), FOUND)
def test_patterns_read_the_words_of_the_tables(
    zetish: str, text: str, label: str, value: str
) -> None:
    found = Patterns(language=zetish).detect(Document("d", text))
    assert [(span.label, text[span.start : span.end]) for span in found] == [(label, value)]


@pytest.mark.parametrize(
    "text",
    [
        "phone 415-0123",
        "MRN 448812",
        "12 Main Street",
        "PO Box 771",
        "SSN 123456789",
        "300 dollars",
    ],
)
def test_english_words_say_nothing_in_it(zetish: str, text: str) -> None:
    assert Patterns().detect(Document("d", text))
    assert not Patterns(language=zetish).detect(Document("d", text))


def test_rules_of_a_language_are_its_own(zetish: str) -> None:
    [found] = Patterns(language=zetish).detect(Document("d", "zum ZT-1234-9"))
    assert found.explanation is not None
    assert found.explanation.rule == "id.zetish"
    assert not Patterns(language=zetish).detect(Document("d", "zum ZT-00-9"))
    assert not Patterns().detect(Document("d", "no ZT-1234-9"))


def test_labels_and_fillers_follow(zetish: str) -> None:
    names = Spans([Span(5, 9, "NAME")])
    assert refine("medo Bela", names, zetish)[0].label == "PROVIDER"
    assert refine("medo Bela", names)[0].label == "NAME"
    [name] = Fillers(language=zetish).detect(Document("d", "kranto [NOMO]"))
    assert name.label == "PATIENT"
    assert not Fillers().detect(Document("d", "kranto [NOMO]"))


def test_a_title_is_read_as_one(zetish: str) -> None:
    [name] = read_names("Sorro Ana Lee", language=zetish)
    assert name.parts[0].role is Role.TITLE
    [name] = read_names("Sorro Ana Lee")
    assert Role.TITLE not in {part.role for part in name.parts}


def test_a_language_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(UsageError, match="no language yy"):
        Patterns(language="yy")
