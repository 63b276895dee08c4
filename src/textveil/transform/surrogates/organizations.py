"""Organizations: the words that say what it is stay, those that say which one are replaced."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from string import ascii_uppercase
from typing import Final, NamedTuple

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import country_code, read_locality, state_code
from textveil.lexicon.places import demonyms
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.addresses import States, fake_place, write_place
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organization_heads import (
    drawn_other,
    fake_fancy,
    fake_land,
    fake_people,
    fake_person,
    fake_word,
    is_person,
    is_plain,
    with_breaks,
)
from textveil.transform.surrogates.organization_words import (
    DEDICATIONS,
    FORMS,
    PARTICLES,
    PARTIES,
    RINGS,
    SAINTS,
    SMALL,
    is_type,
)
from textveil.transform.surrogates.shapes import cased

__all__ = ["SAINTS", "Organizations", "acronyms_of"]

_WORD: Final = re.compile(r"[^\W_](?:[^\W_]|['\u2019.&-](?=[^\W_]))*\.?|&")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}")
_POSSESSIVE: Final = re.compile(r"['\u2019][sS]$")
_THE: Final = re.compile(r"(?i)the\s+")
_VERSUS: Final = re.compile(r"(\s+(?:v|vs|versus|against)\b\.?\s+)", re.IGNORECASE)
_FORM: Final = re.compile(rf"(?i)(?:{'|'.join(FORMS)})\.?\s+(?=\S)")
_CARE: Final = re.compile(r"(?i)hospital|medical|health|clinic|infirmary")
_PLACED: Final = frozenset(("of", "at", "in", "de"))
_FOREIGN: Final = frozenset(("universitat", "universite", "universidad", "klinikum", "hopital"))
_TRIES: Final = 6
_TELLING: Final = 4
"""Letters from which on a name inside its fake tells it."""
_VOWELLESS: Final = "BCDFGHKLMNPRSTVW"


class Organizations:
    """Make names of companies, authorities, schools and hospitals.

    "St. … Hospital", "University of …", "… Medical Center", "… Ltd" stay; a saint becomes another
    saint, a city the one that stands for it in addresses, a surname the one that stands for it in
    names, a word of fancy another word, a country another country. Words are replaced alike
    wherever they stand within a scope, so that a short form keeps agreeing with the full name; an
    acronym whose name the option `organizations` tells becomes that of its fake, any other one
    gets other letters. Both parties of a lawsuit are replaced and the "v." stays.
    """

    labels: frozenset[str] = frozenset({"HOSPITAL", "ORGANIZATION"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters and digits, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another name of the same type and writing."""
        for again in range(_TRIES):
            # Words are drawn alike within a scope; elsewhere others are.
            here = replace(setting, scope=f"{setting.scope}\n{again}") if again else setting
            fake = _replaced(value, here)
            if not _shows(fake, value):
                return fake
            fake = _generic(value, here)
            if not _shows(fake, value):
                return fake
        return fake


def _shows(fake: str, value: str) -> bool:
    real, made = squeeze_text(value), squeeze_text(fake)
    return made == real or (len(real) >= _TELLING and real in made)


def _replaced(value: str, setting: Setting) -> str:
    sides = _VERSUS.split(value)
    if len(sides) > 1 and all(side.strip() for side in sides):
        return "".join(side if at % 2 else _party(side, setting) for at, side in enumerate(sides))
    form = _FORM.match(value)
    if form is not None:
        return form.group() + _party(value[form.end() :], setting)
    land = _land(value, setting)
    if land:
        return land
    if _is_acronym(value):
        return _acronym(value, setting)
    return _by_units(value, setting)


def _party(side: str, setting: Setting) -> str:
    """Return another party to a lawsuit; "the People" and the like stay."""
    words = squeeze_text(side.removeprefix("the ").removeprefix("The "))
    return side if words in PARTIES else _replaced(side, setting)


def _land(value: str, setting: Setting) -> str:
    """Return another country, people or state for a value that names one and nothing else."""
    the = _THE.match(value)
    rest = value[the.end() :] if the else value
    tail = _POSSESSIVE.search(rest)
    name, end = (rest[: tail.start()], tail.group()) if tail else (rest, "")
    if name in demonyms():
        return value[: len(value) - len(rest)] + fake_people(name, setting) + end
    if country_code(name):
        # "the United States" is not written as "the Poland": the article goes with the name.
        beside = bool(the) or setting.before.lower().endswith("the ")
        fake = fake_land(name, setting, article=beside)
        return (the.group() if the else "") + fake + end
    if state_code(name) and len(squeeze_text(name)) > 2:
        return States().make(value, "STATE", setting)
    return ""


def _is_acronym(word: str) -> bool:
    """Tell whether letters stand for words; a name or an everyday word in capitals does not."""
    bare = _POSSESSIVE.sub("", word)
    if not _ACRONYM.fullmatch(bare) or is_type(bare):
        return False
    if "." in bare[:-1] or len(bare) == 2:
        return True
    facts = look_up(bare)
    named = max(facts.female, facts.male, facts.surname)
    if len(bare) == 3:
        return named < 3
    return named < 2 and not facts.kinds & (Kind.WORD | Kind.CITY)


