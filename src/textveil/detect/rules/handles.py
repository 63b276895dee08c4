"""User names, and e-mail addresses that are spelled out."""

import re
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Hit, Rule, compiled, valued, words
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_NAME = r"[A-Za-z0-9][A-Za-z0-9.\x1f-]{1,38}[A-Za-z0-9\x1f]"
_PLAIN = re.compile(rb"[A-Za-z-]+\Z")


def _handle(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a handle that does not belong to an e-mail address or a program."""
    if start and (chr(data[start - 1]).isalnum() or data[start - 1] in b".@/\x1f%+#-"):
        return None
    if re.match(rb"[@(]|\.[A-Za-z]", data[end : end + 2]):
        return None
    return Hit(start, end, 0.6, (("form:handle", 0.6),))


def _user(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """After a colon any name will do; elsewhere it must not be a plain word."""
    value = data[start:end]
    if _is_none(value, language) or data[end : end + 1] == b"@":
        return None
    marked = data[start - 2 : start - 1] in (b":", b"=") or data[start - 1 : start] in (
        b":",
        b"=",
        b"@",
    )
    if _PLAIN.match(value) and not marked:
        return None
    return Hit(start, end, 0.75, (("context:before", 0.75),))


def _spelled(data: bytes, start: int, end: int, language: str) -> Hit | None:
    parts = data[start:end].split()
    if _is_none(parts[0], language) or _is_none(parts[2], language):
        return None
    # Words before the address are taken for context, though they may be its beginning.
    dot = valued(language, "spelled-sign", ".")
    begun = compiled(rf"(?:\b[A-Za-z0-9]{{1,20}} {dot} ){{1,2}}\z").search(data[:start][-64:])
    low = start - len(begun[0]) if begun else start
    return Hit(low, end, 0.75, (("form:spelled", 0.5), ("context:before", 0.25)))


def _is_none(value: bytes, language: str) -> bool:
    return facts(language).is_a(value.decode("ascii"), "no-handle")


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    at, dot = valued(language, "spelled-sign", "@"), valued(language, "spelled-sign", ".")
    return (
        framed(
            "username.words",
            "USERNAME",
            rf"\b{words(language, 'handle-word')}"
            rf"(?: ?[:=] ?| (?:{words(language, 'value-link')} )?)@?(?P<value>{_NAME})",
            partial(_user, language=language),
        ),
        Rule(
            id="username.handle",
            label="USERNAME",
            pattern=r"@[A-Za-z][A-Za-z0-9\x1f]{1,38}\b",
            check=_handle,
        ),
        framed(
            "email.words",
            "EMAIL",
            rf"\b{words(language, 'mail-word')}[ :]{{1,2}}(?:[A-Za-z]{{1,12}}[ :,]{{1,2}}){{0,4}}"
            rf"(?P<value>[A-Za-z0-9][A-Za-z0-9.\x1f-]{{0,40}}(?: {dot} [A-Za-z0-9]{{1,20}}){{0,2}}"
            rf" {at} "
            rf"[A-Za-z0-9-]{{2,40}}(?: {dot} [A-Za-z0-9-]{{2,20}}){{0,2}} {dot} "
            rf"{words(language, 'top-domain', 'second-domain')})\b",
            partial(_spelled, language=language),
        ),
    )
