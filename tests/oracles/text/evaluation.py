"""Span evaluation, character by character and pair by pair."""

import re
from itertools import combinations


def renamed(spans, labels=None):
    labels = labels or {}
    kept = {(s.start, s.end, labels.get(s.label, s.label)) for s in spans}
    return {span for span in kept if span[2] is not None}


def token_counts(text, gold, found):
    """Hits, predicted, gold over `\\w+` runs: gold if touched, predicted if wholly hidden.

    `gold` and `found` are sets of (start, end, label), already restricted as the caller wants.
    """
    real = {at for start, end, _ in gold for at in range(start, end)}
    masked = {at for start, end, _ in found for at in range(start, end)}
    hits = predicted = expected = 0
    for match in re.finditer(r"\w+", text):
        places = range(match.start(), match.end())
        is_real = any(at in real for at in places)
        is_masked = all(at in masked for at in places)
        hits += is_real and is_masked
        predicted += is_masked
        expected += is_real
    return hits, predicted, expected


def matched(left, right):
    """Size of a maximum matching of overlapping intervals, by augmenting paths."""
    left, right = list(left), list(right)
    partner = {}

    def place(one, tried):
        for other, (start, end) in enumerate(right):
            overlaps = set(range(*left[one])) & set(range(start, end))
            if overlaps and other not in tried:
                tried.add(other)
                if other not in partner or place(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(len(left)))


def best_matching_by_trying_all(left, right):
    """The same, by trying every set of pairs; for very small inputs."""
    pairs = [
        (i, j)
        for i, one in enumerate(left)
        for j, other in enumerate(right)
        if one[0] < other[1] and other[0] < one[1]
    ]
    for size in range(min(len(left), len(right)), 0, -1):
        for chosen in combinations(pairs, size):
            if len({i for i, _ in chosen}) == size == len({j for _, j in chosen}):
                return size
    return 0


def counts(text, gold, found):
    """Every count that is not zero, as {(level, same label?, label): (hits, predicted, gold)}."""
    table = {}
    for label in {span[2] for span in gold | found}:
        mine = {span for span in gold if span[2] == label}
        theirs = {span for span in found if span[2] == label}
        table["token", True, label] = token_counts(text, mine, theirs)
        hits, _, expected = token_counts(text, mine, found)
        table["token", False, label] = (hits, 0, expected)
        sizes = (len(theirs), len(mine))
        table["instance-strict", True, label] = (len(mine & theirs), *sizes)
        places = [{span[:2] for span in side} for side in (mine, theirs)]
        table["instance-relaxed", True, label] = (matched(*places), *sizes)
    table["token", False, ""] = token_counts(text, gold, found)
    mine, theirs = ({span[:2] for span in side} for side in (gold, found))
    sizes = (len(theirs), len(mine))
    table["instance-strict", False, ""] = (len(mine & theirs), *sizes)
    table["instance-relaxed", False, ""] = (matched(mine, theirs), *sizes)
    return {key: three for key, three in table.items() if any(three)}


def measures(hits, predicted, gold):
    """Precision, recall, F1, F2 of one count, by the textbook and the stated conventions."""
    if not predicted and not gold:
        return 1.0, 1.0, 1.0, 1.0
    p = hits / predicted if predicted else 0.0
    r = hits / gold if gold else 0.0
    f = [(1 + b * b) * p * r / (b * b * p + r) if p + r else 0.0 for b in (1, 2)]
    return p, r, *f


TITLES = {"mr", "mrs", "ms", "miss", "dr", "mx", "sir"}
PLACING = {"of", "in", "on", "at", "to", "from", "by", "for", "with", "into", "over", "about"}
PLACING |= {"around", "after", "before", "between", "during", "since", "until", "till"}
LIGHT = TITLES | PLACING | {"the", "a", "an", "this", "that", "and", "or", "as", "no", "nr", "s"}


def needed(spans):
    """The gold spans that are to be hidden."""
    kept = []
    for span in spans:
        said = span.attributes.get("must_mask")
        if said is None:
            said = span.attributes.get("identifier_type") != "NO_MASK"
        if said:
            kept.append(span)
    return kept


