"""Sanitizing records of biologists: case, IUPAC letters, strands, qualities, the map."""

import numpy as np
import pytest
from tests.oracles.sequences.genomes import on_both_strands, rows_of

from textveil.cli.methods.sanitize import announce_sanitized
from textveil.errors import CannotCarryError, InputError, InvalidValueError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.nucleotides import chosen_decoys, chosen_method
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.keys.secret import Secret

RANDOM = "".join(np.random.default_rng(5).choice(list("ACGT"), 300))


def run(tmp_path, text, patterns, settings=None, name="in.fa", key=None, **more):
    """Sanitize a file; return what was released, the notices and the report."""
    (tmp_path / name).write_text(text)
    (tmp_path / "patterns.txt").write_text(patterns)
    notices = []
    files = SanitizeFiles(
        Source.open(tmp_path / name),
        tmp_path / "patterns.txt",
        tmp_path / f"out-{name}",
        map=tmp_path / "map.tsv",
        **more,
    )
    report = sanitize_files(files, settings or Sanitize("tfs"), notice=notices.append, key=key)
    return (tmp_path / f"out-{name}").read_text(), notices, report


def nothing_written(tmp_path):
    return {path.name for path in tmp_path.iterdir()} <= {
        "in.fa",
        "in.fq",
        "in.txt",
        "patterns.txt",
    }


def test_case_is_told_kept_and_does_not_hide_a_pattern(tmp_path):
    made, notices, _ = run(tmp_path, ">a b\nTTTgatcCCC\n", "GATC\n")
    assert made == ">a b\nTTTgat#atcCCC\n"
    assert notices[0].startswith("note: 4 of 10 letters are lower case (soft-masked)")
    assert rows_of((tmp_path / "map.tsv").read_text()) == [("a", 0, 6, 0), ("a", 6, 10, 9)]
    assert "do not publish" in notices[-1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("in.fa", ">GATC|GATC GATC  of Homo sapiens, GATC\nTTTGATCCCC\n>b\nTTTT\n"),
        ("in.fq", "@GATC|GATC GATC  of Homo sapiens, GATC\nTTTGATCCCC\n+\nIIIIIIIIII\n"),
    ],
)
def test_heads_are_written_as_they_are_and_that_is_said(tmp_path, name, text):
    made, notices, _ = run(tmp_path, text, "GATC\n", name=name)
    assert made.splitlines()[0] == text.splitlines()[0]
    assert any("ids and descriptions of records are written as they are" in n for n in notices)


@pytest.mark.parametrize("head", ["a of Ana Ruiz", "Ana_Ruiz", "a drawn 2019-03-04"])
def test_a_head_that_names_somebody_or_a_day_is_refused(tmp_path, head):
    with pytest.raises(InputError, match="would be released, but looks like") as refused:
        run(tmp_path, f">{head}\nTTTGATCCCC\n", "GATC\n")
    assert "Ruiz" not in str(refused.value)
    assert not (tmp_path / "out.fa").exists()


def test_a_letter_that_comes_in_has_the_case_of_its_neighbour(tmp_path):
    made, _, report = run(tmp_path, ">a\nTTTgatcccc\n", "GATC\n", Sanitize("tm"))
    letters = made.split("\n")[1]
    assert letters.startswith("TTTgat")
    assert letters[3:].islower()
    assert "GATC" not in letters.upper()
    assert all(verdict.holds for verdict in report.verdicts)


def test_both_strands_are_hidden_only_if_asked_for(tmp_path):
    genome = ">a\nTTGGTCATTTGACCTT\n>b\nGGTCA\n"
    made, _, report = run(tmp_path, genome, "GGTC\n")
    assert "GACC" in made
    assert (report.strands, report.places) == ("one", 2)
    made, _, report = run(tmp_path, genome, "GGTC\n", strands="both")
    assert not any(on_both_strands(line, "GGTC") for line in made.split("\n")[1::2])
    assert (report.strands, report.places) == ("both", 3)
    assert {v.claim for v in report.verdicts} >= {"C1", "motifs", "map", "order"}


def test_rna(tmp_path):
    made, _, report = run(tmp_path, ">a\nAAGGUCAAGACCUUU\n", "GGTC\n", strands="both")
    assert "GGUC" not in made
    assert "GACC" not in made
    assert report.alphabet == 4
    with pytest.raises(UsageError, match="both T and U"):
        run(tmp_path, ">a\nAATTUUGG\n", "GGTC\n", strands="both")


