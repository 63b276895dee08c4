"""Mail addresses, user names and web addresses that reach nobody."""

import re
from dataclasses import replace
from functools import cache
from ipaddress import ip_address
from random import Random
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.transform.surrogates.digits.domains import fake_domain
from textveil.transform.surrogates.digits.ips import Ips
from textveil.transform.surrogates.maker import Maker, Persona, Setting
from textveil.transform.surrogates.persons.handles import draw_word, rewrite_handle
from textveil.transform.surrogates.persons.names import make_persona
from textveil.transform.surrogates.shapes import bare, draw_alike, fill
from textveil.values.person import Person

__all__ = ["Emails", "Urls", "Usernames"]


_UNNUMBERED: Final = 8
"""Attempts for a handle of nobody's before it gets a number."""


def _fold(value: str) -> str:
    return fold(value).text.casefold().strip()


def _owner(handle: str, setting: Setting) -> tuple[Persona, tuple[str, str], int]:
    """Return the fake person behind a handle, the real names where known, and the attempt.

    A person who is made up for the handle alone changes with every attempt, and after a few of
    them the handle gets a number, too: of short words there are few. One who has a name elsewhere
    stays, and the handle gets a number at once.
    """
    known = setting.person
    real = (known.given, known.family) if known else ("", "")
    if setting.persona is not None:
        return setting.persona, real, setting.attempt
    who = setting.of(known or Person(middle=squeeze_text(handle)))
    persona = make_persona(replace(who, attempt=setting.attempt))
    return persona, real, max(0, setting.attempt - _UNNUMBERED)


@cache
def _spelled(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\s{{1,20}}({facts(language).pattern('spelled-sign')})\s+")


class Emails(Maker):
    """Make mail addresses: the fake person's name in the pattern of the real one.

    Domains at which anybody has an address stay (option `replace_free_mail`: they do not); others
    become domains under `example`, which nobody can register.
    """

    labels: frozenset[str] = frozenset({"EMAIL"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address in small letters, spelled-out signs as signs."""
        signs = facts(self.language)
        return _spelled(self.language).sub(
            lambda found: signs.value("spelled-sign", found.group(1)) or "", _fold(value)
        )

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same pattern."""
        local, sign, domain = value.rpartition("@")
        if not sign:
            return self._made_spelled(value, label, setting)
        persona, real, attempt = _owner(local, setting)
        rng = setting.draw.rng("email", setting.scope, self.canonical(value, label), *setting.tries)
        while True:
            fake = rewrite_handle(local, persona, real, rng, attempt, language=self.language)
            # A desk keeps its name (info@), so that only the domain can differ.
            again = setting.attempt if fake == local else 0
            whole = f"{fake}@{fake_domain(domain, setting, again)}"
            if _fold(whole) != _fold(value):
                return whole
            attempt += 1

    def _made_spelled(self, value: str, label: str, setting: Setting) -> str:
        written = self.canonical(value, label)
        if "@" not in written:
            return Usernames().make(value, label, setting)
        fake = self.make(written, label, setting)
        used = _spelled(self.language).findall(value)
        for word, sign in facts(self.language).values("spelled-sign").items():
            # The word is written as it is in the value: DOT, dot.
            fake = fake.replace(sign, f" {next((u for u in used if u.lower() == word), word)} ")
        return fake


class Usernames(Maker):
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
            "username", setting.scope, self.canonical(value, label), *setting.tries
        )
        while True:
            fake = rewrite_handle(value, persona, real, rng, attempt, language=setting.language)
            if _fold(fake) != _fold(value):
                return fake
            attempt += 1


_URL: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{0,60}://|//)?(?P<user>[^/@?#\s]{0,99}@)?(?P<www>(?i:www[0-9]?\.))?"
    r"(?P<host>[^/:?#\s]{0,999})(?P<port>:[0-9]{1,9})?(?P<rest>[\s\S]*)"
)
_MAILTO: Final = "mailto:"
_PATH_WORD: Final = re.compile(r"[^\W\d_]+|[0-9]+")
_PATH_PART: Final = re.compile(r"[^/?&=#:;,\s]+")


class Urls(Maker):
    """Make web addresses: scheme, port and the shape of the path stay, the host reaches nobody.

    Words that say what a page is (the role `path-word`) stay; other words, codes and numbers are
    replaced.
    """

    labels: frozenset[str] = frozenset({"URL"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the address without scheme, `www.` and a closing slash, in small letters."""
        bare_text = re.sub(r"^(?:[a-z][a-z0-9+.-]{0,60}:)?//", "", _fold(value))
        return bare_text.removeprefix("www.").rstrip("/")

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return an address of the same shape."""
        if value[: len(_MAILTO)].lower() == _MAILTO:
            mail = Emails(setting.language).make(value[len(_MAILTO) :], label, setting)
            return value[: len(_MAILTO)] + mail
        found = _URL.fullmatch(value)
        key = self.canonical(value, label)
        rng = setting.draw.rng("url", setting.scope, key, *setting.tries)
        if found is None:
            return fill(value, draw_alike(bare(value), rng))
        user = ""
        if found["user"]:
            user = f"{draw_word(found['user'][:-1], rng, language=setting.language)}@"
        host = _fake_host(found["host"], setting)
        rest = _PATH_PART.sub(lambda part: _path_part(part.group(), setting, rng), found["rest"])
        pieces = (found["scheme"], user, found["www"], host, found["port"], rest)
        return "".join(piece or "" for piece in pieces)


def _fake_host(host: str, setting: Setting) -> str:
    try:
        ip_address(host)
    except ValueError:
        moved = replace(setting, options={**setting.options, "replace_free_mail": True})
        return fake_domain(host, moved, setting.attempt)
    return Ips().make(host, "IP", setting)


def _path_part(part: str, setting: Setting, rng: Random) -> str:
    """Return a part of a path: words that say what a page is stay, other words do not."""
    if not any(map(str.isalnum, part)):
        return part
    words, known = _PATH_WORD.findall(part), facts(setting.language)
    if all(word.isdecimal() or known.is_a(word, "path-word") for word in words):
        return _PATH_WORD.sub(lambda word: _path_word(word.group(), rng), part)
    persona, real, _ = _owner(part, setting)
    for attempt in range(9):
        fake = rewrite_handle(part, persona, real, rng, attempt, language=setting.language)
        if _fold(fake) != _fold(part):
            return fake
    return fake


def _path_word(word: str, rng: Random) -> str:
    return fill(word, draw_alike(word, rng)) if word.isdecimal() else word
