"""Features: the input of the model for each word of a window.

Everything that depends on the word alone is worked out once and kept, already written out for each
place from which the word is seen; what remains a word is to join lists. Features are short strings
`<place><kind>=<value>`; `describe` turns them into reasons that do not quote the text.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from textveil.lexicon.tables.phrases import phrase_kinds
from textveil.lexicon.tables.words import Kind, ListedWord, WordBook, word_book
from textveil.models.fields.windows import WORD, Window, windows
from textveil.values.label import LABELS
from textveil.values.span import Spans

__all__ = [
    "VERSION",
    "DocumentContext",
    "Marks",
    "describe",
    "featurize",
    "is_description",
    "window_features",
]

VERSION: Final = 1
"""Changes with every change of the features: a model works with those it was trained on alone."""

_KEPT = 1 << 14
_TO_X = re.compile(r"[^\W\d_]")
_RUN = re.compile(r"(.)\1+")
_HEADER = 6
_TOP = 5
_REACH = 8
_CLOSING = frozenset(".,;:!?)]}\"'")
_KINDS = tuple(kind for kind in Kind if kind.name)


class _Seen(NamedTuple):
    """A word as it is seen from its own place and from its neighbours'."""

    here: list[str]
    before: list[str]
    after: list[str]
    before_far: list[str]
    after_far: list[str]
    before_farther: list[str]
    after_farther: list[str]
    key: list[str]
    word: str
    shape: str
    group: str


class _Eye:
    """Sees words with what a book knows of them, and keeps what it has seen."""

    def __init__(self, book: WordBook) -> None:
        self.book = book
        self._seen: dict[str, _Seen] = {}

    def __call__(self, word: str) -> _Seen:
        seen = self._seen.get(word)
        if seen is None:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            seen = self._seen[word] = _described(word, self.book)
        return seen


_eye = lru_cache(maxsize=4)(_Eye)


def _described(word: str, book: WordBook) -> _Seen:
    shape = _shape(word)
    short = _RUN.sub(r"\1+", shape)
    if word[0].isalpha():
        base = word[:-2].lower() if word[-2:] in {"'s", "'S"} else word.lower()
        case = "U" if len(word) > 1 and word.isupper() else "C" if word[0].isupper() else "l"
        listed, group = _listed(book.look_up(word), case)
        forms = [f"p2={base[:2]}", f"p3={base[:3]}", f"p4={base[:4]}"]
        forms += [f"x2={base[-2:]}", f"x3={base[-3:]}{case}", f"x4={base[-4:]}"]
    else:
        base, listed, group, forms = _number(word), [], short, []
    same = [f"w={base}", f"s={short}"]
    here = [*same, *forms, *listed]
    if len(shape) < 8:
        here.append(f"S={shape}")
    near = [*same, *listed]
    far = [*same, *listed[:2]]
    farther = [f"w={base}", f"c={group}"]
    return _Seen(
        here,
        ["<" + feature for feature in near],
        [">" + feature for feature in near],
        ["<<" + feature for feature in far],
        [">>" + feature for feature in far],
        ["<<<" + feature for feature in farther],
        [">>>" + feature for feature in farther],
        ["key=" + base, "kc=" + group],
        base,
        short,
        group,
    )


def _shape(word: str) -> str:
    def letter(found: re.Match[str]) -> str:
        return "X" if found.group().isupper() else "x"

    return "0" * len(word) if word.isdecimal() else _TO_X.sub(letter, word)


def _number(word: str) -> str:
    """Return the kind of a number, or the sign itself."""
    if not (word.isdecimal() and word.isascii()):
        return word
    if len(word) == 4 and word[:2] in {"18", "19", "20"}:
        return "year"
    if len(word) <= 2:
        value = int(word)
        return "to12" if value <= 12 else "to31" if value <= 31 else "to99"
    return "0" * min(len(word), 9)


def _listed(known: ListedWord, case: str) -> tuple[list[str], str]:
    """Return the list entries of a word, and its group of similar words."""
    first = max(known.female, known.male)
    group = f"{known.coarse}{case}" if known.coarse else f"?{case}"
    listed = [f"k={known.cluster}", f"c={group}", f"z={known.common}{case}"]
    if first or known.surname:
        listed.append(f"n={min(first, 5)}.{min(known.surname, 5)}.{known.common}{case}")
        listed.append(f"f={first}{case}")
        listed.append(f"l={known.surname}{case}")
    if known.kinds:
        listed += [f"g={kind.name}{case}" for kind in _KINDS if known.kinds & kind]
    return listed, group


