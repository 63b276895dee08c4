"""Organizations: the words that say what it is stay, those that say which one are replaced."""

import re
from functools import cache
from random import Random
from string import ascii_uppercase
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import country_code, read_locality, state_code
from textveil.lexicon.names import surnames
from textveil.lexicon.places import demonyms, us_places
from textveil.lexicon.terms import hospital_words, organization_words
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.addresses import Countries, States, fake_place
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import alike, cased, draw_alike

__all__ = ["SAINTS", "Organizations"]

SAINTS: Final = (
    *("Agnes", "Alban", "Ambrose", "Andrew", "Anne", "Anthony", "Augustine", "Barnabas", "Basil"),
    *("Benedict", "Bernard", "Brendan", "Catherine", "Cecilia", "Charles", "Clare", "Columba"),
    *("David", "Dominic", "Edmund", "Elizabeth", "Francis", "Gabriel", "George", "Gregory"),
    *("Helen", "Hilda", "Ignatius", "James", "Jerome", "John", "Joseph", "Jude", "Lawrence"),
    *("Leo", "Louis", "Lucy", "Luke", "Margaret", "Mark", "Martin", "Mary", "Matthew", "Michael"),
    *("Monica", "Nicholas", "Patrick", "Paul", "Peter", "Philip", "Raphael", "Rita", "Rose"),
    *("Stephen", "Theresa", "Thomas", "Timothy", "Ursula", "Vincent", "William"),
)
"""Saints that hospitals, schools and parishes are named after."""

_RINGS: Final = tuple(
    frozenset(line.split())
    for line in (
        "Agriculture Commerce Culture Defence Education Energy Finance Health Housing Industry"
        " Interior Justice Labour Revenue Tourism Trade Transport Welfare",
        "Agriculture Commerce Defense Labor Treasury Transportation Veterans State Energy Health",
        "Supreme High District Superior Municipal Circuit Appellate County Constitutional Regional",
        "Cardiology Oncology Neurology Urology Nephrology Radiology Dermatology Gastroenterology"
        " Hematology Endocrinology Pulmonology Rheumatology Pediatrics Psychiatry Orthopedics"
        " Ophthalmology Gynecology Surgery Medicine Pathology",
        "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth",
        "North South East West",
        "Northern Southern Eastern Western Central",
        "National Regional Federal Central United",
        "Memorial General Community Regional",
        "Police Fire Water Parks Health Sheriff Housing",
    )
)
_TYPES_WORDS: Final = (
    "academic affairs appeals appellate assembly bar cancer care central children childrens"
    " circuit city civil clinical college community constitutional correctional county court"
    " criminal day dental department district elementary emergency eye family federal fire first"
    " general geriatric global health heart high home house human human-rights information"
    " institute insurance international junior justice juvenile law library medical medicine"
    " memorial mental middle military ministry municipal national nursing office pediatric"
    " pharmacy police post practice primary prison programme program psychiatric public regional"
    " rehabilitation research rights school science sciences secondary security senior service"
    " services social sons state superior supreme surgery surgical technical technology"
    " teaching trauma treatment trust tribunal union united university urgent veterans va ward"
    " women womens youth unit icu"
)
_TYPES: Final = frozenset(_TYPES_WORDS.split())
_SMALL_WORDS: Final = "of the and for at in on de la du del des di & und et y e a an"
_SMALL: Final = frozenset(_SMALL_WORDS.split())
_WORD: Final = re.compile(r"[^\W_](?:[^\W_]|['\u2019.&-](?=[^\W_]))*\.?|&")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}")
_VOWELLESS: Final = "BCDFGHKLMNPRSTVW"


