from dataclasses import replace

import pytest

from textveil.lexicon.facts import facts
from textveil.lexicon.languages import LANGUAGES, Language
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organization_templates import holes_of
from textveil.transform.surrogates.organizations import Organizations
from textveil.values.draw import Draw

SETTING = Setting(Draw(b"k" * 32), scope="s")


@pytest.mark.parametrize(
    ("name", "holes"),
    [
        ("St. Luke's Hospital of Reno", [("St. Luke's", "saint"), ("Reno", "place")]),
        ("Sacred Heart Medical Center", [("Sacred Heart", "dedication")]),
        ("Kowalczyk & Sons Ltd", [("Kowalczyk", "name")]),
        ("van der Veen & Canizales", [("van der Veen", "family"), ("Canizales", "name")]),
        ("John J. Pershing VA Medical Center", [("John J. Pershing", "person")]),
        ("Acme Widgets", [("Acme", "everyday")]),
        ("General Motors", []),
        ("Bank of Trees", [("Trees", "everyday")]),
        ("Supreme Court", []),
    ],
)
def test_generic_words_stay_and_distinctive_words_are_holes(name, holes):
    assert [(name[hole.start : hole.end], hole.kind) for hole in holes_of(name)] == holes


def test_which_words_are_generic_is_said_by_the_tables_of_the_language(tmp_path, monkeypatch):
    table = "Zorum\tgeneric\nvon\tsmall-word\nMirabel\tfancy\nTorvald\tfancy\n"
    (tmp_path / "words.tsv").write_text(table, "utf-8")
    monkeypatch.setitem(LANGUAGES, "qx", Language("Invented", tmp_path))
    facts.cache_clear()
    try:
        assert [hole.start for hole in holes_of("Zorum von Kowalczyk", language="qx")] == [10]
        assert [hole.start for hole in holes_of("Zorum von Kowalczyk")] == [0, 6]
        invented = replace(SETTING, language="qx")
        fake = Organizations().make("Zorum von Kowalczyk", "ORGANIZATION", invented)
        assert fake.startswith("Zorum von ")
        assert "Kowalczyk" not in fake
        assert Organizations().make("Zorum", "ORGANIZATION", invented) in ("Mirabel", "Torvald")
    finally:
        facts.cache_clear()
