"""Sanitizing a collection: reading letters, checking, writing in the same format."""

import lzma
from pathlib import Path

import numpy as np
import pytest

from textveil.certify.sequences import release
from textveil.errors import InputError, RefutedError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.sanitize import run
from textveil.pipeline.sanitize.collection import SequenceCollection, read_patterns
from textveil.pipeline.sanitize.run import sanitize_source
from textveil.transform.sanitization.made_places import MadeText
from textveil.transform.sanitization.sanitize import METHODS, Sanitize
from textveil.values.keys.secret import Secret
from textveil.values.sequence import Sequence
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.claims import PROMISES

W = "aabaaacbcbbbaabbacaab"
HIDDEN = [tuple("baaa"), tuple("bbaa")]


def load(tmp_path, name, text, format_name=None, unit=""):
    path = tmp_path / name
    path.write_bytes(text.encode())
    return SequenceCollection.load(Source.open(path, format_name), unit)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_final_line_end_is_no_letter_and_comes_back(tmp_path, end):
    collection = load(tmp_path, "w.txt", W + end)
    assert "".join(collection.sequences[0]) == W
    out = tmp_path / "out.txt"
    sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), out)
    assert out.read_bytes().decode() == "aabaa#aaacbcbbba#baabbacaab" + end


def test_every_line_is_a_sequence_over_one_alphabet(tmp_path):
    collection = load(tmp_path, "w.txt", f"{W}\nab\n\n{W}\n", "lines")
    assert [len(s) for s in collection.sequences] == [21, 2, 0, 21]
    assert len({id(s.alphabet) for s in collection.sequences}) == 1
    out = tmp_path / "out.txt"
    sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), out)
    lines = out.read_text().split("\n")
    assert lines[1:3] == ["ab", ""]
    assert lines[0] == lines[3]


def test_tokens(tmp_path):
    collection = load(tmp_path, "v.txt", "home bus ward home\nbus\tward home\n", unit="token")
    assert len(collection.sequences[0]) == 7
    out = tmp_path / "out.txt"
    report = sanitize_source(
        collection, [("bus", "ward")], Sanitize("tfs", k=2, separator="|"), out
    )
    assert report.unit == "token"
    assert "bus ward" not in out.read_text()
    assert out.read_text().endswith("ward home\n")


def test_fasta(tmp_path):
    collection = load(tmp_path, "w.fa", f">one first\n{W[:10]}\n{W[10:]}\n>two\nab\n")
    out = tmp_path / "out.fa"
    hidden = [tuple("BAAA"), tuple("BBAA")]
    sanitize_source(collection, hidden, Sanitize("tpm", k=4), out)
    shown = out.read_text()
    assert shown.startswith(">one first\naa")
    assert shown.endswith(">two\nab\n")


def test_spmf_has_tokens_and_a_separator_that_is_a_number(tmp_path):
    collection = load(tmp_path, "v.spmf", "1 -1 2 -1 3 -1 1 -1 -2\n3 -1 -2\n")
    assert collection.unit == "token"
    assert collection.separator(None) == "0"
    out = tmp_path / "out.spmf"
    settings = Sanitize("tfs", k=2, separator=collection.separator(None))
    sanitize_source(collection, [("2", "3")], settings, out)
    assert out.read_text() == "1 -1 2 -1 0 -1 3 -1 1 -1 -2\n3 -1 -2\n"


def test_packed_input(tmp_path):
    path = tmp_path / "w.txt.xz"
    path.write_bytes(lzma.compress(W.encode()))
    assert len(SequenceCollection.load(Source.open(path)).sequences[0]) == 21


def test_patterns_one_a_line(tmp_path):
    path = tmp_path / "s.txt"
    path.write_bytes(b"ba a\r\n\nbbaa\n")
    assert read_patterns(path, "char") == [("b", "a", " ", "a"), tuple("bbaa")]
    assert read_patterns(path, "token") == [("ba", "a"), ("bbaa",)]
    path.write_text("\n")
    with pytest.raises(InputError, match="no pattern"):
        read_patterns(path, "char")


