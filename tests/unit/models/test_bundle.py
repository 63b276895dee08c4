"""Bundles: a folder of files that is read and never run; anything odd about it is refused."""

import json
from dataclasses import replace

import pytest

from textveil.errors import ModelError
from textveil.models.bundle import Bundle, load_bundle
from textveil.models.calibration import Calibration, OperatingPoint
from textveil.models.crf import Settings, fit

WEIGHTS = fit([([["w=see"], ["w=ana"]], ["O", "B-NAME"])] * 3, Settings(rounds=5, rarest=1))
BUNDLE = Bundle(
    WEIGHTS,
    ("NAME",),
    ("textveil.patterns.v1",),
    0.4,
    Calibration(((0.0, 0.1), (1.0, 0.9))),
    (OperatingPoint(0.5, 0.9, 0.8),),
    {"name": "tiny"},
    "# tiny\n",
)


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


def test_what_is_saved_is_loaded(folder):
    assert load_bundle(str(folder)) == BUNDLE
    assert load_bundle(str(folder)).crf().labels == ("NAME",)


def test_equal_bundles_have_equal_files():
    assert BUNDLE.files() == BUNDLE.files()
    assert set(BUNDLE.files()) == {"model.json", "weights.crfsuite", "card.md"}


def test_no_model_at_all(tmp_path):
    with pytest.raises(ModelError, match="no model at this path"):
        load_bundle(str(tmp_path / "none"))
    with pytest.raises(ModelError, match=r"model\.json is missing"):
        load_bundle(str(tmp_path))


@pytest.mark.parametrize("name", ["weights.crfsuite", "card.md"])
def test_a_missing_file(folder, name):
    (folder / name).unlink()
    with pytest.raises(ModelError, match="missing"):
        load_bundle(str(folder))


@pytest.mark.parametrize("name", ["weights.crfsuite", "card.md"])
@pytest.mark.parametrize("cut", [1, 3])
def test_a_truncated_file(folder, name, cut):
    path = folder / name
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ModelError, match="stated size"):
        load_bundle(str(folder))


@pytest.mark.parametrize("name", ["weights.crfsuite", "card.md"])
def test_a_changed_file(folder, name):
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(bytes(data))
    with pytest.raises(ModelError, match="changed"):
        load_bundle(str(folder))


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"x"', "{}", '{"format": "other"}', "\ud800"])
def test_a_foreign_manifest(folder, text):
    (folder / "model.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        load_bundle(str(folder))


@pytest.mark.parametrize(
    "keys",
    [
        {"version": 2},
        {"features": 0},
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
    for name, data in Bundle(b"\x80\x04K\x01.", ("NAME",)).files().items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(ModelError, match="not weights"):
        load_bundle(str(tmp_path)).crf()


def test_weights_and_card_stay_out_of_the_representation():
    assert "tiny" not in repr(BUNDLE)
    assert len(repr(BUNDLE)) < 200


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_weights_that_are_cut_short_are_refused_though_their_hash_fits(tmp_path, share):
    cut = replace(BUNDLE, weights=WEIGHTS[: int(len(WEIGHTS) * share)])
    for name, data in cut.files().items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(ModelError, match="cut short"):
        load_bundle(str(tmp_path)).crf()


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