class Organizations:
    """Make names of companies, authorities, schools and hospitals.

    "St. … Hospital", "University of …", "… Medical Center", "… Ltd" stay; a saint becomes another
    saint, a city the one that stands for it in addresses, a surname another surname, letters of
    an acronym other letters. Words are replaced alike wherever they stand within a scope, so that
    a short form keeps agreeing with the full name.
    """

    labels: frozenset[str] = frozenset({"HOSPITAL", "ORGANIZATION"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters and digits, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another name of the same type and writing."""
        fake = _replaced(value, setting)
        if self.canonical(fake, label) != self.canonical(value, label):
            return fake
        return _generic(value, setting)


@cache
def _type_words() -> frozenset[str]:
    listed = " ".join((*organization_words(), *hospital_words())).split()
    rings = {word for ring in _RINGS for word in ring}
    return _TYPES | {squeeze_text(word) for word in (*listed, *rings)}


def _is_type(word: str) -> bool:
    key = squeeze_text(word.removesuffix("'s").removesuffix("\u2019s"))
    return word.lower() in _SMALL or key in _SMALL or key in _type_words() or not key


def _replaced(value: str, setting: Setting) -> str:
    """Replace every run of words that say which one it is."""
    if _ACRONYM.fullmatch(value):
        return _acronym(value, setting)
    words = list(_WORD.finditer(value))
    pieces, at, here = [], 0, 0
    while here < len(words):
        word = words[here]
        end = here + 1
        if not _is_type(word.group()) or _is_saint(words, here):
            while end < len(words) and _goes_on(value, words, end):
                end += 1
            run = value[word.start() : words[end - 1].end()]
            pieces += [value[at : word.start()], _run(run, setting)]
            at = words[end - 1].end()
        here = end
    return "".join((*pieces, value[at:]))


def _goes_on(value: str, words: list[re.Match[str]], at: int) -> bool:
    between = value[words[at - 1].end() : words[at].start()]
    return not _is_type(words[at].group()) and not between.strip()


def _is_saint(words: list[re.Match[str]], at: int) -> bool:
    return _saintly(words[at].group()) and at + 1 < len(words)


def _saintly(word: str) -> bool:
    return squeeze_text(word) in ("st", "saint", "santa", "san", "sainte", "ste")


_SAINT: Final = re.compile(r"(\S+\s+)(\S+?)(['\u2019][sS])?((?:\s.*)?)", re.DOTALL)


def _run(run: str, setting: Setting) -> str:
    """Return another name in place of one: of a saint, place, person or fancy."""
    saint = _SAINT.fullmatch(run)
    if saint and _saintly(saint.group(1)):
        rng = setting.draw.rng("saint", setting.scope, squeeze_text(saint.group(2)))
        name = _other(SAINTS, saint.group(2), rng)
        return saint.group(1) + cased(name, saint.group(2)) + (saint.group(3) or "")
    head = _place_head(run)
    if head:
        rest = run[len(head) :]
        return _word(head, setting) + (_run(rest, setting) if rest.strip() else rest)
    # An everyday word beside a name ("Acme Widgets") says more of what it is than which one.
    plain = [_is_plain(word) for word in run.split()]
    keep = not all(plain)
    return _RUN_WORD.sub(
        lambda word: (
            word.group() if keep and _is_plain(word.group()) else _word(word.group(), setting)
        ),
        run,
    )


_RUN_WORD: Final = re.compile(r"\S+")
_ORDINAL: Final = re.compile(r"[0-9]+[A-Za-z]*")


def _is_plain(word: str) -> bool:
    facts = look_up(word)
    names = max(facts.female, facts.male, facts.surname)
    return bool(facts.kinds & Kind.WORD) and names < 5 and not facts.kinds & Kind.CITY


_HEADS: Final = tuple(re.compile(rf"\s*\S+(?:\s+\S+){{{more}}}") for more in (2, 1, 0))


def _place_head(run: str) -> str:
    """Return the words at the beginning of a run that name a place, the most of them first."""
    found = (head.match(run) for head in _HEADS)
    return next((one.group() for one in found if one and _is_place(one.group().strip())), "")


def _is_place(run: str) -> bool:
    if state_code(run) or country_code(run) or run in demonyms():
        return True
    return " " in run and bool(read_locality(run).country)


def _word(word: str, setting: Setting) -> str:
    lead = word[: len(word) - len(word.lstrip())]
    if lead:
        return lead + _word(word.lstrip(), setting)
    tail = next((end for end in ("'s", "\u2019s", "'S", "\u2019S", ".") if word.endswith(end)), "")
    name = word[: len(word) - len(tail)]
    if country_code(word) and len(squeeze_text(word)) <= 4 and word.isupper():
        return Countries().make(word, "COUNTRY", setting)
    if _ORDINAL.fullmatch(name):
        rng = setting.draw.rng("ordinal", setting.scope, name)
        number = re.sub("[^0-9]", "", name)
        return name.replace(number, draw_alike(number, rng)) + tail
    return cased(_named(name, setting), name) + tail


def _named(name: str, setting: Setting) -> str:
    if state_code(name) and len(name) > 2:
        return States().make(name, "STATE", setting)
    if country_code(name):
        return Countries().make(name, "COUNTRY", setting)
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    if name in demonyms():
        return _other(alike(name, tuple(demonyms())), name, rng)
    facts = look_up(name)
    if _ACRONYM.fullmatch(name) and not max(facts.female, facts.male, facts.surname):
        return _acronym(name, setting)
    if " " in name or (facts.kinds & (Kind.CITY | Kind.TOWN) and facts.surname < 5):
        home = read_locality(name)
        if home.country:
            return fake_place(home, setting).city
    if facts.surname > 1 or rng.random() < 0.5:
        return _other(_surnames(), name, rng)
    return _other(_places(), name, rng)


@cache
def _surnames() -> tuple[str, ...]:
    return tuple(one.value for one in surnames()[:3000])


@cache
def _places() -> tuple[str, ...]:
    return tuple(place.city for place in us_places()[:3000])


def _other(names: tuple[str, ...], real: str, rng: Random) -> str:
    while True:
        name = rng.choice(names)
        if squeeze_text(name) != squeeze_text(real):
            return name


def _acronym(value: str, setting: Setting) -> str:
    """Return other letters; the last one, which often says what it is, stays in longer ones."""
    rng = setting.draw.rng("acronym", setting.scope, squeeze_text(value))
    letters = [at for at, one in enumerate(value) if one.isalpha()]
    kept = letters[-1] if len(letters) > 2 and value[letters[-1]] in "HUCM" else -1
    while True:
        fake = "".join(
            rng.choice(_VOWELLESS if rng.random() < 0.7 else ascii_uppercase)
            if one.isalpha() and at != kept
            else one
            for at, one in enumerate(value)
        )
        if fake != value:
            return fake


def _generic(value: str, setting: Setting) -> str:
    """Return another name for one that says only its type: another field, or a place in it."""
    rng = setting.draw.rng("generic", setting.scope, squeeze_text(value))
    for word in _WORD.finditer(value):
        for ring in _RINGS:
            if word.group().capitalize() in ring:
                name = cased(_other(tuple(sorted(ring)), word.group(), rng), word.group())
                return value[: word.start()] + name + value[word.end() :]
    the = re.match(r"(?i)the\s+", value)
    if the:
        name = cased(_other(_places(), value, rng), value[the.end() :])
        return f"{the.group()}{name} {value[the.end() :]}"
    words = [word for word in _WORD.finditer(value) if word.group().lower() not in _SMALL]
    if not words:
        return cased(_other(_places(), value, rng), value)
    # The place stands for a word instead of before it: the name must not live on inside its fake.
    linked = any(word.group().lower() in _SMALL for word in _WORD.finditer(value))
    word = words[-1 if linked else 0]
    name = cased(_other(_places(), word.group(), rng), word.group())
    return value[: word.start()] + name + value[word.end() :]
