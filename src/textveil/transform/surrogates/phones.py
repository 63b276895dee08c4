"""Telephone numbers that ring nowhere: set aside for fiction, or outside every numbering plan."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill, lengthened

__all__ = ["AREA_CODES", "FICTION", "Phones"]

_AREA_CODES_WORDS: Final = (
    "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234"
    " 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309"
    " 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 347 351 352 360"
    " 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434"
    " 435 440 443 458 469 470 475 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515"
    " 516 517 518 520 530 540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601 602"
    " 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650"
    " 651 660 661 662 667 669 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719"
    " 720 724 727 731 732 734 740 747 754 757 760 762 763 765 769 770 772 773 774 775 779 781 785"
    " 786 801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847"
    " 848 850 856 857 858 859 860 862 863 864 865 870 901 903 904 906 907 908 909 910 912 913 914"
    " 915 916 917 918 919 920 925 928 931 936 937 940 941 947 949 951 952 954 956 970 971 972 973"
    " 978 979 980 985 989"
)
AREA_CODES: Final = tuple(_AREA_CODES_WORDS.split())
"""Area codes of the United States in service for decades (North American Numbering Plan)."""

FICTION: Final = {
    # Ofcom, telephone numbers for drama use: geographic, then mobile; the last three digits vary.
    "44": (
        *("1632960", "1134960", "1144960", "1154960", "1164960", "1174960", "1214960", "1314960"),
        *("1414960", "1514960", "1614960", "2079460", "1914980", "2920180", "7700900"),
    ),
    # Arcep, decision 2009-0419: numbers for audiovisual works, by region, then mobile.
    "33": ("19900", "26191", "35301", "46571", "53649", "63998"),
    # ACMA, numbers for use in radio, film and television.
    "61": ("25550", "27010", "35550", "37010", "75550", "77010", "85550", "87010"),
    # Bundesnetzagentur, drama numbers: Berlin, Frankfurt, Hamburg, Cologne, Munich, mobile.
    "49": ("3023125", "6990009", "4066969", "2214710", "8999998", "17139200"),
    # ComReg, numbers for drama.
    "353": ("2091",),
}
"""By country code, beginnings of national numbers that regulators set aside for fiction."""

_EXTENSION: Final = re.compile(r"(?i)[ ,]*(?:x|ext\.?|extension)[ .:]*[0-9]{1,6}$")
_WIDE: Final = 8
"""Attempts after which the numbers for fiction count as used up."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A number: what is dialled first, the country, and the national number."""

    lead: str
    country: str
    national: str


