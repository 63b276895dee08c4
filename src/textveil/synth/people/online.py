"""Mail addresses, web addresses and user names that follow a person's name."""

from random import Random

from textveil.synth.own_lists import listed
from textveil.synth.people.invented_people import InventedPerson, plain_letters

__all__ = ["mail_address", "user_name", "web_address"]


def _domain(rng: Random) -> str:
    word = rng.choice(listed("online", "word"))
    tops = [rng.choice(("com", "org", "net")) for _ in range(2)]
    endings = [rng.choice(listed("online", "ending")) for _ in range(2)]
    form = rng.choice(listed("online", "domain"))
    return form.format(word=word, top=tops, ending=endings)


def _local(person: InventedPerson, rng: Random) -> str:
    first, last = plain_letters(person.first) or "info", plain_letters(person.last) or "box"
    number, hobby = rng.randrange(1, 100), rng.choice(listed("online", "hobby"))
    form = rng.choice(listed("online", "local"))
    return form.format(first=first, last=last, f=first[0], number=number, hobby=hobby)


def mail_address(person: InventedPerson, rng: Random) -> str:
    """Draw a mail address of a person, at a reserved domain."""
    address = f"{_local(person, rng)}@{_domain(rng)}"
    if rng.random() < 0.05:
        return address.upper()
    if rng.random() < 0.06:
        return f"{person.first.replace(' ', '')}{plain_letters(person.last).title()}@{_domain(rng)}"
    return address


def user_name(person: InventedPerson, rng: Random) -> str:
    """Draw a user name, which may or may not have to do with the name."""
    first, last = plain_letters(person.first) or "x", plain_letters(person.last) or "y"
    hobby, other = (rng.choice(listed("online", "hobby")) for _ in range(2))
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
    site, pages = _domain(rng), listed("online", "page")
    tail = rng.choice(
        (
            "",
            "/",
            f"/{rng.choice(pages)}/{user_name(person, rng)}",
            f"/~{plain_letters(person.last)}",
            f"/{rng.choice(pages)}?id={rng.randrange(1000, 999999)}",
            f"/{plain_letters(person.first)}-{plain_letters(person.last)}",
            f"/{rng.choice(pages)}/{rng.randrange(100, 99999)}",
        )
    )
    return f"{head or 'www.'}{site}{tail}" if not tail else f"{head}{site}{tail}"
