r"""Rules: an expression proposes, a check decides, and words nearby may be needed.

Rules see the ASCII view of the text (`lexicon.tables.folding.fold_ascii`) as bytes: one byte for
each code point, 0x7F for what is not ASCII even after folding, and 0x1F for the underscore, which
the engine would take for a letter: a date in a file name stands between underscores. So ASCII
classes and `\b` suffice, and offsets are those of the view.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import re2

from textveil.errors import FormatError
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold_ascii
from textveil.lexicon.tables.languages import ENGLISH

__all__ = [
    "GAP",
    "LONGEST",
    "Check",
    "Context",
    "Hit",
    "Rule",
    "are_near",
    "choice",
    "compiled",
    "digits_of",
    "engine_options",
    "framed",
    "goes_on",
    "listed",
    "named",
    "part_of",
    "refused_expression",
    "shown",
    "valued",
    "words",
]

GAP = r"(?:[ \t]{1,2}|[ \t]{0,2}\r?\n[ \t]{0,2})"
"""White space inside a value: a blank or two, or one line end."""

LONGEST = 1024
"""No rule that is bounded matches more characters."""

NOWHERE = r"[^\s\S]"
"""Matches nothing: what stands for the words of a role that a language does not have."""

_SHORT = re.compile("[A-Z]{2,4}")

Reason = tuple[str, float]


class Hit(NamedTuple):
    """A passage that a check accepts: it lies inside the match, and may be shorter."""

    start: int
    end: int
    score: float
    reasons: tuple[Reason, ...] = ()


def shown(text: str) -> bytes:
    r"""Return the ASCII view that rules search.

    Examples
    --------
    >>> shown("scan_2016")
    b'scan\x1f2016'
    """
    return text.encode("ascii").replace(b"_", b"\x1f")


Check = Callable[[bytes, int, int], Hit | None]


def engine_options() -> Any:
    """Return how every expression is compiled: for bytes, leftmost-longest."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.longest_match = True
    options.log_errors = False
    # The automaton of all rules together is built lazily and should never be thrown away.
    options.max_mem = 256 << 20
    return options


@lru_cache(maxsize=512)
def compiled(pattern: str) -> Any:
    """Compile an expression for bytes, leftmost-longest, in linear time (RE2)."""
    return re2.compile(pattern.encode("ascii"), engine_options())


def refused_expression(where: str) -> FormatError:
    """Return the error for an expression that the engine refuses."""
    hint = "write it in the syntax of RE2, with ASCII characters"
    return FormatError("the engine refuses the expression", where=where, hint=hint)


def choice(found: Iterable[str]) -> str:
    """Return an expression (one group) for any of these words.

    A word in small letters is found in any case; one with capitals as it stands or all in capitals,
    and one all in capitals with full stops too. A blank stands for a blank, a hyphen or a line end,
    with a full stop before it or not.

    Examples
    --------
    >>> known = compiled(choice(["tel no", "Drive", "MD"]))
    >>> [bool(known.fullmatch(text)) for text in (b"Tel. No", b"DRIVE", b"drive", b"M.D")]
    [True, True, False, True]
    """
    small, exact = set(), set()
    for word in found:
        plain = word if word.isascii() else fold_ascii(word).text
        if plain == plain.lower():
            small.add(_expression(plain))
        else:
            exact |= {_expression(plain), _expression(plain.upper())}
    choices = [f"(?i:{'|'.join(sorted(small))})"] if small else []
    return f"(?:{'|'.join([*choices, *sorted(exact)]) or NOWHERE})"


def _expression(word: str) -> str:
    if _SHORT.fullmatch(word):
        return r"\.?".join(word)
    # The text shows an underscore as a sign that is no letter; see `shown`.
    return re.escape(word).replace("\\ ", r"\.?[ \n-]").replace("_", r"\x1f")


@cache
def words(language: str, *roles: str) -> str:
    """Return an expression for the words of a language that have one of these roles."""
    return choice(facts(language).words(*roles))


@cache
def valued(language: str, role: str, *values: str) -> str:
    """Return an expression for the words that have a role with one of these values.

    Examples
    --------
    >>> bool(compiled(valued("en", "named-number", "ssn")).fullmatch(b"Social Security"))
    True
    """
    known = facts(language).values(role).items()
    return choice(word for word, value in known if value in values)


def named(language: str, *kinds: str) -> str:
    """Return an expression for the names of these kinds of numbers."""
    return valued(language, "named-number", *kinds)


@dataclass(frozen=True, slots=True)
class Context:
    """Words near a candidate.

    Attributes
    ----------
    words
        Expression for the words, without regard to case; word borders are added.
    window
        How many characters before (or after) the candidate are looked at.
    weight
        What finding one adds to the score.
    required
        Whether a candidate without one is dropped. Where words are required on both sides of it,
        those on one side suffice.
    """

    words: str
    window: int = 32
    weight: float = 0.1
    required: bool = False

    def near(self, data: bytes, start: int, end: int) -> bool:
        """Tell whether one of the words touches `[start, end)` of the data."""
        return are_near(self.words, data, start, end)


def are_near(words: str, data: bytes, start: int, end: int) -> bool:
    """Tell whether a word that an expression describes touches `[start, end)` of the data."""
    low, high = max(start, 0), min(end, len(data))
    # The engine looks past both ends for word borders, so words are not cut short.
    return low <= high and _bordered(words).search(data, low, high) is not None