class Phones:
    """Make telephone and fax numbers, written as the real one is.

    In the North American plan: 555-0100 to 555-0199 behind an area code in service (ATIS-0300115);
    when those run short, exchanges that begin with 0 or 1, which the plan does not have. In the
    United Kingdom, France, Germany, Ireland and Australia: what the regulator set aside for
    fiction. Elsewhere: a number that the country's plan does not have (`phonenumbers`).
    """

    labels: frozenset[str] = frozenset({"FAX", "PHONE"})
    unique: bool = True

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:
        """Return country and national number; extensions share the line that they branch off."""
        several = _SEVERAL.split(value)
        if len(several) > 1:
            return "&".join(self.canonical(one, label) for one in several[::2])
        read = _read(_split(value)[0])
        return f"{read.country}|{read.national}"

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a number of the same writing; of several in a row, several."""
        several = _SEVERAL.split(value)
        if len(several) > 1:
            each = (replace(setting, identity=self.canonical(one, label)) for one in several[::2])
            several[::2] = [
                self.make(one, label, its) for one, its in zip(several[::2], each, strict=True)
            ]
            return "".join(several)
        number, extension = _split(value)
        read = _read(number)
        parts = (setting.scope, setting.identity, f"{read.country}|{read.national}")
        spread = setting.draw.rng("phone", *parts, str(setting.attempt))
        national = read.national
        for _ in range(100):
            national = _drawn(read, spread, setting.attempt)
            if national != read.national:
                break
        line = ""
        if extension:
            branch = setting.draw.rng("extension", *parts, bare(extension))
            line = "".join(
                str(branch.randrange(1, 10)) if one.isdecimal() else one for one in extension
            )
        written = fill(number, read.lead + national)
        if len(national) < 7:
            written = lengthened(written, setting.attempt, spread)
        if _read(written) == read:
            # Too short for a number, or no digits at all.
            written = lengthened(fill(number, draw_alike(bare(number), spread)), 80, spread)
        return written + line


def _split(value: str) -> tuple[str, str]:
    found = _EXTENSION.search(value)
    at = found.start() if found else len(value)
    return value[:at], value[at:]


_COUNTRY: Final = re.compile(
    r"1|7|2[07]|3[0123469]|4[013456789]|5[12345678]|6[0123456]|8[1246]|9[0123458]|\d{3}"
)


def _read(number: str) -> _Read:
    """Tell country and national number apart; the country is empty where nothing says it."""
    digits = bare(number)
    international = 0
    if number.lstrip().startswith("+"):
        international = len(digits)
    elif digits.startswith("011") and (_DIALLED_OUT.match(number) or len(digits) > 12):
        # Without a gap it is an area of the United Kingdom: 0113 is Leeds.
        international = len(digits) - 3
    elif digits.startswith("00") and len(digits) > 9:
        international = len(digits) - 2
    if international:
        rest = digits[-international:]
        found = _COUNTRY.match(rest)
        if found and len(rest) - found.end() >= 5:
            at = len(digits) - international + found.end()
            # The nought in brackets is not dialled from abroad.
            at += "(0)" in number
            return _Read(digits[:at], found.group(), digits[at:])
    if _AUSTRALIAN.fullmatch(number):
        return _Read("0", "61", digits[1:])
    return _at_home(digits)


_DIALLED_OUT: Final = re.compile(r"\D*011\D")
_SEVERAL: Final = re.compile(r"(?i)(\s+(?:and|or|&)\s+|\s*;\s*)")
_AUSTRALIAN: Final = re.compile(r"\(0[2378]\) ?[0-9]{4}[ -]?[0-9]{4}")


def _at_home(digits: str) -> _Read:
    if len(digits) in (7, 10) and digits[0] != "0":
        return _Read("", "1", digits)
    if len(digits) == 11 and digits[0] == "1":
        return _Read("1", "1", digits[1:])
    if len(digits) == 11 and digits[0] == "0":
        return _Read("0", "44", digits[1:])
    if len(digits) == 10 and digits[0] == "0":
        return _Read("0", "33" if digits[1] in "12345679" else "61", digits[1:])
    lead = "0" if digits[:1] == "0" else ""
    return _Read(lead, "", digits[len(lead) :])


def _drawn(read: _Read, rng: Random, attempt: int) -> str:
    size = len(read.national)
    if read.country == "1" and size in (7, 10):
        return _north_american(size, rng, attempt)
    heads = [head for head in FICTION.get(read.country, ()) if size - len(head) >= 2]
    if heads and _usual(read, size):
        mobile = [head for head in heads if head[0] == read.national[0]]
        head = rng.choice(mobile if mobile and attempt < _WIDE else heads)
        if attempt < 4 * _WIDE or read.country != "44":
            return head + _digits(rng, size - len(head))
        # 01632 is an area code without a place.
        return "1632" + _digits(rng, size - 4)
    return _outside(read, rng)


def _usual(read: _Read, size: int) -> bool:
    lengths = {"44": (10,), "33": (9,), "61": (9,), "49": range(9, 12), "353": (9,)}
    return size in lengths[read.country]


def _digits(rng: Random, count: int) -> str:
    return "".join(str(rng.randrange(10)) for _ in range(count))


def _north_american(size: int, rng: Random, attempt: int) -> str:
    area = rng.choice(AREA_CODES) if size == 10 else ""
    if attempt < _WIDE:
        return f"{area}55501{rng.randrange(100):02}"
    return f"{area}{rng.randrange(2)}{_digits(rng, 6)}"


def _outside(read: _Read, rng: Random) -> str:
    """Draw a national number that the plan of the country does not have.

    Where no country is known, the subscriber's number begins with a nought, which is dialled for
    other things everywhere.
    """
    size = len(read.national)
    if not read.country:
        area = min(3, max(0, size - 4))
        head = "".join(str(rng.randrange(1, 10)) for _ in range(area))
        return f"{head}0{_digits(rng, max(0, size - area - 1))}"[:size]
    # Loading the plans takes a tenth of a second, so only numbers from abroad pay for it.
    import phonenumbers

    fake = read.national
    for attempt in range(200):
        # The first digits tell the kind of number; most plans, not all, have gaps behind them.
        kept = size // 4 if attempt < 50 else 1 if attempt < 100 else 0
        fake = read.national[:kept] + _digits(rng, size - kept)
        try:
            number = phonenumbers.parse(f"+{read.country}{fake}", None)
        except phonenumbers.NumberParseException:
            continue
        if not phonenumbers.is_valid_number(number):
            return fake
    # A nought where the subscriber's number begins is in nobody's plan.
    return f"{fake[: size // 3]}0{fake[size // 3 + 1 :]}"
