"""Checks of e-mail, web and network addresses and of user names."""

import re
from ipaddress import ip_interface

from textveil.detect.rules.rule import LONGEST, Hit, compiled, valued
from textveil.lexicon.tables.facts import facts

__all__ = ["network_address", "spelled", "user", "web_address"]

_PATH_BEGINS = re.compile(rb"[:/?#]")
_AFTER_AT = re.compile(rb"[A-Za-z0-9\x1f%+'-]@[A-Za-z0-9.-]{0,60}\Z")
_CLOSING = {ord(")"): b"(", ord("]"): b"["}
_TRAILING = b".,;:!?'*\x1f~"
_PLAIN = re.compile(rb"[A-Za-z-]{1,60}\Z")


def web_address(data: bytes, start: int, end: int, *, score: float, reason: str) -> Hit | None:
    """Leave out punctuation that closes the sentence or the bracket around the address.

    Two addresses in one run of characters end where it ends, and the one that begins first is
    never trimmed more than the other: the scanner relies on it, and on every match being accepted.
    """
    body = data[start:end]
    while len(body) > 1:
        last = body[-1]
        if last in _CLOSING:
            if _CLOSING[last] in body:
                break
        elif last not in _TRAILING:
            break
        body = body[:-1]
    skipped = _domain_of_email(data, start, body)
    return Hit(start + skipped, start + len(body), score, ((reason, score),))


def _domain_of_email(data: bytes, start: int, body: bytes) -> int:
    """Return how much of a match is an e-mail domain, which has its own rule."""
    if not start or data[start - 1] not in b"@.-":
        return 0
    path = _PATH_BEGINS.search(body)
    before = data[max(0, start - LONGEST) : start]
    return path.start() if path and _AFTER_AT.search(before) else 0


def network_address(data: bytes, start: int, end: int, *, score: float, reason: str) -> Hit | None:
    """Accept an address of the Internet Protocol, with the length of its prefix or without."""
    try:
        ip_interface(data[start:end].decode("ascii"))
    except ValueError:
        return None
    return Hit(start, end, score, ((reason, score),))


def user(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept any name after a colon; elsewhere a plain word is not accepted."""
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
    return Hit(start, end, score, (("context:before", score),))


def spelled(data: bytes, start: int, end: int, *, language: str) -> Hit | None:
    """Accept an address in words, from its beginning on."""
    parts = data[start:end].split()
    if _is_none(parts[0], language) or _is_none(parts[2], language):
        return None
    # Words before the address are taken for context, though they may be its beginning.
    dot = valued(language, "spelled-sign", ".")
    begun = compiled(rf"(?:\b[A-Za-z0-9]{{1,20}} {dot} ){{1,2}}\z").search(
        data[max(0, start - 64) : start]
    )
    low = start - len(begun[0]) if begun else start
    return Hit(low, end, 0.75, (("form:spelled", 0.5), ("context:before", 0.25)))


def _is_none(value: bytes, language: str) -> bool:
    return facts(language).is_a(value.decode("ascii"), "no-handle")
