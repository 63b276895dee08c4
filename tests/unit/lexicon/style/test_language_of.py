"""The language of a text: script and common words tell it, or nothing is said."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.sentences import SENTENCES

from textveil.lexicon.style.language_of import (
    UNKNOWN,
    language_name,
    language_of,
    short_language_of,
)
from textveil.lexicon.tables.languages import LANGUAGES, Language, reading_from

ODD = {
    "list of drugs": "aspirin, senna, metoprolol, lisinopril, atorvastatin, omeprazole, "
    "amlodipine, gabapentin, prednisone, warfarin, furosemide, tramadol, insulin, heparin, digoxin",
    "names with particles": "Juan de la Cruz, Ana del Rio y Vega, Lars van der Berg, Eva de Vries, "
    "Pia von Stein, Leo da Silva, Ida dos Santos, Max le Roux, Tim di Marco, Jo ten Brink, "
    "Bo Lind, Ada Kovacs, Uma Rao, Kim Lee, Ana Ruiz, Carl Orr, Nia Bell, Ole Holt",
    "numbers": "1 2 3 4/5 6.7 8:9 10-11 2016-05-03 448812 617-555-0134 12,000 98.6 120/80 " * 4,
    "code": "def f(x, y):\n    return [a[i] + b[j] for i in range(n) for j in range(m)]\n" * 4,
    "nothing": "",
    "marks": "--- *** ... !!! ??? ### @@@ ///\n" * 10,
}


@pytest.mark.parametrize("code", SENTENCES)
def test_each_language_is_told(code):
    assert language_of(SENTENCES[code]) == code


@pytest.mark.parametrize(("code", "told"), [("en", "en"), ("es", "es"), ("de", ""), ("ru", "ru")])
def test_capitals_tell_an_installed_language_or_a_script_only(code, told):
    assert language_of(SENTENCES[code].upper()) == told


@pytest.mark.parametrize("code", ["de", "fr", "it", "nl", "pl", "sv"])
@pytest.mark.parametrize("joint", ["\n", ", ", " | ", "\t", "  "])
def test_words_of_a_foreign_text_in_a_list_or_table_tell_nothing(code, joint):
    words = SENTENCES[code].replace(",", "").replace(".", "").split()
    rows = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    assert language_of(SENTENCES[code]) == code
    assert language_of(joint.join(rows)) == UNKNOWN


def test_letters_that_count_more_decide_nothing_where_they_are_fewer():
    assert language_of(f"{SENTENCES['en']} {SENTENCES['ja'][:80]}") == "en"


def test_a_few_signs_of_another_script_tell_nothing():
    assert language_of("Ω 5 10 15 20 Ω 25 30 α β γ " * 12) == UNKNOWN


def test_a_foreign_text_that_begins_with_a_form_is_told():
    form = "NAME: A. LUND\nPO IV NE OUT JP\nNa 138  K 4.2  Cl 101\n" * 4
    assert language_of(form + SENTENCES["de"]) == "de"


@pytest.mark.parametrize("kind", ODD)
def test_nothing_is_said_of_what_is_no_running_text(kind):
    assert language_of(ODD[kind]) == UNKNOWN
    assert short_language_of(ODD[kind][:190]) == UNKNOWN


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Herr Quigley kam am Montag."),
        ("de", "Kannst du mir bitte morgen das Buch mitbringen?"),
        ("fr", "La patiente se plaint de douleurs depuis trois jours."),
        ("es", "Mi hija está enferma y se queda en casa."),
        ("nl", "Ik kan niet wachten tot de nieuwe serie begint."),
        ("ru", "Пациент пришёл в понедельник утром."),
    ],
)
def test_a_short_text_is_told_if_it_is_clear(code, text):
    assert short_language_of(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "See you at the station, ok?",
        "Maria de la Cruz and Leo da Silva came on Monday.",
        "Author Gabriel García Márquez dies",
        "Ana Ruiz saw Tom Becker.",
        "Rx: amoxicillin 500 mg po tid x 10 d",
        "ok, merci",
        "Paella and a glass of vino con mi amigo, said Ben",
    ],
)
def test_a_short_text_that_is_not_clear_is_no_other_language(text):
    assert short_language_of(text) == UNKNOWN


def test_a_mixed_text_has_the_language_of_most_of_it():
    english, german = SENTENCES["en"], SENTENCES["de"]
    assert language_of(f"{english} {german.split('.')[0]}.") == "en"
    assert language_of(f"{german} {english.split('.')[0][:60]}.") == "de"


def test_a_quotation_in_another_script_does_not_decide():
    assert language_of(f"{SENTENCES['en']} {SENTENCES['ru'][:60]}") == "en"


def test_beginning_middle_and_end_of_a_long_text_are_looked_at():
    table = "448812 617-555-0134 12,000\n" * 400
    assert language_of(table + SENTENCES["de"] * 4 + table) == "de"
    assert language_of(table + SENTENCES["de"] * 4) == "de"


def test_nothing_is_said_if_an_installed_language_is_nearly_as_likely():
    half = SENTENCES["ca"].split(". ")[0] + ". " + SENTENCES["es"].split(". ")[0] + "."
    with reading_from("es", Language("Spanish", LANGUAGES["en"].folder)):
        assert language_of(half) == UNKNOWN


def test_a_language_has_a_name():
    assert language_name("fr") == "French"
    assert language_name("xx") == "xx"
    assert all(language_name(code) != code for code in SENTENCES)


def test_the_table_is_sorted_and_names_known_languages_only():
    folder = Path(__file__).parents[4] / "src" / "textveil" / "lexicon" / "data" / "tongues"
    lines = (folder / "words.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    words = [word for word, _ in rows]
    assert words == sorted(set(words))
    codes = {pair.partition("=")[0] for _, pairs in rows for pair in pairs.split()}
    assert all(language_name(code) != code for code in codes)
    assert len(codes) >= 40


def test_importing_it_reads_no_table():
    code = (
        "import textveil.lexicon.style.language_of as one\n"
        "assert one._known.cache_info().currsize == 0\n"
        "assert one._scripts.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
