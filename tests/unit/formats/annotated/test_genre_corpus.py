"""The genre corpus: what is read, and what is refused with its line."""

import json
from pathlib import Path

import pytest

from textveil.errors import InputError
from textveil.formats.annotated.genre_corpus import KEPT_KINDS, read_genre_corpus

FIRST = {
    "id": "a",
    "text": "Ana Ruiz takes aspirin.",
    "language": "en",
    "genre": "letter",
    "writer": "a nurse in Leeds",
    "split": "train",
    "spans": [{"start": 0, "end": 8, "label": "NAME"}],
    "keep": [{"start": 15, "end": 22, "label": "drug"}],
}
SECOND = FIRST | {"id": "b", "text": "Eva Lund takes aspirin.", "writer": "a pilot in Perth"}


def read(folder, *rows):
    path = folder / "corpus.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return list(read_genre_corpus(path))


def test_marks_and_what_stays_are_read(tmp_path):
    [made, _] = read(tmp_path, FIRST, SECOND)
    assert [(s.start, s.end, s.label) for s in made.document.spans] == [(0, 8, "NAME")]
    assert [(s.start, s.end, s.label) for s in made.keep] == [(15, 22, "drug")]
    assert (made.genre, made.writer, made.split) == ("letter", "a nurse in Leeds", "train")
    assert made.document.metadata["language"] == "en"
    assert "drug" in KEPT_KINDS


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"keep": [{"start": 4, "end": 10, "label": "drug"}]}, "overlap"),
        ({"spans": [{"start": 0, "end": 99, "label": "NAME"}], "keep": []}, "outside"),
        ({"spans": [{"start": 0, "end": 8, "label": "PERSON"}]}, "not known"),
        ({"keep": [{"start": 0, "end": 8, "label": "NAME"}], "spans": []}, "not known"),
        ({"split": "dev", "writer": "x"}, "genre that is also in another part"),
        ({"split": "dev", "genre": "x", "writer": FIRST["writer"]}, "writer that is also"),
        ({"split": "holdout"}, "belongs to no part"),
        ({"text": FIRST["text"]}, "stands in the file already"),
        ({"id": "a"}, "second time"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, change, told):
    with pytest.raises(InputError) as caught:
        read(tmp_path, FIRST, SECOND | change)
    assert "line 2" in caught.value.where
    assert told in str(caught.value)
    assert "Eva" not in str(caught.value)


SHIPPED = Path(__file__).parents[4] / "corpora" / "genres"


def test_the_corpus_of_the_project_fits_its_rules_and_its_card():
    texts = list(read_genre_corpus(SHIPPED / "texts.jsonl"))
    card = (SHIPPED / "README.md").read_text("utf-8")
    for part in ("train", "dev", "test"):
        own = [one for one in texts if one.split == part]
        genres, writers = {one.genre for one in own}, {one.writer for one in own}
        marks, kept = sum(len(one.document.spans) for one in own), sum(len(one.keep) for one in own)
        words = sum(len(one.document.text.split()) for one in own)
        figures = (len(own), len(genres), len(writers), words, marks, kept)
        assert f"| {part} | {' | '.join(f'{one:,}' for one in figures)} |" in card


def test_the_second_reader_marked_texts_of_the_corpus():
    known = {
        one.document.id: one.document.text for one in read_genre_corpus(SHIPPED / "texts.jsonl")
    }
    for line in (SHIPPED / "second.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        assert all(0 <= s["start"] < s["end"] <= len(known[row["id"]]) for s in row["spans"])
