"""Mailboxes in headers: names and addresses, such as `Ana Ruiz <ana@example.org>`."""

import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from typing import Final, NamedTuple

__all__ = [
    "Mailbox",
    "decoded",
    "encoded",
    "mailboxes",
    "mailboxes_from_header",
    "mailboxes_header",
]

_ENTRY: Final = re.compile(r'(?:"[^"]{0,9999}"|<[^<>]{0,998}>|[^",<])+')
_PARTS: Final = re.compile(
    r'\s{0,99}(?:"(?P<quoted>[^"]{0,9999})"|(?P<name>[^<]{0,9999}?))\s{0,99}'
    r"(?:<(?P<address>[^<>]{0,998})>\s{0,99})?"
)
_SPECIAL: Final = re.compile(r'[",<>\\]')
_LONGEST: Final = 900
"""Characters of a header in one line; a line of mail has at most 998."""


class Mailbox(NamedTuple):
    """Where the name and the address of somebody stand in a text; empty ranges if they are not."""

    name: tuple[int, int]
    address: tuple[int, int]


def mailboxes(text: str) -> Iterator[Mailbox]:
    """Yield the mailboxes of a text.

    Examples
    --------
    >>> text = '"Ruiz, Ana" <ana@example.org>, eva@example.org'
    >>> [text[slice(*one.name)] for one in mailboxes(text)]
    ['Ruiz, Ana', '']
    """
    for entry in _ENTRY.finditer(text):
        found = _PARTS.fullmatch(entry[0])
        if found is None:
            continue
        base = entry.start()
        name = found.span("quoted" if found["quoted"] is not None else "name")
        address = found.span("address") if found["address"] is not None else (0, 0)
        if found["address"] is None and "@" in entry[0]:
            name, address = (0, 0), name
        yield Mailbox(*((base + start, base + end) for start, end in (name, address)))


def decoded(raw: str) -> str:
    """Return the text of a header; bytes that are in no encoding raise a `UnicodeError`.

    Broken encoded words raise a `ValueError` or a `LookupError`.
    """
    plain = " ".join(raw.encode("utf-8", "surrogateescape").decode("utf-8").split())
    try:
        return str(make_header(decode_header(plain))) if "=?" in plain else plain
    except HeaderParseError:
        raise ValueError("an encoded word is broken") from None


def encoded(text: str) -> str:
    """Return a header's text in ASCII, as encoded words where it must be."""
    plain = text.isascii() and text.isprintable() and "=?" not in text and len(text) < _LONGEST
    return text if plain and text == " ".join(text.split()) else Header(text, "utf-8").encode()


def mailboxes_from_header(raw: str) -> str:
    """Return the mailboxes of a header with their names decoded, and quoted where they must be."""
    entries = []
    for entry in _ENTRY.findall(raw):
        found = _PARTS.fullmatch(" ".join(entry.split()))
        if found is None or found["address"] is None:
            entries.append(decoded(entry))
            continue
        quoted = found["quoted"] is not None
        name = decoded(found["quoted"] if quoted else found["name"])
        bare = name.replace('"', "").replace("\\", "")
        marked = quoted or name != bare or _SPECIAL.search(bare)
        shown = f'"{bare}"' if marked else bare
        entries.append(f"{shown} <{decoded(found['address'])}>".lstrip())
    return ", ".join(entry for entry in entries if entry)


def mailboxes_header(text: str) -> str:
    """Return mailboxes as the text of a header, in ASCII."""
    if text.isascii():
        return text if len(text) < _LONGEST else text.replace(", ", ",\n ")
    entries = []
    for entry in _ENTRY.findall(text):
        found = _PARTS.fullmatch(entry)
        if found is None or found["address"] is None or not found["address"].isascii():
            entries.append(encoded(entry.strip()))
            continue
        # Quotation marks are part of an encoded word, because none may stand around it.
        shown = entry[: entry.rindex("<")].strip()
        word = shown if shown.isascii() else encoded(shown)
        entries.append(f"{word} <{found['address']}>".lstrip())
    return ",\n ".join(entries)
