"""The table of makers: which maker makes the surrogate of a label.

Makers are free to construct; the lists that they draw from are read with the first value.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from textveil.transform.surrogates.digits.ips import Ips
from textveil.transform.surrogates.digits.network import Emails, Urls, Usernames
from textveil.transform.surrogates.digits.numbers import Numbers
from textveil.transform.surrogates.digits.phones import Phones
from textveil.transform.surrogates.digits.quantities import Quantities
from textveil.transform.surrogates.edges import Edged
from textveil.transform.surrogates.maker import Maker
from textveil.transform.surrogates.organizations.fake_organizations import Organizations
from textveil.transform.surrogates.persons.ages import Ages
from textveil.transform.surrogates.persons.dates import Dates
from textveil.transform.surrogates.persons.demographics import Demographics
from textveil.transform.surrogates.persons.names import Names
from textveil.transform.surrogates.persons.professions import Professions
from textveil.transform.surrogates.persons.times import Times
from textveil.transform.surrogates.tags import Tags
from textveil.transform.surrogates.whereabouts.addresses import Cities, Countries, States, Zips
from textveil.transform.surrogates.whereabouts.rooms import Rooms
from textveil.transform.surrogates.whereabouts.streets import Streets
from textveil.transform.surrogates.whereabouts.whole_addresses import Addresses
from textveil.values.label import is_own_label

__all__ = ["maker_of"]

_KEEP_THEIR_EDGES: Final = frozenset({"NAME", "PATIENT", "PROVIDER"})
"""Labels whose maker writes what stands around a value as it is."""


@cache
def _makers(language: str) -> Mapping[str, Maker]:
    """Return the makers of a language by their labels."""
    every = (
        *(Addresses, Ages, Cities, Countries, Dates, Demographics, Emails, Ips, Names, Numbers),
        *(Organizations, Phones, Professions, Quantities, Rooms, States, Streets, Tags, Times),
        *(Urls, Usernames, Zips),
    )
    return {
        label: maker if label in _KEEP_THEIR_EDGES else Edged(maker)
        for maker in (kind(language) for kind in every)
        for label in maker.labels
    }


def maker_of(label: str, *, language: str = "en") -> Maker:
    """Return the maker of a label; one's own labels get fakes of the same shape, others tags.

    Examples
    --------
    >>> "PROVIDER" in maker_of("PATIENT").labels, "OTHER" in maker_of("SHOE-SIZE").labels
    (True, True)
    >>> "OTHER-ID" in maker_of("X-SHOE-SIZE").labels
    True
    """
    makers = _makers(language)
    return makers.get(label) or makers["OTHER-ID" if is_own_label(label) else "OTHER"]
