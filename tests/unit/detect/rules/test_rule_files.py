"""Files of rules: what is wrong in one is said with its name and line, when it is read."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from textveil.detect.patterns import Patterns
from textveil.detect.rules.checks import forms, network, official, places, telephones
from textveil.errors import FormatError
from textveil.lexicon.tables.languages import LANGUAGES, Language
from textveil.values.document import Document
from textveil.values.span import Spans

Find = Callable[[str, str], Spans]


@pytest.fixture
def find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Find:
    """Return a function that looks through a text with the rules of a file."""
    (tmp_path / "words.tsv").write_text("zum\tnumber-word\n", "utf-8")
    # What was read for a language is kept, so each test has a language of its own.
    code = tmp_path.name
    monkeypatch.setitem(LANGUAGES, code, Language("Invented", tmp_path))

    def found(rules: str, text: str) -> Spans:
        (tmp_path / "own.rules").write_text(rules, "utf-8")
        return Patterns(language=code).detect(Document("d", text))

    return found


RULE = "[own.rule] MRN\nfind  Q[0-9]{3}\ncheck  accept score=0.9 reason=form:own\n"


def test_a_rule_that_is_added_finds(find: Find) -> None:
    [span] = find(RULE, "see Q123")
    assert (span.label, span.start, span.end, span.score) == ("MRN", 4, 8, 0.9)


@pytest.mark.parametrize(
    ("edges", "text", "found"),
    [
        ("alone", "Q123.5", False),
        ("alone", "Q123.", True),
        ("not-before  [-]", "a-Q123", False),
        ("not-before  [-]", "a Q123", True),
        ("not-after   [ ]kg", "Q123 kg", False),
        ("not-after   [ ]kg", "Q123 km", True),
        ("unlike      Q0|Q9", "Q912", False),
        ("unlike      Q0|Q9", "Q192", True),
        ("veto        {words:number-word}", "zum Q123", False),
        ("veto        {words:number-word}", "Q123 zum", True),
        ("before      {words:number-word} required", "Q123", False),
        ("before      {words:number-word} required", "zum Q123", True),
        ("after       {words:number-word} window=4 required", "Q123     zum", False),
        ("after       {words:number-word} window=9 required", "Q123     zum", True),
        ("only-in     north-american-plan", "Q123", True),
        ("not-in      north-american-plan", "Q123", False),
    ],
)
def test_what_stands_around_decides(find: Find, edges: str, text: str, found: bool) -> None:
    assert bool(find(f"{RULE}{edges}\n", text)) is found


def test_rules_of_a_language_come_first(find: Find) -> None:
    rule = RULE.replace("Q[0-9]{3}", "[a-z]+@[a-z.]+")
    assert [span.label for span in find(rule, "ana@example.org")] == ["MRN"]


@pytest.mark.parametrize(
    ("rules", "line", "what"),
    [
        (RULE.replace("Q", "{words:no-such-role}"), 2, "there is no role no-such-role"),
        (RULE.replace("Q", "{nowhere}"), 2, "nothing defines {nowhere}"),
        (RULE.replace("Q", "{wrds:number-word}"), 2, "nothing fills {wrds:…}"),
        (RULE.replace("Q", "(Q"), 2, "the engine refuses the expression"),
        (RULE.replace("Q", "(?=Q)"), 2, "the engine refuses the expression"),
        (RULE.replace("Q", "\u00e9"), 2, "the engine refuses the expression"),
        (RULE.replace("Q", "(?P<value>Q)|(?P<value>R)"), 2, "the engine refuses the expression"),
        (RULE + "not-after  [a\n", 4, "the engine refuses the expression"),
        (RULE + "before  (a\n", 4, "the engine refuses the expression"),
        (RULE + "before  {words:number-word} windw=3\n", 4, "there is no option windw"),
        (RULE + "before  {words:number-word} window=far\n", 4, "an option cannot be read"),
        (RULE + "ceiling  high\n", 4, "an option cannot be read"),
        (RULE + "only-in  no-such-role\n", 4, "there is no role no-such-role"),
        (RULE.replace("accept", "acept"), 3, "there is no check acept"),
        (RULE.replace(" reason=form:own", ""), 3, "the check accept needs the option reason"),
        (RULE.replace("reason", "because"), 3, "there is no option because"),
        (RULE.replace("accept score=0.9 reason", "held score=0.9 checksum"), 3, "cannot be read"),
        (RULE + RULE, 4, "there are two rules own.rule"),
        (RULE.replace("own.rule", "mrn.words"), 1, "there are two rules mrn.words"),
        (RULE + "a = b\n\n# The same again.\na = c\n", 7, "there are two definitions of a"),
        ("a = {b}\nb = c\n", 1, "nothing defines {b}"),
        ("a = {words:no-such-role}\n" + RULE.replace("Q", "{a}"), 1, "there is no role"),
        (RULE + "find  R\n", 4, "the key stands twice"),
        (RULE + "alone yes\n", 4, "this line says nothing that rules know"),
        (RULE + "veto\n", 4, "this line says nothing that rules know"),
        (RULE + "finds  R\n", 4, "this line says nothing that rules know"),
        ("find  R\n", 1, "the key stands before any rule"),
        ("[own.rule] MRN\nfind  R\n", 1, "the rule has no check"),
    ],
)
def test_an_error_names_file_and_line(find: Find, rules: str, line: int, what: str) -> None:
    with pytest.raises(FormatError) as error:
        find(rules, "see Q123")
    assert error.value.where == f"own.rules, line {line}"
    assert what in error.value.what


def test_the_page_names_every_check() -> None:
    page = (Path(__file__).parents[4] / "docs" / "methods" / "patterns.md").read_text("utf-8")
    modules = (forms, network, official, places, telephones)
    checks = {name.replace("_", "-") for module in modules for name in module.__all__}
    named = {quoted.split()[0] for quoted in re.findall("`([^`\n]+)`", page)}
    assert checks - named == set()
