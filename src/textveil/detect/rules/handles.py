"""User names, and e-mail addresses that are spelled out."""

import re

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Hit, Rule

__all__ = ["rules"]

_NAME = r"[A-Za-z0-9][A-Za-z0-9.\x1f-]{1,38}[A-Za-z0-9\x1f]"
_WORDS = (
    r"user ?names?|user[ -]?ids?|user|log[ -]?in(?: (?:name|id))?|log[ -]?on(?: id)?|logged in as"
    r"|screen ?name|handle"
    r"|account name|gamertag|skype(?: id)?|twitter|instagram|snapchat|github|telegram|aim"
)
_DOTTED = re.compile(rb"(?i)(?:\b[a-z0-9]{1,20} dot ){1,2}\Z")
_PLAIN = re.compile(rb"[A-Za-z-]+\Z")
_STOP = frozenset(
    b"the a an is and or of in on to for at it who required page name not none unknown n/a".split()
)


def _handle(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a handle that does not belong to an e-mail address or a program."""
    if start and (chr(data[start - 1]).isalnum() or data[start - 1] in b".@/\x1f%+#-"):
        return None
    if re.match(rb"[@(]|\.[A-Za-z]", data[end : end + 2]):
        return None
    return Hit(start, end, 0.6, (("form:handle", 0.6),))


def _user(data: bytes, start: int, end: int) -> Hit | None:
    """After a colon any name will do; elsewhere it must not be a plain word."""
    value = data[start:end]
    if value.lower() in _STOP or data[end : end + 1] == b"@":
        return None
    marked = data[start - 2 : start - 1] in (b":", b"=") or data[start - 1 : start] in (
        b":",
        b"=",
        b"@",
    )
    if _PLAIN.match(value) and not marked:
        return None
    return Hit(start, end, 0.75, (("context:before", 0.75),))


def _spelled(data: bytes, start: int, end: int) -> Hit | None:
    words = data[start:end].lower().split()
    if words[0] in _STOP or words[2] in _STOP:
        return None
    # Words before the address are taken for context, though they may be its beginning.
    begun = _DOTTED.search(data, max(0, start - 64), start)
    low = begun.start() if begun else start
    return Hit(low, end, 0.75, (("form:spelled", 0.5), ("context:before", 0.25)))


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        framed(
            "username.words",
            "USERNAME",
            rf"\b(?i:{_WORDS})(?: ?[:=] ?| (?:(?i:is|was|of) )?)@?(?P<value>{_NAME})",
            _user,
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
            r"\b(?i:e-?mail(?:s|ed)?|mail|contact|write|reach|send|sent)[ :]{1,2}(?:[A-Za-z]{1,12}"
            r"[ :,]{1,2}){0,4}"
            r"(?P<value>[A-Za-z0-9][A-Za-z0-9.\x1f-]{0,40}(?: (?i:dot) [A-Za-z0-9]{1,20}){0,2} (?i:at) "
            r"[A-Za-z0-9-]{2,40}(?: (?i:dot) [A-Za-z0-9-]{2,20}){0,2} (?i:dot) "
            r"(?i:com|org|net|edu|gov|info|io|co|uk|de|fr|ca|au|eu|nl|ch))\b",
            _spelled,
        ),
    )
