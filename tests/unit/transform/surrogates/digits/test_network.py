import re
from dataclasses import replace
from ipaddress import ip_address, ip_network

import pytest

from textveil.transform.surrogates.digits.ips import Ips
from textveil.transform.surrogates.digits.network import Emails, Urls, Usernames
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

DRAW = Draw(b"k" * 32)
JOHN = Setting(DRAW, scope="s").of(Person("john", family="smith"))
MARY = replace(JOHN, persona=Persona("Mary", "", "Jones"))
NOBODY = Setting(DRAW, scope="s")


@pytest.mark.parametrize(
    ("real", "fake"),
    [
        ("jsmith@gmail.com", "mjones@gmail.com"),
        ("john.smith@gmail.com", "mary.jones@gmail.com"),
        ("smith.j@aol.com", "jones.m@aol.com"),
        ("JOHN_SMITH@GMAIL.COM", "MARY_JONES@GMAIL.COM"),
        ("johnsmith@yahoo.com", "maryjones@yahoo.com"),
        ("JohnSmith@yahoo.com", "MaryJones@yahoo.com"),
        ("john@gmail.com", "mary@gmail.com"),
        ("js@gmail.com", "mj@gmail.com"),
        ("john.smith+news@gmail.com", "mary.jones+news@gmail.com"),
    ],
)
def test_mail_addresses_follow_the_fake_person(real, fake):
    assert Emails().make(real, "EMAIL", MARY) == fake
    assert Emails().make(real, "EMAIL", replace(MARY, identity=real, person=None)) == fake


def test_digits_of_a_handle_change_and_their_number_stays():
    assert re.fullmatch(
        r"jonesm\d\d@gmail\.com", Emails().make("smithj42@gmail.com", "EMAIL", MARY)
    )
    assert re.fullmatch(r"mary(19|20)\d\d", Usernames().make("john1985", "USERNAME", MARY))


def test_other_domains_are_reserved_and_shared_by_colleagues():
    one = Emails().make("john.smith@acme.com", "EMAIL", MARY)
    two = Emails().make("ann.lee@ACME.com", "EMAIL", NOBODY)
    assert re.fullmatch(r"mary\.jones@[a-z]+\.example\.com", one)
    assert one.rpartition("@")[2] == two.rpartition("@")[2]
    assert Emails().make("j@x.edu", "EMAIL", MARY).endswith(".example")
    replaced = replace(MARY, options={"replace_free_mail": True})
    assert Emails().make("jsmith@gmail.com", "EMAIL", replaced).endswith(".example.com")


def test_desks_keep_their_name():
    assert Emails().make("info@acme.org", "EMAIL", NOBODY).startswith("info@")
    assert Emails().make("info@gmail.com", "EMAIL", NOBODY) != "info@gmail.com"


def test_spelled_addresses_stay_spelled():
    fake = Emails().make("john dot smith at acme dot com", "EMAIL", MARY)
    assert re.fullmatch(r"mary dot jones at [a-z]+ dot example dot com", fake)
    assert Emails().canonical("a DOT b at c dot de", "EMAIL") == "a.b@c.de"


def test_every_attempt_gives_another_handle():
    for maker, value in ((Emails(), "jsmith@gmail.com"), (Usernames(), "@jsmith")):
        for setting in (MARY, NOBODY):
            made = {maker.make(value, "EMAIL", replace(setting, attempt=at)) for at in range(40)}
            assert len(made) > 30
    desks = {Emails().make("info@a.com", "EMAIL", replace(NOBODY, attempt=at)) for at in range(40)}
    assert len(desks) > 30


def test_user_names_without_a_name_become_other_words():
    fake = Usernames().make("sunny_cat42", "USERNAME", NOBODY)
    assert re.fullmatch(r"[a-z]+_[a-z]+\d\d", fake)
    assert fake != "sunny_cat42"
    assert Usernames().make("the_real_john", "USERNAME", MARY) == "the_real_mary"
    assert Usernames().canonical("@JSmith", "USERNAME") == "jsmith"


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("https://www.acme.com", r"https://www\.[a-z]+\.example\.com"),
        ("acme.org/about?id=123", r"[a-z]+\.example\.org/about\?id=\d{3}"),
        ("http://x.acme.de:8080/users/9", r"http://[a-z]+\.example:8080/users/\d"),
        ("ftp://joe@acme.com/", r"ftp://[a-z]+@[a-z]+\.example\.com/"),
        ("http://18.9.22.69/index.html", r"http://\d+\.\d+\.\d+\.\d+/index\.html"),
    ],
)
def test_web_addresses_keep_their_shape(value, form):
    fake = Urls().make(value, "URL", NOBODY)
    assert re.fullmatch(form, fake), fake
    assert Urls().canonical(fake, "URL") != Urls().canonical(value, "URL")


