"""Rewriting versions: what somebody does to a message who does not want to be found.

Each rewriting changes about a stated share of the words or clauses; chance decides which.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.models.parser import default_parser
from textveil.synth.noise import mistype
from textveil.transform.messages.synonyms import inflected, other_forms
from textveil.values.messages.parse import Parse

__all__ = ["PAIRS", "REWRITINGS", "interleaved", "rewritten"]

Rewriting = Callable[[str, float, Random], str]

_CLAUSE: Final = re.compile(r"(?<=[,;.!?])\s+")
_WORD: Final = re.compile(r"\w+")
_NUMBER: Final = re.compile(r"(?<![\w.,])\d{1,2}(?![\w.,]{0,20}\d)")
_PARTS: Final = {"NN": NOUN, "VB": VERB, "JJ": ADJECTIVE, "RB": ADVERB}
_OTHER_TEXT: Final = (
    "Did you see the game on Sunday? ",
    "So much rain this week, and the bus was late again. ",
    "I must tell you what I heard. ",
    "Please do not tell anybody about it. ",
    "What do you think of that? ",
)


def rewritten(text: str, way: str, share: float, rng: Random) -> str:
    """Return a text rewritten in one way, or in two that are named with a plus.

    Examples
    --------
    >>> rewritten("We left, and they stayed.", "clauses reordered", 1.0, Random(1))
    'and they stayed. We left,'
    """
    for name in way.split(" + "):
        text = REWRITINGS[name](text, share, rng)
    return text


def interleaved(one: str, other: str, rng: Random) -> str:
    """Return the sentences of two versions, each taken from one of them by chance.

    Where both have one number of sentences, so has the result; at least one is from each.
    """
    first, second = (re.split(r"(?<=[.!?])\s+", text) for text in (one, other))
    if len(first) != len(second) or len(first) < 2:
        half = len(first) // 2
        return " ".join([*first[: half or 1], *second[half or 1 :]])
    takes = [rng.random() < 0.5 for _ in first]
    takes[rng.randrange(len(takes))] = True
    if all(takes):
        takes[rng.randrange(len(takes))] = False
    return " ".join(a if take else b for a, b, take in zip(first, second, takes, strict=True))


def _dropped(text: str, share: float, rng: Random) -> str:
    return " ".join(word for word in text.split() if rng.random() >= share) or text


def _reordered(text: str, share: float, rng: Random) -> str:
    parts = _CLAUSE.split(text)
    moved = [at for at in range(len(parts)) if rng.random() < max(share, 2 / len(parts))]
    turned = moved[1:] + moved[:1]
    shown = list(parts)
    for at, source in zip(moved, turned, strict=True):
        shown[at] = parts[source]
    return " ".join(shown)


def _swapped(text: str, share: float, rng: Random) -> str:
    """Swap words for synonyms, those that versions could have among them.

    Each word is drawn by the share; a drawn word without synonyms stays.
    """
    parse = default_parser().parse(text)
    spots = [(start, end, forms) for start, end, forms, _ in other_forms(parse) if forms]
    listed = [(start, end) for start, end, _ in spots]
    spots += [
        one
        for one in _related(parse, wider=False)
        if not any(one[0] < end and start < one[1] for start, end in listed)
    ]
    return _placed(text, _drawn(spots, share, rng), rng)


def _covered(text: str, share: float, rng: Random) -> str:
    parse = default_parser().parse(text)
    return _placed(text, _drawn(_related(parse, wider=True), share, rng), rng)


Spot = tuple[int, int, tuple[str, ...]]


def _related(parse: Parse, *, wider: bool) -> list[Spot]:
    found = []
    for word in parse.words:
        part = _PARTS.get(word.tag[:2])
        if part is None or word.tag.startswith("NNP"):
            continue
        known = _listed(word.lemma, part, word.tag, wider)
        if known:
            found.append((word.start, word.end, known))
    return found


@lru_cache(maxsize=1 << 14)
def _listed(lemma: str, part: str, tag: str, wider: bool) -> tuple[str, ...]:
    graph = wordnet()
    senses = graph.senses(lemma, part)[:2]
    if wider:
        senses = tuple(above for sense in senses for above in graph.hypernyms(sense))
    words = {word.lower() for sense in senses for word in graph.words(sense)} - {lemma}
    forms = {inflected(word, tag) for word in words if word.isalpha()}
    return tuple(sorted(form for form in forms if form))


def _drawn(spots: Sequence[Spot], share: float, rng: Random) -> list[Spot]:
    """Return each spot with this chance; one at least."""
    drawn = [one for one in spots if rng.random() < share]
    return sorted(drawn or ([rng.choice(list(spots))] if spots else []))


def _placed(text: str, spots: Sequence[Spot], rng: Random) -> str:
    parts, at = [], 0
    for start, end, forms in spots:
        parts += [text[at:start], rng.choice(forms)]
        at = end
    return "".join((*parts, text[at:]))


def _in_words(text: str, share: float, rng: Random) -> str:
    """Write numbers in words; in a text without digits, number words in digits."""
    values = facts().values("number")
    words = {value: word for word, value in values.items() if word.isalpha()}
    if _NUMBER.search(text):
        return _NUMBER.sub(lambda found: words.get(str(int(found[0])), found[0]), text)

    def digits(found: re.Match[str]) -> str:
        value = values.get(found[0].lower())
        return value if value is not None and rng.random() < max(share, 0.5) else found[0]

    return _WORD.sub(digits, text)


def _typed(text: str, share: float, rng: Random) -> str:
    return mistype(text, rng, share)


def _truncated(text: str, share: float, rng: Random) -> str:
    words = text.split()
    kept = max(3, round(len(words) * (1 - share)))
    start = rng.choice((0, len(words) - kept))
    return " ".join(words[start : start + kept])


def _merged(text: str, share: float, rng: Random) -> str:
    """Put other sentences around and between, about as many words as the share says."""
    parts = re.split(r"(?<=[.!?])\s+", text)
    wanted = max(1.0, share * len(text.split()))
    while wanted > 0:
        more = rng.choice(_OTHER_TEXT).strip()
        parts.insert(rng.randrange(len(parts) + 1), more)
        wanted -= len(more.split())
    return " ".join(parts)


def _passive(text: str, share: float, rng: Random) -> str:
    """Turn clauses with a subject, a past verb and an object around: "a dog was seen by Ann"."""
    parse = default_parser().parse(text)
    turned = [one for one in (_turned(parse, at) for at in range(len(parse))) if one]
    chosen = [one for one in turned if rng.random() < max(share, 0.5)]
    return _placed(text, [(start, end, (shown,)) for start, end, shown in chosen], rng)


def _turned(parse: Parse, verb: int) -> tuple[int, int, str] | None:
    word = parse.words[verb]
    if word.tag != "VBD":
        return None
    of_verb = {w.relation: at for at, w in enumerate(parse.words) if w.head == verb and at != verb}
    subject = _phrase(parse, of_verb.get("nsubj"), verb - 1)
    thing = _phrase(parse, of_verb.get("dobj"), None)
    past = inflected(word.lemma, "VBN")
    if subject is None or thing is None or thing[0] != verb + 1 or past is None:
        return None
    who = parse.text[slice(*parse.span_of(*subject))]
    what = parse.text[slice(*parse.span_of(*thing))]
    start, end = parse.span_of(subject[0], thing[1])
    capital = what[0].upper() + what[1:] if subject[0] == 0 else what
    return start, end, f"{capital} was {past} by {who}"


def _phrase(parse: Parse, head: int | None, last: int | None) -> tuple[int, int] | None:
    """Return the noun phrase that ends with a word; None if it is none, or ends elsewhere."""
    for first, end in parse.noun_phrases if head is not None else ():
        if first <= (head or 0) < end and (last is None or end - 1 == last):
            return first, end
    return None


REWRITINGS: Final[Mapping[str, Rewriting]] = {
    "words dropped": _dropped,
    "clauses reordered": _reordered,
    "synonyms swapped": _swapped,
    "covers put in": _covered,
    "numbers as words": _in_words,
    "typos": _typed,
    "truncated": _truncated,
    "merged with other text": _merged,
    "active to passive": _passive,
}
"""What can be done to a version, by name."""

PAIRS: Final = tuple(f"{one} + {other}" for one, other in combinations(REWRITINGS, 2))
"""Every two of them, one after the other."""
