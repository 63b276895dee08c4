"""Files of sanitized sequences, read and judged by the definitions: slow and obvious.

Everything is a list of letters here. A claim is judged by a function of its own; what a key draws
is drawn letter by letter.
"""

import csv
import hashlib
import hmac
import json
from itertools import pairwise, product
from math import gcd

from tests.oracles.sequences import genomes, sequences

LOWEST = "!"


def read_fasta(path):
    """Return head and letters of each record."""
    records = []
    for line in path.read_text().splitlines():
        if line.startswith(">"):
            records.append([line[1:], ""])
        else:
            records[-1][1] += line
    return [tuple(record) for record in records]


def read_fastq(path):
    """Return head, letters and qualities of each record."""
    lines = path.read_text().splitlines()
    return [(lines[at][1:], lines[at + 1], lines[at + 3]) for at in range(0, len(lines), 4)]


def read_map(path, names):
    """Return, for each record, the places of kept letters: release to input."""
    kept = [{} for _ in names]
    for name, start, end, to in genomes.rows_of(path.read_text()):
        for at in range(end - start):
            kept[names.index(name)][to + at] = start + at
    return kept


def derived(key, purpose="sanitize decoys"):
    return hmac.new(key, f"textveil:{purpose}".encode(), "sha256").digest()


def digest(key, *parts):
    data = [part.encode() for part in parts]
    message = b"".join(len(one).to_bytes(8, "big") + one for one in data)
    return hmac.new(derived(key), message, "sha256").digest()


def lots(key, count, *parts):
    stream = hashlib.shake_256(digest(key, *parts)).digest(8 * count)
    return [int.from_bytes(stream[at : at + 8], "little") for at in range(0, 8 * count, 8)]


def in_order(things, numbers):
    return [thing for _, _, thing in sorted(zip(numbers, range(len(things)), things, strict=True))]


def turned(pattern, both):
    return genomes.reverse_complement("".join(pattern)) if both else "".join(pattern)


def spellings(pattern, letters, nucleic, wildcard):
    """Return the letters that each letter of a pattern leaves open."""
    if not nucleic:
        return [letters if x == wildcard else [x] for x in pattern]
    return [[y for y in letters if x == wildcard or genomes.fits(y, x)] for x in pattern]


def windows(texts, k):
    return [text[at : at + k] for text in texts for at in range(len(text) - k + 1)]


def hidden(texts, patterns, k, letters, nucleic=False, both=False, wildcard="?"):
    """Return the patterns of k letters that have to be hidden."""
    chosen = []
    for pattern in sorted(patterns, key=len):
        places = spellings(pattern, letters, nucleic, wildcard)
        parts = [places[at : at + k] for at in range(len(places) - k + 1)]
        parts = [one for one in parts if not all(len(p) == len(letters) > 1 for p in one)]
        counts = []
        for part in parts:
            meant = ["".join(one) for one in product(*part)]
            strings = meant + [turned(one, both) for one in meant if both]
            counts.append(0 if part in chosen else sum(windows(texts, k).count(s) for s in strings))
        chosen.append(parts[counts.index(min(counts))])
    strings = {"".join(one) for part in chosen for one in product(*part)}
    return strings | {turned(one, both) for one in strings}


def groups(texts, sensitive, k, decoys, letters, both, key, number):
    """Return the groups that a key draws, as sets of strings."""
    found = windows(texts, k)
    times = {one: found.count(one) for one in dict.fromkeys(found)}
    shadowed = set()
    for text in texts:
        own = windows([text], k)
        for at, one in enumerate(own):
            near = own[max(at - k + 2, 0) : at + k - 1]
            if any(times[other] > 2 * times[one] for other in near):
                shadowed.add(one)
    usable = [one for one in times if one in sensitive or set(one) <= set(letters)]
    made = set()
    for kind in ("others", "palindromes"):
        rows = {}
        for one in usable:
            pair = frozenset([one, turned(one, both)])
            if (both and len(pair) == 1) == (kind == "palindromes"):
                rows.setdefault(pair, []).append(one)
        parts = ("sanitize decoys", str(number), kind)
        own = groups_of_kind(rows, times, shadowed, sensitive, k, decoys, letters, both, key, parts)
        if own is None:
            return None
        made |= own
    return made