def test_names_in_paths_are_replaced():
    fake = Urls().make("http://acme.com/people/katarzyna-kowalczyk", "URL", NOBODY)
    assert "/people/" in fake
    assert "kowalczyk" not in fake
    assert "katarzyna" not in fake


def test_network_addresses_are_for_documentation():
    ranges = [ip_network(one) for one in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")]
    for at in range(10):
        fake = ip_address(Ips().make("18.9.22.69", "IP", replace(NOBODY, attempt=at)))
        assert any(fake in one for one in ranges)
    six = ip_address(Ips().make("2a00:1450:4001:82a::200e", "IP", NOBODY))
    assert six in ip_network("2001:db8::/32")
    full = Ips().make("2A00:1450:4001:82A:1:2:3:4", "IP", NOBODY)
    assert full.isupper()
    assert full.count(":") == 7


def test_network_addresses_do_not_run_out():
    reserved = [ip_network(one) for one in ("198.18.0.0/15", "240.0.0.0/4")]
    fakes = {Ips().make("18.9.22.69", "IP", replace(NOBODY, attempt=at)) for at in range(12, 200)}
    assert len(fakes) > 180
    assert all(any(ip_address(fake) in one for one in reserved) for fake in fakes)


def test_private_networks_ports_and_masks_stay():
    assert Ips().make("192.168.1.10", "IP", NOBODY).startswith("192.168.")
    assert Ips().make("10.0.0.1:8080", "IP", NOBODY).endswith(":8080")
    assert Ips().make("18.9.22.0/24", "IP", NOBODY).endswith("/24")
    assert Ips().make("999.1.2.3", "IP", NOBODY) != "999.1.2.3"
    assert Ips().canonical("2001:DB8:0:0::1", "IP") == "2001:db8::1"


def test_everyday_words_that_are_surnames_do_not_stay():
    assert Emails().make("lake.e@gmail.com", "EMAIL", MARY) == "jones.m@gmail.com"
    assert Emails().make("ann.brown@gmail.com", "EMAIL", MARY) == "mary.jones@gmail.com"
    assert "lake" not in Usernames().make("sunny_lake", "USERNAME", MARY)
    assert "brown" not in Urls().make("http://acme.com/john-brown", "URL", MARY)


@pytest.mark.parametrize(
    ("real", "form"),
    [
        ("a@northwind-foods.co.uk", r"\w+@[a-z]+-foods\.co\.uk"),
        ("a@mail.acme.com", r"\w+@mail\.[a-z]+\.com"),
        ("a@gmail.com", r"\w+@gmail\.com"),
        ("A@ACME.ORG", r"[A-Z]+@[A-Z]+\.ORG"),
    ],
)
def test_domains_are_invented_where_that_is_asked_for(real, form):
    setting = replace(NOBODY, options={"invented_domains": True})
    fake = Emails().make(real, "EMAIL", setting)
    assert re.fullmatch(form, fake), fake
    assert "acme" not in fake.lower()
    assert "northwind" not in fake


def test_reserved_domains_stay_reserved():
    setting = replace(NOBODY, options={"invented_domains": True})
    assert Emails().make("a@shop.example.com", "EMAIL", setting).endswith(".example.com")


@pytest.mark.parametrize(
    ("real", "form"),
    [
        ("soccerdad", r"[a-z]{6,12}"),
        ("xninjawolfx", r"x[a-z]+x"),
        ("pixel_thunder42", r"[a-z]+_[a-z]+\d\d"),
        ("mary+cats", r"[a-z]+\+[a-z]{3,5}"),
    ],
)
def test_user_names_of_words_keep_their_make(real, form):
    fake = Usernames().make(real, "USERNAME", NOBODY)
    assert re.fullmatch(form, fake), fake
    assert not {"soccer", "dad", "ninja", "wolf", "pixel", "thunder", "mary", "cats"} & {
        fake[at : at + size] for at in range(len(fake)) for size in (3, 4, 5, 6, 7)
    }


def test_names_in_paths_are_replaced_and_everyday_words_are_not():
    fake = Urls().make("https://a.com/wiki/people/Barack_Obama", "URL", NOBODY)
    assert "/people/" in fake
    assert not re.search("(?i)barack|obama", fake)
    assert Urls().make("mailto:jsmith@acme.com", "URL", MARY).startswith("mailto:mjones@")
