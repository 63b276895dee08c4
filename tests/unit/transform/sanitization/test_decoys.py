"""Decoys: sensitive patterns are hidden among others that look hidden equally often."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import sequences as twins
from tests.unit.evaluate.attacks.test_undoing import planted

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.attacks.undoing import undo_repeats
from textveil.strings.sanitization.sensitive import SensitiveSet
from textveil.transform.sanitization.groups import draw_groups
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.patterns import read_patterns
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet, Sequence
from textveil.verify.sequences.claims import PROMISES, check_sanitized
from textveil.verify.sequences.decoys import check_decoys

METHODS = ("tm", "tmi", "tpm", "ghosts", "tfs", "pfs", "etfs")


def spelled(made, rows):
    symbols = made.alphabet.symbols
    return [tuple(symbols[code] for code in row) for row in rows.tolist()]


def hidden_among(source, patterns, method, k, decoys, key=b"k" * 16):
    chosen = Sanitize(method, k=k, tau=3, decoys=decoys, rho=-4.0)
    return sanitize(source, patterns, chosen, draw=Draw(key))


def spells_groups(made, groups):
    """Without made places this is the input, and each place spells a pattern of a group."""
    codes, origin = np.frombuffer(made.made.buffer, np.int32), made.made_origin
    spelled = {"".join(one) for group in groups for one in group}
    new = "".join(made.made.alphabet.symbols[code] for code in codes[origin < 0])
    cut = {new[at : at + made.k] for at in range(0, len(new), made.k)}
    kept = codes[origin >= 0].tobytes() == made.sequences.buffer
    return (
        kept and sorted(origin[origin >= 0]) == list(range((origin >= 0).sum())) and cut <= spelled
    )


@pytest.mark.parametrize("method", METHODS)
def test_every_promise_holds_of_the_input_with_made_places(method):
    source, patterns = planted(10, 4, 2, size=600 if method == "etfs" else 1200)
    made = hidden_among(source, patterns, method, 4, 5)
    groups = [spelled(made, group) for group in made.groups]
    everything = [*patterns, *(one for group in groups for one in group)]
    checked = check_sanitized(
        made.made, made.released, everything, 4, PROMISES[method], rho=-4.0, reference=source
    )
    assert [v.claim for v in checked if not v.holds] == []
    assert spells_groups(made, groups)
    assert check_decoys(source, made.released, patterns, groups, 5).holds
    released, whole = "".join(made.released[0]), "".join(source[0])
    for group in groups:
        assert len({twins.looks_hidden(released, one) for one in group}) == 1
        assert len(group) == 5
    origin = next(made.releases()).origin
    assert all(released[at] == whole[o] for at, o in enumerate(origin) if o is not None)


@pytest.mark.parametrize("method", ["tm", "tpm", "tmi", "ghosts", "tfs", "pfs"])
def test_of_the_best_guesses_few_are_right(method):
    right = []
    for letters, k in ((10, 4), (20, 6)):
        for seed in range(12):
            source, patterns = planted(letters, k, seed)
            made = hidden_among(source, patterns, method, k, 5, seed.to_bytes(16, "big"))
            found = undo_repeats(made.released, k)
            right.append(found.expected_hits(patterns) / 2)
    # 24 trials of 0.2 on average: more than 0.45 is out of reach of chance.
    assert np.mean(right) < 0.45


def test_the_key_repeats_the_draw():
    source, patterns = planted(10, 4, 1)
    one, same, other = (
        hidden_among(source, patterns, "tpm", 4, 3, key)
        for key in (b"a" * 16, b"a" * 16, b"b" * 16)
    )
    assert one.released.buffer == same.released.buffer != other.released.buffer
    drawn = sanitize(source, patterns, Sanitize("tpm", k=4, tau=3, decoys=3))
    again = sanitize(source, patterns, Sanitize("tpm", k=4, tau=3, decoys=3))
    assert drawn.released.buffer != again.released.buffer


def test_with_two_strands_groups_hold_pairs():
    text = "".join(np.random.default_rng(3).choice(list("ACGTN"), 400, p=[0.24] * 4 + [0.04]))
    source = JoinedSequences.of([Sequence.of("w", text, Alphabet(tuple("ACGNT")))])
    pair = {"A": "T", "T": "A", "C": "G", "G": "C", "N": "N"}
    pattern = next(text[at : at + 4] for at in range(300) if "N" not in text[at : at + 4])
    settings = Sanitize(decoys=4, complement=pair, incoming=tuple("ACGT"))
    (group,) = draw_groups(
        source, read_patterns([pattern], source, settings), settings, Draw(b"k"), 1
    )
    spelled = {"".join("ACGNT"[code] for code in row) for row in group.tolist()}
    other = {"".join(pair[letter] for letter in reversed(one)) for one in spelled}
    assert spelled == other
    assert pattern in spelled
    assert len({min(one, "".join(pair[x] for x in reversed(one))) for one in spelled}) == 4
    assert not any("N" in one for one in spelled)


DNA = {"A": "T", "C": "G", "G": "C", "T": "A"}


def partner(pattern):
    return "".join(DNA[letter] for letter in reversed(pattern))


@pytest.mark.parametrize("size", [60, 4000])
def test_a_palindrome_is_hidden_among_palindromes_and_others_among_others(size):
    text = "".join(np.random.default_rng(3).choice(list("ACGT"), size))
    text = f"{text}GAATTC{text}GATTAC{text}"
    source = JoinedSequences.of([Sequence.of("w", text, Alphabet(tuple("ACGT")))])
    asked = Sanitize(decoys=5, complement=DNA)
    found = read_patterns(["GAATTC", "GATTAC"], source, asked)
    for seed in range(5):
        groups = draw_groups(source, found, asked, Draw(b"k"), seed)
        spelled = [{"".join("ACGT"[code] for code in row) for row in group} for group in groups]
        one, pairs = sorted(spelled, key=len)
        assert "GAATTC" in one
        assert len(one) == 5
        assert all(pattern == partner(pattern) for pattern in one)
        assert {"GATTAC", "GTAATC"} <= pairs
        assert len(pairs) == 10
        assert not any(pattern == partner(pattern) for pattern in pairs)


def test_too_few_palindromes_are_refused():
    source = JoinedSequences.of([Sequence.of("w", "ACGATTC" * 9, Alphabet(tuple("ACGT")))])
    asked = Sanitize(decoys=5, complement=DNA)
    found = read_patterns(["AT"], source, asked)
    with pytest.raises(InputError, match=r"5 palindromes .* there are 4 palindromes of 2 letters"):
        draw_groups(source, found, asked, Draw(b"k"), 1)


def test_a_group_is_as_likely_whichever_pattern_is_the_sensitive_one():
    """Count all draws on a small input: groups do not depend on who is sensitive in them."""
    text = "abcabdacbadcbdcadbcabcd" * 2
    source = JoinedSequences.of([Sequence.of("w", text, Alphabet(tuple("abcd")))])
    occurring = sorted({text[at : at + 2] for at in range(len(text) - 1)})
    tables = {}
    for one in occurring[:6]:
        rows = SensitiveSet.of(np.array([["abcd".index(x) for x in one]]), 4)
        drawn = Counter()
        for seed in range(500):
            (group,) = draw_groups(source, rows, Sanitize(decoys=2), Draw(b"k"), seed)
            drawn[frozenset(map(tuple, group.tolist()))] += 1
        tables[one] = drawn
    for one in occurring[:6]:
        for group, times in tables[one].items():
            other = next(
                "".join("abcd"[c] for c in p) for p in group if "".join("abcd"[c] for c in p) != one
            )
            if other in tables:
                # Both have probability p with 500 draws each: six standard errors.
                assert abs(times - tables[other][group]) < 6 * np.sqrt(2 * times)


@given(
    st.lists(st.text("abc", max_size=40), min_size=1, max_size=3),
    st.sampled_from(["tm", "tpm", "tfs", "pfs"]),
    st.integers(2, 3),
    st.integers(2, 3),
    st.integers(0, 50),
)
@settings(max_examples=60)
def test_small_inputs_are_hidden_or_refused(texts, method, k, decoys, seed):
    assume(any(len(text) >= k for text in texts))
    alphabet = Alphabet(tuple("abc"))
    source = [Sequence.of(str(at), text, alphabet) for at, text in enumerate(texts)]
    longest = max(texts, key=len)
    pattern = tuple(longest[:k])
    try:
        made = hidden_among(source, [pattern], method, k, decoys, seed.to_bytes(16, "big"))
    except InputError:
        return
    groups = [spelled(made, group) for group in made.groups]
    everything = [pattern, *(one for group in groups for one in group)]
    checked = check_sanitized(made.made, made.released, everything, k, PROMISES[method])
    assert [v.claim for v in checked if not v.holds] == []
    assert spells_groups(made, groups)
    assert check_decoys(source, made.released, [pattern], groups, decoys).holds


def test_too_few_patterns_are_refused():
    source = [Sequence.of("w", "abababab")]
    with pytest.raises(InputError, match="there are 4 patterns of 2 letters"):
        sanitize(source, ["ab"], Sanitize("tfs", k=2, decoys=5))


def test_patterns_that_do_not_occur_need_no_decoys():
    source, patterns = planted(10, 4, 1)
    absent = next(
        p
        for p in (tuple("AAAA"), tuple("BBBB"), tuple("CCCC"), tuple("DDDD"))
        if "".join(p) not in "".join(source[0])
    )
    made = hidden_among(source, [*patterns, absent], "tm", 4, 3)
    assert len(made.groups) == 2
    assert "".join(absent) not in "".join(made.released[0])


@pytest.mark.parametrize(
    ("chosen", "message"),
    [({"decoys": 0}, "at least 1"), ({"decoys": 2, "method": "ba"}, "has no decoys")],
)
def test_mistakes(chosen, message):
    with pytest.raises(InvalidValueError, match=message):
        Sanitize(**chosen)
    with pytest.raises(InvalidValueError, match="2 letters or more"):
        sanitize([Sequence.of("w", "abcabc")], ["a"], Sanitize("tfs", decoys=2))
