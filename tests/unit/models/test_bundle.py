"""Bundles: a folder of files that is read and never run; anything odd about it is refused."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from textveil.detect.tagging.tagger import HINTS, TaggerDetector, probe_of
from textveil.errors import ModelError
from textveil.learn.model_folder import save
from textveil.lexicon.tables.clinical import ClinicalBook, ClinicalKind
from textveil.lexicon.tables.words import Kind, WordBook
from textveil.models.bundle import Bundle, load_bundle
from textveil.models.calibration import Calibration, OperatingPoint
from textveil.models.fields.crf import Settings, fit
from textveil.models.fields.features import VERSION
from textveil.models.roles import Books
from textveil.values.document import Document

WEIGHTS = fit([([["w=see"], ["w=ana"]], ["O", "B-NAME"])] * 3, Settings(rounds=5, rarest=1))
BOOKS = Books(
    WordBook([("Dr", Kind.TITLE), ("Baker Street", Kind.STREET)]),
    ClinicalBook([("mg", ClinicalKind.UNIT), ("Foley catheter", ClinicalKind.DEVICE)]),
)
BUNDLE = Bundle(
    {"weights.crfsuite": WEIGHTS},
    ("NAME",),
    BOOKS,
    settings={"features": VERSION},
    hints=tuple(HINTS),
    probe=probe_of(tuple(HINTS), "en"),
    threshold=0.4,
    calibration=Calibration(((0.0, 0.1), (1.0, 0.9))),
    points=(OperatingPoint(0.5, 0.9, 0.8),),
    facts={"name": "tiny"},
    card="# tiny\n",
)
FILES = ["weights.crfsuite", "card.md", "roles.tsv"]


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "model"
    place.mkdir()
    for name, data in BUNDLE.files().items():
        (place / name).write_bytes(data)
    return place


def change(folder, **keys):
    path = folder / "model.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **keys}), "utf-8")


def put(folder, name, data):
    """Exchange a file, and say so in the manifest."""
    (folder / name).write_bytes(data)
    stated = json.loads((folder / "model.json").read_text("utf-8"))["files"]
    hashed = {"bytes": len(data), "sha256": sha256(data).hexdigest()}
    change(folder, files={**stated, name: hashed})


def test_what_is_saved_is_loaded(folder):
    loaded = load_bundle(str(folder))
    assert loaded.books.words.entries == BOOKS.words.entries
    assert loaded.books.clinical.entries == BOOKS.clinical.entries
    assert replace(loaded, books=BOOKS) == BUNDLE
    assert loaded.files() == BUNDLE.files()
    assert loaded.tagger().labels == ("NAME",)


def test_equal_bundles_have_equal_files():
    assert BUNDLE.files() == BUNDLE.files()
    assert set(BUNDLE.files()) == {"model.json", *FILES}


def test_no_model_at_all(tmp_path):
    with pytest.raises(ModelError, match="no model at this path"):
        load_bundle(str(tmp_path / "none"))
    with pytest.raises(ModelError, match=r"model\.json is missing"):
        load_bundle(str(tmp_path))


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file(folder, name):
    (folder / name).unlink()
    with pytest.raises(ModelError, match="missing"):
        load_bundle(str(folder))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("cut", [1, 3])
def test_a_truncated_file(folder, name, cut):
    path = folder / name
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ModelError, match="stated size"):
        load_bundle(str(folder))


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file(folder, name):
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(bytes(data))
    with pytest.raises(ModelError, match="changed"):
        load_bundle(str(folder))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", '"x"', "{}", '{"format": "other"}', "\ud800", "[" * 99_999],
    ids=lambda text: ascii(text[:20]),
)
def test_a_foreign_manifest(folder, text):
    (folder / "model.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        load_bundle(str(folder))


@pytest.mark.parametrize(
    "keys",
    [
        {"version": 2},
        {"kind": "oracle"},
        {"kind": "neural"},
        {"language": "tlh"},
        {"settings": 7},
        {"labels": []},
        {"labels": ["NAME", "NAME"]},
        {"prices": {"high": 3}},
        {"threshold": 10**400},
        {"scheme": "i2b2-2014"},
        {"labels": 5},
        {"threshold": "high"},
        {"calibration": [[0.5, 0.5], [0.4, 0.6]]},
        {"calibration": [[1]]},
        {"points": [[0.5]]},
        {"hints": None},
        {"facts": 3},
        {"files": {}},
    ],
    ids=str,
)
def test_a_manifest_that_does_not_fit(folder, keys):
    change(folder, **keys)
    with pytest.raises(ModelError):
        load_bundle(str(folder))


def test_weights_of_another_kind_are_refused_though_their_hash_fits(tmp_path):
    save(replace(BUNDLE, parts={"weights.crfsuite": b"\x80\x04K\x01."}), tmp_path / "model")
    with pytest.raises(ModelError, match="check of the magic number"):
        load_bundle(str(tmp_path / "model")).tagger()


def test_weights_with_other_labels_are_refused(tmp_path):
    save(replace(BUNDLE, labels=("CITY", "NAME")), tmp_path / "model")
    with pytest.raises(ModelError, match="other labels"):
        load_bundle(str(tmp_path / "model")).tagger()


@pytest.mark.parametrize("settings", [{}, {"features": VERSION - 1}, {"features": "new"}])
def test_weights_for_other_features_are_refused(tmp_path, settings):
    save(replace(BUNDLE, settings=settings), tmp_path / "model")
    with pytest.raises(ModelError, match="other features"):
        load_bundle(str(tmp_path / "model")).tagger()


def test_a_model_that_was_trained_with_other_word_tables_is_refused(folder):
    change(folder, words="0" * 64)
    with pytest.raises(ModelError, match="other word tables"):
        load_bundle(str(folder))


def test_a_model_that_was_trained_with_other_pattern_rules_is_refused(folder):
    note = Document("n", "see Ana")
    assert TaggerDetector(str(folder)).detect(note) is not None
    change(folder, probe="0" * 64)
    with pytest.raises(ModelError, match="other pattern rules"):
        TaggerDetector(str(folder)).detect(note)


def test_a_model_that_expects_an_unknown_detector_is_refused(folder):
    change(folder, hints=["textveil.tealeaves.v1"])
    with pytest.raises(ModelError, match="expects findings"):
        TaggerDetector(str(folder)).detect(Document("n", "see Ana"))


@pytest.mark.parametrize("line", ["Dr\tDOG\n", "Dr\n", "Dr\tclinical.DOG\n", "Dr\tclinical.\n"])
def test_roles_of_an_unknown_kind_are_refused_though_their_hash_fits(folder, line):
    put(folder, "roles.tsv", line.encode())
    with pytest.raises(ModelError, match="does not describe"):
        load_bundle(str(folder))


def test_roles_that_are_no_text_are_refused(folder):
    put(folder, "roles.tsv", b"\xff\xfe\tTITLE\n")
    with pytest.raises(ModelError, match="does not describe"):
        load_bundle(str(folder))


def test_a_file_beside_the_folder_cannot_be_named(folder):
    (folder.parent / "secret").write_bytes(b"")
    stated = json.loads((folder / "model.json").read_text("utf-8"))["files"]
    change(folder, files={**stated, "../secret": {"bytes": 0, "sha256": sha256(b"").hexdigest()}})
    with pytest.raises(ModelError, match="does not state"):
        load_bundle(str(folder))


def test_weights_and_card_stay_out_of_the_representation():
    assert "tiny" not in repr(BUNDLE)
    assert "Baker" not in repr(BUNDLE)
    assert len(repr(BUNDLE)) < 300


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_weights_that_are_cut_short_are_refused_though_their_hash_fits(tmp_path, share):
    cut = WEIGHTS[: int(len(WEIGHTS) * share)]
    save(replace(BUNDLE, parts={"weights.crfsuite": cut}), tmp_path / "model")
    with pytest.raises(ModelError, match="check of the size"):
        load_bundle(str(tmp_path / "model")).tagger()


@pytest.mark.parametrize(
    "keys",
    [
        {"threshold": float("nan")},
        {"threshold": 7},
        {"points": [[0.5, float("nan"), 0.5]]},
        {"labels": ["DOG"]},
        {"files": []},
        {"files": {"weights.crfsuite": 3, "card.md": 4}},
    ],
)
def test_values_without_meaning_are_refused(folder, keys):
    change(folder, **keys)
    with pytest.raises(ModelError):
        load_bundle(str(folder))


def test_a_link_is_no_file_of_a_model(folder, tmp_path):
    outside = tmp_path / "outside"
    outside.write_bytes((folder / "card.md").read_bytes())
    (folder / "card.md").unlink()
    (folder / "card.md").symlink_to(outside)
    with pytest.raises(ModelError, match="no plain file"):
        load_bundle(str(folder))
