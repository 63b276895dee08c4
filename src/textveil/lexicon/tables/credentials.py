"""Credentials: which words behind a name say what somebody is, with their endings (`FNP-BC`)."""

import re
from typing import Final

from textveil.lexicon.tables.facts import Facts

__all__ = ["CREDENTIAL_ROLES", "is_credential"]

CREDENTIAL_ROLES: Final = ("credential", "rare-credential")
_JOINT: Final = re.compile("[-/]")


def is_credential(word: str, known: Facts) -> bool:
    """Tell whether a word is a credential, perhaps with endings.

    Examples
    --------
    >>> from textveil.lexicon.tables.facts import facts
    >>> [is_credential(one, facts()) for one in ("M.D.", "PA-C", "FNP-BC", "Kim-BC", "FNP-Kim")]
    [True, True, True, False, False]
    """
    if known.is_a(word, *CREDENTIAL_ROLES):
        return True
    head, *endings = _JOINT.split(word)
    ended = endings and all(known.is_a(one, "credential-ending") for one in endings)
    return bool(ended) and known.is_a(head, *CREDENTIAL_ROLES)