@pytest.mark.parametrize("separator", ["", "ab", " ", "\n"])
def test_separators_that_no_file_can_hold(tmp_path, separator):
    with pytest.raises(UsageError):
        load(tmp_path, "w.txt", W).separator(separator)


@pytest.mark.parametrize(
    ("name", "text", "separator"),
    [("v.spmf", "1 -1 2 -1 -2\n", "#"), ("w.fa", ">one\nab\n", ";"), ("w.fa", ">one\nab\n", ">")],
)
def test_separators_that_the_format_cannot_hold(tmp_path, name, text, separator):
    with pytest.raises(UsageError, match="format cannot hold"):
        load(tmp_path, name, text).separator(separator)


def test_a_separator_that_is_a_letter_comes_with_one_that_is_not(tmp_path):
    with pytest.raises(UsageError, match="letter of the alphabet") as error:
        load(tmp_path, "w.txt", "a#|b").separator(None)
    assert error.value.hint == "'$' is not"
    with pytest.raises(UsageError) as error:
        load(tmp_path, "v.spmf", "0 -1 1 -1 -2\n").separator(None)
    assert error.value.hint == "'2' is not"


def test_notices(tmp_path):
    assert load(tmp_path, "w.fa", ">one\nACGT\n").notices() == []
    assert "soft-masked" in load(tmp_path, "w.fa", ">one\nACGTacg\n").notices()[0]
    assert "--lines" in load(tmp_path, "w.txt", "ab\nab\n").notices()[0]
    assert load(tmp_path, "w.txt", "aA\n").notices() == []


def test_letters_that_were_not_tried_are_told(tmp_path, monkeypatch):
    collection = load(tmp_path, "w.txt", W)
    report = sanitize_source(collection, HIDDEN, Sanitize("tpm", k=4), tmp_path / "out.txt")
    assert report.candidates == report.alphabet == 3
    monkeypatch.setattr("textveil.transform.sanitization.replacement.OPTIONS", 3)
    report = sanitize_source(collection, HIDDEN, Sanitize("tpm", k=4), tmp_path / "out.txt")
    assert report.to_json()["replacement_letters"] == 2
    report = sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), tmp_path / "out.txt")
    assert report.candidates == 0


def test_without_letters(tmp_path):
    with pytest.raises(InputError, match="no letters"):
        load(tmp_path, "w.txt", "\n")
    with pytest.raises(UsageError, match="char or token"):
        load(tmp_path, "w.txt", W, unit="word")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_its_promises(tmp_path, method):
    collection = load(tmp_path, "w.txt", W + "\n")
    report = sanitize_source(
        collection, HIDDEN, Sanitize(method, k=4, rho=-4.0), tmp_path / "out.txt"
    )
    drawn = ["draws"] if method == "substitute" else []
    assert [v.claim for v in report.verdicts] == [
        *(*PROMISES[method], "motifs", "alphabet", "records"),
        *drawn,
    ]
    assert all(verdict.holds for verdict in report.verdicts)
    assert report.refuted is None
    told = report.to_json()
    assert told["letters"] == 21
    assert W not in str(told)
    assert {"frequency distortion", "edit distance"} <= {s["name"] for s in told["scores"]}


def test_what_is_refuted_is_not_written(tmp_path, monkeypatch):
    wrong = Verdict.of("C1", 1, [Witness("w", 2, 6, "a sensitive pattern occurs here")])
    monkeypatch.setattr(release, "check_sequences", lambda *a, **b: [wrong])
    collection = load(tmp_path, "w.txt", W)
    with pytest.raises(RefutedError, match="nothing was released"):
        sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), tmp_path / "out.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["w.txt"]


def test_a_writer_that_writes_something_else_is_refused(tmp_path, monkeypatch):
    """What is checked is the file, not what was meant to be written."""
    right = run.SequenceCollection.release

    def changed(self, result, path, *rest):
        right(self, result, path, *rest)
        path.write_text(path.read_text().replace("#", "", 1))

    monkeypatch.setattr(run.SequenceCollection, "release", changed)
    collection = load(tmp_path, "w.txt", W)
    with pytest.raises(RefutedError, match="nothing was released"):
        sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), tmp_path / "out.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["w.txt"]


