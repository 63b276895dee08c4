"""Mail addresses, web addresses and user names that follow a person's name."""

from random import Random
from typing import Final

from textveil.synth.people import InventedPerson, plain_letters

__all__ = ["mail_address", "user_name", "web_address"]

_WORDS: Final = (
    *("fernhollow", "bluejay", "northbay", "willowmail", "lakeside", "sunpost", "greenfield"),
    *("quickpost", "cloudberry", "stonepost", "riverline", "papermill", "seabird", "hilltop"),
    *("brightmail", "oldtown", "meadow", "harbor", "skylark"),
)
_ENDINGS: Final = (
    *("com", "com", "com", "org", "net", "edu", "io", "co.uk", "de", "fr", "pl", "it", "nl"),
    *("ca", "us", "gov", "se"),
)
_HOBBIES: Final = (
    *("sunny", "cool", "rock", "star", "gamer", "cat", "dog", "ninja", "wolf", "fish", "moon"),
    *("hiker", "biker", "guitar", "knit", "chef", "tiger", "pixel", "runner", "surf", "coffee"),
    *("book", "dragon", "soccer", "fox", "queen", "king", "captain", "red", "blue", "lucky"),
    *("crazy", "tiny", "retro"),
)
_PAGES: Final = (
    *("profile", "about", "users", "gallery", "blog", "posts", "order", "invoice", "listing"),
    *("portfolio", "patients", "results", "family", "photos", "reviews", "team"),
)


def _domain(rng: Random) -> str:
    word = rng.choice(_WORDS)
    return rng.choice(
        (
            f"example.{rng.choice(('com', 'org', 'net'))}",
            f"{word}.example.{rng.choice(('com', 'org', 'net'))}",
            f"{word}.example",
            f"example-{word}.{rng.choice(_ENDINGS)}",
            f"{word}-example.{rng.choice(_ENDINGS)}",
            f"mail.{word}.test",
        )
    )


def _local(person: InventedPerson, rng: Random) -> str:
    first, last = plain_letters(person.first) or "info", plain_letters(person.last) or "box"
    number = rng.randrange(1, 100)
    return rng.choice(
        (
            f"{first}.{last}",
            f"{first[0]}{last}",
            f"{first}{last}",
            f"{first}_{last}{number}",
            f"{last}.{first[0]}",
            f"{first}{number}",
            f"{first[0]}.{last}{number}",
            f"{first}-{last}",
            f"{last}{first}",
            f"{first}+{rng.choice(_HOBBIES)}",
        )
    )


def mail_address(person: InventedPerson, rng: Random) -> str:
    """Draw a mail address of a person, at a domain that stands for none."""
    address = f"{_local(person, rng)}@{_domain(rng)}"
    if rng.random() < 0.05:
        return address.upper()
    if rng.random() < 0.06:
        return f"{person.first.replace(' ', '')}{plain_letters(person.last).title()}@{_domain(rng)}"
    return address


def user_name(person: InventedPerson, rng: Random) -> str:
    """Draw a user name, which may or may not have to do with the name."""
    first, last = plain_letters(person.first) or "x", plain_letters(person.last) or "y"
    hobby, other = rng.choice(_HOBBIES), rng.choice(_HOBBIES)
    return rng.choice(
        (
            f"{first}{rng.randrange(1, 2000)}",
            f"{first}_{last[0]}",
            f"{first[0]}{last}{rng.randrange(1, 99)}",
            f"{hobby}_{other}{rng.randrange(1, 99)}",
            f"{hobby}{first}",
            f"x{hobby}{other}x",
            f"{first}.{hobby}",
            f"{hobby.title()}{other.title()}{rng.randrange(10, 99)}",
            f"the_real_{first}",
            f"{last}{first[0]}",
        )
    )


def web_address(person: InventedPerson, rng: Random) -> str:
    """Draw a web address: of a person, a page about one, or a site."""
    head = rng.choice(("https://", "http://", "https://www.", "www.", "http://www.", ""))
    site = _domain(rng)
    tail = rng.choice(
        (
            "",
            "/",
            f"/{rng.choice(_PAGES)}/{user_name(person, rng)}",
            f"/~{plain_letters(person.last)}",
            f"/{rng.choice(_PAGES)}?id={rng.randrange(1000, 999999)}",
            f"/{plain_letters(person.first)}-{plain_letters(person.last)}",
            f"/{rng.choice(_PAGES)}/{rng.randrange(100, 99999)}",
        )
    )
    return f"{head or 'www.'}{site}{tail}" if not tail else f"{head}{site}{tail}"