@cache
def _bordered(words: str) -> Any:
    return compiled(rf"(?i:\b(?:{words})\b)")


@lru_cache(maxsize=1 << 14)
def part_of(match: bytes, pattern: str) -> tuple[int, int] | None:
    """Return where the group that takes part stands in a match; None if the pattern misses it.

    The same words lead up to the same values again and again, so that many answers are known.

    Examples
    --------
    >>> part_of(b"in 2016", "in (?P<value>[0-9]{4})|(?P<other>[0-9]{2})")
    (3, 7)
    """
    parts = compiled(pattern).fullmatch(match)
    if parts is None:
        return None
    return next((parts.span(at) for at in range(1, parts.re.groups + 1) if parts[at]), None)


def digits_of(value: bytes) -> str:
    """Return the digits of a value.

    Examples
    --------
    >>> digits_of(b"12-3 A")
    '123'
    """
    return "".join(chr(byte) for byte in value if 48 <= byte <= 57)


_GOES_ON = re.compile(rb"[-./:,][0-9]|%")


def goes_on(data: bytes, start: int, end: int) -> bool:
    """Tell whether a candidate is part of a longer number, an amount or a share.

    Examples
    --------
    >>> goes_on(b"1.234", 2, 5), goes_on(b"$12", 1, 3), goes_on(b"12, 13", 0, 2)
    (True, True, False)
    """
    before = data[max(0, start - 2) : start]
    if before[-1:] == b"$" or (before[-1:] in b"-./:," and before[:1].isdigit()):
        return True
    return _GOES_ON.match(data, end) is not None


def listed(data: bytes, start: int, opening: str, item: str, language: str = ENGLISH) -> bool:
    """Tell whether a list leads from an opening word, over items like this one, to a place.

    Parameters
    ----------
    opening, item
        Expressions for the word before the first item, with what parts them, and for an item.
    language
        The language of the words between items.
    """
    low = max(0, start - LONGEST // 2)
    return _list(opening, item, language).search(data[low:start]) is not None


@cache
def _list(opening: str, item: str, language: str) -> Any:
    joint, lead = words(language, "list-joint"), words(language, "list-lead")
    between = rf"(?:[,;] ?|,?[ \n]{joint}[ \n](?:{lead} )?|-)"
    return compiled(rf"\b(?i:{opening})(?:(?:{item}){between}){{1,64}}\z")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which a kind of value is written.

    Attributes
    ----------
    id
        Name for explanations: `family.form`.
    label
        What the value is.
    pattern
        RE2 expression. It matches at most `LONGEST` characters, so that trying every start still
        takes linear time, unless the rule is `unbounded`.
    check
        Decides about a match, and may shorten it.
    before, after
        Words that support the candidate from either side.
    veto
        Words before the candidate that speak against it: `ISBN` before a number.
    ceiling
        No score is higher; a rule that cannot reach the minimum asked for is not run.
    unbounded
        Whether matches may be of any length. Such a rule accepts every match with a score of
        `ceiling`, and of two matches that overlap the one that begins first reaches as far.
    where
        File and line that say the rule, for errors.
    """

    id: str
    label: str
    pattern: str
    check: Check
    before: Context | None = None
    after: Context | None = None
    veto: Context | None = None
    ceiling: float = 1.0
    unbounded: bool = False
    where: str = ""

    @property
    def has_context(self) -> bool:
        """Whether words around a candidate matter."""
        return not (self.before is None and self.after is None and self.veto is None)

    def judge(self, data: bytes, start: int, end: int) -> Hit | None:
        """Return the accepted part of a match `[start, end)`; None if it is refused."""
        if self.veto and self.veto.near(data, start - self.veto.window, start):
            return None
        extra: list[Reason] = []
        wanted = supported = False
        for side, context in (("before", self.before), ("after", self.after)):
            if context is None:
                continue
            wanted = wanted or context.required
            low = start - context.window if side == "before" else end
            if context.near(data, low, low + context.window):
                extra.append((f"context:{side}", context.weight))
                supported = supported or context.required
        if wanted and not supported:
            return None
        hit = self.check(data, start, end)
        if hit is None or not extra:
            return hit
        score = min(1.0, hit.score + sum(weight for _, weight in extra))
        reasons = sorted((*hit.reasons, *extra), key=lambda reason: -reason[1])
        return hit._replace(score=round(score, 3), reasons=tuple(reasons))


def framed(name: str, label: str, pattern: str, check: Check, veto: Context | None = None) -> Rule:
    """Return a rule whose value is a part of the match.

    Parameters
    ----------
    name
        The rule's id.
    label
        What the value is.
    pattern
        Expression with the groups `(?P<value>…)` or `(?P<other>…)`, one of which takes part.
    check
        Decides about the value alone.
    veto
        Words before the match that speak against it.
    """
    # Groups would make the union of all rules slower.
    plain = pattern.replace("(?P<value>", "(?:").replace("(?P<other>", "(?:")
    decide = partial(_inside, pattern=pattern, check=check)
    return Rule(name, label, plain, decide, veto=veto)


def _inside(data: bytes, start: int, end: int, pattern: str, check: Check) -> Hit | None:
    part = part_of(data[start:end], pattern)
    return None if part is None else check(data, start + part[0], start + part[1])
