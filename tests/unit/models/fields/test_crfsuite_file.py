"""Weights of CRFsuite as data: what is accepted does not crash CRFsuite, and errors say where."""

import subprocess
import sys
from importlib.resources import files
from random import Random
from struct import pack, unpack_from

import pycrfsuite
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import ModelError
from textveil.models.fields.crf import OUTSIDE, Settings, fit
from textveil.models.fields.crfsuite_file import read_crfsuite

ROWS = [["w=see", "s=x"], ["w=ana", "s=Xx"], ["w=lima", "s=Xx"]]
SMALL = fit([(ROWS, ["O", "B-NAME", "B-CITY"])] * 3, Settings(rounds=5, rarest=1))
SHIPPED = (files("textveil.models") / "data" / "fast-es" / "weights.crfsuite").read_bytes()
FEATURES, TAGS, WORDS, TAG_REFERENCES, WORD_REFERENCES = unpack_from("<5I", SMALL, 28)


def with_number(at, value, data=SMALL):
    return data[:at] + pack("<I", value) + data[at + 4 :]


def told_by_crfsuite(weights):
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(weights)
    return tagger.info()


@pytest.mark.parametrize("weights", [SMALL, SHIPPED], ids=["small", "shipped"])
def test_what_is_read_is_what_crfsuite_reads(weights):
    read, told = read_crfsuite(weights), told_by_crfsuite(weights)
    assert {name: str(at) for at, name in enumerate(read.tags)} == told.labels
    assert {name: str(at) for at, name in enumerate(read.attributes)} == told.attributes
    expected = {}
    for (feature, tag), weight in told.state_features.items():
        if tag != OUTSIDE:
            by_label = expected.setdefault(feature, {})
            by_label[tag[2:]] = max(weight, by_label.get(tag[2:], 0.0))
    influence = read.influence(OUTSIDE)
    assert influence.keys() == expected.keys()
    for feature, by_label in expected.items():
        assert influence[feature] == pytest.approx(by_label, abs=1e-5)


@pytest.mark.parametrize(
    ("weights", "check", "at"),
    [
        (b"", "the magic number", 0),
        (SMALL[:40], "the magic number", 0),
        (b"x" + SMALL[1:], "the magic number", 0),
        (SMALL[:-1], "the size", 4),
        (SMALL + b"\0", "the size", 4),
        (with_number(12, 101), "the version", 12),
        (with_number(20, 0), "the number of tags", 20),
        (with_number(20, 70_000), "the number of tags", 20),
        (with_number(28, 0xFFFFFFF0), "the features", 0xFFFFFFF8),
        (with_number(FEATURES + 8, 1 << 28), "the features", FEATURES + 8),
        (with_number(FEATURES + 12, 2), "the features", FEATURES + 12),
        (with_number(FEATURES + 32 + 8, 9), "the features", FEATURES + 32),
        (with_number(FEATURES + 12 + 16, 0x7FF80000), "the features", FEATURES + 12),
        (with_number(32, 3), "the names of tags", 3),
        (with_number(TAGS + 20, 1 << 30), "the names of tags", TAGS + (1 << 30)),
        (with_number(TAGS + 4, 1 << 30), "the names of tags", TAGS + 4),
        (with_number(WORDS + 2072, 7), "the names of attributes", WORDS + 2072),
        (with_number(WORDS + 2076, 0), "the names of attributes", WORDS + 2072),
        (with_number(TAG_REFERENCES + 12, 1 << 31), "the references LFRF", 1 << 31),
        (with_number(WORD_REFERENCES + 8, 0), "the references AFRF", WORD_REFERENCES),
        (with_number(WORD_REFERENCES + 12, 0xFFFFFFFE), "the references AFRF", 0xFFFFFFFE),
    ],
)
def test_a_refusal_says_which_check_and_which_byte(weights, check, at):
    with pytest.raises(ModelError) as caught:
        read_crfsuite(weights, "mine.crfsuite")
    assert caught.value.what == f"the weights are refused by the check of {check}"
    assert caught.value.where == f"mine.crfsuite, byte {at}"


def test_a_search_that_would_not_end_is_refused():
    heads = [unpack_from("<II", SMALL, WORDS + 24 + 8 * at) for at in range(256)]
    place, count = next(head for head in heads if head[0])
    full = SMALL
    for at in range(count):
        full = with_number(WORDS + place + 8 * at + 4, 2072, full)
    with pytest.raises(ModelError, match="names of attributes"):
        read_crfsuite(full)


def test_lists_that_overlap_are_refused():
    """Every attribute names the longest list: a short file would be read for a long time."""
    [count] = unpack_from("<I", SMALL, WORD_REFERENCES + 8)
    lists = unpack_from(f"<{count}I", SMALL, WORD_REFERENCES + 12)
    longest = max(lists, key=lambda at: unpack_from("<I", SMALL, at))
    same = SMALL[: WORD_REFERENCES + 12] + pack("<I", longest) * count
    weights = same + SMALL[len(same) :]
    with pytest.raises(ModelError, match="AFRF"):
        read_crfsuite(weights)


@given(st.lists(st.tuples(st.integers(0, len(SMALL) - 1), st.integers(0, 255)), max_size=8))
def test_changed_bytes_raise_nothing_but_a_model_error(changes):
    data = bytearray(SMALL)
    for at, value in changes:
        data[at] = value
    try:
        tags = read_crfsuite(bytes(data)).tags
    except ModelError:
        return
    assert len(tags) == 3


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data):
    with pytest.raises(ModelError):
        read_crfsuite(b"lCRF" + data)


def test_what_is_accepted_does_not_crash_crfsuite(tmp_path):
    rng = Random(5)  # noqa: S311 - nothing secret
    kept = 0
    while kept < 150:
        data = bytearray(SMALL)
        for _ in range(rng.choice((1, 2, 4))):
            # Numbers are what CRFsuite follows; one that is near is more often accepted.
            at = rng.choice([rng.randrange(len(data) - 4), 4 * rng.randrange(len(data) // 4 - 1)])
            [old] = unpack_from("<I", data, at)
            new = rng.choice((0, 1, old ^ 1, old + 4, old + 8, rng.randrange(len(data))))
            data[at : at + 4] = pack("<I", new & 0xFFFFFFFF)
        try:
            read_crfsuite(bytes(data))
        except ModelError:
            continue
        (tmp_path / f"{kept}.crfsuite").write_bytes(data)
        kept += 1
    program = (
        "import pathlib, sys\nfrom textveil.models.fields.crf import Crf\n"
        f"rows = {ROWS!r}\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
        "    try:\n        Crf(path.read_bytes()).judge(rows, 0.0)\n"
        "    except Exception:\n        pass\n"
        "print('whole')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "whole\n"), done.stderr[-500:]
