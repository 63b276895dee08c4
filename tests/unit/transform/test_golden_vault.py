"""A project of the frozen format goes on: everybody keeps their surrogate, and texts come back.

The vault was made once by version 0.1.0 and is never made again: `docs/stability.md` promises that
vaults of format 1 stay readable.
"""

import json
import shutil
from pathlib import Path

import pytest

from textveil.detect.people.links import Linking
from textveil.formats.sources import Source
from textveil.pipeline.release.back.restoration import Restoration, restore
from textveil.pipeline.release.copies import recipients_of, unfinished_recipients
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")
KEPT = Path(__file__).parents[2] / "golden" / "vault"
EXPECTED = json.loads((KEPT / "expected.json").read_text("utf-8"))
HIS_SON = "his son "


@pytest.fixture
def vault(tmp_path):
    shutil.copyfile(KEPT / "project.vault", tmp_path / "v")
    with SqliteVault(tmp_path / "v", KEY) as opened:
        yield opened


def note(name, subject, passages):
    """Return a document with its passages, given as label and text."""
    text, spans = "", []
    for label, value in passages:
        text += " - "
        lead = len(HIS_SON) if value.startswith(HIS_SON) else 0
        spans.append(Span(len(text) + lead, len(text) + len(value), label))
        text += value
    return Document(name, text, subject), Spans(spans)


def made(notes, vault):
    """Return label, original and surrogate of each passage."""
    engine, linking = Surrogate(key=KEY, vault=vault), Linking()
    for document, spans in notes:
        linking.learn(document, spans)
    linked = [(document, linking.linked(document, spans)) for document, spans in notes]
    for document, spans in linked:
        engine.survey(document, spans)
    return {
        document.id: [
            [edit.label, document.text[edit.start : edit.end], edit.replacement]
            for edit in engine.transform(document, spans).edits
        ]
        for document, spans in linked
    }


def test_everybody_keeps_their_surrogate(vault):
    assert made([note(*one) for one in EXPECTED["notes"]], vault) == EXPECTED["fakes"]


def test_a_later_batch_goes_on_with_the_persons_of_the_project(vault):
    later = note("n9", "p1", [("PATIENT", "Mary Okafor"), ("EMAIL", "mary.okafor@mailhost.org")])
    found = made([later], vault)["n9"]
    mary, mail = EXPECTED["fakes"]["n1"][0][2], EXPECTED["fakes"]["n1"][2][2]
    given, _, family = mary.split()
    assert [fake for _, _, fake in found] == [f"{given} {family}", mail]


def test_what_was_protected_comes_back(vault, tmp_path):
    (tmp_path / "in").mkdir()
    shutil.copyfile(KEPT / "protected.txt", tmp_path / "in" / "a.txt")
    restore(Restoration(Source.open(tmp_path / "in"), tmp_path / "out", KEY, vault))
    assert (tmp_path / "out" / "a.txt").read_text("utf-8") == EXPECTED["original"]


def test_every_row_is_read_as_it_was_written(vault):
    assert sorted(map(list, vault.mappings())) == EXPECTED["mappings"]
    assert vault.fetch("kind", "key") == b"content"
    assert vault.check() == {"mapping": len(EXPECTED["mappings"]), "way_back": 1, "record": 1}


def test_recipients_and_log_are_read_as_they_were_written(vault):
    assert recipients_of(vault) == ["north", "south"]
    assert unfinished_recipients(vault, ["north", "south"]) == ["south"]
    told = [[one.when, one.user, one.command, one.look_up] for one in vault.log()]
    assert told[:-1] == EXPECTED["log"]
