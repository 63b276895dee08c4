"""Streets with house numbers, post boxes, flats, rooms and beds, and coordinates."""

import re
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Context, Hit, Rule, accept, goes_on

__all__ = ["rules"]

_DIRECTION = (
    r"(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Northeast|Northwest|Southeast|Southwest)"
)
_CLEAR = (
    r"Street|St|Str|Avenue|Ave|Av|Boulevard|Blvd|Road|Rd|Lane|Ln|Drive|Dr|Terrace|Terr?|Parkway"
    r"|Pkwy"
    r"|Highway|Hwy|Crescent|Cres|Turnpike|Tpke|Alley|Freeway|Expressway|Expy|Mews|Cul-de-sac"
)
_OTHER = (
    r"Court|Ct|Place|Pl|Way|Circle|Cir|Square|Sq|Trail|Trl|Loop|Close|Gardens|Grove|Hill|Heights"
    r"|Row"
    r"|Walk|Path|Pike|Plaza|Plz|Point|Pt|Ridge|Run|View|Vista|Crossing|Xing|Green|Rise|Park|Parade"
    r"|Meadows?|Manor|Landing|Bend|Cove|Glen|Hollow|Knoll|Promenade|Quay|Wharf|Yard|Route|Esplanade"
)
_WORD = (
    r"(?:[A-Z][A-Za-z'\x7f-]{1,24}|[A-Z]\.|[0-9]{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)|(?:Mt|St|Ft|Dr)\.)"
)
_SMALL = r"(?:(?:de|la|le|du|des|del|della|di|do|da|dos|van|der|den|los|las|d'|l') ?){0,2}"
_HOUSE = r"[1-9][0-9]{0,4}(?:[A-Za-z]|[-/][0-9]{1,4}[a-z]?)?\b"
_AFTER_NAME = rf"(?:(?i:n[or])\.? ?)?{_HOUSE}"
_NUMBER = r"[1-9][0-9]{0,5}(?:[A-Za-z]\b|[-/][0-9]{1,4}[A-Za-z]?\b| ?1/2)?"
_FLAT = (
    r"(?:(?:,| -|\r?\n| )[ ]{0,2}(?i:apt|apartment|suite|ste|unit|flat|fl|floor|bldg|building"
    r"|room|rm|lot|#)"
    r"\.?[ #]{0,2}[0-9A-Za-z]{1,5}(?:-[0-9A-Za-z]{1,4})?\b)?"
)
_LOWER = r"(?:street|avenue|boulevard|road|lane|drive|terrace|parkway|highway)"
_PREFIXED = (
    # Street words of other languages that stand before the name, folded to ASCII.
    r"rue|avenue|boulevard|bd|place|chemin|allee|quai|impasse|cours|faubourg|passage|via|viale"
    r"|piazza|piazzale|corso|vicolo|largo|calle|avenida|avda|plaza|paseo|camino|carrer|rua|praca"
    r"|travessa|estrada|alameda|strada|bulevardul|calea|ulica|ul\.|aleja|plac|ulitsa|prospekt"
)
_CAPITAL = "(?:" + "|".join(word.capitalize() for word in _PREFIXED.split("|")) + ")"
_ENDED = (
    # Endings of street names in German, Dutch and the languages of the north and east.
    r"(?:str(?:a(?:ss|\x7f)e|\.)|gasse|weg|platz|allee|damm|ufer|steig|chaussee|promenade|straat"
    r"|laan|plein"
    r"|kade|gracht|singel|dreef|dijk|steenweg|vej|veien|vegen|vagen|gatan|gata|gaten|gade|plads"
    r"|stien"
    r"|stigen|backen|katu|ntie|polku|kuja|kaari|iela|gatve|utca|vegur|gotu|strata|braut)"
)
_SEPARATE = (
    r"(?:Strasse|Str\.|Gasse|Weg|Platz|Allee|Straat|Laan|Plein|utca|ut|ter|krt|ulica|utja"
    r"|iela|gatve|g\.|katu)"
)
_YEAR = re.compile(rb"(?:1[6-9]|20)[0-9]{2}\Z")
_NOT_NUMBERS = re.compile(
    rb"(?i)\b(?:in|since|by|during|until|from|article|art\.|section|rule|chapter|page|vol\.?|act"
    rb"|of|"
    rb"volume|law|january|february|march|april|may|june|july|august|september|october|november"
    rb"|december)"
    rb"[ ,]{1,2}\Z"
)
_NOT_NAMES = frozenset(
    b"of the a an on in per miles more blocks different lane city side by to and or for from"
    b" years mile km new major main-line single other local public busy dirt paved additional"
    b" such long wide foot kilometer kilometre hour minute".split()
)


