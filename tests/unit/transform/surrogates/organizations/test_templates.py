import re
from collections import Counter
from dataclasses import replace

import pytest

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import LANGUAGES, Language
from textveil.lexicon.tables.words import look_up
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organizations.fake_organizations import Organizations
from textveil.transform.surrogates.organizations.pieces import kind_of, read_pieces
from textveil.transform.surrogates.organizations.templates import (
    BUILT,
    ENOUGH,
    LISTS,
    computed,
    forms_of,
    released,
    templates,
)
from textveil.values.keys.draw import Draw

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


def shared_forms():
    forms = facts().values("organization-form").items()
    named = (form for form, kinds in forms if "name" in kinds.split() and form[0] == "\u2026")
    return sorted(form for form in named if form.count("\u2026") == 1 and "=" not in form)


@pytest.mark.parametrize("form", shared_forms())
def test_the_words_of_a_form_that_many_share_stay(form):
    # A word of the form that is not generic would be replaced by a name: "Smith's Kowalski".
    value = form.replace("\u2026", "Kowalczyk's")
    written = Organizations().make(value, "ORGANIZATION", SETTING)
    assert written.endswith(form[1:])
    assert "Kowalczyk" not in written


@pytest.mark.parametrize("role", ["care-kind", "company-form", "legal-form", "trade"])
def test_the_words_of_a_role_in_a_form_stay(role):
    for phrase in facts().words(role):
        written = Organizations().make(f"Kowalczyk's {phrase}", "ORGANIZATION", SETTING)
        assert written.endswith(f"'s {phrase}"), phrase
        assert "Kowalczyk" not in written


@pytest.mark.parametrize("form", ["Inc.", "LLC", "Holdings", "& Co."])
def test_a_kind_of_business_stays_before_a_legal_form(form):
    written = Organizations().make(f"Kowalczyk Textiles {form}", "ORGANIZATION", SETTING)
    assert written.endswith(f" Textiles {form}")


def test_no_kind_of_business_is_a_common_name():
    # As the last word of "Danielle Mills" it would stay, and tell the surname.
    single = [word for word in facts().words("trade") if " " not in word]
    assert single
    assert [word for word in single if max(look_up(word)[:3]) > 3] == []


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("Myers Auto Parts", "*name auto parts"),
        ("Myers Pharmacy & Gifts", "*name pharmacy  gifts"),
        ("Steel Partners", "*fancy partners"),
        ("Jones & Steel", "*name  *fancy"),
        ("Jones, Myers and Ruiz", "*name , *name and *name"),
        ("Granite Foods", "*fancy foods"),
        ("Silverline Foods", "*made foods"),
        ("Buffalo Foods", "*city foods"),
    ],
)
def test_a_kind_of_business_stands_behind_a_name(name, pieces):
    first = next(forms_of(read_pieces(name), {}))
    assert " ".join(first.template) == pieces


@pytest.mark.parametrize("name", ["Myers", "Granite", "Silverline", "Buffalo"])
def test_a_short_form_is_the_full_one_without_its_kind(name):
    full, capitals, short = (
        Organizations().make(value, "ORGANIZATION", SETTING)
        for value in (f"{name} Textiles Inc.", f"{name.upper()} TEXTILES", name)
    )
    assert full == f"{short} Textiles Inc."
    assert capitals == f"{short.upper()} TEXTILES"


def test_partners_stay_as_many():
    written = Organizations().make("Myers, Ruiz and Kowalczyk", "ORGANIZATION", SETTING)
    assert re.fullmatch(r"\w+, \w+ and \w+", written)
    assert not {"Myers", "Ruiz", "Kowalczyk"} & set(re.findall(r"\w+", written))


def test_a_saint_is_one_behind_the_title_alone():
    kinds = [form.template for form in forms_of(read_pieces("St. Luke's Hospital Tooele"), {})]
    assert ("saint", "*saint", "hospital", "*city") in kinds
    assert all(("*saint" in kind) == ("saint" in kind) for kind in kinds)
    school, other = (
        Organizations().make(f"St. Luke's {kind}", "ORGANIZATION", SETTING)
        for kind in ("School", "University")
    )
    assert re.fullmatch(r"St\. (?!Luke)\w+'s School", school)
    assert re.fullmatch(r"\w+ University", other)


def test_a_language_without_parts_of_words_puts_none_together():
    assert kind_of("Silverline") == "made"
    # "agua" and "clara" are Spanish words, but there is nothing to draw in their place.
    assert kind_of("Aguaclara", language="es") == "name"
