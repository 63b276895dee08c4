"""Where there are few words for a handle, numbers make room: attempts stay few, tags too."""

import textveil
import textveil.transform.persons.settlement as settling

KEY = textveil.Secret(b"a key that everybody may know...")


def attempts(addresses, monkeypatch):
    """Return how many surrogates are made for some short addresses of one domain."""
    counted, made_for = [], settling.made_for
    monkeypatch.setattr(settling, "made_for", lambda *a: counted.append(1) or made_for(*a))
    words = (chr(97 + n // 26) + chr(97 + n % 26) + "q" for n in range(addresses))
    text = " ".join(f"{word}@b.org" for word in words)
    [done] = textveil.deidentify([text], policy="hide-in-plain-sight", key=KEY, keep_refuted=True)
    monkeypatch.undo()
    assert len(set(done.text.split())) == addresses
    return len(counted)


def test_attempts_grow_with_the_number_of_values(monkeypatch):
    once, twice = (attempts(number, monkeypatch) for number in (100, 200))
    assert twice <= 2.3 * once
    assert twice <= 20 * 200
