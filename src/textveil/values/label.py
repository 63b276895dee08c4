"""Labels: the kinds of identifying passage, their families, and which identify a person alone."""

import re
from typing import Final

__all__ = [
    "DESCRIBING",
    "FAMILY",
    "IDENTIFYING",
    "LABELS",
    "NUMBERS",
    "RARE",
    "TOKEN",
    "WHATEVER_THEY_SAY",
    "family_of",
    "identifies_alone",
    "is_label",
    "is_own_label",
]

LABELS: Final = {
    "ACCOUNT": "account number",
    "ADDRESS": "place or postal address, whole or of an unknown part",
    "AGE": "age of a person",
    "BIOMETRIC": "fingerprint, voice print or face, by its number or name",
    "CARD": "payment card number",
    "CITY": "city, town or village",
    "COUNTRY": "country",
    "DATE": "calendar date",
    "DEMOGRAPHIC": "descent, nationality, religion, rank, education or another trait of a person",
    "DEVICE": "device identifier or serial number",
    "DURATION": "length of time",
    "EMAIL": "e-mail address",
    "FAX": "fax number",
    "HOSPITAL": "hospital, clinic or ward",
    "IBAN": "bank account number (IBAN)",
    "IDENTIFIER": "term of a list of identifiers",
    "INITIALS": "initials of a person",
    "IP": "network address",
    "LICENSE": "certificate or licence number",
    "MANUFACTURER": "maker of a device or drug, named beside it",
    "MRN": "medical record number",
    "NAME": "name of a person",
    "ORGANIZATION": "company, authority, school or another organization",
    "OTHER": "other passage that points at a person",
    "OTHER-ID": "other identifying number",
    "PATIENT": "name of a patient or of the patient's family",
    "PHONE": "telephone number",
    "PLAN": "health plan or insurance number",
    "PROFESSION": "occupation",
    "PROVIDER": "name of a physician, nurse or another carer",
    "QUANTITY": "amount that points at a person",
    "QUASI": "term of a dictionary of quasi-identifiers",
    "RARE": "text that too few people share",
    "ROOM": "room or bed",
    "SECRET": "password, key, token or code that opens something",
    "SENSITIVE": "health, orientation, union, origin, money trouble or an empty home of a person",
    "SET": "time that comes back, such as every Monday",
    "SSN": "US social security number",
    "STATE": "state, province or county",
    "STREET": "street and house number",
    "TIME": "time of day",
    "URL": "web address",
    "USERNAME": "user name",
    "VEHICLE": "vehicle number or number plate",
    "ZIP": "postal code",
}
"""Labels that shipped components give, each with its meaning."""

FAMILY: Final = {
    "CARD": "ACCOUNT",
    "CITY": "ADDRESS",
    "COUNTRY": "ADDRESS",
    "DURATION": "DATE",
    "FAX": "PHONE",
    "HOSPITAL": "ORGANIZATION",
    "IBAN": "ACCOUNT",
    "INITIALS": "NAME",
    "MANUFACTURER": "ORGANIZATION",
    "PATIENT": "NAME",
    "PROVIDER": "NAME",
    "ROOM": "ADDRESS",
    "SET": "DATE",
    "STATE": "ADDRESS",
    "STREET": "ADDRESS",
    "TIME": "DATE",
    "ZIP": "ADDRESS",
}
"""Labels that are a special kind of another; a label that is not here is its own family."""

NUMBERS: Final = {
    "SSN": 0,
    "FAX": 1,
    "PHONE": 1,
    "IBAN": 2,
    "CARD": 3,
    "VEHICLE": 4,
    "PLAN": 5,
    "LICENSE": 6,
    "ACCOUNT": 7,
    "MRN": 8,
    "DEVICE": 9,
    "BIOMETRIC": 10,
    "OTHER-ID": 11,
}
"""Labels of identifying numbers, each with its rank.

Where detectors disagree about a number, the lowest rank decides: first labels whose surrogates are
numbers that nobody can have, then those with check digits, last those that say the least. Labels of
one rank are rewritten alike.
"""

RARE: Final = "RARE"
"""Label of what is withheld because too few share it, be the words themselves common or not."""

TOKEN: Final = "TOKEN"  # noqa: S105 - a label
"""Label of input that reads like a replacement, and is protected so that it comes back."""

WHATEVER_THEY_SAY: Final = frozenset({RARE, TOKEN})
"""Labels of passages that go even if they hold neither letter nor digit."""

IDENTIFYING: Final = frozenset(
    {
        "ACCOUNT",
        "BIOMETRIC",
        "CARD",
        "DEVICE",
        "EMAIL",
        "FAX",
        "IBAN",
        "IDENTIFIER",
        "IP",
        "LICENSE",
        "MRN",
        "OTHER-ID",
        "PHONE",
        "PLAN",
        "SECRET",
        "SSN",
        "STREET",
        "URL",
        "USERNAME",
        "VEHICLE",
    }
)
"""Labels whose values point at one person, household or machine wherever they stand."""

DESCRIBING: Final = frozenset({"ORGANIZATION", "OTHER"})
"""Families of passages that in everyday words point at somebody only where they stand."""


_OWN: Final = re.compile(r"X-[A-Z0-9]{1,40}(?:-[A-Z0-9]{1,40}){0,5}")
"""What labels of one's own look like, so that a misspelt one of ours is noticed."""


def is_own_label(label: str) -> bool:
    """Tell whether a label is one that users or plug-ins made: `X-`, capitals, digits, hyphens.

    Examples
    --------
    >>> is_own_label("X-CHI"), is_own_label("CHI"), is_own_label("X-chi")
    (True, False, False)
    """
    return _OWN.fullmatch(label) is not None


def is_label(label: str) -> bool:
    """Tell whether a label is one of ours, or has the form of one's own."""
    return label in LABELS or is_own_label(label)


def family_of(label: str) -> str:
    """Return the general label that a label belongs to.

    Examples
    --------
    >>> family_of("PATIENT"), family_of("CITY"), family_of("EMAIL")
    ('NAME', 'ADDRESS', 'EMAIL')
    """
    return FAMILY.get(label, label)


def identifies_alone(label: str) -> bool:
    """Tell whether a value of this label identifies wherever it stands.

    Such a value must not survive in the documents of its subject and, if its form says so too
    (`lexicon.people.identifying_forms`), anywhere in a released corpus. A date or a postal code is
    shared by many people, and so are a surname and a city. A label that is not known here counts as
    identifying, so that a plug-in's labels are treated with care.

    Examples
    --------
    >>> identifies_alone("EMAIL"), identifies_alone("DATE")
    (True, False)
    """
    return label in IDENTIFYING or label not in LABELS