def test_without_a_key_the_nonce_repeats_the_draws(tmp_path):
    collection = load(tmp_path, "w.txt", W * 12)
    chosen, out = Sanitize("tm", k=3, decoys=2), tmp_path / "out.txt"
    order = Order(collection.source, out, single=True, certificate=tmp_path / "out.json")
    report = sanitize_source(collection, [tuple("cbc")], chosen, out, order=order)
    nonce = bytes.fromhex((tmp_path / "out.json.keep" / "input.nonce").read_text())
    first = out.read_text()
    assert "cbc" not in repr(report)
    assert sanitize_source(collection, [tuple("cbc")], chosen, out, nonce=nonce).promised
    assert out.read_text() == first


def test_the_input_is_never_replaced(tmp_path):
    collection = load(tmp_path, "w.txt", W)
    with pytest.raises(UsageError, match="replace the input"):
        sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), Path(collection.source.path))


def test_every_release_is_attacked_even_unasked(tmp_path):
    collection = load(tmp_path, "w.txt", W)
    out = tmp_path / "out.txt"
    report = sanitize_source(collection, HIDDEN, Sanitize("tfs", k=4), out, measured=False)
    assert (report.left, report.recovered, report.scores) == (2, 2, ())
    report = sanitize_source(collection, HIDDEN, Sanitize("tpm", k=4), out, measured=False)
    assert (report.left, [score.name for score in report.attacks]) == (
        0,
        ["recovered patterns", "chance"],
    )
    assert 0 < report.chance < 0.1
    report = sanitize_source(collection, HIDDEN, Sanitize("tpm", k=4), out)
    assert report.attacks[-1].name == "recovered without k"


def test_decoys_are_verified_and_counted(tmp_path):
    collection = load(tmp_path, "w.txt", W * 12)
    out, key = tmp_path / "out.txt", Secret(b"k" * 16)
    chosen = Sanitize("tm", k=3, decoys=2)
    report = sanitize_source(collection, [tuple("cbc")], chosen, out, key=key)
    assert [v.claim for v in report.verdicts[-4:]] == [
        *("made-places", "decoys", "records", "draws")
    ]
    assert all(verdict.holds for verdict in report.verdicts)
    told = report.to_json()
    assert (told["decoys"], told["groups"]) == (2, 1)
    first = out.read_text()
    sanitize_source(collection, [tuple("cbc")], chosen, out, key=key)
    assert out.read_text() == first


def test_uneven_decoys_are_not_written(tmp_path, monkeypatch):
    """What the transformer does not even out, the verifier finds."""
    monkeypatch.setattr(
        "textveil.transform.sanitization.decoys._Stage._evened", lambda self, pair, *rest: pair
    )
    monkeypatch.setattr(
        "textveil.transform.sanitization.decoys._Stage._levelled",
        lambda self, *rest: MadeText(
            self.collection.codes, self.collection.offsets, np.arange(self.collection.codes.size)
        ),
    )
    # Eight times ABCDE among random letters: no decoy is hidden as often by itself.
    drawn = "".join(np.random.default_rng(1).choice(list("ABCDEFGHIJ"), 400))
    collection = load(
        tmp_path, "w.txt", "ABCDE".join(drawn[at : at + 50] for at in range(0, 400, 50))
    )
    with pytest.raises(RefutedError, match="nothing was released"):
        sanitize_source(
            *(collection, [tuple("ABCDE")], Sanitize("tm", k=5, decoys=2), tmp_path / "out.txt"),
            key=Secret(b"k" * 16),
        )
    assert not (tmp_path / "out.txt").exists()


def test_longer_patterns_are_gone_too(tmp_path):
    collection = load(tmp_path, "w.txt", W)
    out = tmp_path / "out.txt"
    report = sanitize_source(collection, [tuple("cbcbbb"), *HIDDEN], Sanitize("tpm", k=4), out)
    assert report.patterns == 3
    assert "cbcbbb" not in out.read_text()


def test_a_report_has_no_letters():
    assert "zebra" not in repr(Sequence.of("s", ["zebra"]))
