"""Words of a language are facts: code holds no list of words that it compares with text.

A literal counts if it is an alternation of a pattern, or a collection, with two or more English
words. Labels (capitals), roles, names of options and fields, messages and docstrings do not.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from textveil.lexicon.tables.facts import roles
from textveil.lexicon.tables.words import look_up

SOURCE = Path(__file__).parents[2] / "src" / "textveil"

READERS = (
    "certify", "detect", "evaluate", "lexicon", "models", "pipeline", "trace", "transform",
    "verify",
)  # fmt: skip
"""The packages that read texts."""

MOST = 15
ALLOWED = {
    (
        "detect/people/mentions.py",
        "the",
    ): "the patient's, in two spellings, before a word for a relative",
    ("detect/people/mentions.py", "is"): "the frame of an age behind a name",
    ("detect/tagging/name_spans.py", "st"): "endings of ordinals",
    ("detect/rules/ages.py", "into"): "a number behind them makes no age of the one before",
    (
        "evaluate/detection/entities.py",
        "dr",
    ): "the rules of another tool's evaluation, which it defines so",
    ("lexicon/tables/words.py", "ch"): "endings of English nouns, for plurals of listed words",
    ("lexicon/tables/words.py", "ism"): "endings of English nouns, for plurals of listed words",
    ("lexicon/style/writing.py", "ed"): "silent endings of English words, for syllables",
    (
        "transform/surrogates/digits/domains.py",
        "com",
    ): "endings under which `example` is reserved (RFC 2606)",
    ("transform/surrogates/shapes.py", "us"): "endings of English nouns that are no plurals",
    ("verify/fakes/consistency.py", "grand"): "beginnings of words for relatives",
    ("verify/passages/removed_values.py", "com"): "words of reserved domains (RFC 2606)",
}
"""File and a word of the literals that stay, each with the reason."""

NAMES = {
    (
        "detect/messages/place_clauses.py",
        "det",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/place_clauses.py",
        "can",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/place_rows.py",
        "from",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/place_rows.py",
        "in",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/sensitive.py",
        "compound",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/speakers.py",
        "cognition",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    (
        "detect/messages/telling.py",
        "be",
    ): "names of the grammar and of WordNet, or the few prepositions of a rule",
    ("detect/messages/place_clauses.py", "compound"): "relations of grammar",
    ("detect/messages/place_clauses.py", "acl"): "relations of grammar",
    ("detect/messages/speakers.py", "det"): "relations of grammar",
    ("pipeline/messages/levels.py", "nested"): "values of an option",
    ("transform/messages/covers.py", "det"): "relations of grammar",
    ("detect/messages/profile.py", "education"): "attributes of a profile",
    ("detect/messages/profile_lists.py", "sports"): "attributes of a profile",
    ("lexicon/messages/times/meaning.py", "ago"): "forms of times",
    ("lexicon/messages/verb_classes.py", "emotion"): "classes of WordNet",
    ("detect/rules/dates.py", "numeric"): "forms of dates",
    ("lexicon/dates/date_conventions.py", "numeric"): "forms of dates",
    ("lexicon/dates/date_fields.py", "fr"): "codes of languages",
    ("lexicon/style/readability.py", "ari"): "measures",
    ("lexicon/style/richness.py", "uber"): "measures",
    ("models/networks/onnx_graph.py", "Add"): "operators of graphs",
    ("models/paraphrase/encoder.py", "product"): "names of features",
    ("models/paraphrase/features.py", "ter"): "names of features",
    ("models/networks/onnx_shapes.py", "Identity"): "operators of graphs",
    ("pipeline/demo.py", "clinic"): "recipients of the demonstration",
    ("lexicon/dates/written_date_moments.py", "quarter"): "units",
    ("transform/coarser/coarser_dates.py", "week"): "units",
    ("transform/surrogates/edges.py", "So"): "categories of Unicode",
    ("lexicon/hidden/hidden_words.py", "Ps"): "categories of Unicode",
    ("verify/readers/disguises.py", "Ps"): "categories of Unicode",
    ("evaluate/attacks/shared_days.py", "week"): "units",
    ("verify/readers/date_years.py", "quarter"): "units",
    ("verify/readers/read_dates.py", "quarter"): "units",
    ("detect/combine.py", "vote"): "modes",
    ("detect/rules/checks/official.py", "visa"): "card networks, in explanations",
    ("lexicon/tables/folding.py", "Cf"): "categories of Unicode",
    ("lexicon/tables/folding.py", "Zs"): "categories of Unicode",
    ("lexicon/people/name_lists.py", "anglo"): "columns of a table",
    ("models/fields/features.py", "doc"): "kinds of features",
    ("certify/document/certificate_shape.py", "transform"): "fields of a certificate",
    ("certify/kinds/rare_text.py", "minimum"): "methods",
    ("certify/sequences/settings.py", "ba"): "methods",
    ("transform/sanitization/methods.py", "ba"): "methods",
    ("transform/sanitization/settings.py", "tpm"): "methods",
    ("transform/rarity/suppress.py", "minimum"): "methods",
    ("verify/sequences/claims.py", "tpm"): "methods",
}
"""Literals that hold names of options, methods and fields: they are compared with no text."""

_ESCAPES = re.compile(
    r"\\[a-zA-Z](?:[0-9a-fA-F]{2})?|\(\?P?<\w+>|\(\?[a-zA-Z]*:|\[[^\]]*\]|\{[^}]*\}|\\."
)
_WORD = re.compile(r"[A-Za-z][a-z']+")


def is_english(word: str) -> bool:
    return _WORD.fullmatch(word) is not None and look_up(word).common > 0


def words_of_pattern(pattern: str) -> list[str]:
    """Return the English words that stand beside a bar of an alternation."""
    plain = _ESCAPES.sub(" ", pattern)
    # A type in quotes has bars too.
    if "|" not in plain or re.fullmatch(r"[\w.]+(?:\[.*\])?(?: \| [\w.]+(?:\[.*\])?)+", pattern):
        return []
    choices = re.split(r"[|()?^$]+", plain)
    return [word for choice in choices for word in choice.split() if is_english(word)]


def text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        value = node.value
        return value if isinstance(value, str) else value.decode("latin-1")
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or " " for part in node.values)
    return None


@cache
def names_in_code() -> frozenset[str]:
    """Return the names of options, fields and modules: strings with these are no words of texts."""
    found = set(roles())
    for path in SOURCE.rglob("*.py"):
        found.add(path.stem)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.arg) or (isinstance(node, ast.keyword) and node.arg):
                found.add(node.arg)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    return frozenset(found)


def words_of_collection(node: ast.AST) -> list[str]:
    """Return the English words of a collection that name nothing in the code."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        text = text_of(node.func.value) if node.func.attr == "split" else None
        parts = (text or "").split()
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        parts = [text for text in map(text_of, node.elts) if text]
    elif isinstance(node, ast.Dict):
        parts = [text for key in node.keys if key and (text := text_of(key))]
    else:
        return []
    named = names_in_code()
    return [part for part in parts if part not in named and is_english(part)]


