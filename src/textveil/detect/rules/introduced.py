"""Values inside a longer match: after the words that introduce them, or between other words."""

from collections.abc import Callable
from functools import partial

from textveil.detect.rules.rule import Check, Context, Hit, Rule, part_of, words

__all__ = ["VALUE", "Worth", "digits_of", "framed", "introduced", "number", "with_digits"]

VALUE = (
    r"(?:[A-Za-z]{1,5}[-/]?|[A-Z]{1,3} )?[0-9][0-9A-Za-z]{0,19}(?:[-/.][0-9A-Za-z]{1,12}){0,4}"
    r"(?:-?\r?\n[0-9]{2,10})?|[0-9]{2,5}(?: [0-9]{2,5}){1,4}"
)
"""Letters and digits in groups, over one line end."""

Worth = Callable[[bytes], float]


def number(language: str) -> str:
    """Return an expression for the word *number* and its sign."""
    return rf"(?:{words(language, 'number-word')}|#)"


def digits_of(value: bytes) -> str:
    """Return the digits of a value.

    Examples
    --------
    >>> digits_of(b"12-3 A")
    '123'
    """
    return "".join(chr(byte) for byte in value if 48 <= byte <= 57)


def with_digits(value: bytes, least: int, score: float = 0.85) -> float:
    """Score a value that has enough digits, 0 otherwise.

    Examples
    --------
    >>> with_digits(b"A12", 3), with_digits(b"A123", 3)
    (0.0, 0.85)
    """
    return score if len(digits_of(value)) >= least else 0.0


def _inside(data: bytes, start: int, end: int, pattern: str, check: Check) -> Hit | None:
    part = part_of(data[start:end], pattern)
    return None if part is None else check(data, start + part[0], start + part[1])


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


def _worthy(data: bytes, start: int, end: int, worth: Worth) -> Hit | None:
    if data[end : end + 1] in (b"%", b"@"):
        return None
    score = worth(data[start:end])
    return Hit(start, end, score, (("context:before", score),)) if score else None


def introduced(
    language: str,
    name: str,
    label: str,
    before: str,
    worth: Worth,
    value: str = VALUE,
    joined: str = "",
) -> Rule:
    """Return a rule for values after certain words.

    Parameters
    ----------
    language
        The language of what stands between words and value: a blank, a colon, an *is*, a line end.
    name
        The rule's id.
    label
        What the value is.
    before
        Expression for the words.
    worth
        Scores a value; 0 refuses it.
    value
        Expression for the value, with regard to case.
    joined
        Expression for a value that follows at once: "MRN12345".
    """
    link = (
        r"(?:[ \t.:#=]{1,6}(?:\r?\n[ \t]{0,4})?|\r?\n[ \t]{0,4})"
        rf"(?:{words(language, 'value-link')}[ \t:]{{1,2}})?#?"
    )
    tail = f"|(?P<other>{joined})" if joined else ""
    pattern = rf"\b{before}(?:{link}(?P<value>{value}){tail})\b"
    return framed(name, label, pattern, partial(_worthy, worth=worth))
