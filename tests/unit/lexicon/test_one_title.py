"""A title is one line of one table: rules, linking, surrogates and verifiers follow at once."""

import gc
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from textveil.detect.linking import Linking
from textveil.detect.name_spans import whole_names
from textveil.lexicon import languages
from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH, Language
from textveil.lexicon.person_names import Role, read_name
from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans
from textveil.verify.collisions import Collisions
from textveil.verify.consistency import Consistency
from textveil.verify.read_names import name_words
from textveil.verify.residue import Residue

TEXT = "Zorgmaster Kovacs came. Later Zorgmaster Kovacs left; Ana Kovacs stayed."
KEY = Secret(b"sixteen bytes or more")


def forget():
    """Empty every cache of what was read from the tables."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("textveil."):
            one.cache_clear()


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """Return a copy of the tables, which is read instead of the shipped ones."""
    for table in Path(str(languages.LANGUAGES[ENGLISH].folder)).iterdir():
        (tmp_path / table.name).write_text(table.read_text("utf-8"), "utf-8")
    monkeypatch.setitem(languages.LANGUAGES, ENGLISH, Language("English", tmp_path))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def add_title(tables):
    with (tables / "titles.tsv").open("a", encoding="utf-8") as table:
        table.write("Zorgmaster\ttitle\n")
    forget()


def released():
    """Return the text with surrogates; both names of it are found with the title."""
    note = Document("n", TEXT, "s")
    spans = Spans(
        Span(at, at + len(name), "NAME")
        for name in ("Zorgmaster Kovacs", "Ana Kovacs")
        for at in range(len(TEXT))
        if TEXT.startswith(name, at)
    )
    linking, engine = Linking(), Surrogate(key=KEY)
    linking.learn(note, spans)
    linked = linking.linked(note, spans)
    engine.survey(note, linked)
    return linked, Case(note, engine.transform(note, linked))


def test_without_the_line_the_word_is_a_name(tables):
    assert tables.exists()
    linked, case = released()
    assert "Zorgmaster" not in case.release.text
    assert linked[0].entity.given == "zorgmaster"
    assert name_words("Zorgmaster Kovacs") == ("zorgmaster", "kovacs")


def test_with_the_line_everything_takes_it_for_a_title(tables):
    add_title(tables)
    assert facts().is_a("Zorgmaster", "title")
    assert read_name("Zorgmaster Kovacs").parts[0].role is Role.TITLE
    # Rules of detection: a title alone is nobody, and a sentence does not end after it.
    assert not whole_names("the Zorgmaster", [Span(4, 14, "NAME")])
    one = "seen by Zorgmaster. Kovacs"
    assert whole_names(one, [Span(8, 26, "NAME")]) == Spans([Span(8, 26, "NAME")])
    linked, case = released()
    # Linking: the one of whom only the family name is said is the one who is named in full.
    assert {span.entity.key for span in linked} == {"ana||kovacs"}
    # Surrogates keep the title, and the verifiers know it for one.
    assert case.release.text.count("Zorgmaster") == 2
    assert name_words("Zorgmaster Kovacs") == ("kovacs",)
    for verifier in (Consistency(), Collisions(), Residue()):
        assert verifier.verify([case]).holds