def groups_of_kind(rows, times, shadowed, sensitive, k, decoys, letters, both, key, parts):
    wanted = sum(bool(pair & sensitive) for pair in rows)
    if not wanted:
        return set()
    spare = 16 * decoys * wanted
    frequency = {pair: sum(times[one] for one in own) for pair, own in rows.items()}
    dark = {pair for pair, own in rows.items() if shadowed & set(own)}
    palindromes = parts[-1] == "palindromes"
    if len(frequency) < spare and not (palindromes and k % 2):
        most, size = spare - len(frequency), k // 2 if palindromes else k
        every = ["".join(one) for one in product(letters, repeat=size)]
        new = []
        for one in in_order(every, lots(key, len(every), *parts, "absent")):
            whole = one + turned(one, both) if palindromes else one
            pair = frozenset([whole, turned(whole, both)])
            fits = (both and len(pair) == 1) == palindromes
            if fits and pair not in frequency and pair not in new and not pair & sensitive:
                new.append(pair)
        frequency |= dict.fromkeys(new[:most], 0)
    if len(frequency) < decoys * wanted:
        return None
    made = set()
    for number, band in enumerate(bands(frequency, dark, spare)):
        held = [pair for pair in band if pair & sensitive]
        free = [pair for pair in band if not pair & sensitive]
        drawn = in_order_of(free, lots(key, len(free), *parts, "band", str(number)))
        for pair in held:
            own = [pair, *(drawn.pop(0) for _ in range(decoys - 1))]
            made.add(frozenset().union(*own))
    return made


def in_order_of(pairs, numbers):
    return [pairs[at] for at in sorted(range(len(pairs)), key=lambda at: (numbers[at], at))]


def bands(frequency, dark, spare):
    kinds = [[p for p in frequency if p in dark], [p for p in frequency if p not in dark]]
    if min(map(len, kinds)) < spare // 16 * 2:
        kinds = [list(frequency)]
    found = []
    for kind in kinds:
        own, waiting = [], []
        for power in sorted({frequency[p].bit_length() for p in kind}, reverse=True):
            waiting += [p for p in kind if frequency[p].bit_length() == power]
            if len(waiting) >= spare:
                own.append(waiting)
                waiting = []
        if own:
            own[-1] += waiting
        else:
            own = [waiting]
        found += own
    return found


def with_places(texts, decoys):
    """Return the texts with made places."""
    texts = list(texts)
    for record, offset, group, one in reversed(decoys["places"]):
        made = "".join(decoys["groups"][group][one])
        assert 0 < offset < len(texts[record])
        texts[record] = texts[record][:offset] + made + texts[record][offset:]
    return texts


def even_decoys(after, decoys, sensitive, before, size):
    """Tell whether every sensitive pattern that occurs is one of so many that look hidden alike."""
    groups = [["".join(one) for one in group] for group in decoys["groups"]]
    for group in groups:
        counts = {sum(sequences.looks_hidden(text, one) for text in after) for one in group}
        if len(counts) > 1 or len(group) < size:
            return False
    listed = [one for group in groups for one in group]
    present = {one for one in sensitive if any(one in text for text in before)}
    return len(set(listed)) == len(listed) and present <= set(listed)


def nearest_kept(at, kept):
    """Return the kept place at or before a place, or the first one; None if there is none."""
    before = [one for one in kept if one <= at]
    return max(before) if before else min(kept, default=None)


def keeps_case(before, after, kept):
    for at, letter in enumerate(after):
        source = nearest_kept(at, kept)
        lower = source is not None and before[kept[source]].islower()
        if letter.isalpha() and letter.islower() != lower:
            return False
    return True


def keeps_qualities(before, after, kept, drawn):
    return all(
        sign == before[kept[at]] if at in kept else drawn or sign == LOWEST
        for at, sign in enumerate(after)
    )


