"""Initials: whether letters could come from somebody's name."""

from collections.abc import Iterator

from textveil.values.person import Person

__all__ = ["spells"]


def spells(letters: str, person: Person) -> bool:
    """Tell whether letters are the initials of a person, or the first letters of their names.

    Letters of several names in a row count too: `jsmi` and `smij` for John Smith.

    Examples
    --------
    >>> smith = Person("john", "q", "smith")
    >>> [one for one in ("JS", "JQS", "SJ", "SMI", "JSMI", "SMITHJO", "MRN") if spells(one, smith)]
    ['JS', 'JQS', 'SJ', 'SMI', 'JSMI', 'SMITHJO']
    """
    low = letters.casefold()
    return len(low) > 1 and any(_made_of(low, names) for names in _orders(person))


def _orders(person: Person) -> Iterator[tuple[str, ...]]:
    given, family = person.given, person.family
    middle = tuple(person.middle.split())
    for names in ((given, *middle, family), (family, given, *middle), (given, family)):
        yield tuple(name for name in names if name)


def _made_of(letters: str, names: tuple[str, ...]) -> bool:
    """Tell whether letters fall into beginnings of the names, in this order; some may be left out.

    One letter of one name is not enough to point at it.
    """
    if not letters:
        return True
    return any(
        letters.startswith(name[:length]) and _made_of(letters[length:], names[at + 1 :])
        for at, name in enumerate(names)
        for length in range(1, min(len(name), len(letters)) + 1)
    )
