"""What claims and kept fields mean, for people who read of them for the first time."""

from collections.abc import Mapping
from typing import Final

from textveil.certify.document.certificate_shape import TEXT

__all__ = ["CLAIMS", "FIELDS", "claim_meanings"]

CLAIMS: Final[Mapping[str, str]] = {
    "record": "the record of changes fits the released texts",
    "metadata": "the fields beside the texts are those of the input, or were left out",
    "alignment": "outside the changes, every character is as in the input",
    "residue": "no removed value can still be read in the documents of its subject, nor, if its "
    "form identifies, in any other",
    "denied": "no word that the policy denies is left",
    "consistency": "one person has one surrogate, two people have two",
    "intervals": "the number of days between two dates of a person is unchanged",
    "collisions": "no surrogate is the real name, number or address of somebody else",
    "calendar": "no holiday or season beside a moved date tells by how much it moved",
    "sharing": "what many people share cannot be told from its surrogates",
    "distance": "no surrogate resembles the value that it stands for",
    "dictionary-forms": "at least K terms of the dictionary share each form in the texts",
    "identifiers-removed": "no identifier of the owner's list is left",
    "reversible": "the key restores every input exactly",
}
"""What each verdict means, for people who read such a report for the first time."""

FIELDS: Final[Mapping[str, str]] = {
    "clock": "time of day",
    "style": "how day and time are written",
    "thread": "number of the message that began the conversation",
    "reply_to": "number of the answered message",
    "left_out": "kinds of attachments, which were left out",
    "channel": "name of the channel",
}
"""What the fields hold that formats of messages keep."""
_RARE: Final = {
    "k-subjects": "what is kept stands in documents of at least k people",
    "k-occurrences": "what is kept stands at least k times in the input",
    "k-output": "what is kept stands at least k times in the release",
    "list": "at least k listed words fit each word of which a part is shown",
    "subjects": "subjects have the new ids that follow from the key or nonce",
    "metadata": "the fields beside the texts are those of the input",
}
"""What each claim means."""


def claim_meanings(method: str) -> Mapping[str, str]:
    """Return what each claim about the releases of a method means."""
    if method == TEXT:
        return CLAIMS
    if method == "rare":
        return _RARE
    # Its module loads compiled code, which no other report needs.
    from textveil.verify.sequences.claims import MEANINGS

    return MEANINGS
