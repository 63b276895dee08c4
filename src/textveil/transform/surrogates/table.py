"""The table of makers: who makes the surrogate of a label.

Makers are free to construct; the lists that they draw from are read with the first value.
"""

from collections.abc import Mapping
from typing import Final, cast

from textveil.transform.surrogates.addresses import Cities, Countries, States, Zips
from textveil.transform.surrogates.ages import Ages
from textveil.transform.surrogates.dates import Dates
from textveil.transform.surrogates.edges import Edged
from textveil.transform.surrogates.maker import Maker
from textveil.transform.surrogates.names import Names
from textveil.transform.surrogates.network import Emails, Ips, Urls, Usernames
from textveil.transform.surrogates.numbers import Numbers
from textveil.transform.surrogates.organizations import Organizations
from textveil.transform.surrogates.others import Demographics, Professions, Quantities, Rooms
from textveil.transform.surrogates.phones import Phones
from textveil.transform.surrogates.streets import Streets
from textveil.transform.surrogates.tags import Tags
from textveil.transform.surrogates.times import Times
from textveil.transform.surrogates.whole_addresses import Addresses

__all__ = ["maker_of"]

_ALL: Final[tuple[Maker, ...]] = (
    *(Addresses(), Ages(), Cities(), Countries(), Dates(), Demographics(), Emails(), Ips()),
    *(
        cast(Maker, Names()),
        Numbers(),
        Organizations(),
        Phones(),
        Professions(),
        Quantities(),
        Rooms(),
    ),
    *(States(), Streets(), Tags(), Times(), Urls(), Usernames(), Zips()),
)
_KEEP_THEIR_EDGES: Final = frozenset({"NAME", "PATIENT", "PROVIDER"})
"""Labels whose maker writes what stands around a value as it is."""
_MAKERS: Final[Mapping[str, Maker]] = {
    label: maker if label in _KEEP_THEIR_EDGES else Edged(maker)
    for maker in _ALL
    for label in maker.labels
}
_TAGS: Final[Maker] = Edged(Tags())


def maker_of(label: str) -> Maker:
    """Return the maker of a label; passages of a kind that nobody makes get a tag.

    Examples
    --------
    >>> "PROVIDER" in maker_of("PATIENT").labels, "OTHER" in maker_of("SHOE-SIZE").labels
    (True, True)
    """
    return _MAKERS.get(label, _TAGS)