class _Unit(NamedTuple):
    """Some words of a name that are kept or replaced together."""

    start: int
    end: int
    kind: str


def _units(value: str) -> Iterator[_Unit]:
    words = list(_WORD.finditer(value))
    at = 0
    while at < len(words):
        count, kind = _unit(value, words, at)
        yield _Unit(words[at].start(), words[at + count - 1].end(), kind)
        at += count


def _unit(value: str, words: Sequence[re.Match[str]], at: int) -> tuple[int, str]:
    """Return how many words from one on belong together, and what they are."""
    here = words[at].group()
    if _is_saint(here) and at + 1 < len(words) and _beside(value, words, at, 2):
        return 2, "saint"
    for count in (4, 3, 2, 1):
        if at + count > len(words) or not _beside(value, words, at, count):
            continue
        run = value[words[at].start() : words[at + count - 1].end()]
        kind = _kind_of_run(run, count)
        if kind:
            return count, kind
    if here in PARTICLES and at + 1 < len(words):
        count = next(c for c in range(1, len(words) - at + 1) if not _is_particle(words, at + c))
        if at + count < len(words) and words[at + count].group()[:1].isupper():
            return count + 1, "family"
    small = here.islower() and here[0].isalpha() and not value.islower()
    if is_type(here) or small or (len(here) == 1 and here.isalpha()):
        return 1, "type"
    return 1, "plain" if is_plain(here) else _name_kind(value, words, at)


def _name_kind(value: str, words: Sequence[re.Match[str]], at: int) -> str:
    """Tell what a single word is that may be a name."""
    here, before = words[at].group(), words[at - 1].group() if at else ""
    if before and is_plain(before) and not is_type(before) and _beside(value, words, at - 1, 2):
        # "Red Cross", "Blue Shield": a surname elsewhere, but not after such a word.
        return "plain" if look_up(here).kinds & Kind.WORD else "name"
    placed = before.lower() in _PLACED or squeeze_text(before) in _FOREIGN
    return "place" if placed and read_locality(_POSSESSIVE.sub("", here)).country else "name"


def _is_particle(words: Sequence[re.Match[str]], at: int) -> bool:
    return at < len(words) and words[at].group() in (PARTICLES | {"de", "la", "du", "del", "di"})


def _beside(value: str, words: Sequence[re.Match[str]], at: int, count: int) -> bool:
    """Tell whether nothing but blanks stands between some words."""
    pairs = range(at + 1, at + count)
    return not any(value[words[one - 1].end() : words[one].start()].strip() for one in pairs)


def _kind_of_run(run: str, count: int) -> str:
    bare = _POSSESSIVE.sub("", run)
    if squeeze_text(bare) in _dedications():
        return "dedication"
    if count == 1 or "&" in run:
        return "place" if _is_land(bare) and "&" not in run else ""
    inside = run.islower() or not run[:1].islower()
    if _is_land(bare) or (count < 4 and inside and read_locality(bare).country):
        return "place"
    return "person" if is_person(run) else ""


@cache
def _dedications() -> dict[str, str]:
    return {squeeze_text(name): name for name in DEDICATIONS}


def _is_land(run: str) -> bool:
    state = state_code(run) and (len(squeeze_text(run)) > 2 or "." in run[:-1])
    return bool(state or country_code(run) or run in demonyms())


def _is_saint(word: str) -> bool:
    return squeeze_text(word) in ("st", "saint", "sainte", "ste")


def _by_units(value: str, setting: Setting) -> str:
    """Replace the words that say which one it is."""
    units = list(_units(value))
    named = any(unit.kind not in ("type", "plain") for unit in units)
    # An everyday word beside a name ("Acme Widgets") says more of what it is than which one; of
    # everyday words alone the first is the name.
    first = next((at for at, unit in enumerate(units) if unit.kind == "plain"), -1)
    if not named and first > 0:
        between = (value[unit.start : unit.end].lower() for unit in units[:first])
        first = first if any(word in SMALL for word in between) else 0
    pieces, last = [], 0
    for at, unit in enumerate(units):
        if unit.kind in ("type", "plain") and (named or at != first):
            continue
        run = value[unit.start : unit.end]
        ends = at + 1 == len(units)
        pieces += [value[last : unit.start], _fake(run, unit.kind, setting, ends=ends)]
        last = unit.end
    return "".join((*pieces, value[last:]))


