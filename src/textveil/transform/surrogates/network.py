"""Mail addresses, user names, web addresses and network addresses that reach nobody."""

import re
from dataclasses import replace
from functools import cache
from ipaddress import IPv4Address, IPv4Network, ip_address
from random import Random
from typing import Final

from textveil.lexicon.folding import fold, squeeze_text
from textveil.lexicon.places import us_places
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.handles import draw_word, handle_cuts, rewrite_handle
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.names import make_persona
from textveil.transform.surrogates.organization_words import is_type
from textveil.transform.surrogates.shapes import bare, cased, draw_alike, fill, lengthened
from textveil.values.person import Person

__all__ = ["FREE_MAIL", "Emails", "Ips", "Urls", "Usernames"]

_FREE_MAIL_WORDS: Final = (
    "gmail.com googlemail.com yahoo.com ymail.com yahoo.co.uk yahoo.fr yahoo.de hotmail.com"
    " hotmail.co.uk hotmail.fr outlook.com live.com msn.com aol.com icloud.com me.com mac.com"
    " comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net"
    " gmx.de gmx.net gmx.com web.de t-online.de orange.fr wanadoo.fr free.fr libero.it mail.ru"
    " yandex.ru qq.com 163.com protonmail.com proton.me fastmail.com mail.com zoho.com"
)
FREE_MAIL: Final = frozenset(_FREE_MAIL_WORDS.split())
"""Domains at which anybody has an address, so that they tell nothing and stay."""


def _fold(value: str) -> str:
    return fold(value).text.casefold().strip()


def _owner(handle: str, setting: Setting) -> tuple[Persona, tuple[str, str], int]:
    """Return the fake person behind a handle, the real names where known, and the attempt.

    A person who is made up for the handle alone changes with every attempt; one who has a name
    elsewhere stays, and the handle gets a number instead.
    """
    known = setting.person
    real = (known.given, known.family) if known else ("", "")
    if setting.persona is not None:
        return setting.persona, real, setting.attempt
    who = known or Person(middle=squeeze_text(handle))
    return make_persona(replace(setting.of(who), attempt=setting.attempt)), real, 0


@cache
def _host_words() -> tuple[str, ...]:
    names = {_fold(place.city).replace(" ", "") for place in us_places()[:6000]}
    return tuple(sorted(name for name in names if name.isalpha() and name.isascii()))


def _fake_domain(domain: str, setting: Setting, attempt: int = 0) -> str:
    """Return another domain, the same for one domain in a scope.

    It is one that nobody can register (RFC 2606); with the option `invented_domains` a made-up
    one under the ending of the real one, which may be somebody's.
    """
    key = _fold(domain)
    if key in FREE_MAIL and not setting.options.get("replace_free_mail", False):
        return domain
    rng = setting.draw.rng("domain", setting.scope, key, str(attempt))
    if setting.options.get("invented_domains", False) and not _RESERVED.search(key):
        return cased(_invented(key, rng), domain)
    word = rng.choice(_host_words())
    ending = key.rpartition(".")[2]
    tail = f"example.{ending}" if ending in ("com", "net", "org") else "example"
    return cased(f"{word}.{tail}", domain)


_RESERVED: Final = re.compile(r"(?:^|\.)(?:example(?:\.[a-z]+)?|test|invalid|localhost)$")
_SERVERS_WORDS: Final = (
    "www web mail smtp imap pop mx ftp vpn portal intranet my app apps api m en de fr login secure"
    " email webmail server host cloud shop blog news dev test account accounts auth calendar cdn"
    " docs drive files forum help id img meet static status store support wiki"
)
_SERVERS: Final = frozenset(_SERVERS_WORDS.split())
"""Parts of a host that say what it serves."""
_ENDINGS_WORDS: Final = "co com org net ac gov edu or ne go nhs sch"
_ENDINGS: Final = frozenset(_ENDINGS_WORDS.split())
"""Last parts but one that belong to the ending: co.uk."""


def _invented(key: str, rng: Random) -> str:
    """Return a host with other words in its parts; servers, hyphens and the ending stay."""
    parts = key.split(".")
    if len(parts) == 1:
        return key if key == "localhost" else _host_part(key, rng)
    last = len(parts) - (2 if len(parts) > 2 and parts[-2] in _ENDINGS else 1)
    inside = [part if part in _SERVERS else _host_part(part, rng) for part in parts[:last]]
    return ".".join((*inside, *parts[last:]))


