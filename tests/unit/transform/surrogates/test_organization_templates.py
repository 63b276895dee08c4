from collections import Counter
from dataclasses import replace

import pytest

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.languages import LANGUAGES, Language
from textveil.lexicon.shelf import rows
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organization_pieces import read_pieces
from textveil.transform.surrogates.organization_templates import (
    BUILT,
    ENOUGH,
    LISTS,
    computed,
    forms_of,
    released,
    templates,
)
from textveil.transform.surrogates.organizations import Organizations
from textveil.values.draw import Draw

SETTING = Setting(Draw(b"k" * 32), scope="s")


def template_of(name, **options):
    form = templates(**options).form_of(name, read_pieces(name))
    return " ".join(form.template) if form else None


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("St. Luke's Hospital of Reno", "saint *saint hospital of *city"),
        ("Sacred Heart Medical Center", "*dedication medical center"),
        ("South Bend Hospital", "*city hospital"),
        ("Kowalczyk Hospital South", "*name hospital south"),
        ("van der Veen & Canizales", "*name  *name"),
        ("John J. Pershing VA Medical Center", "*person va medical center"),
        ("Acme Widgets", "*name"),
        ("General Motors", "*name motors"),
        ("Ministry of Justice", "ministry of *=ministry"),
    ],
)
def test_all_words_but_generic_ones_are_holes(name, pieces):
    first = next(forms_of(read_pieces(name), {}))
    assert " ".join(first.template) == pieces


def test_the_shipped_table_is_what_the_lists_give():
    assert [tuple(row) for row in rows(BUILT)] == [(a, b, str(c)) for a, b, c in computed()]


def test_at_least_twenty_names_of_a_list_are_released_under_each_of_its_templates():
    known = templates()
    for at, names in enumerate(LISTS.values()):
        count = Counter()
        for name in names():
            form = known.form_of(name, read_pieces(name))
            if form is not None and known.list_of[squeeze_text(name)] == at:
                count[form.template] += 1
        assert count
        assert min(count.values()) >= ENOUGH
        assert all(template in known.counts[at] for template in count)


def test_matching_a_template_is_not_enough():
    # Nineteen sanatoriums and many that could match "* Center" but are released otherwise.
    names = [f"Kowalczyk{at} Sanatorium" for at in range(ENOUGH - 1)]
    names += [f"Holt{at} Medical Center" for at in range(ENOUGH)]
    names += ["Ruiz Center"]
    counts = released([read_pieces(name) for name in names], {})
    assert counts == {("*name", "medical", "center"): ENOUGH}
    names.append("Kowalczyk Sanatorium")
    counts = released([read_pieces(name) for name in names], {})
    assert counts[("*name", "sanatorium")] == ENOUGH


def test_a_rare_word_goes_and_the_rest_stays():
    assert template_of("Rancho Los Amigos National Rehabilitation Center") == (
        "*name rehabilitation center"
    )
    assert template_of("Kowalczyk Sanatorium and Observatory") is None


def test_lists_of_a_policy_count():
    names = tuple(f"Kowalczyk{at} Observatory" for at in range(ENOUGH))
    own = (("ORGANIZATION", names),)
    assert template_of("Ruiz Observatory") is None
    assert template_of("Ruiz Observatory", own=own) == "*name observatory"
    assert template_of("Ruiz Observatory", own=(("ORGANIZATION", names[1:]),)) is None
    setting = replace(SETTING, options={"lists": {"ORGANIZATION": list(names)}})
    assert Organizations().make("Ruiz Observatory", "ORGANIZATION", setting).endswith("Observatory")


def test_which_words_are_generic_is_said_by_the_tables_of_the_language(tmp_path, monkeypatch):
    table = "Zorum\tgeneric\nvon\tsmall-word\nZorum von \u2026\torganization-form\tname\n"
    (tmp_path / "words.tsv").write_text(table, "utf-8")
    monkeypatch.setitem(LANGUAGES, "qx", Language("Invented", tmp_path))
    facts.cache_clear()
    templates.cache_clear()
    try:
        roles = [piece.role for piece in read_pieces("Zorum von Kowalczyk", language="qx")]
        assert roles == ["generic", "small", "hole"]
        invented = replace(SETTING, language="qx")
        fake = Organizations().make("Zorum von Kowalczyk", "ORGANIZATION", invented)
        assert fake.startswith("Zorum von ")
        assert "Kowalczyk" not in fake
    finally:
        facts.cache_clear()
        templates.cache_clear()