def _house(data: bytes, start: int, end: int, clear: bool) -> Hit | None:
    """Accept a street after its number, where the number is not a year or a paragraph."""
    number = re.match(rb"[0-9]+", data[start:end])
    if number is None or goes_on(data, start, end):
        return None
    before = _NOT_NUMBERS.search(data[max(0, start - 14) : start])
    year = _YEAR.match(number.group())
    if (before and (year or not clear)) or (year and not clear):
        return None
    score = 0.85 if clear else 0.7
    return Hit(start, end, score, (("form:street", score),))


def _small(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a street in small letters: a number, one or two words, and a word for streets."""
    words = data[start:end].split()
    if (
        goes_on(data, start, end)
        or data[end : end + 1] == b"-"
        or _NOT_NAMES & {word.lower() for word in words[1:-1]}
    ):
        return None
    if _YEAR.match(words[0]) or _NOT_NUMBERS.search(data[max(0, start - 14) : start]):
        return None
    return Hit(start, end, 0.55, (("form:street", 0.55),))


def _foreign(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a street of another language if a house number stands on one of its sides."""
    value = data[start:end]
    if not re.match(rb"[0-9]", value) and not re.search(rb"[0-9][A-Za-z]?\Z", value):
        return None
    low, high = re.match(rb"[0-9]*", value), re.search(rb"[0-9]*\Z", value)
    if any(found and _YEAR.match(found.group()) for found in (low, high)):
        return None
    if goes_on(data, start, end):
        return None
    return Hit(start, end, 0.8, (("list:street-words", 0.8),))


_COUNTED = re.compile(
    rb"(?i)[ -](?:days?|hours?|hrs?|weeks?|months?|years?|minutes?|mins?|times|mg|ml|people"
    rb"|persons|patients"
    rb"|beds?|x|air|temperature|per|units?|square|sq)\b|[.,:/][0-9]|%|'| & "
)


def _flat(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a flat; an engine is flat too, so that word needs the rest of an address after it."""
    if data[start : start + 4] == b"Flat" and data[end : end + 1] not in (b",", b"\n", b"\r"):
        return None
    return _room(data, start, end, 0.6)


def _room(data: bytes, start: int, end: int, score: float) -> Hit | None:
    if _COUNTED.match(data, end) or not re.search(rb"[0-9]", data[start:end]):
        return None
    return Hit(start, end, score, (("context:before", score),))


def _coordinates(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a latitude and a longitude that the globe has."""
    numbers = re.findall(rb"-?[0-9]+(?:\.[0-9]+)?", data[start:end])
    if goes_on(data, start, end) or len(numbers) < 2:
        return None
    if len(numbers) == 2 and (abs(float(numbers[0])) > 90 or abs(float(numbers[1])) > 180):
        return None
    return Hit(start, end, 0.75, (("range:globe", 0.75),))


_DEGREES = (
    r"[0-9]{1,3}(?:\.[0-9]{1,8})?\x7f ?(?:[0-9]{1,2}(?:\.[0-9]{1,6})?['\x7f]{1,2} ?(?:"
    r"[0-9]{1,2}(?:\.[0-9]{1,6})?(?:\"|''|[\x7f]{1,2}) ?)?)?"
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        Rule(
            id="street.number-first",
            label="STREET",
            pattern=rf"\b{_NUMBER},? (?:{_DIRECTION}\.? )?{_WORD} (?:(?:(?:of|the|de"
            rf"|la) )?{_WORD} ){{0,3}}"
            rf"(?:{_CLEAR}|{_LOWER})\b\.?(?:,? {_DIRECTION}\b\.?)?{_FLAT}",
            check=partial(_house, clear=True),
        ),
        Rule(
            id="street.number-first-other",
            label="STREET",
            pattern=rf"\b{_NUMBER},? (?:{_DIRECTION}\.? )?(?:{_WORD} ){{1,3}}(?:{_OTHER})\b\.?"
            rf"(?:,? {_DIRECTION}\b\.?)?{_FLAT}|\b[1-9][0-9]{{0,4}} (?:Avenue [A-Z]\b|Broadway\b"
            r"|Route [0-9]{1,3}\b|Highway [0-9]{1,3}\b|County Road [0-9]{1,4}\b)",
            check=partial(_house, clear=False),
        ),
        Rule(
            id="street.small",
            label="STREET",
            pattern=r"\b[1-9][0-9]{0,4} (?:[a-z]{2,16}|[0-9]{1,3}(?:st|nd|rd|th)) (?:[a-z]{2,16} )?"
            r"(?:street|avenue|boulevard|lane|road)\b",
            check=_small,
        ),
        Rule(
            id="street.word-first",
            label="STREET",
            pattern=rf"\b(?:[1-9][0-9]{{0,4}}(?:[A-Za-z]\b| ?bis\b| ?ter\b)?,? (?i:{_PREFIXED})"
            rf"|{_CAPITAL})"
            rf" {_SMALL}{_WORD}(?:[ -]{_SMALL}{_WORD}){{0,3}}(?:,? {_AFTER_NAME})?{_FLAT}",
            check=_foreign,
        ),
        Rule(
            id="street.ending",
            label="STREET",
            pattern=rf"\b(?:[A-Z][A-Za-z\x7f-]{{1,24}}{_ENDED}|{_WORD} {_SEPARATE}) {_HOUSE}{_FLAT}",
            check=_foreign,
        ),
        Rule(
            id="street.box",
            label="STREET",
            pattern=r"\b(?i:p\.? ?o\.? ?box|post office box|postfach|apartado(?: postal)?|casilla"
            r"|locked bag|private bag)"
            r"[ #:.]{1,3}(?:(?i:no)\.? ?)?[0-9]{1,6}(?:[ -][0-9]{1,4})?[A-Z]?\b"
            r"|\b(?:PSC|Unit|CMR) [0-9]{2,5},? Box [0-9]{2,5}\b|\bRR ?#? ?[0-9]{1,3},? Box [0-9]{1,5}"
            r"[A-Z]?\b",
            check=accept(0.85, ("form:box", 0.85)),
        ),
        Rule(
            id="street.flat",
            label="STREET",
            pattern=r"\b(?:(?:Apt|APT|apt|Ste|STE)\b\.? ?#? ?|(?:Apartment|APARTMENT|apartment|Suite"
            r"|SUITE|Flat) #? ?)[0-9]{1,5}[A-Za-z]?(?:-[0-9A-Z]{1,3})?\b"
            r"|\b(?:Apt|APT|apt|Apartment)\b\.? ?#? ?[A-Z][0-9]{0,4}\b",
            check=_flat,
        ),
        framed(
            "room.words",
            "ROOM",
            r"\b(?:(?i:room|rm|bed|ward|bay|cubicle|bedspace|cell|operating room|exam room)\b\.?|OR"
            r"|ICU bed|Theatre)"
            r"[ #:-]{1,2}(?:(?i:no|number|nr|#)\.? ?)?(?P<value>(?:[A-Z]{1,2}-?)?[0-9]{1,4}(?:"
            r"[A-Za-z]\b)?(?:[-/][0-9A-Z]{1,3})?)\b",
            partial(_room, score=0.7),
        ),
        Rule(
            id="address.decimal-degrees",
            label="ADDRESS",
            pattern=r"(?:\b|-)[0-9]{1,2}\.[0-9]{3,10}(?:\x7f ?)?(?: ?[NS])?(?:, ?|; ?| )-?"
            r"[0-9]{1,3}\.[0-9]{3,10}(?:\x7f ?)?(?: ?[EW])?\b",
            check=_coordinates,
            before=Context(
                r"gps|lat(?:itude)?|coordinates?|coords?|location|geo|position", weight=0.15
            ),
        ),
        Rule(
            id="address.degrees",
            label="ADDRESS",
            pattern=rf"\b{_DEGREES}[NS][,; ]{{0,2}}{_DEGREES}[EW]\b",
            check=_coordinates,
        ),
    )