def draws_qualities(before, after, kept, key, number):
    places = sorted(kept)
    for at, lot in enumerate(lots(key, len(after), "sanitize qualities", str(number))):
        if at in kept:
            continue
        if places:
            near = sum(one < at for one in places) + lot % 8 - 4
            due = after[places[min(max(near, 0), len(places) - 1)]]
        else:
            due = before[lot % len(before)] if before else LOWEST
        if after[at] != due:
            return False
    return True


def is_mapped(before, after, kept):
    """Tell whether a map leads to equal letters, each once."""
    places = list(kept.values())
    equal = all(
        to < len(after) and at < len(before) and before[at] == after[to] for to, at in kept.items()
    )
    return equal and len(set(places)) == len(places)


def keeps_order(kept):
    places = [kept[to] for to in sorted(kept)]
    return places == sorted(places)


def read_events(path):
    """Return the header, and the rows as (who, time, what, others)."""
    header, *rows = csv.reader(path.read_text().splitlines())
    return header, [(who, int(when), what, tuple(rest)) for who, when, what, *rest in rows]


def by_person(rows, persons):
    """Return the rows of each person in the order of time, with their numbers in the table."""
    numbered = [(when, number, row) for number, row in enumerate(rows) for when in [row[1]]]
    return [
        [(number, row) for _, number, row in sorted(numbered) if row[0] == person]
        for person in persons
    ]


def false_events(before, after, kept, key):
    """Return what is false of an event table with whole numbers as times; None if nothing is."""
    persons = list(dict.fromkeys(row[0] for row in before))
    if {row[0] for row in after} - set(persons):
        return "records"
    step = gcd(*(b[1] - a[1] for a, b in pairwise(before))) or 1
    pairs = []
    people = zip(by_person(before, persons), by_person(after, persons), kept, strict=True)
    for number, (old, new, own) in enumerate(people, 1):
        stays = sorted(own)
        for at in stays:
            if old[own[at]][1] != new[at][1]:
                return "rows"
            pairs.append((old[own[at]][0], new[at][0]))
        for at, (_, row) in enumerate(new):
            if at not in own and any(row[3]):
                return "rows"
        for left, right in pairwise([-1, *stays, len(new)]):
            around = [new[at][1][1] for at in (left, right) if at in own] or [old[0][1][1]]
            low, high = around[0], around[-1]
            coming = [new[at][1][1] for at in range(left + 1, right)]
            if not all(t == low if low == high else low <= t < high for t in coming):
                return "times"
            width = step if high - low > step else 1
            room = (high - low - 1) // width
            drawn = [
                int.from_bytes(digest(key, "sanitize times", str(number), str(at)), "big")
                for at in range(left + 1, right)
            ]
            due = sorted(low + width * (1 + one % room if room > 0 else 0) for one in drawn)
            if coming != due:
                return "draws"
    pairs.sort()
    return "rows" if pairs != sorted(pairs, key=lambda pair: pair[1]) else None


def false_patterns(method, before, after, sensitive, k, named=(), decoys=None):
    """Return the first claim about patterns that is false; None if none is.

    `sensitive` are strings of k letters, `named` functions that find a pattern in a text.
    """
    if any(find(text) for text in after for find in named):
        return "motifs"
    made, secret = before, set(sensitive)
    if decoys is not None:
        made = with_places(before, decoys)
        secret |= {"".join(one) for group in decoys["groups"] for one in group}
    for claim, twin in sequences.TWINS.items():
        if claim in PROMISED[method]:
            pairs = zip(made, after, strict=True)
            if not all(twin(old, new, secret, k) for old, new in pairs):
                return claim
    return None


REPLACED = {"C1", "no-separator", "not-lowered", "short-unchanged"}
PROMISED = {
    "tfs": {"C1", "P1", "P2", "short-unchanged"},
    "etfs": {"C1", "P1", "P2", "short-unchanged"},
    "pfs": {"C1", "Pi1", "P2", "short-unchanged"},
    **dict.fromkeys(("tm", "tmi", "tpm", "ghosts"), REPLACED),
}


def read_decoys(path):
    return json.loads(path.read_text())