def hidden_counts(text, mentions, found):
    """Characters, mentions and entities, as {(level, False, group): (hits, predicted, gold)}.

    `mentions` are gold spans with a label already renamed; `found` as for `counts`.
    """
    gold = {at for span, _ in mentions for at in range(span.start, span.end)}
    masked = {at for start, end, _ in found for at in range(start, end)}
    solid = {at for at, letter in enumerate(text) if not letter.isspace()}
    gold &= solid
    table = {}

    def count(level, group, hit):
        hits, _, total = table.get((level, False, group), (0, 0, 0))
        table[level, False, group] = (hits + hit, 0, total + 1)

    entities = {}
    for span, label in mentions:
        places = range(span.start, span.end)
        strict = all(at in masked for at in places if at in solid)
        telling = []
        for word in re.compile(r"\w+").finditer(text, span.start, span.end):
            if word.group().lower() not in LIGHT:
                telling += range(word.start(), word.end())
        content = all(at in masked for at in telling) if telling else strict
        for group in (label, ""):
            count("mention", group, strict)
            count("mention-content", group, content)
        name = span.entity or span.attributes.get("entity_id")
        if name:
            entities.setdefault((span.source, name), []).append((span, strict, content))
    for of_one in entities.values():
        types = {span.attributes.get("identifier_type") for span, _, _ in of_one}
        for group in ("DIRECT" if "DIRECT" in types else "QUASI", ""):
            count("entity", group, all(strict for _, strict, _ in of_one))
            count("entity-content", group, all(content for _, _, content in of_one))
    characters = (len(gold & masked), len(masked & solid), len(gold))
    table["character", False, ""] = characters
    return {key: three for key, three in table.items() if any(three)}


def confusion(text, gold, found):
    """Cells of the token matrix, as {(gold label, predicted label): tokens}."""
    masked = {at for start, end, _ in found for at in range(start, end)}
    cells = {}
    for match in re.finditer(r"\w+", text):
        places = range(match.start(), match.end())

        def shares(spans, places=places):
            labels = {label for _, _, label in spans}
            table = {
                label: sum(
                    any(s <= at < e and one == label for s, e, one in spans) for at in places
                )
                for label in labels
            }
            return {label: n for label, n in table.items() if n}

        real = shares(gold)
        guessed = shares(found) if all(at in masked for at in places) else {}
        both = [(-real[label] - guessed[label], label) for label in real if label in guessed]
        if both:
            cell = (min(both)[1],) * 2
        else:
            cell = tuple(
                min(((-n, label) for label, n in side.items()), default=(0, ""))[1]
                for side in (real, guessed)
            )
        if cell != ("", ""):
            cells[cell] = cells.get(cell, 0) + 1
    return cells


def mistakes(text, gold, found):
    """Mistakes as a set of (fault, start, end, label), of sets of (start, end, label)."""
    masked = {at for start, end, _ in found for at in range(start, end)}
    wanted = {at for start, end, _ in gold for at in range(start, end)}
    seen = set()

    def overlapping(one, others):
        return [other for other in others if set(range(*one[:2])) & set(range(*other[:2]))]

    def telling(start, end):
        words = [word.span() for word in re.compile(r"\w+").finditer(text, start, end)]
        return [range(*place) for place in words if text[slice(*place)].lower() not in LIGHT]

    for one in gold:
        start, end, label = one
        near = overlapping(one, found)
        solid = [at for at in range(start, end) if not text[at].isspace()]
        must = [at for word in telling(start, end) for at in word] or solid
        if not near:
            seen.add(("missed", *one))
        elif any(at not in masked for at in must):
            seen.add(("partly missed", *one))
        elif all(other[2] != label for other in near):
            seen.add(("wrong label", *one))
    for one in found:
        if not overlapping(one, gold):
            seen.add(("spurious", *one))
        elif any(not wanted & set(word) for word in telling(*one[:2])):
            seen.add(("too long", *one))
    return seen


def average(counts):
    """Mean precision, recall, F1, F2 over (hits, predicted, gold) of labels with gold."""
    four = [measures(*three) for three in counts if three[2]]
    return [sum(one) / len(four) for one in zip(*four, strict=True)]
