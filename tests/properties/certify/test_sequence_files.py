"""What verifiers find anew is what the definitions say: hidden windows, draws, every claim."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import genomes, sanitized, sequences, substitution

from textveil.certify.sequences.checking import check_sequences
from textveil.certify.sequences.kept import MAP, PATTERNS, KeptSequences
from textveil.certify.sequences.reading import Records
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import TextveilError
from textveil.transform.sanitization.groups import draw_groups
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.patterns import read_patterns
from textveil.transform.sanitization.settings import Sanitize
from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.sequences import Sequences
from textveil.values.verdict import Status
from textveil.verify.sequences.claims import PROMISES
from textveil.verify.sequences.draws import DecoyDraw
from textveil.verify.sequences.hidden import PatternReader, paired_codes, spelled

DNA = {"A": "T", "C": "G", "G": "C", "T": "A"}
KEY = b"0123456789abcdef"
TEXTS = st.lists(st.text("ACGT", max_size=40), min_size=1, max_size=3)


def coded(texts, letters="ACGT"):
    alphabet = Alphabet(tuple(letters))
    return Sequences.of([Sequence.of(str(at), text, alphabet) for at, text in enumerate(texts)])


def cut(texts, data, k, open_letters):
    """Draw patterns from what occurs, some of them longer than k, some with open letters."""
    patterns = []
    for _ in range(data.draw(st.integers(1, 3))):
        long = [text for text in texts if len(text) >= k]
        text = data.draw(st.sampled_from(long))
        size = data.draw(st.integers(k, min(k + 3, len(text))))
        at = data.draw(st.integers(0, len(text) - size))
        letters = list(text[at : at + size])
        for place in data.draw(st.sets(st.integers(0, size - 1), max_size=2)):
            letters[place] = data.draw(st.sampled_from(open_letters + letters[place]))
        patterns.append("".join(letters))
    return patterns


@given(TEXTS, st.integers(2, 4), st.booleans(), st.data())
@settings(max_examples=150)
def test_what_had_to_be_hidden_is_found_anew(texts, k, both, data):
    assume(any(len(text) >= k for text in texts))
    patterns = cut(texts, data, k, "RYN")
    source = coded(texts)
    fits = {letter: tuple(x for x in "ACGT" if x in m) for letter, m in genomes.MEANT.items()}
    asked = Sanitize(k=k, stands_for=fits, complement=DNA if both else {})
    paired = paired_codes("ACGT") if both else None
    found = PatternReader(source, nucleic=True, paired=paired).hidden(patterns, k)
    try:
        made = read_patterns(patterns, JoinedSequences.of(source), asked)
    except TextveilError:
        return  # a pattern that says nothing
    assert {"".join(one) for one in spelled(found, "ACGT")} == sanitized.hidden(
        texts, patterns, k, "ACGT", nucleic=True, both=both
    )
    assert sorted(found.tolist()) == sorted(made.patterns.tolist())


@given(TEXTS, st.integers(2, 4), st.integers(2, 3), st.booleans(), st.integers(1, 9), st.data())
@settings(max_examples=150)
def test_decoys_are_drawn_anew(texts, k, decoys, both, number, data):
    assume(any(len(text) >= k for text in texts))
    patterns = [one[:k] for one in cut(texts, data, k, "")]
    source, draw = coded(texts), Draw(sanitized.derived(KEY))
    asked = Sanitize(k=k, decoys=decoys, complement=DNA if both else {})
    secret = read_patterns(patterns, JoinedSequences.of(source), asked)
    due = sanitized.groups(
        texts,
        {"".join("ACGT"[code] for code in row) for row in secret.patterns},
        *(k, decoys, "ACGT", both, KEY, number),
    )
    paired = paired_codes("ACGT") if both else None
    anew = DecoyDraw(source, secret.patterns, decoys, np.arange(4), paired, draw).groups(number)
    try:
        made = draw_groups(JoinedSequences.of(source), secret, asked, draw, number)
    except TextveilError:
        made = None
    assert due == (
        None if anew is None else {frozenset(map("".join, spell(group))) for group in anew}
    )
    assert due == (
        None if made is None else {frozenset(map("".join, spell(g.tolist()))) for g in made}
    )


def spell(rows):
    return [["ACGT"[code] for code in row] for row in rows]


SMALL = st.lists(st.text("ab#", max_size=9), min_size=2, max_size=2)
PLAIN = st.lists(st.text("ab", max_size=9), min_size=2, max_size=2)


@given(PLAIN, SMALL, st.sampled_from(sorted(PROMISES)), st.text("ab", min_size=2, max_size=4))
@settings(max_examples=300)
def test_any_two_files_are_judged_by_the_definitions(before, after, method, pattern):
    """Nothing made these releases: most claims are false of most of them."""
    k = 2
    settings_ = SequenceSettings(method, k, rho=-4.0, format="lines")
    kept = KeptSequences({PATTERNS: f"{pattern}\n".encode()})
    records = [Records(("1", "2"), tuple(texts)) for texts in (before, after)]
    letters = sorted(set("".join(before)))
    secret = set()
    if set(pattern) <= set(letters):
        secret = sanitized.hidden(before, [pattern], k, letters)
    for verdict in check_sequences(settings_, *records, kept):
        if verdict.claim == "fewest":
            pairs = list(zip(before, after, strict=True))
            if verdict.status is Status.NOT_CHECKABLE or any(pattern in text for text in after):
                continue
            due = all(new in substitution.best_texts(old, [pattern], letters) for old, new in pairs)
        elif verdict.claim == "C1" and method == "substitute":
            due = not secret or not any(pattern in text for text in after)
        elif verdict.claim in sequences.TWINS:
            twin = sequences.TWINS[verdict.claim]
            due = all(twin(old, new, secret, k) for old, new in zip(before, after, strict=True))
        elif verdict.claim == "motifs":
            due = not any(pattern in text for text in after)
        elif verdict.claim == "alphabet":
            marks = {"#"} if settings_.keeps_separators else set()
            due = set("".join(after)) <= set(letters) | marks
        else:
            continue
        assert verdict.holds == due, verdict.claim


@st.composite
def mapped(draw):
    """Draw two records and a map between them that may be wrong."""
    before, after = (draw(st.text("ACac", min_size=1, max_size=8)) for _ in range(2))
    rows = draw(st.lists(st.tuples(*[st.integers(0, 8)] * 3).filter(lambda row: row[0] < row[1])))
    return before, after, sorted(rows)


@given(mapped())
@settings(max_examples=400)
def test_maps_and_case_are_judged_by_the_definitions(drawn):
    before, after, rows = drawn
    table = "".join(f"r\t{start}\t{end}\t{to}\n" for start, end, to in rows)
    kept = KeptSequences({PATTERNS: b"A\n", MAP: f"record\tstart\tend\tto\n{table}".encode()})
    claimed = SequenceSettings("tfs", 1, format="fasta", nucleic=True, mapped=True)
    records = [Records(("r",), (text,)) for text in (before, after)]
    found = {v.claim: v.holds for v in check_sequences(claimed, *records, kept)}
    pairs = [(to + at, start + at) for start, end, to in rows for at in range(end - start)]
    once = all(len(set(side)) == len(pairs) for side in zip(*pairs, strict=True))
    kept_letters = dict(pairs)
    right = once and sanitized.is_mapped(before.upper(), after.upper(), kept_letters)
    assert found["map"] == right
    if right:
        assert found["order"] == sanitized.keeps_order(kept_letters)
        assert found["case"] == sanitized.keeps_case(before, after, kept_letters)
