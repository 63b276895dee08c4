"""Dictionary terms: finds the terms of a list in a text, leftmost first, then longest.

In scripts that put spaces between words a term begins and ends where a word does; in scripts that
do not (Chinese, Japanese, Thai) and in Korean, whose particles stick to words, it may begin and end
anywhere. Both follow from one definition: texts and terms are cut into tokens, which are words in
the first case and single characters in the second, and a term stands wherever its tokens stand.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar, Final

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from textveil.detect.propagation.occurrences import Values
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans

__all__ = [
    "IDENTIFIER",
    "QUASI",
    "SOURCE",
    "DictionaryTerms",
    "TermMatcher",
    "tokens_of",
]

SOURCE: Final = "textveil.dictionary.v1"

QUASI: Final = "QUASI"
"""Label of a quasi-identifier: a term that identifies somebody together with others."""

IDENTIFIER: Final = "IDENTIFIER"
"""Label of a term that identifies somebody by itself."""


# Characters that are tokens of their own: a term may begin or end beside each of them.
_ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u3029\u3041-\u3096\u309d-\u30ff"
    "\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f"
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
# Marks that belong to the letter before them, and characters that nobody sees.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963"
    "\u0966-\u0dff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a"
)
_UNSEEN = "\u00ad\u200b-\u200d\u2060\ufeff"
_JAMO = "[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?"
_TOKEN = re.compile(
    f"{_JAMO}|[{_ALONE}][{_MARKS}{_UNSEEN}]*|(?:[^\\W_{_ALONE}]|[{_MARKS}{_UNSEEN}])+|\\s+|."
)
# Other texts need no care about marks, and this is twice as fast.
_ASCII_TOKEN = re.compile(r"[^\W_]+|\s+|.")
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_STRAY = re.compile("^[\u0300-\u036f]{1,60}(?=.)")

_TRAILS = 0x100000 - 0x800
_UNKNOWN = 0


class TermMatcher:
    r"""Finds terms in texts in one pass; the time depends on the text, not on the terms.

    Parameters
    ----------
    terms
        What to look for; each is numbered by its place.
    fold_case
        Whether upper and lower case are the same.
    overlapping
        Whether every match is reported, instead of the leftmost-longest ones.

    Notes
    -----
    Every token of a term gets a code, a text becomes the codes of its tokens, and an Aho-Corasick
    automaton over codes reports the leftmost-longest matches. Matches begin and end with tokens
    because codes do. White space is one token, whatever it consists of; canonically equivalent
    spellings are one token, and invisible characters do not count.

    Examples
    --------
    >>> TermMatcher(["cat", "New York"]).find("A cat in New\n York concatenates")
    [(2, 5, 0), (9, 18, 1)]
    """

    def __init__(
        self, terms: Iterable[str], *, fold_case: bool = False, overlapping: bool = False
    ) -> None:
        self._fold = fold_case
        self._overlapping = overlapping
        rows = [self._keys(tokens_of(term)) for term in terms]
        seen = Counter(token for row in rows for token in row)
        # Frequent tokens get short codes.
        self._codes = _codes([token for token, _ in seen.most_common()])
        self._width = len(next(iter(self._codes.values()), "x"))
        self._unknown = _code(_UNKNOWN, self._width)
        numbers: dict[str, int] = {}
        for number, row in enumerate(rows):
            # Of terms that are the same to the matcher the first counts; one without tokens is
            # found nowhere.
            numbers.setdefault("".join(map(self._codes.__getitem__, row)), number)
        numbers.pop("", None)
        self._numbers = list(numbers.values())
        kind = MatchKind.Standard if overlapping else MatchKind.LeftmostLongest
        # Other tables take time that grows with the square of the longest value.
        self._automaton = AhoCorasick(
            list(numbers), matchkind=kind, implementation=Implementation.ContiguousNFA
        )

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"TermMatcher(terms={len(self)})"

    def find(self, text: str) -> list[tuple[int, int, int]]:
        """Return start, end and number of each match, in order and, unless asked for, disjoint."""
        tokens = tokens_of(text)
        code, unknown = self._codes.get, self._unknown
        coded = "".join([code(token, unknown) for token in self._keys(tokens)])
        matches = self._automaton.find_matches_as_indexes(coded, overlapping=self._overlapping)
        if not matches:
            return []
        starts = list(accumulate(map(len, tokens), initial=0))
        width, numbers = self._width, self._numbers
        return [
            (starts[low // width], starts[high // width], numbers[number])
            for number, low, high in matches
        ]

    def _keys(self, tokens: list[str]) -> list[str]:
        """Return what tokens are compared by."""
        if self._fold:
            return [_key(token.casefold()) for token in tokens]
        return [token if token.isalnum() and token.isascii() else _key(token) for token in tokens]


def tokens_of(text: str) -> list[str]:
    """Cut a text into tokens; joined, they are the text.

    Examples
    --------
    >>> tokens_of("in 東京, ok")
    ['in', ' ', '東', '京', ',', ' ', 'ok']
    """
    return (_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text)


@lru_cache(maxsize=1 << 16)
def _key(token: str) -> str:
    if token.isspace():
        return " "
    # A mark without a letter before it belongs to nothing; the letter after it is still the same.
    seen = _STRAY.sub("", _INVISIBLE.sub("", token))
    return unicodedata.normalize("NFC", seen) or token


def _codes(tokens: list[str]) -> dict[str, str]:
    width = 1 if len(tokens) < _TRAILS else 2
    return {token: _code(number, width) for number, token in enumerate(tokens, _UNKNOWN + 1)}


def _code(number: int, width: int) -> str:
    """Return a code of one character, or of two from separate ranges where one is too few."""
    lead, trail = divmod(number, _TRAILS)
    # Surrogates are no characters.
    last = chr(trail if trail < 0xD800 else trail + 0x800)
    return last if width == 1 else chr(0x100000 + lead) + last


class DictionaryTerms:
    """Find the terms of a dictionary, and those of a list of identifiers.

    Parameters
    ----------
    terms
        Quasi-identifiers: the terms of a dictionary, without those that are to be left readable.
    identifiers
        Terms that identify somebody by themselves, in whatever case. They are found first,
        wherever they stand, inside a longer term of the dictionary too; those with four letters and
        digits or more also in other spellings that a reader takes for the same
        (`textveil.detect.propagation.occurrences`).
    fold_case
        Whether upper and lower case are the same in terms of the dictionary.

    Notes
    -----
    Matches are leftmost-longest (paper 2, section 3.2), at word borders where the script has them:
    first those of identifiers, then those of terms in what lies between. Linear time.

    Examples
    --------
    >>> finder = DictionaryTerms(["NAIST", "data engineering"], ["Suzuki"])
    >>> finder.detect(Document("1", "Suzuki of NAIST likes data engineering."))
    Spans(IDENTIFIER[0,6), QUASI[10,15), QUASI[22,38))
    """

    reach: ClassVar[int | None] = None

    def __init__(
        self, terms: Iterable[str], identifiers: Iterable[str] = (), *, fold_case: bool = False
    ) -> None:
        named = list(dict.fromkeys(identifiers))
        self._named = TermMatcher(named, fold_case=True)
        self._values = Values.of((IDENTIFIER, value) for value in named)
        self._listed = list(terms)
        self._matcher = TermMatcher(self._listed, fold_case=fold_case)

    def __repr__(self) -> str:
        return f"DictionaryTerms(terms={len(self._matcher)}, identifiers={len(self._named)})"

    def find(self, text: str) -> Iterator[tuple[int, int, str | None]]:
        """Yield the place and number of each term, in order; None is an identifier."""
        at = 0
        for start, end in [*self._identifiers(text), (len(text), len(text))]:
            for low, high, number in self._matcher.find(text[at:start]):
                yield at + low, at + high, self._listed[number]
            if start < end:
                yield start, end, None
            at = end

    def _identifiers(self, text: str) -> list[tuple[int, int]]:
        """Return the places of identifiers, in order; overlapping ones are joined."""
        found = [(start, end) for start, end, _ in self._named.find(text)]
        found += ((start, end) for start, end, _ in self._values.occurrences(text))
        joined: list[tuple[int, int]] = []
        for start, end in sorted(found):
            if joined and start < joined[-1][1]:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return joined

    def detect(self, document: Document) -> Spans:
        """Return every term in the text, without overlaps."""
        return Spans(
            Span(start, end, *(_NAMED if term is None else _LISTED))
            for start, end, term in self.find(document.text)
        )


_NAMED = (IDENTIFIER, 1.0, SOURCE, Explanation("dictionary.identifier"))
_LISTED = (QUASI, 1.0, SOURCE, Explanation("dictionary.term"))
