"""Sequence sanitization: what a release hides and what it keeps, each claim with its verifier.

Paper 3, section 3. `PROMISES` says which method promises what; `check_sanitized` checks it on input
and release alone. No code is shared with the algorithms; the suffix array that the partial order
needs, and its common prefixes, are proved before they are used.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.strings.alphabet import BREAK, Codes
from textveil.strings.suffixes.intervals import rank_intervals
from textveil.strings.suffixes.lcp import is_lcp_array, lcp_array
from textveil.strings.suffixes.suffix_array import Ranks, is_suffix_array, suffix_array
from textveil.strings.windows.exact_windows import Flags, Numbers, among, firsts_of, ranked, times
from textveil.values.sequence import Sequence as Letters
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.substitution import Substitutions
from textveil.verify.sequences.windows import Occurrences, Sides

__all__ = ["CLAIMS", "MEANINGS", "PROMISES", "check_sanitized"]

_SHOWN: Final = 10

_REPLACED: Final = ("C1", "no-separator", "not-lowered", "short-unchanged")

PROMISES: Final = MappingProxyType(
    {
        "tfs": ("C1", "P1", "P2", "short-unchanged"),
        "pfs": ("C1", "Pi1", "P2", "short-unchanged"),
        "tpm": _REPLACED,
        "tm": _REPLACED,
        "tmi": (*_REPLACED, "plausible"),
        "ghosts": _REPLACED,
        "etfs": ("C1", "P1", "P2", "short-unchanged"),
        "substitute": ("C1", "no-separator", "equal-lengths", "short-unchanged", "fewest"),
        "ba": ("C1", "equal-lengths", "short-unchanged"),
        "ph": ("C1", "no-separator", "short-unchanged"),
    }
)
"""Which method promises which claims; C1 to P2 are the names of the paper's section 3."""

_INPUT: Final = "the input (with decoys: the input with their made places)"

MEANINGS: Final = MappingProxyType(
    {
        "C1": "no sensitive pattern is left",
        "P1": f"all other patterns stand in the order of {_INPUT}",
        "Pi1": f"all other patterns that overlap stand in the order of {_INPUT}",
        "P2": f"all other patterns occur as often as in {_INPUT}",
        "not-lowered": f"no other pattern occurs less often than in {_INPUT}",
        "no-separator": "no separator is left",
        "short-unchanged": "sequences shorter than k are unchanged",
        "equal-lengths": "every sequence is as long as in the input",
        "plausible": "no replacement made an implausible pattern",
        "fewest": "no fewer changed letters would do",
        "motifs": "no sensitive pattern is left as it was named, on the strands asked for",
        "alphabet": "nothing is there that the input does not have, but bases and separators",
        "map": "each kept letter stands where the coordinate map says",
        "order": "the kept letters stand in the order of the input",
        "made-places": "places for decoys were made between letters of the input, and spell decoys",
        "decoys": "undoing spells a sensitive pattern as often as each of its decoys",
        "groups": "each sensitive pattern of the input is hidden among as many as were asked for",
        "records": "records are those of the input, in their order, with what stands beside them",
        "case": "kept letters have their case, and no other letter shows by its own",
        "qualities": "kept letters have their qualities, with substitute all of them",
        "rows": "kept events have their rows, in the order of the table",
        "times": "each new event has a time between those of its kept neighbours",
        "draws": "decoys, letters, qualities and times are those that the key draws",
    }
)
"""What each claim says, in words."""


