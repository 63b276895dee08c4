"""E-mail addresses, web addresses and network addresses."""

import re
from functools import partial
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from textveil.detect.rules.rule import LONGEST, Context, Hit, Rule, accept, valued, words

__all__ = ["rules"]

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"(?:{_LABEL}\.){{1,6}}"
# Opaque characters may stand in a path: leaving out its tail would leave it in the open.
_URL_CHARACTER = r"[^\x00-\x1e\x20<>\"\\^`{|}]"
_TAIL = rf"{_URL_CHARACTER}*"
_PATH = rf"(?::[0-9]{{1,5}})?(?:[/?#]{_TAIL})?"

_PATH_BEGINS = re.compile(rb"[:/?#]")
_AFTER_AT = re.compile(rb"[A-Za-z0-9\x1f%+'-]@[A-Za-z0-9.-]*\Z")
_CLOSING = {ord(")"): b"(", ord("]"): b"["}
_TRAILING = b".,;:!?'*\x1f~"


def _email(data: bytes, start: int, end: int) -> Hit | None:
    """Cut the domain where its last label is a word of letters; leave out dots at the ends."""
    local, _, domain = data[start:end].partition(b"@")
    if b".." in local or local.endswith(b"."):
        return None
    return Hit(start, start + len(local) + 1 + len(domain), 0.95, (("form:address", 0.95),))


def _url(data: bytes, start: int, end: int, score: float, reason: str) -> Hit | None:
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
    """Return how much of a match is the domain of an e-mail address, which has its own rule."""
    if not start or data[start - 1] not in b"@.-":
        return 0
    path = _PATH_BEGINS.search(body)
    before = data[max(0, start - LONGEST) : start]
    return path.start() if path and _AFTER_AT.search(before) else 0


def _ipv4(data: bytes, start: int, end: int) -> Hit | None:
    # More groups on either side: an object identifier or a version, not an address.
    if data[start - 1 : start] in (b".", b"-") or re.match(rb"[.-]?[0-9]", data[end : end + 2]):
        return None
    address, _, prefix = data[start:end].partition(b"/")
    if prefix and int(prefix) > 32:
        return None
    try:
        IPv4Address(address.decode("ascii"))
    except AddressValueError:
        return None
    return Hit(start, end, 0.9, (("range:octets", 0.9),))


def _ipv6(data: bytes, start: int, end: int) -> Hit | None:
    if data[start - 1 : start] in (b":", b".") or data[end : end + 1] == b":":
        return None
    text = data[start:end].decode("ascii")
    groups = [group for group in text.split(":") if group]
    # `a::b` is an address and also a name in a program; digits or a third group tell them apart.
    if len(groups) < 2 or (len(groups) < 3 and not any(c.isdigit() for c in text)):
        return None
    try:
        IPv6Address(text)
    except AddressValueError:
        return None
    return Hit(start, end, 0.9, (("form:groups", 0.9),))


_HEX = "[0-9A-Fa-f]{1,4}"
_OCTETS = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    at, dot = valued(language, "spelled-sign", "@"), valued(language, "spelled-sign", ".")
    return (
        Rule(
            id="email.address",
            label="EMAIL",
            pattern=rf"(?:\b[A-Za-z0-9]|\x1f)[A-Za-z0-9.\x1f%+'-]{{0,99}}@{_HOST}[A-Za-z]{{2,24}}\b",
            check=_email,
        ),
        Rule(
            id="email.spelled",
            label="EMAIL",
            pattern=rf"\b[A-Za-z0-9][A-Za-z0-9.\x1f%+-]{{0,63}} ?[\[({{<]{at}[\])}}>] ?"
            rf"[A-Za-z0-9-]{{1,63}}"
            rf"(?: ?(?:\.|[\[({{<]{dot}[\])}}>]) ?[A-Za-z0-9-]{{2,63}}){{1,3}}\b",
            check=accept(0.8, ("form:spelled", 0.8)),
        ),
        Rule(
            id="url.scheme",
            label="URL",
            pattern=rf"\b{words(language, 'url-scheme')}://{_URL_CHARACTER}{_TAIL}",
            check=partial(_url, score=0.95, reason="form:scheme"),
            ceiling=0.95,
            unbounded=True,
        ),
        Rule(
            id="url.www",
            label="URL",
            pattern=rf"\b(?i:www[0-9]{{0,2}})\.{_HOST}[A-Za-z]{{2,24}}\b{_PATH}",
            check=partial(_url, score=0.8, reason="form:domain"),
            ceiling=0.8,
            unbounded=True,
        ),
        Rule(
            id="url.domain",
            label="URL",
            pattern=rf"\b{_HOST}{words(language, 'top-domain')}\b{_PATH}",
            check=partial(_url, score=0.8, reason="form:domain"),
            ceiling=0.8,
            unbounded=True,
        ),
        Rule(
            id="url.path",
            label="URL",
            pattern=rf"\b{_LABEL}[A-Za-z0-9]\.(?:{_LABEL}\.){{0,5}}[a-z]{{2,6}}/"
            rf"[A-Za-z0-9~\x1f%@-]{_TAIL}",
            check=partial(_url, score=0.8, reason="form:domain"),
            ceiling=0.8,
            unbounded=True,
        ),
        Rule(
            id="ip.v4",
            label="IP",
            pattern=rf"\b{_OCTETS}(?:/[0-9]{{1,2}})?\b",
            check=_ipv4,
            veto=Context(words(language, "version-word"), window=10),
        ),
        Rule(
            id="ip.v6",
            label="IP",
            pattern=rf"\b(?:(?:{_HEX}:){{7}}{_HEX}|(?:{_HEX}:){{1,6}}(?::{_HEX}){{1,6}}"
            rf"|(?:{_HEX}:){{1,6}}(?::{_HEX}){{0,4}}:{_OCTETS})\b|::(?:{_HEX}:){{1,6}}{_HEX}\b"
            rf"|::(?i:ffff):{_OCTETS}\b",
            check=_ipv6,
        ),
    )
