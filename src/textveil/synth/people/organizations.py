"""Names of organizations that people belong to: employers, schools, banks, courts, hospitals."""

from functools import cache
from random import Random

from textveil.lexicon.tables.terms import hospitals, universities
from textveil.synth.own_lists import listed
from textveil.synth.people.name_lists import draw_person
from textveil.synth.people.share import Share

__all__ = ["draw_hospital", "draw_organization"]


@cache
def _words(kind: str, share: Share) -> tuple[str, ...]:
    found = listed("organizations", kind)
    return tuple(share.of_short(found)) if kind in ("word", "saint") else found


@cache
def _listed_hospitals(share: Share) -> tuple[str, ...]:
    return tuple(name for name in hospitals() if share.has(name))


@cache
def _listed_universities(share: Share) -> tuple[str, ...]:
    return tuple(name for name in universities() if share.has(name))


def _surname(rng: Random, share: Share, country: str = "") -> str:
    return draw_person(rng, share, entity="", abroad=0.2, country=country).last


def _company(rng: Random, share: Share, city: str, country: str) -> str:
    trade = rng.choice(_words("trade", share))
    form = rng.choice(_words("form", share))
    word = rng.choice(_words("word", share))
    one, two, three = (_surname(rng, share, country) for _ in range(3))
    return rng.choice(
        (
            f"{word} {trade}",
            f"{word} {trade} {form}",
            f"{one} {form}",
            f"{one} & {two}",
            f"{one}, {two} and {three}",
            f"{one} {trade}",
            f"{one} & Sons {trade}",
            f"{city} {trade}",
            f"{word} {form}",
            f"{word}",
        )
    )


def draw_organization(kind: str, rng: Random, share: Share, city: str, *, country: str = "") -> str:
    """Draw the name of an organization.

    Parameters
    ----------
    kind
        company, school, bank, insurer, agency or pharmacy.
    rng
        Source of randomness.
    share
        Part of the lists that may be used.
    city
        A town that may be part of the name.
    country
        Country of the names of people in it, as the lists of names call it.
    """
    if kind == "company":
        return _company(rng, share, city, country)
    last = rng.choice(_words(kind, share))
    if kind == "school" and rng.random() < 0.4:
        return rng.choice(_listed_universities(share))
    if kind in ("school", "agency") and rng.random() < 0.7:
        return f"{city} {last}"
    head = rng.choice((rng.choice(_words("word", share)), _surname(rng, share), city))
    return f"{head}'s {last}" if kind == "pharmacy" and rng.random() < 0.3 else f"{head} {last}"


def draw_hospital(rng: Random, share: Share, city: str, *, large: bool = False) -> str:
    """Draw the name of a hospital or a clinic: a listed one or one put together."""
    if rng.random() < 0.45 and not large:
        return rng.choice(_listed_hospitals(share))
    head = rng.choice(
        (
            city,
            rng.choice(_words("saint", share)),
            _surname(rng, share),
            rng.choice(_words("word", share)),
        )
    )
    kinds = _words("care", share)
    # The list begins with what has wards.
    return f"{head} {rng.choice(kinds[:5] if large else kinds)}"