def _host_part(part: str, rng: Random) -> str:
    """Return another name in a part of a host; words behind it that say what it is stay."""
    kept = _kept_tail(part)
    head = part[: len(part) - len(kept)]
    for _ in range(5):
        owner = Persona(rng.choice(_host_words()), "", rng.choice(_host_words()))
        made = rewrite_handle(head, owner, ("", ""), rng, 0)
        if made != head:
            return made + kept
    return rng.choice(_host_words()) + kept


def _kept_tail(part: str) -> str:
    """Return the everyday word that ends a part: `-foods`, `law`."""
    cuts = handle_cuts(part)
    tail = part[cuts[-1] :] if cuts else ""
    return (
        part[len(part[: cuts[-1]].rstrip("-_")) :]
        if tail and (_stays(tail) or is_type(tail))
        else ""
    )


_SPELLED: Final = re.compile(r"(?i)\s+(at|dot)\s+")


class Emails:
    """Make mail addresses: the fake person's name in the pattern of the real one.

    Domains at which anybody has an address stay (option `replace_free_mail`: they do not); others
    become domains under `example`, which nobody can register.
    """

    labels: frozenset[str] = frozenset({"EMAIL"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address in small letters, spelled-out signs as signs."""
        signs = {"at": "@", "dot": "."}
        return _SPELLED.sub(lambda found: signs[found.group(1).lower()], _fold(value))

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same pattern."""
        local, sign, domain = value.rpartition("@")
        if not sign:
            return self._spelled(value, label, setting)
        persona, real, attempt = _owner(local, setting)
        rng = setting.draw.rng(
            "email", setting.scope, self.canonical(value, label), str(setting.attempt)
        )
        while True:
            fake = rewrite_handle(local, persona, real, rng, attempt)
            # A desk keeps its name (info@), so that only the domain can differ.
            again = setting.attempt if fake == local else 0
            whole = f"{fake}@{_fake_domain(domain, setting, again)}"
            if _fold(whole) != _fold(value):
                return whole
            attempt += 1

    def _spelled(self, value: str, label: str, setting: Setting) -> str:
        written = self.canonical(value, label)
        if "@" not in written:
            return Usernames().make(value, label, setting)
        words = _SPELLED.split(value)
        at, dot = (
            next((word for word in words[1::2] if word.lower() == sign), sign)
            for sign in ("at", "dot")
        )
        fake = self.make(written, label, setting)
        return fake.replace(".", f" {dot} ").replace("@", f" {at} ")


class Usernames:
    """Make user names: the fake person's name, digits and everyday words, in the same pattern."""

    labels: frozenset[str] = frozenset({"USERNAME"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the name in small letters, without the sign before it."""
        return _fold(value).removeprefix("@")

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a user name of the same pattern."""
        persona, real, attempt = _owner(value, setting)
        rng = setting.draw.rng(
            "username", setting.scope, self.canonical(value, label), str(setting.attempt)
        )
        while True:
            fake = rewrite_handle(value, persona, real, rng, attempt)
            if _fold(fake) != _fold(value):
                return fake
            attempt += 1


_URL: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*://|//)?(?P<user>[^/@?#\s]*@)?(?P<www>(?i:www[0-9]?\.))?"
    r"(?P<host>[^/:?#\s]*)(?P<port>:[0-9]+)?(?P<rest>[\s\S]*)"
)
_MAILTO: Final = "mailto:"
_PATH_WORDS: Final = frozenset(("html", "htm", "php", "asp", "aspx", "jsp", "pdf", "id", "www"))
_PATH_WORD: Final = re.compile(r"[^\W\d_]+|[0-9]+")
_MOST_COMMON: Final = 7
_PATH_PART: Final = re.compile(r"[^/?&=#:;,\s]*[^\W_][^/?&=#:;,\s]*")


class Urls:
    """Make web addresses: scheme, port and the shape of the path stay, the host reaches nobody.

    Words of the path that are everyday words stay; names, codes and numbers are replaced.
    """

    labels: frozenset[str] = frozenset({"URL"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address without scheme, `www.` and a closing slash, in small letters."""
        bare_text = re.sub(r"^(?:[a-z][a-z0-9+.-]*:)?//", "", _fold(value))
        return bare_text.removeprefix("www.").rstrip("/")

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same shape."""
        if value[: len(_MAILTO)].lower() == _MAILTO:
            return value[: len(_MAILTO)] + Emails().make(value[len(_MAILTO) :], label, setting)
        found = _URL.fullmatch(value)
        key = self.canonical(value, label)
        rng = setting.draw.rng("url", setting.scope, key, str(setting.attempt))
        if found is None:
            return fill(value, draw_alike(bare(value), rng))
        user = f"{draw_word(found['user'][:-1], rng)}@" if found["user"] else ""
        host = _fake_host(found["host"], setting)
        rest = _PATH_PART.sub(lambda part: _path_part(part.group(), setting, rng), found["rest"])
        pieces = (found["scheme"], user, found["www"], host, found["port"], rest)
        return "".join(piece or "" for piece in pieces)


def _fake_host(host: str, setting: Setting) -> str:
    try:
        ip_address(host)
    except ValueError:
        moved = replace(setting, options={**setting.options, "replace_free_mail": True})
        return _fake_domain(host, moved, setting.attempt)
    return Ips().make(host, "IP", setting)


def _path_part(part: str, setting: Setting, rng: Random) -> str:
    """Return a part of a path: everyday words stay, numbers and names do not."""
    words = _PATH_WORD.findall(part)
    if all(word.isdecimal() or _stays(word) for word in words):
        return _PATH_WORD.sub(lambda word: _path_word(word.group(), rng), part)
    persona, real, _ = _owner(part, setting)
    for attempt in range(9):
        fake = rewrite_handle(part, persona, real, rng, attempt)
        if _fold(fake) != _fold(part):
            return fake
    return fake


def _stays(word: str) -> bool:
    facts = look_up(word)
    everyday = facts.common > 2 and facts.kinds & Kind.WORD and not facts.kinds & Kind.PROPER
    # A word that is a name too may be somebody's, however common it is.
    named = max(facts.female, facts.male, facts.surname) > 2 and facts.common < _MOST_COMMON
    return word.lower() in _PATH_WORDS or bool(everyday and not named)


def _path_word(word: str, rng: Random) -> str:
    return fill(word, draw_alike(word, rng)) if word.isdecimal() else word


_RANGES: Final = (
    # Documentation (RFC 5737), benchmarks (RFC 2544), and what was never given out (RFC 1112).
    ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
    ("198.18.0.0/15",),
    ("240.0.0.0/5",),
)
_PRIVATE: Final = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
_V4: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_V6: Final = re.compile(r"[0-9A-Fa-f:]*:[0-9A-Fa-f:]*")


class Ips:
    """Make network addresses of ranges that no machine on the Internet has.

    IPv4: the 768 addresses for documentation; when those run short, the range for benchmarks, then
    one that was never given out. An address of a private network stays in its range. IPv6:
    2001:db8::/32 (RFC 3849).
    """

    labels: frozenset[str] = frozenset({"IP"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address in its shortest form."""
        try:
            return str(ip_address(value.strip("[]")))
        except ValueError:
            return _fold(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same kind and writing; ports and masks stay."""
        rng = setting.draw.rng(
            "ip", setting.scope, self.canonical(value, label), str(setting.attempt)
        )
        for _ in range(100):
            fake, changed = _V4.subn(lambda found: _v4(found.group(), setting, rng), value, count=1)
            if not changed:
                fake, changed = _V6.subn(lambda found: _v6(found.group(), rng), value, count=1)
            if changed and self.canonical(fake, label) != self.canonical(value, label):
                return fake
        # No address at all: another one of its shape, or a longer one.
        fake = lengthened(fill(value, draw_alike(bare(value), rng)), setting.attempt, rng)
        return fake if _fold(fake) != _fold(value) else lengthened(fake, 80, rng)


def _v4(real: str, setting: Setting, rng: Random) -> str:
    ranges = _RANGES[min(setting.attempt // 12, len(_RANGES) - 1)]
    try:
        address = IPv4Address(real)
    except ValueError:
        address = None
    for private in _PRIVATE:
        if address is not None and address in IPv4Network(private):
            ranges = (private,)
    network = IPv4Network(rng.choice(ranges))
    return str(network[rng.randrange(1, network.num_addresses - 1)])


def _v6(real: str, rng: Random) -> str:
    head, gap, tail = real.partition("::")
    groups = [group for group in (head if not gap else tail).split(":") if group]
    count = len(groups) - 2 if not gap else max(1, len(groups))
    drawn = [f"{rng.randrange(1, 65536):x}" for _ in range(max(1, min(6, count)))]
    fake = f"2001:db8{'::' if gap else ':'}{':'.join(drawn)}"
    return fake.upper() if real.isupper() else fake
