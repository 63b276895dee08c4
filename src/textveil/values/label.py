"""Labels: the kinds of identifying passage, and which of them identify a person on their own."""

from typing import Final

__all__ = ["IDENTIFYING", "LABELS", "RARE", "identifies_alone"]

LABELS: Final = {
    "ACCOUNT": "account or policy number",
    "CARD": "payment card number",
    "DATE": "calendar date",
    "EMAIL": "e-mail address",
    "IBAN": "bank account number (IBAN)",
    "ID": "other identifying number",
    "IDENTIFIER": "term of a list of identifiers",
    "IP": "network address",
    "MRN": "medical record number",
    "PHONE": "telephone or fax number",
    "QUASI": "term of a dictionary of quasi-identifiers",
    "RARE": "text that too few people share",
    "SSN": "US social security number",
    "URL": "web address",
    "ZIP": "postal code",
}
"""Labels that shipped detectors give, each with its meaning."""

RARE: Final = "RARE"
"""Label of what is withheld because too few share it, be the words themselves common or not."""

IDENTIFYING: Final = frozenset(
    {
        "ACCOUNT",
        "CARD",
        "EMAIL",
        "IBAN",
        "ID",
        "IDENTIFIER",
        "IP",
        "MRN",
        "PHONE",
        "SSN",
        "URL",
    }
)
"""Labels whose values point at one person, household or machine wherever they stand."""


def identifies_alone(label: str) -> bool:
    """Tell whether a value of this label identifies wherever it stands.

    Such a value must not survive anywhere in a released corpus. A date or a postal code is shared
    by many people: it must not survive in the document it was removed from. A label that is not
    known here counts as identifying, so that a plug-in's labels are treated with care.

    Examples
    --------
    >>> identifies_alone("EMAIL"), identifies_alone("DATE")
    (True, False)
    """
    return label in IDENTIFYING or label not in LABELS
