"""Facts: words with roles, read from tables that are checked line by line."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from textveil.errors import FormatError, InvalidValueError, UsageError
from textveil.lexicon.tables.facts import facts, read_facts, roles
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES, Language, reading_from


def table(folder: Path, text: str) -> Path:
    (folder / "words.tsv").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Zor\ttitel", "there is no role titel"),
        ("Zor\t", "the word has no role"),
        ("Zor", "not a word with its roles"),
        ("Zor\ttitle\ta\tb", "not a word with its roles"),
        ("\ttitle", "not a word with its roles"),
        ("Mor\ttitle", "the word stands twice in the role title"),
    ],
)
def test_a_malformed_line_is_refused_with_file_and_line(
    tmp_path: Path, line: str, what: str
) -> None:
    folder = table(tmp_path, f"# Source: invented.\nMor\ttitle\n{line}\n")
    with pytest.raises(FormatError, match=what) as error:
        read_facts("xx", folder)
    assert error.value.where == "words.tsv, line 3"


def test_a_word_may_have_several_roles_on_one_line_or_two(tmp_path: Path) -> None:
    folder = table(tmp_path, "Mai\tmonth\t5\nMai\teveryday-name\nSor\ttitle everyday-title\n")
    known = read_facts("xx", folder)
    assert known.roles("MAI") == {"month", "everyday-name"}
    assert known.roles("sor.") == {"title", "everyday-title"}
    assert (known.value("month", "maí"), known.value("title", "mai")) == ("5", None)


def test_a_language_that_does_not_exist_is_an_error_that_names_those_that_do() -> None:
    with pytest.raises(UsageError, match="no language xx") as error:
        facts("xx")
    assert "en (English)" in error.value.hint


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no tables"):
        read_facts("xx", tmp_path)


def test_a_language_is_an_entry_and_a_folder(tmp_path: Path) -> None:
    with reading_from("xx", Language("Invented", table(tmp_path, "Zor\ttitle\n"))):
        assert facts("xx").words("title") == ("Zor",)
        assert facts("xx").words("month") == ()
    with pytest.raises(UsageError, match="no language xx"):
        facts("xx")


def test_other_tables_are_read_again_and_the_shipped_ones_after_them(tmp_path: Path) -> None:
    known = LANGUAGES[ENGLISH]
    for word in ("Zor", "Mor"):
        with reading_from(ENGLISH, Language("English", table(tmp_path, f"{word}\ttitle\n"))):
            assert facts().words("title") == facts(ENGLISH).words("title") == (word,)
    assert LANGUAGES[ENGLISH] is known
    assert facts().is_a("Dr.", "title")


def test_code_that_asks_for_an_unknown_role_is_told() -> None:
    with pytest.raises(InvalidValueError, match="no role titel"):
        facts().words("titel")


def test_a_pattern_takes_the_longest_word_first_and_any_blanks() -> None:
    pattern = re.compile(facts().pattern("hospital-word"))
    found = pattern.match("Medical  Center")
    assert found is not None
    assert found.group() == "Medical  Center"


def test_a_pattern_of_no_words_matches_nothing(tmp_path: Path) -> None:
    known = read_facts("xx", table(tmp_path, "Zor\ttitle\n"))
    assert re.search(known.pattern("month"), "Zor May \n") is None


def test_every_table_names_its_source_and_licence() -> None:
    folders = [language.folder for language in LANGUAGES.values()]
    for folder in (*folders, files("textveil.lexicon") / "data" / "facts" / "any"):
        for path in folder.iterdir():
            head = [line for line in path.read_text("utf-8").splitlines() if line[:1] == "#"]
            assert any("Source:" in line and "Licence:" in line for line in head), path.name


def test_every_role_is_used_and_says_what_it_means() -> None:
    known = [facts(language) for language in LANGUAGES]
    assert all(meaning for meaning in roles().values())
    assert [role for role in roles() if not any(one.words(role) for one in known)] == []
