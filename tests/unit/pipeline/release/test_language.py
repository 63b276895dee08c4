"""The language of a policy: detectors, linking, surrogates and verifiers follow it."""

import json

import pytest

from textveil.certify.document.layout import CERTIFICATE, TEXTS
from textveil.certify.verification import verify_release
from textveil.errors import PolicyError
from textveil.formats.sources import Source
from textveil.lexicon.tables.languages import Language, reading_from
from textveil.pipeline.combining import Combine
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import Step, load_policy, parse_policy
from textveil.policy.registry import ComponentKind
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.verify.leftovers.residue import Residue

KEY = Secret(b"0123456789abcdef")
TABLES = {
    "numbers": "zum\tnumber-word\nkliva\tnumber-head\tMRN\ntol\tphone-word phone-lead\n",
    "calendar": "Janvo\tmonth\t1\nFebro\tmonth\t2\nMarto\tmonth\t3\nAprilo\tmonth\t4\n"
    "Mirzo\tmonth\t5\nJunzo\tmonth\t6\nJulzo\tmonth\t7\nAvgo\tmonth\t8\nSepto\tmonth\t9\n"
    "Okto\tmonth\t10\nNovo\tmonth\t11\nDeco\tmonth\t12\n",
    "streets": "Gatti\tstreet-clear street\n",
    "titles": "Sorro\ttitle\n",
}
POLICY = """\
name: zetish
language: zetish
detect: [textveil.patterns.v1]
transform: {default: %s}
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.intervals.v1
  - textveil.collisions.v1
columns: {patient: PATIENT, '*': drop}
"""
NOTES = [
    "Sorro Kovacs vino 3 Mirzo 2016, kliva zum 448812. Tol 415-555-0123.",
    "Kovacs lano 5 Mirzo 2016, 12 Bela Gatti, ana@kovacs.org.",
]


@pytest.fixture(scope="module")
def zetish(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zetish")
    for name, lines in TABLES.items():
        (folder / f"{name}.tsv").write_text(lines, "utf-8")
    with reading_from("zetish", Language("Zetish", folder)) as code:
        yield code


def run_of(folder, transformer):
    rows = [
        {"id": str(at), "text": note, "subject": "s", "patient": "Sorro Ana Kovacs"}
        for at, note in enumerate(NOTES)
    ]
    notes = folder / "notes.jsonl"
    notes.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    source = Source.open(notes)
    release(Run(source, folder / "out", parse_policy(POLICY % transformer), KEY))
    lines = (folder / "out" / "publish" / TEXTS / "notes.jsonl").read_text("utf-8")
    shown = [json.loads(one) for one in lines.splitlines()]
    return source, [row["text"] for row in shown]


@pytest.mark.parametrize(
    ("transformer", "kept"),
    [("textveil.surrogate.v1", "Sorro "), ("textveil.mask.v1", "Sorro [PATIENT] vino [DATE], ")],
)
def test_a_release_speaks_the_language_of_its_policy(zetish, tmp_path, transformer, kept):
    source, texts = run_of(tmp_path, transformer)
    assert texts[0].startswith(kept)
    for real in ("Kovacs", "3 Mirzo", "5 Mirzo", "448812", "555-0123", "12 Bela", "kovacs"):
        assert not any(real in text for text in texts)
    stated = json.loads((tmp_path / "out" / "publish" / CERTIFICATE).read_text("utf-8"))["policy"]
    assert stated["language"] == zetish
    assert verify_release(tmp_path / "out", source, KEY).holds


def test_surrogates_write_the_words_of_the_language(zetish, tmp_path):
    assert zetish == "zetish"
    _, (first, second) = run_of(tmp_path, "textveil.surrogate.v1")
    months = {line.split("\t")[0] for line in TABLES["calendar"].splitlines()}
    assert any(month in first for month in months)
    assert "Gatti" in second
    # One person has one family name in both notes.
    assert first.split()[1] == second.split()[0]


def leak():
    """Return a release that shows a name in full, whose title and name went elsewhere."""
    note = Document("n", "Sorro Ana Lee. Ana Lee lano.", "s")
    return Case(note, Release.of(note, [Edit(0, 13, "Sorro Ida Orr", "PATIENT", 1)]))


def test_a_titled_name_that_survives_without_its_title_is_refuted(zetish):
    verdict = Residue(language=zetish).verify([leak()])
    assert not verdict.holds
    [witness] = verdict.witnesses
    assert leak().release.text[witness.start : witness.end] == "Ana Lee"
    # To English the title is a part of the name, and "Ana Lee" somebody else.
    assert Residue().verify([leak()]).holds


def test_components_get_the_language_unless_they_say_their_own(zetish):
    kind = ComponentKind.DETECTOR
    step = Step("textveil.patterns.v1", {}, "", zetish)
    assert step.built(kind).language == zetish
    assert Step("textveil.patterns.v1", {"language": "en"}, "", zetish).built(kind).language == "en"
    both = ["textveil.patterns.v1", {"use": "textveil.fillers.v1", "language": "en"}]
    combined = Step("textveil.combine.v1", {"detectors": both}, "", zetish).built(kind)
    assert isinstance(combined, Combine)
    assert [one.language for _, one in combined.about().parts] == [zetish, "en"]


def test_auto_is_left_out_of_the_hash_and_a_name_is_not():
    text = "name: a\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.mask.v1}\n"
    assert parse_policy(f"{text}language: auto\n") == parse_policy(text)
    assert parse_policy(f"{text}language: auto\n").sha256 == parse_policy(text).sha256
    assert parse_policy(f"{text}language: en\n").sha256 != parse_policy(text).sha256
    assert "language" not in load_policy("tag-only").to_json()


def test_a_language_that_does_not_exist_is_refused_with_line_and_choice():
    text = "name: a\nlanguage: yy\ndetect: [textveil.patterns.v1]\n"
    with pytest.raises(PolicyError, match="must be one of auto, ") as error:
        parse_policy(f"{text}transform: {{default: textveil.mask.v1}}\n", "mine.yaml")
    assert error.value.where == "mine.yaml, line 2"