def check_sanitized(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Iterable[Sequence[str]],
    k: int,
    claims: Iterable[str],
    *,
    separator: str = "#",
    rho: float | None = None,
    reference: Sequence[Letters] | None = None,
    implausible: Iterable[Sequence[str]] = (),
    incoming: Collection[str] | None = None,
) -> tuple[Verdict, ...]:
    """Check a sanitized collection against claims, one verdict each.

    Parameters
    ----------
    before, after
        Input and release: the same sequences, in the same order.
    sensitive
        Patterns as symbols. Those of length k are the sensitive windows; for each longer one a part
        of length k stands, the one that occurs least in the input; none if `fewest` is among the
        claims. `C1` looks for all of them.
    k
        Length of a window, from 1 on.
    claims
        Names from `CLAIMS`; `PROMISES` has those of each method.
    separator
        The symbol between the blocks of a release. No window holds one.
    rho
        The threshold of `plausible`, below 0.
    reference
        Other sequences that tell `plausible` what is to be expected; the input does without them.
    implausible
        Patterns of length k that `plausible` refutes whatever their frequency, if they were
        created.
    incoming
        The letters that `fewest` lets a letter change to; the alphabet of the input unless given.

    Raises
    ------
    InvalidValueError
        If a claim is unknown, the sequences do not come in pairs, or the separator occurs in the
        input.

    Examples
    --------
    >>> old = [Letters.of("w", "aabaaacbcbbbaabbacaab")]
    >>> new = [Letters.of("w", "aabaa#aaacbcbbba#baabbacaab")]
    >>> check_sanitized(old, new, ["baaa", "bbaa"], 4, ["C1", "P1"])
    (Verdict(claim='C1', status=holds, checked=27, failures=0), Verdict(...))
    """
    asked = list(claims)
    if not set(asked) <= CLAIMS.keys():
        hint = f"known are {', '.join(CLAIMS)}"
        raise InvalidValueError("there is no claim with this name", hint=hint)
    sides = Sides(
        before, after, sensitive, k, separator, reference, implausible, whole="fewest" in asked
    )
    told: dict[str, Callable[[Sides], Verdict]] = {
        **CLAIMS,
        "plausible": lambda both: _check_plausible(both, rho),
        "fewest": lambda both: _check_fewest(both, incoming),
    }
    return tuple(told[name](sides) for name in asked)


def _check_hidden(sides: Sides) -> Verdict:
    """C1: no sensitive pattern occurs in the release."""
    found: list[tuple[int, int]] = []
    for length in sorted({sides.k, *map(len, sides.patterns)}):
        windows = sides.windows(1, length)
        wanted = sides.sensitive if length == sides.k else sides.pattern_numbers(length)
        bad = windows.where(among(windows.numbers, wanted))
        found += [(place, length) for place in bad.places.tolist()]
    witnesses = [
        _witness(sides, place, length, "a sensitive pattern occurs here")
        for place, length in sorted(found)[:_SHOWN]
    ]
    return Verdict.of("C1", int(sides.lengths[1].sum()), witnesses, len(found))


def _check_total_order(sides: Sides) -> Verdict:
    """P1: the windows that are not sensitive follow each other as in the input."""
    old, new = sides.input, sides.release
    count = len(sides.ids)
    edges_old = np.searchsorted(old.owners, np.arange(count + 1))
    edges_new = np.searchsorted(new.owners, np.arange(count + 1))
    differ = np.diff(edges_old) != np.diff(edges_new)
    same = ~differ
    kept_old, kept_new = old.where(same[old.owners]), new.where(same[new.owners])
    differ[kept_old.owners[kept_old.numbers != kept_new.numbers]] = True
    wrong = np.flatnonzero(differ)
    witnesses = []
    for owner in wrong[:_SHOWN].tolist():
        mine = slice(edges_old[owner], edges_old[owner + 1])
        theirs = slice(edges_new[owner], edges_new[owner + 1])
        at = _first_difference(old.numbers[mine], new.numbers[theirs])
        places = new.places[theirs]
        reason = "from here on, the patterns are not in the order of the input"
        if at < places.size:
            witnesses.append(_witness(sides, int(places[at]), sides.k, reason, at))
        else:
            size = int(sides.lengths[1][owner])
            lost = "patterns of the input are missing at the end"
            witnesses.append(Witness(sides.ids[owner], size, size, lost, at))
    return Verdict.of("P1", old.numbers.size, witnesses, wrong.size)


def _check_partial_order(sides: Sides) -> Verdict:
    """Pi1: every chain of overlapping patterns of the input has one of its own in the release.

    A chain spells a string of k letters or more. The claim compares, for every such string, how
    many chains spell it on either side; a suffix array over both gives all counts.
    """
    claim = "Pi1"
    old, new = sides.input, sides.release
    if not old.numbers.size:
        return Verdict.of(claim, 0, [])
    names, _ = _names(old, new)
    text = np.concatenate(
        [
            _chained(sides, old, names[: old.numbers.size]),
            _chained(sides, new, names[old.numbers.size :]),
        ]
    ).astype(np.int32)
    laid = np.flatnonzero(text != BREAK)
    is_old = np.zeros(text.size, np.bool_)
    is_old[laid[: old.numbers.size]] = True
    order = suffix_array(text)
    proved = is_suffix_array(text, order)
    shared = lcp_array(text, order, within_breaks=True) if proved else order
    if not proved or not is_lcp_array(text, order, shared):
        return Verdict.not_checkable(
            claim, "the suffix array library gives wrong results on this machine"
        )
    starts, lengths = _questions(text, order, shared, is_old)
    low, high = rank_intervals(text, order, starts, lengths)
    olds = np.concatenate([[0], np.cumsum(is_old[order])])
    times_old = olds[high] - olds[low]
    times_new = (high - low) - times_old
    # Several neighbours may ask for one interval, which counts once.
    _, once = np.unique(low.astype(np.int64) * (text.size + 1) + high, return_index=True)
    missing = once[times_old[once] > times_new[once]]
    places = np.empty(text.size, np.int64)
    places[laid] = np.concatenate([old.places, new.places])
    reason = "offsets in the input: this chain has no match in the release"
    first = sorted(
        (int(places[_some_old(order, low[at], high[at], is_old)]), int(lengths[at]), int(at))
        for at in missing.tolist()
    )
    witnesses = [
        _witness(sides, place, length + sides.k - 1, reason, int(times_new[at]))
        for place, length, at in first[:_SHOWN]
    ]
    return Verdict.of(claim, old.numbers.size, witnesses, missing.size)