def test_letters_of_iupac_in_long_patterns(tmp_path):
    pattern = "ACNNNNNNNNNNNNNNNNNNNNGT"
    genome = f">a\n{RANDOM}AC{RANDOM[:20]}GT{RANDOM}\n"
    made, _, report = run(tmp_path, genome, pattern, Sanitize("tfs", k=6))
    assert on_both_strands("".join(made.split("\n")[1:]), pattern) == []
    assert next(v for v in report.verdicts if v.claim == "motifs").holds
    with pytest.raises(InputError, match="make 17,592,186,044,416 patterns, more than") as error:
        run(tmp_path, genome, "A" + "N" * 22 + "G", Sanitize("tfs"))
    assert "smaller k" in error.value.hint


def test_an_open_base_of_the_input_is_no_match_and_none_comes_in(tmp_path):
    genome = ">a\n" + "ACGTTGCAAC" * 12 + "ANGTNNNN\n"
    made, _, _ = run(tmp_path, genome, "ACGT\n", Sanitize("tm", tau=50))
    assert made.count("N") == 5
    assert "ANGT" in made


@pytest.mark.parametrize(
    ("text", "pattern", "words"),
    [
        (">a\nACGTACGT\n", "ACXT", ["pattern 1, letter 3", "A, C, G, T;", "R: A or G", "IUPAC"]),
        (">a\nACGTACGT\n", "AC-T", ["letter 3"]),
        (">a\nMKLVWYACDEFGHI\n", "MKJ", ["letter 3", "not DNA or RNA", "IUPAC"]),
    ],
)
def test_a_pattern_that_cannot_occur_is_explained(tmp_path, text, pattern, words):
    with pytest.raises(InputError, match="cannot occur") as error:
        run(tmp_path, text, pattern)
    assert all(word in str(error.value) for word in words)
    assert "leave" not in str(error.value)
    assert pattern not in str(error.value)
    assert nothing_written(tmp_path)


def test_bases_that_do_not_occur_are_letters_all_the_same(tmp_path):
    made, _, report = run(tmp_path, ">a\nAAAATTTT\n", "AGCT\n")
    assert made == ">a\nAAAATTTT\n"
    assert report.places == 0


def test_in_proteins_letters_stand_for_themselves(tmp_path):
    made, _, _ = run(tmp_path, ">a\nMKLNVWNYACDEFGHI\n", "LNV\n")
    assert made == ">a\nMKLN#NVWNYACDEFGHI\n"
    with pytest.raises(UsageError, match="only DNA and RNA"):
        run(tmp_path, ">a\nMKLNVWNYACDEFGHI\n", "LNV\n", strands="both")
    with pytest.raises(UsageError, match="only DNA and RNA"):
        run(tmp_path, "ACGTACGT\n", "ACG\n", name="in.txt", strands="both")
    with pytest.raises(UsageError, match="one or both"):
        run(tmp_path, ">a\nACGT\n", "ACG\n", strands="minus")


def test_only_n(tmp_path):
    with pytest.raises(InvalidValueError, match="needs a letter"):
        run(tmp_path, ">a\nACGTNN\n", "NNN\n")


@pytest.mark.parametrize(
    ("strands", "told"),
    [
        ("one", "1 named pattern as 4 sensitive patterns of 5 letters, 2 of them in the input ·"),
        (
            "both",
            "1 named pattern as 8 sensitive patterns of 5 letters with their reverse complements, "
            "3 of them in the input at 4 places ·",
        ),
    ],
)
def test_what_was_named_is_told_from_what_is_hidden_for_it(tmp_path, capsys, strands, told):
    genome = ">a\nTTGATACTTGATGCTTGCATCTTGATACTT\n"
    announce_sanitized(run(tmp_path, genome, "GATNC\n", strands=strands)[2])
    assert told in capsys.readouterr().err.splitlines()[1]


def test_qualities_go_with_their_letters(tmp_path):
    made, notices, _ = run(tmp_path, "@r\nTTTGATCCCC\n+\nabcdefghij\n", "GATC\n", name="in.fq")
    assert made == "@r\nTTTGAT#ATCCCC\n+\nabcdef!!!ghij\n"
    assert any("lowest quality" in note for note in notices)


READ = f"@r lane 2\n{RANDOM}GATTACA{RANDOM}\n+\n{('EFGHIJ' * 120)[:607]}\n"


def left(fastq, sign):
    """What stands there without letters of one quality."""
    _, letters, _, signs = fastq.splitlines()
    return "".join(x for x, quality in zip(letters, signs, strict=True) if quality != sign)