def _fake(run: str, kind: str, setting: Setting, *, ends: bool) -> str:
    """Return other words for those of a unit, written alike."""
    tail = next((end for end in ("'s", "\u2019s", "'S", "\u2019S", ".") if run.endswith(end)), "")
    name = run[: len(run) - len(tail)]
    if kind == "saint":
        return _fake_saint(name, setting) + tail
    if kind == "place":
        return _fake_place(run, name, tail, setting, ends=ends)
    if kind == "dedication":
        rng = setting.draw.rng("dedication", setting.scope, squeeze_text(name))
        words = len(name.split())
        alike = tuple(one for one in DEDICATIONS if len(one.split()) == words)
        fake = drawn_other(alike if len(alike) > 3 else DEDICATIONS, name, rng)
        return with_breaks(cased(fake, name), name) + tail
    if kind in ("person", "family"):
        return fake_person(name, setting, family=kind == "family") + tail
    if kind in ("type", "plain"):
        return cased(fake_fancy(name, setting), name) + tail
    if _is_acronym(name + (tail if tail == "." else "")):
        return _acronym(run, setting)
    return fake_word(name, setting) + tail


def _fake_saint(name: str, setting: Setting) -> str:
    head = re.match(r"\S+\s+", name)
    at = head.end() if head else 0
    real = _POSSESSIVE.sub("", name[at:])
    rng = setting.draw.rng("saint", setting.scope, squeeze_text(real))
    return name[:at] + cased(drawn_other(SAINTS, real, rng), real)


def _fake_place(run: str, name: str, tail: str, setting: Setting, *, ends: bool) -> str:
    # "U.S." ends with its own full stop.
    whole = run if tail == "." else name
    if name in demonyms():
        return fake_people(name, setting) + tail
    if state_code(name) and not (country_code(name) and name != "Georgia"):
        return States().make(run, "STATE", setting)
    if country_code(whole):
        fake = fake_land(whole, setting, adjective=not ends)
        return with_breaks(fake, name) + (tail if tail != "." else "")
    return write_place(fake_place(read_locality(name), setting), name) + tail


def _acronym(value: str, setting: Setting) -> str:
    """Return the initials of the fake of a known name, or other letters.

    The last letter, which often says what it is, stays in longer ones.
    """
    tail = _POSSESSIVE.search(value)
    if tail:
        return _acronym(value[: tail.start()], setting) + tail.group()
    key = squeeze_text(value)
    full = setting.options.get("organizations", {}).get(key, "")
    known = acronyms_of(full)
    if key in known:
        letters = acronyms_of(_replaced(full, setting))[known.index(key)]
        if letters != key:
            return _lettered(letters.upper(), value)
    rng = setting.draw.rng("acronym", setting.scope, key)
    places = [at for at, one in enumerate(value) if one.isalpha()]
    kept = places[-1] if len(places) > 2 and value[places[-1]] in "HUCM" else -1
    while True:
        fake = "".join(
            rng.choice(_VOWELLESS if rng.random() < 0.7 else ascii_uppercase)
            if one.isalpha() and at != kept
            else one
            for at, one in enumerate(value)
        )
        if fake != value:
            return fake


def acronyms_of(name: str) -> tuple[str, ...]:
    """Return the first letters of a name's words: without small words, and with them.

    A name of one word has none.

    Examples
    --------
    >>> acronyms_of("Massachusetts General Hospital"), acronyms_of("Bank of Ohio")
    (('mgh', 'mgh'), ('bo', 'boo'))
    >>> acronyms_of("Siemens")
    ()
    """
    words = [word.group() for word in _WORD.finditer(name) if word.group()[0].isalnum()]
    large = [word for word in words if word.lower() not in SMALL]
    if len(large) < 2:
        return ()
    return tuple("".join(word[0].lower() for word in some) for some in (large, words))


def _lettered(letters: str, like: str) -> str:
    return "".join(f"{letter}." for letter in letters) if like.endswith(".") else letters


def _fits(ring: frozenset[str], value: str) -> bool:
    """Tell whether words of a ring make sense in a name: "Memorial" does in that of a hospital."""
    return "Memorial" not in ring or _CARE.search(value) is not None


def _generic(value: str, setting: Setting) -> str:
    """Return another name for one that says only its type: another field, or a name in it."""
    rng = setting.draw.rng("generic", setting.scope, squeeze_text(value))
    for word in _WORD.finditer(value):
        for ring in RINGS:
            if {word.group(), word.group().capitalize()} & ring and _fits(ring, value):
                name = cased(drawn_other(tuple(sorted(ring)), word.group(), rng), word.group())
                return value[: word.start()] + name + value[word.end() :]
    the = _THE.match(value)
    if the:
        rest = value[the.end() :]
        return f"{the.group()}{cased(fake_fancy(rest, setting), rest)} {rest}"
    words = [word for word in _WORD.finditer(value) if word.group().lower() not in SMALL]
    if not words:
        return cased(fake_fancy(value, setting), value)
    # The name stands for a word instead of before it: the real one must not live on in its fake.
    linked = any(word.group().lower() in SMALL for word in _WORD.finditer(value))
    word = words[-1 if linked else 0]
    name = cased(fake_fancy(word.group(), setting), word.group())
    return value[: word.start()] + name + value[word.end() :]