def _check_equal_frequencies(sides: Sides) -> Verdict:
    """P2: every pattern that is not sensitive occurs as often as in its input sequence."""
    return _check_frequencies(sides, "P2", lambda gain: gain != 0)


def _check_kept_frequencies(sides: Sides) -> Verdict:
    """No pattern that is not sensitive occurs less often than in its input sequence."""
    return _check_frequencies(sides, "not-lowered", lambda gain: gain < 0)


def _check_frequencies(sides: Sides, claim: str, wrong: Callable[[Numbers], Flags]) -> Verdict:
    # A sequence that is letter by letter the same has the same patterns.
    changed = sides.changed
    old = sides.input.where(changed[sides.input.owners])
    new = sides.release.where(changed[sides.release.owners])
    names, size = _names(old, new)
    old_names, new_names = names[: old.numbers.size], names[old.numbers.size :]
    times_old = np.bincount(old_names, minlength=size)
    times_new = np.bincount(new_names, minlength=size)
    bad = np.flatnonzero(wrong(times_new - times_old))
    witnesses = []
    for name in bad[:_SHOWN].tolist():
        if times_old[name]:
            place = int(old.places[np.argmax(old_names == name)])
            reason = "offsets in the input: the release has this pattern more or less often"
        else:
            place = int(new.places[np.argmax(new_names == name)])
            reason = "this pattern does not occur in the input"
        witnesses.append(_witness(sides, place, sides.k, reason, int(times_new[name])))
    return Verdict.of(claim, sides.input.numbers.size, sorted(witnesses), bad.size)


def _check_no_separator(sides: Sides) -> Verdict:
    """No separator is left."""
    places = sides.separators
    witnesses = [
        _witness(sides, place, 1, "a separator is left") for place in places[:_SHOWN].tolist()
    ]
    return Verdict.of("no-separator", int(sides.lengths[1].sum()), witnesses, places.size)


def _check_short(sides: Sides) -> Verdict:
    """Sequences shorter than k, which can hold no pattern, are those of the input."""
    short = sides.lengths[0] < sides.k
    changed = np.flatnonzero(short & sides.changed)
    witnesses = _whole(sides, changed, "a sequence shorter than k was changed")
    return Verdict.of("short-unchanged", int(short.sum()), witnesses, changed.size)


def _check_lengths(sides: Sides) -> Verdict:
    """Every sequence is as long as in the input."""
    wrong = np.flatnonzero(sides.lengths[0] != sides.lengths[1])
    witnesses = _whole(sides, wrong, "the sequence has another length than in the input")
    return Verdict.of("equal-lengths", len(sides.ids), witnesses, wrong.size)


def _check_fewest(sides: Sides, incoming: Collection[str] | None = None) -> Verdict:
    """No fewer changed letters would hide all patterns."""
    return Substitutions(sides, sides.alphabet if incoming is None else incoming).fewest()


