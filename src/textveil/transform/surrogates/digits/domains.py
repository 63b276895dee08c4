"""Domains: hosts that reach nobody, and which words of a web address may stay."""

from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.geography.place_lists import us_places
from textveil.lexicon.people.likeness import is_like
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import Kind, look_up
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.organizations.pieces import is_generic
from textveil.transform.surrogates.persons.handles import handle_cuts, rewrite_handle
from textveil.transform.surrogates.shapes import cased

__all__ = ["fake_domain", "stays"]

_MOST_COMMON: Final = 7
_TRIES: Final = 200
_REGISTERED: Final = ("com", "net", "org")
"""Endings under which `example` is reserved."""


@cache
def _host_words() -> tuple[str, ...]:
    names = (fold(place.city).text.casefold().replace(" ", "") for place in us_places()[:6000])
    return tuple(sorted({name for name in names if name.isalpha() and name.isascii()}))


def fake_domain(domain: str, setting: Setting, attempt: int = 0) -> str:
    """Return another domain, the same for one domain in a scope.

    It is one that nobody can register (RFC 2606); with the option `invented_domains` a made-up
    one under the ending of the real one, which may be somebody's.
    """
    key, known = fold(domain).text.casefold().strip(), facts(setting.language)
    free = key in known.values("free-mail")
    if free and not setting.options.get("replace_free_mail", False):
        return domain
    rng = setting.draw.rng("domain", setting.scope, key, str(attempt))
    parts = key.split(".")
    reserved = any(part in known.values("reserved-domain") for part in parts[-2:])
    if setting.options.get("invented_domains", False) and not reserved:
        return cased(".".join(_invented(parts, rng, setting.language)), domain)
    tail = f"example.{parts[-1]}" if parts[-1] in _REGISTERED else "example"
    hosts = (f"{rng.choice(_host_words())}.{tail}" for _ in range(_TRIES))
    host = next(one for one in hosts if not is_like(one, key, "URL", language=setting.language))
    return cased(host, domain)


def _invented(parts: list[str], rng: Random, language: str) -> list[str]:
    """Return a host with other words in its parts; servers, hyphens and the ending stay."""
    if len(parts) == 1:
        return [_host_part(parts[0], rng, language)]
    known = facts(language)
    double = len(parts) > 2 and known.is_a(parts[-2], "domain-ending")
    last = len(parts) - (2 if double else 1)
    return [
        part if at >= last or known.is_a(part, "server-name") else _host_part(part, rng, language)
        for at, part in enumerate(parts)
    ]


def _host_part(part: str, rng: Random, language: str) -> str:
    """Return another name in a part of a host; words behind it that say what it is stay."""
    kept = _kept_tail(part, language)
    head = part[: len(part) - len(kept)]
    for _ in range(_TRIES):
        owner = Persona(rng.choice(_host_words()), "", rng.choice(_host_words()))
        made = rewrite_handle(head, owner, ("", ""), rng, 0, language=language)
        if not is_like(made, head, "URL", language=language) and made != head:
            return made + kept
    return rng.choice(_host_words()) + kept


def _kept_tail(part: str, language: str) -> str:
    """Return the everyday word that ends a part: `-foods`, `law`."""
    cuts = handle_cuts(part, language=language)
    if not cuts:
        return ""
    tail = part[cuts[-1] :]
    kept = stays(tail, language=language) or is_generic(tail, language=language)
    return part[len(part[: cuts[-1]].rstrip("-_")) :] if kept else ""


def stays(word: str, *, language: str = "en") -> bool:
    """Tell whether a word of an address is an everyday word that is nobody's name.

    Examples
    --------
    >>> stays("about"), stays("html"), stays("kowalczyk")
    (True, True, False)
    """
    known = look_up(word)
    everyday = known.common > 2 and known.kinds & Kind.WORD and not known.kinds & Kind.PROPER
    # A word that is a name too may be somebody's, however common it is.
    named = max(known[:3]) > 2 and known.common < _MOST_COMMON
    return facts(language).is_a(word, "path-word") or bool(everyday and not named)