@dataclass(frozen=True, slots=True)
class DocumentContext:
    """Facts about words from the whole document.

    Attributes
    ----------
    small
        Words that stand somewhere without a capital: those are seldom names.
    titled
        Words that stand somewhere after a title: those are names everywhere.
    """

    small: frozenset[str]
    titled: frozenset[str]

    @classmethod
    def of(cls, text: str, titles: Container[str]) -> "DocumentContext":
        """Read a text once; titles are words such as `Dr`."""
        small = set()
        titled = set()
        armed = False
        for word in WORD.findall(text):
            if word == ".":
                continue
            if armed and word[0].isupper():
                titled.add(word)
            armed = word in titles
            if word.islower():
                small.add(word)
        return cls(frozenset(small), frozenset(titled))


@dataclass(frozen=True, slots=True)
class Marks:
    """Spans of other detectors, ready to be looked up window by window."""

    spans: Spans
    ends: Sequence[int]

    @classmethod
    def of(cls, hints: Spans) -> "Marks":
        """Settle overlaps and note where each span ends."""
        settled = hints.partition()
        return cls(settled, [span.end for span in settled])


def featurize(
    text: str, hints: Spans, book: WordBook | None = None
) -> Iterator[tuple[Window, list[list[str]]]]:
    """Yield each window of a text with the features of its words.

    Parameters
    ----------
    text
        The text, folded.
    hints
        What other detectors found in it, without overlaps.
    book
        What is known about words; today's facts unless given.
    """
    book = book or word_book()
    context = DocumentContext.of(text, book.titles)
    marks = Marks.of(hints)
    section = ""
    for window in windows(text):
        sections = []
        for first, last in pairwise((0, *window.breaks, len(window.words))):
            section = _section(window.words[first:last]) or section
            sections.append(section)
        yield window, window_features(window, context, marks, sections, book)


def _section(words: Sequence[str]) -> str:
    """Return the heading at the start of a line; empty if there is none."""
    head = words[:_HEADER]
    if ":" in head:
        head = head[: head.index(":")]
    elif len(words) > _HEADER or not all(word.isupper() for word in words if word[0].isalpha()):
        return ""
    return " ".join(word.lower() for word in head[-2:] if word[0].isalpha())


def window_features(
    window: Window,
    context: DocumentContext,
    marks: Marks,
    sections: Sequence[str] = (),
    book: WordBook | None = None,
) -> list[list[str]]:
    """Return the features of every word of a window, given the headings of its lines."""
    words = window.words
    see = _eye(book or word_book())
    seen = [see(word) for word in words]
    rows = [_row(seen, at) for at in range(len(words))]
    _add_document(rows, window, context)
    _add_lines(rows, window, sections, see)
    _add_chunks(rows, window, see)
    for start, end, kind in phrase_kinds(words, see.book):
        for at in range(start, end):
            rows[at].append(f"G={kind.name}{'B' if at == start else 'I'}")
    _add_marks(rows, window, marks)
    return rows


def _row(seen: list[_Seen], at: int) -> list[str]:
    """Return the features of a word and its neighbours, alone and in pairs."""
    own = seen[at]
    row = own.here.copy()
    count = len(seen)
    if at:
        left = seen[at - 1]
        row += left.before
        row.append(f"bw={left.word}|{own.word}")
        row.append(f"bc={left.group}|{own.group}")
        if at > 1:
            past = seen[at - 2]
            row += past.before_far
            row.append(f"<bw={past.word}|{left.word}")
            row.append(f"bs={past.shape}|{left.shape}|{own.shape}")
            if at > 2:
                row += seen[at - 3].before_farther
    if at + 1 < count:
        right = seen[at + 1]
        row += right.after
        row.append(f"aw={own.word}|{right.word}")
        row.append(f"ac={own.group}|{right.group}")
        if at:
            row.append(f"mw={left.word}|{right.word}")
            row.append(f"ms={left.shape}|{own.shape}|{right.shape}")
        if at + 2 < count:
            next_but_one = seen[at + 2]
            row += next_but_one.after_far
            row.append(f">aw={right.word}|{next_but_one.word}")
            row.append(f"as={own.shape}|{right.shape}|{next_but_one.shape}")
            if at + 3 < count:
                row += seen[at + 3].after_farther
    return row


def _add_document(rows: list[list[str]], window: Window, context: DocumentContext) -> None:
    """Add the features of capitalised words from the whole document."""
    for word, row in zip(window.words, rows, strict=True):
        if word[0].isupper():
            if word.lower() in context.small:
                row.append("doc=small")
            if word in context.titled:
                row.append("doc=titled")