def _check_plausible(sides: Sides, rho: float | None = None) -> Verdict:
    """No pattern that the release has gained is implausible.

    That is: named as such, or rho-implausible in the reference (section 6.3).
    """
    claim, k = "plausible", sides.k
    if rho is None or k < 3:
        return Verdict.not_checkable(claim, "there is no threshold rho, or k is below 3")
    new = sides.windows(1, k)
    values, ranks = ranked(new.numbers)
    now = np.bincount(ranks, minlength=values.size)
    gained = now > times(sides.windows(0, k).numbers, values)
    places = new.places[firsts_of(ranks, values.size)[gained]]
    shorter, core = sides.numbers(k - 1), sides.numbers(k - 2)
    inner = sides.reference_numbers(k - 1)
    middle = times(sides.reference_numbers(k - 2), core[places + 1])
    ends = times(inner, shorter[places]) * times(inner, shorter[places + 1]).astype(np.float64)
    expected = np.divide(ends, middle, out=np.zeros(places.size), where=middle > 0)
    known = times(sides.reference_numbers(k), values[gained])
    unlikely = (known - expected) / np.maximum(np.sqrt(expected), 1) < rho
    named = among(values[gained], sides.implausible_numbers(k))
    bad = named | unlikely
    found = sorted(zip(places[bad].tolist(), named[bad].tolist(), strict=True))
    reasons = (
        "a pattern was created here that is unlikely by the reference",
        "a pattern that was named as implausible was created here",
    )
    witnesses = [_witness(sides, place, k, reasons[by_name]) for place, by_name in found[:_SHOWN]]
    return Verdict.of(claim, places.size, witnesses, len(found))


CLAIMS: Final[MappingProxyType[str, Callable[[Sides], Verdict]]] = MappingProxyType(
    {
        "C1": _check_hidden,
        "P1": _check_total_order,
        "Pi1": _check_partial_order,
        "P2": _check_equal_frequencies,
        "not-lowered": _check_kept_frequencies,
        "no-separator": _check_no_separator,
        "short-unchanged": _check_short,
        "equal-lengths": _check_lengths,
        "plausible": _check_plausible,
        "fewest": _check_fewest,
    }
)
"""The verifiers by the name of their claim."""


def _witness(
    sides: Sides, place: int, length: int, reason: str, count: int | None = None
) -> Witness:
    name, start = sides.offset(place)
    return Witness(name, start, start + length, reason, count)


def _whole(sides: Sides, owners: Numbers, reason: str) -> list[Witness]:
    """Return the first of some sequences as witnesses, each from end to end."""
    ends = sides.lengths[1]
    return [Witness(sides.ids[one], 0, int(ends[one]), reason) for one in owners[:_SHOWN].tolist()]


def _first_difference(left: Numbers, right: Numbers) -> int:
    size = min(left.size, right.size)
    different = np.flatnonzero(left[:size] != right[:size])
    return int(different[0]) if different.size else size


def _names(old: Occurrences, new: Occurrences) -> tuple[Numbers, int]:
    """Return a name for each window, from 0 on, and how many there are; one for each sequence."""
    values, ranks = ranked(np.concatenate([old.numbers, new.numbers]))
    if np.append(old.owners[-1:], new.owners[-1:]).max(initial=0) > 0:
        owners = np.concatenate([old.owners, new.owners])
        values, ranks = ranked(owners * values.size + ranks)
    return ranks, values.size


def _chained(sides: Sides, found: Occurrences, names: Numbers) -> Numbers:
    """Return names from 1 on with a break after each maximal chain of overlapping windows."""
    last = np.ones(names.size, np.bool_)
    if names.size:
        here, there = found.places[:-1], found.places[1:]
        overlap = sides.numbers(sides.k - 1)
        # With k = 1 there is nothing to overlap: all windows of a sequence are one chain.
        linked = overlap[here + 1] == overlap[there] if sides.k > 1 else here == here
        last[:-1] = ~(linked & (found.owners[:-1] == found.owners[1:]))
    text = np.full(names.size + int(last.sum()), BREAK, np.int64)
    text[np.arange(names.size) + np.cumsum(last) - last] = names + 1
    return text


def _questions(text: Codes, order: Ranks, shared: Ranks, is_old: Flags) -> tuple[Numbers, Numbers]:
    """Return one substring for each set of strings that begin the same suffixes.

    Neighbours in the suffix array share a string; and an input suffix that goes on beyond what it
    shares with both neighbours has one letter more that nothing else has.
    """
    after = np.append(shared[1:], 0)
    most = np.maximum(shared, after).astype(np.int64)
    ends = np.flatnonzero(text == BREAK)
    room = ends[np.searchsorted(ends, order)] - order
    alone = is_old[order] & (most < room)
    lengths = np.where(alone, most + 1, shared)
    # A suffix asks one question: where it stands alone that one fails, whatever the other says.
    asked = lengths > 0
    return order[asked].astype(np.int64), lengths[asked].astype(np.int64)


def _some_old(order: Ranks, low: int, high: int, is_old: Flags) -> int:
    ranks = order[low:high]
    return int(ranks[is_old[ranks]].min())