def literals(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Yield line and words of each statement that holds two or more words of a language."""
    for statement in ast.walk(tree):
        if not isinstance(statement, ast.stmt) or isinstance(statement, ast.Raise):
            continue
        if _is_docstring(statement) or _is_dunder(statement):
            continue
        found: list[str] = []
        for node in _own(statement):
            found += words_of_collection(node)
            text = text_of(node)
            if text is not None:
                found += words_of_pattern(text)
        if len(found) > 1:
            yield statement.lineno, found


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield what belongs to a statement, but not the statements inside it."""
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from ast.walk(child)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_dunder(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id.startswith("__") for one in targets)


@cache
def found_in_code() -> tuple[tuple[str, int, list[str]], ...]:
    """Return file, line and words of what is found, labels of schemes left out."""
    return tuple(
        (name, line, words)
        for path in sorted(SOURCE.rglob("*.py"))
        if (name := path.relative_to(SOURCE).as_posix()).split("/")[0] in READERS
        and not name.startswith("lexicon/tables/scheme")
        for line, words in literals(ast.parse(path.read_text("utf-8")))
    )


def test_code_holds_no_words_that_are_compared_with_text() -> None:
    known = ALLOWED.keys() | NAMES.keys()
    unexpected = [
        f"{name}:{line} begins with {words[0]}"
        for name, line, words in found_in_code()
        if not any((name, word) in known for word in words)
    ]
    assert unexpected == [], "put the words into a table of lexicon/data/facts"


def test_what_is_allowed_is_little_and_still_there() -> None:
    assert len(ALLOWED) <= MOST
    present = {(name, word) for name, _, words in found_in_code() for word in words}
    assert (ALLOWED.keys() | NAMES.keys()) - present == set()


@pytest.mark.parametrize(
    "planted",
    [
        'KIN = {"uncle", "aunt"}',
        'KIN = frozenset("uncle aunt niece".split())',
        'KIN = b"uncle aunt".split()',
        'KIN = re.compile(r"(?i)\\b(?:uncles?|aunts?)\\b")',
        'KIN = rf"\\b(?:uncle|aunt){GAP}[A-Z]"',
        'KIN = {"uncle": 1, "aunt": 2}',
        'if word in ("Uncle", "Aunt"):\n    pass',
        'def kin(word):\n    return word == "x" or word in ["uncle", "aunt"]',
    ],
)
def test_a_planted_list_of_words_is_caught(planted: str) -> None:
    assert [words for _, words in literals(ast.parse(planted))]


@pytest.mark.parametrize(
    "harmless",
    [
        'LABELS = {"NAME", "DATE"}',
        'words(language, "number-word", "carer-word")',
        '__all__ = ["uncle", "aunt"]',
        'raise ValueError("uncle|aunt")',
        'found: "Aunt | Uncle" = None',
        '"""An uncle | an aunt."""',
        'say("the uncle or the aunt")',
    ],
)
def test_labels_roles_messages_and_docstrings_are_not_meant(harmless: str) -> None:
    assert not list(literals(ast.parse(harmless)))
