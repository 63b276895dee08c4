"""Annotations that a policy keeps: 200 documents of five formats, and what they must not say."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.oracles.text import annotations as oracle

from textveil.certify.verification import verify_release
from textveil.errors import InputError, RefutedError
from textveil.formats.makers import FORMAT_SHELF
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy, policy_text
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.edit import Edit
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

PEOPLE = ("Ana Ruiz", "Tom Becker", "Eva Lund", "Omar Haddad", "Lucy Quigley")
CITIES = ("Boston", "Denver", "Chicago", "Dallas")
SENTENCES = (
    "Dr. {person} saw the patient on {day} May 2019 .",
    "She called {person} at 617-555-01{two} and left a note .",
    "They moved to {city} , where the weather is mild .",
    "The wound heals well and the pain is gone .",
)
SHOWN = {"brat": "corpus", "xml": "corpus", "conll": "c.conll", "jsonl": "c.jsonl"}
FORMATS = {**SHOWN, "label-studio": "c.json"}
POLICY = policy_text("tag-only")[0] + "\nannotations: keep\n"


def words_of(text: str) -> list[tuple[int, int]]:
    places, at = [], 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        places.append((start, at))
    return places


def made(format_name: str, number: int) -> Document:
    """Return a document with an annotation for each word, in layers that the format has."""
    rng = Random(f"{format_name} {number}")  # noqa: S311
    lines = [
        one.format(
            person=rng.choice(PEOPLE),
            city=rng.choice(CITIES),
            day=rng.randint(1, 28),
            two=rng.randint(10, 99),
        )
        for one in rng.sample(SENTENCES, 3)
    ]
    text = "\n".join(lines)
    words = words_of(text)
    told = [Metadata({"lemma": text[a:b].lower()}) for a, b in words]
    spans: Spans | None = None
    layers: list[Annotation] = []
    if format_name == "xml":
        layers = [Annotation("division", "TEI", ((0, len(text)),))]
        layers += [
            Annotation("element", "w", (at,), "", (), more, 1)
            for at, more in zip(words, told, strict=True)
        ]
    elif format_name == "conll":
        columns = [Metadata({"2": "X", "3": text[a:b].lower()}) for a, b in words]
        layers = [
            Annotation("token", "", (at,), "", (), m) for at, m in zip(words, columns, strict=True)
        ]
        spans = Spans(Span(*at, rng.choice(("A", "B"))) for at in words[::2])
    else:
        named = [Metadata({**more, "id": f"T{at}"}) for at, more in enumerate(told, 1)]
        pairs = zip(words, named, strict=True)
        spans = Spans(Span(*at, "W", attributes=more) for at, more in pairs)
        roles = ("from", "to") if format_name == "label-studio" else ("Arg1", "Arg2")
        for at in range(1, len(words)):
            ends = tuple(zip(roles, (f"T{at}", f"T{at + 1}"), strict=True))
            own = "" if format_name == "label-studio" else f"R{at}"
            layers.append(Annotation("relation", "next", (), own, ends))
    return Document(f"d{number:03}", text, spans=spans, layers=tuple(layers))


def recorded(place: Path) -> dict[str, list[Edit]]:
    rows = map(json.loads, (place / "keep" / "edits.jsonl").read_text().splitlines())
    return {
        row["id"]: [Edit(one["start"], one["end"], "", one["label"]) for one in row["edits"]]
        for row in rows
    }


def shown(document: Document, annotations: Any) -> Counter[tuple[str, ...]]:
    """Return each annotation by layer, label and text; of a relation, what it relates."""
    by_id = {one.id: one for one in document.annotations if one.id}

    def texts(one: Annotation) -> tuple[str, ...]:
        ends = (by_id[end] for _, end in one.ends)
        return (
            *(document.text[a:b] for a, b in one.places),
            *(text for end in ends for text in texts(end)),
        )

    said = (one for one in annotations if one.layer != "division")
    said = (one for one in said if set(one.attributes.values()) != {"_"})
    return Counter((one.layer, one.label, *texts(one)) for one in said)


def carried_out(tmp_path: Path, format_name: str, documents: list[Document], policy: str) -> Path:
    source = tmp_path / FORMATS[format_name]
    FORMAT_SHELF.build(format_name, {}).write(documents, source)
    read = Source.open(source, format_name)
    release(Run(read, tmp_path / "out", parse_policy(policy)))
    assert verify_release(tmp_path / "out", read).holds
    return tmp_path / "out"


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_annotation_outside_replaced_passages_has_its_text_and_label(
    format_name: str, tmp_path: Path
) -> None:
    documents = [made(format_name, number) for number in range(40)]
    place = carried_out(tmp_path, format_name, documents, POLICY)
    after = Source.open(place / "publish" / "texts" / FORMATS[format_name], format_name)
    edits, kept, dropped = recorded(place), 0, 0
    for before, now in zip(documents, after, strict=True):
        due = oracle.left(before, edits[before.id])
        assert shown(now, now.annotations) == shown(before, due)
        kept, dropped = kept + len(due), dropped + len(before.annotations) - len(due)
    assert kept > 500
    assert dropped > 100
    verdicts = json.loads((place / "keep" / "figures.json").read_text())["verdicts"]
    (told,) = (one for one in verdicts if one["claim"] == "annotations")
    assert told["status"] == "holds"
    left_out = [count for what, count in told["exempt"].items() if "values" not in what]
    assert sum(left_out) == dropped


SAYS = Document(
    "1",
    "Ask Ana Ruiz now. The song is long.",
    spans=Spans(
        [
            Span(4, 12, "PER", attributes=Metadata({"id": "who"})),
            Span(22, 26, "OBJ", attributes=Metadata({"id": "x", "note": "Ana Ruiz wrote it"})),
            Span(
                30,
                34,
                "ADJ",
                source="eva@example.org",
                entity="Ruiz",
                attributes=Metadata({"id": "Ana Ruiz", "lemma": "long", "seen": [1, "Ruiz"]}),
            ),
        ]
    ),
    layers=(
        Annotation("relation", "is", (), "r1", (("a", "x"), ("b", "Ana Ruiz"))),
        Annotation("relation", "wrote", (), "r2", (("a", "who"), ("b", "x"))),
        Annotation("note", "about", ends=(("", "r2"),), attributes=Metadata({"text": "gone"})),
    ),
)


def test_what_annotations_say_is_searched_and_left_out(tmp_path: Path) -> None:
    place = carried_out(tmp_path, "jsonl", [SAYS], POLICY)
    published = (place / "publish" / "texts" / "c.jsonl").read_text()
    for value in ("Ana", "Ruiz", "eva@example.org", "wrote it", "gone"):
        assert value not in published
    row = json.loads(published)
    assert [(one["label"], one["attributes"]) for one in row["spans"]] == [
        ("OBJ", {"id": "x"}),
        ("ADJ", {"id": "a1", "lemma": "long"}),
    ]
    assert row["layers"] == [
        {"layer": "relation", "label": "is", "id": "r1", "ends": [["a", "x"], ["b", "a1"]]}
    ]
    figures = json.loads((place / "keep" / "figures.json").read_text())
    (told,) = (one for one in figures["verdicts"] if one["claim"] == "annotations")
    assert sorted(told["exempt"].values()) == [1, 2, 4]


def test_annotations_are_dropped_unless_the_policy_keeps_them(tmp_path: Path) -> None:
    place = carried_out(tmp_path, "jsonl", [SAYS], policy_text("tag-only")[0])
    row = json.loads((place / "publish" / "texts" / "c.jsonl").read_text())
    assert row.keys() == {"id", "text"}


def test_an_annotation_that_was_added_or_changed_later_is_refuted(tmp_path: Path) -> None:
    place = carried_out(tmp_path, "jsonl", [SAYS], POLICY)
    target = place / "publish" / "texts" / "c.jsonl"
    row = json.loads(target.read_text())
    row["spans"][0]["label"] = "OTHER"
    target.write_text(json.dumps(row) + "\n")
    found = verify_release(place, Source.open(tmp_path / "c.jsonl"))
    (told,) = (one for one in found.verdicts if one.claim == "annotations")
    # The relation to it is another one, too.
    assert told.failures == 4


def test_other_annotations_of_the_input_are_another_input(tmp_path: Path) -> None:
    place = carried_out(tmp_path, "jsonl", [SAYS], POLICY)
    source = tmp_path / "c.jsonl"
    source.write_text(source.read_text().replace('"OBJ"', '"OTHER"'))
    found = {
        one.claim: one.status.value for one in verify_release(place, Source.open(source)).verdicts
    }
    assert found["input"] == "refuted"


def test_a_label_that_names_somebody_stops_the_release(tmp_path: Path) -> None:
    spans = Spans([Span(22, 26, "eva@example.org")])
    with pytest.raises(
        InputError, match="the name of annotation number 1 would be released"
    ) as raised:
        carried_out(tmp_path, "jsonl", [Document("1", SAYS.text, spans=spans)], POLICY)
    assert "eva@" not in str(raised.value)


def test_tags_that_a_model_takes_for_names_are_released(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(
        '<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:lang="en"><nmod>rain</nmod></TEI>', "utf-8"
    )
    read = Source.open(tmp_path / "a.xml", "xml")
    release(Run(read, tmp_path / "out", parse_policy(POLICY)))
    shown = (tmp_path / "out/publish/texts/a.xml").read_text("utf-8")
    assert 'xml:lang="en"' in shown
    assert "<nmod>rain</nmod>" in shown


def test_fake_names_with_annotations_are_told_about(tmp_path: Path) -> None:
    FORMAT_SHELF.build("jsonl", {}).write([SAYS], tmp_path / "c.jsonl")
    policy = parse_policy(policy_text("hide-in-plain-sight")[0] + "\nannotations: keep\n")
    told: list[str] = []
    source = Source.open(tmp_path / "c.jsonl")
    release(Run(source, tmp_path / "out", policy, Secret(b"0123456789abcdef"), notice=told.append))
    assert any("a reader sees which values are fakes" in one for one in told)


def test_a_removed_value_that_only_the_verifier_sees_is_left_out_in_the_next_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from textveil.pipeline.release.kept_annotations import KeptAnnotations

    monkeypatch.setattr(KeptAnnotations, "_told", lambda *_: iter(()))
    place = carried_out(tmp_path, "jsonl", [SAYS], POLICY)
    published = (place / "publish" / "texts" / "c.jsonl").read_text()
    assert "Ruiz" not in published
    certificate = json.loads((place / "keep" / "figures.json").read_text())
    assert certificate["repairs"]["residue"]["value"] >= 1


def test_without_a_way_to_mend_it_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from textveil.pipeline.release import kept_annotations

    monkeypatch.setattr(kept_annotations, "silenced", lambda annotations, _: annotations)
    with pytest.raises(RefutedError):
        carried_out(tmp_path, "jsonl", [SAYS], POLICY)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("label", ["Quigley", "AnaRuiz", "seen_by_Haddad"])
def test_a_label_that_a_list_of_names_knows_stops_the_release(label: str, tmp_path: Path) -> None:
    spans = Spans([Span(22, 26, label)])
    with pytest.raises(InputError, match="would be released, but looks like NAME"):
        carried_out(tmp_path, "jsonl", [Document("1", SAYS.text, spans=spans)], POLICY)


def test_words_of_a_scheme_name_nobody(tmp_path: Path) -> None:
    words = ("nmod", "CCONJ", "SCONJ", "titleStmt", "xmlns", "AnnotatorNotes")
    told = Metadata(dict.fromkeys(words, "x"))
    spans = Spans(Span(22, 26, word, attributes=told) for word in words)
    place = carried_out(tmp_path, "jsonl", [Document("1", SAYS.text, spans=spans)], POLICY)
    row = json.loads((place / "publish" / "texts" / "c.jsonl").read_text())
    assert {one["label"] for one in row["spans"]} == {*words}
    assert all(one["attributes"].keys() == {*words} for one in row["spans"])