def _add_lines(rows: list[list[str]], window: Window, sections: Sequence[str], see: _Eye) -> None:
    """Add the features of lines, headings and keys of forms."""
    words, starts, ends = window.words, window.starts, window.ends
    places = pairwise((0, *window.breaks, len(rows)))
    for number, (first, last) in enumerate(places):
        rows[first].append("line=first")
        rows[last - 1].append("line=last")
        line = window.line + number
        common = [f"top={line}"] if line < _TOP else []
        if number < len(sections) and sections[number]:
            common.append(f"section={sections[number]}")
        key: list[str] = []
        reach = first
        for at in range(first, last):
            row = rows[at]
            row += common
            if at < reach:
                row += key
            if at > first:
                gap = starts[at] - ends[at - 1]
                if not gap:
                    row.append("glued=1")
                elif gap > 1:
                    row.append("gap=1")
                if words[at] == ":" and words[at - 1][0].isalpha():
                    key, reach = see(words[at - 1]).key, at + _REACH


def _add_chunks(rows: list[list[str]], window: Window, see: _Eye) -> None:
    """Add the shape of the whole if several words stand together without a blank."""
    words, starts, ends = window.words, window.starts, window.ends
    first = 0
    count = len(words)
    for at in range(1, count + 1):
        if at < count and starts[at] == ends[at - 1]:
            continue
        last = at
        while last - first > 1 and words[last - 1] in _CLOSING:
            last -= 1
        if last - first > 1:
            shape = "".join([see(word).shape for word in words[first : min(last, first + 9)]])
            for place in range(first, last):
                rows[place].append(f"t={shape}{place - first if place - first < 3 else ''}")
        first = at


def _add_marks(rows: list[list[str]], window: Window, marks: Marks) -> None:
    """Tell each word which span of another detector it begins or continues."""
    starts, ends = window.starts, window.ends
    at = 0
    for number in range(bisect_right(marks.ends, starts[0]), len(marks.ends)):
        span = marks.spans[number]
        if span.start >= ends[-1]:
            return
        while at < len(starts) and ends[at] <= span.start:
            at += 1
        first = True
        while at < len(starts) and starts[at] < span.end:
            rows[at].append(f"h={span.label}{'B' if first else 'I'}")
            first = False
            at += 1


_REASONS: Final = {
    "w": "word",
    "s": "shape",
    "S": "shape",
    "p": "beginning of the word",
    "x": "ending of the word",
    "k": "group of similar words",
    "c": "group of similar words",
    "z": "how common the word is",
    "n": "lists of names",
    "f": "list of first names",
    "l": "list of surnames",
    "g": "gazetteer",
    "G": "phrase of a gazetteer",
    "h": "another detector",
    "b": "word pair",
    "a": "word pair",
    "m": "words on both sides",
    "doc": "document",
    "line": "place in the line",
    "top": "place in the document",
    "glued": "no space before",
    "gap": "wide space before",
    "key": "key of a form",
    "kc": "key of a form",
    "t": "shape with what it is joined to",
    "section": "section heading",
    "j": "judgement of the model that it grew from",
}
_VALUED: Final = ("g", "G", "h")
_PLACES: Final = {"<": "before", ">": "after"}


def is_description(text: str) -> bool:
    """Tell whether a text is one that `describe` can return for features of our own.

    Examples
    --------
    >>> is_description("gazetteer TITLE before"), is_description("gazetteer Smith")
    (True, False)
    """
    bare = text.removesuffix(" before").removesuffix(" after")
    if {text, bare} & {"feature", *_REASONS.values()}:
        return True
    reason, _, value = bare.rpartition(" ")
    return reason in {_REASONS[kind] for kind in _VALUED} and (
        value in LABELS or value in Kind.__members__
    )


def describe(feature: str) -> str:
    """Return a description of a feature, without its text.

    Examples
    --------
    >>> describe("<g=TITLEC"), describe("w=smith"), describe(">s=Xx+")
    ('gazetteer TITLE before', 'word', 'shape after')
    """
    bare = feature.lstrip("<>")
    kind, _, value = bare.partition("=")
    reason = _REASONS.get(kind) or _REASONS.get(kind[0], "feature")
    if kind in _VALUED:
        reason = f"{reason} {value[:-1]}"
    place = _PLACES.get(feature[0], "")
    return f"{reason} {place}".rstrip()