def test_the_lowest_quality_gives_the_input_back_and_that_is_said_first(tmp_path, capsys):
    # With a key: in one draw of fifty a decoy is the very beginning, and its first letter goes.
    asked, key = Sanitize("tm", decoys=5), Secret(b"k" * 32)
    made, notices, report = run(tmp_path, READ, "GATTACA\n", asked, "in.fq", key)
    assert left(made, "!") == READ.splitlines()[1]
    assert report.attacks[-1].name == "recovered by quality"
    assert report.by_quality == 1
    announce_sanitized(report)
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith("warning: a reader who leaves out letters of the lowest quality gets 1")
    assert any("--quality drawn" in note for note in notices)


def test_drawn_qualities_do_not_show_what_came_in(tmp_path, capsys):
    # With a key: in one draw of thirty, seven letters in a row come about by chance.
    asked, key = Sanitize("tm", decoys=5), Secret(b"k" * 32)
    made, _, report = run(tmp_path, READ, "GATTACA\n", asked, "in.fq", key, quality="drawn")
    signs = made.splitlines()[3]
    assert set(signs) == set("EFGHIJ")
    assert not any("GATTACA" in left(made, sign) for sign in "!E")
    assert report.by_quality == 0
    announce_sanitized(report)
    assert "quality" not in capsys.readouterr().err.splitlines()[0]
    kept = [row[1:] for row in rows_of((tmp_path / "map.tsv").read_text())]
    before = READ.splitlines()[3]
    assert all(before[a:b] == signs[to : to + b - a] for a, b, to in kept)


def test_qualities_belong_to_reads(tmp_path):
    with pytest.raises(UsageError, match="only FASTQ"):
        run(tmp_path, ">a\nACGT\n", "ACG\n", quality="drawn")
    with pytest.raises(UsageError, match="lowest or drawn"):
        run(tmp_path, READ, "GATTACA\n", name="in.fq", quality="best")


@pytest.mark.parametrize("text", ["@r\nACGT\n+\nIII\n", "@a\nAC\n+\nII\n@b\nAC\n", "@a\nAC\nII\n"])
def test_a_broken_fastq_writes_nothing(tmp_path, text):
    with pytest.raises(InputError, match="record"):
        run(tmp_path, text, "AC\n", name="in.fq")
    assert nothing_written(tmp_path)


def test_a_map_that_cannot_be_written_leaves_no_release(tmp_path):
    with pytest.raises(CannotCarryError, match="tab"):
        run(tmp_path, '{"id": "a\\tb", "text": "xyxyz"}\n', "xyz\n", name="in.jsonl")
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "patterns.txt"}


def test_the_map_of_other_formats(tmp_path):
    made, _, report = run(
        tmp_path, "home bus ward home\n", "bus ward\n", name="in.txt", unit="token"
    )
    assert made == "home bus # ward home\n"
    assert rows_of((tmp_path / "map.tsv").read_text()) == [("in", 0, 2, 0), ("in", 2, 4, 3)]
    assert report.verdicts[-2].claim == "order"


def test_a_method_that_moves_letters_says_so(tmp_path):
    _, notices, report = run(tmp_path, f">a\n{RANDOM}\n", RANDOM[40:48], Sanitize("tpm"))
    assert any("tpm may move letters" in note for note in notices)
    assert "order" not in {verdict.claim for verdict in report.verdicts}


@pytest.mark.parametrize(
    ("format_name", "asked", "keep_order", "method"),
    [
        ("fasta", "", None, "tm"),
        ("fastq", "", None, "tm"),
        ("text", "", None, "tpm"),
        ("text", "", True, "tm"),
        ("fasta", "", False, "tpm"),
        ("fasta", "tpm", None, "tpm"),
        ("fasta", "etfs", True, "etfs"),
    ],
)
def test_the_method_fits_format_and_order(format_name, asked, keep_order, method):
    assert chosen_method(format_name, asked, keep_order=keep_order) == method


def test_order_and_a_method_that_moves_letters_do_not_go_together():
    with pytest.raises(UsageError, match="may move letters") as error:
        chosen_method("fasta", "ghosts", keep_order=True)
    assert error.value.hint == "tfs, tm, tmi, etfs, substitute keep their order"


def test_decoys_are_the_default_for_biologists():
    assert chosen_decoys("fasta", None, "tm") == chosen_decoys("fastq", None, "tfs") == 5
    assert chosen_decoys("text", None, "tm") == chosen_decoys("fasta", None, "ba") == 1
    assert chosen_decoys("fasta", 1, "tm") == 1


def test_letters_with_a_strange_case_keep_their_length(tmp_path):
    (tmp_path / "in.fa").write_text(">a\naßc\n")
    collection = SequenceCollection.load(Source.open(tmp_path / "in.fa"))
    assert "".join(collection.sequences[0]) == "AßC"
