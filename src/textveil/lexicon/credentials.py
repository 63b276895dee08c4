"""Credentials: which words behind a name say what somebody is, with their endings (`FNP-BC`)."""

import re
from functools import cache
from typing import Final

from textveil.lexicon.facts import Facts, facts

__all__ = ["CREDENTIAL_ROLES", "ended_credentials", "is_credential"]

CREDENTIAL_ROLES: Final = ("credential", "rare-credential")
_JOINT: Final = re.compile("[-/]")


def is_credential(word: str, known: Facts) -> bool:
    """Tell whether a word is a credential, perhaps with endings.

    Examples
    --------
    >>> [is_credential(one, facts()) for one in ("M.D.", "PA-C", "FNP-BC", "Kim-BC", "FNP-Kim")]
    [True, True, True, False, False]
    """
    if known.is_a(word, *CREDENTIAL_ROLES):
        return True
    head, *endings = _JOINT.split(word)
    ended = endings and all(known.is_a(one, "credential-ending") for one in endings)
    return bool(ended) and known.is_a(head, *CREDENTIAL_ROLES)


@cache
def ended_credentials(language: str, least: int = 0) -> str:
    """Return an expression for credentials with so many endings or more; case counts.

    Generation marks are left out: "Jr" tells one person from another.
    """
    known = facts(language)
    words = (w for w in known.words(*CREDENTIAL_ROLES) if not known.is_a(w, "generation"))
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    ending = rf"{_JOINT.pattern}{known.pattern('credential-ending')}"
    return rf"(?:{listed or known.pattern()})(?:{ending}){{{least},}}(?![\w-])"
