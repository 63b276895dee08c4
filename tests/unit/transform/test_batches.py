"""Batches of one project: who has a surrogate keeps it, and no new one is real anywhere."""

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest

from textveil.errors import VaultError
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons.mapping import mapped
from textveil.transform.persons.project import Given, Identity, Project
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans

KEY, OTHER = Secret(b"sixteen bytes or more"), Secret(b"another key, long enough")


def note(name, *passages, subject="p1"):
    """Return a document with its passages, given as label, text and entity."""
    text, spans = "", []
    for label, value, *entity in passages:
        text += " - "
        end = len(text) + len(value)
        person = Person.of_key(entity[0]) if entity else None
        spans.append(Span(len(text), end, label, entity=person))
        text += value
    return Document(name, text, subject), Spans(spans)


def numbers(first, last, subject="p1"):
    return [note(f"n{n}", ("MRN", str(n)), subject=subject) for n in range(first, last)]


def made(engine, batch):
    for document, spans in batch:
        engine.survey(document, spans)
    return {
        document.id: [edit.replacement for edit in engine.transform(document, spans).edits]
        for document, spans in batch
    }


@pytest.fixture
def vault(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as opened:
        yield opened


def fakes(batch, vault=None, key=KEY, **options):
    return made(Surrogate(key=key, vault=vault, **options), batch)


def flat(made_texts):
    return [text for texts in made_texts.values() for text in texts]


ONE, TWO = numbers(10, 40), numbers(40, 70)


def test_the_first_batch_is_as_without_a_vault(vault):
    people = [note(f"d{n}", ("NAME", f"Ana Ruiz{n}", f"ana||ruiz{n}")) for n in range(20)]
    assert fakes(ONE + people, vault) == fakes(ONE + people)


def test_no_surrogate_is_real_in_any_batch_or_given_twice(vault):
    real = {str(n) for n in range(10, 70)}
    # Two digits are few: by the key alone, the second batch meets the first.
    alone = fakes(TWO)
    first = fakes(ONE, vault)
    assert set(flat(alone)) & ({str(n) for n in range(10, 40)} | set(flat(first)))
    second = fakes(TWO, vault)
    assert not set(flat(second)) & {str(n) for n in range(10, 40)}
    together = Counter(flat(first) + flat(second))
    assert max(together.values()) == 1
    # What the first batch gave may be real in the second one; what the second gave is not.
    assert not set(flat(second)) & real


def test_who_has_a_surrogate_keeps_it_whatever_a_later_batch_holds(vault):
    first = fakes(ONE, vault)
    engine = Surrogate(key=KEY, vault=vault)
    taken = [note(f"x{fake}", ("MRN", fake)) for fake in flat(first)]
    again = made(engine, ONE + taken)
    assert {name: again[name] for name in first} == first
    assert engine.notices()[0].startswith(f"{len(first)} values of this batch were given to other")
    # By the key alone they would have had to make room.
    alone = fakes(ONE + taken)
    assert {name: alone[name] for name in first} != first


def test_a_batch_that_is_done_again_is_the_same(vault):
    first, second = fakes(ONE, vault), fakes(TWO, vault)
    assert fakes(TWO, vault) == second
    assert fakes(ONE, vault) == first
    assert fakes(ONE + TWO, vault) == first | second


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_documents_does_not_matter(tmp_path, seed):
    shuffled = list(TWO)
    Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    results = []
    for name, batch in (("a", TWO), ("b", shuffled)):
        with SqliteVault(tmp_path / name, KEY, create=True) as vault:
            fakes(ONE, vault)
            results.append(fakes(batch, vault))
    assert results[0] == results[1]


def test_local_numbers_of_earlier_batches_are_avoided(vault):
    area, local = fakes([note("a", ("PHONE", "(617) 735-1234"))])["a"][0].split(") ")
    fakes([note("b", ("PHONE", local))], vault)
    [fake] = fakes([note("a", ("PHONE", "(617) 735-1234"))], vault)["a"]
    assert fake != f"{area}) {local}"


def test_mail_follows_a_person_whom_the_later_batch_does_not_mention(vault):
    person, mail = ("NAME", "Mary Okafor", "mary||okafor"), ("EMAIL", "mary.okafor@clinic.org")
    first = fakes([note("a", person, mail)], vault)["a"]
    given, family = first[0].lower().split()
    assert first[1].startswith(f"{given}.{family}@")
    assert fakes([note("b", mail)], vault)["b"] == first[1:]
    assert fakes([note("c", person)], vault)["c"] == first[:1]


def test_mail_follows_whom_its_owner_follows(vault):
    ana = note("b", ("NAME", "Ana Ruiz", "ana||ruiz"))
    # The first choice is somebody else's real name, so that the attempt counts.
    [first] = fakes([ana])["b"]
    fakes([note("a", ("NAME", first, "||".join(first.lower().split())))], vault)
    [fake] = fakes([ana], vault)["b"]
    assert fake != first
    mail = ("EMAIL", "ana.ruiz@clinic.org")
    name, shown = fakes([note("c", ("NAME", "Ana Ruiz", "ana|maria|ruiz"), mail)], vault)["c"]
    assert name == fake
    assert shown.startswith(fake.lower().replace(" ", "."))
    assert fakes([note("d", mail)], vault)["d"] == [shown]


@pytest.mark.parametrize(
    ("first", "later", "one"),
    [
        ("ana||ruiz", "ana|maria|ruiz", True),
        ("ana|maria|ruiz", "ana||ruiz", True),
        ("ana|m|ruiz", "ana|maria|ruiz", True),
        ("ana|luz|ruiz", "ana|maria|ruiz", False),
        ("ana|;jr|ruiz", "ana||ruiz", False),
        ("ana||ruiz", "a||ruiz", False),
    ],
)
def test_middle_names_may_come_later(vault, first, later, one):
    [before] = fakes([note("a", ("NAME", "Ana Ruiz", first))], vault)["a"]
    [after] = fakes([note("b", ("NAME", "Ana Ruiz", later))], vault)["b"]
    assert (after == before) is one
    # And it stays so, for either name.
    assert fakes([note("c", ("NAME", "Ana Ruiz", later))], vault)["c"] == [after]
    assert fakes([note("d", ("NAME", "Ana Ruiz", first))], vault)["d"] == [before]


def test_a_middle_name_that_comes_later_gets_a_fake_of_its_own(vault):
    people = {f"ana||ruiz{x}": f"ana|maria|ruiz{x}" for x in "abcdefgh"}
    first = [note(who, ("NAME", f"Ana R{who[6:]}", who)) for who in people]
    fakes(first, vault)
    later = [note(who, ("NAME", f"Ana Maria R{who[12:]}", who)) for who in people.values()]
    names = [name.split() for name in flat(fakes(later, vault))]
    assert all(len(name) == 3 for name in names)
    # The family name stands in for a middle name that nobody knows, and shows by its repetition.
    assert not any(middle == family for _, middle, family in names)


def test_two_who_could_both_be_meant_stay_two(vault):
    fakes([note("a", ("NAME", "Ana Ruiz", "ana||ruiz"))], vault)
    both = [
        note("b", ("NAME", "Ana Luz Ruiz", "ana|luz|ruiz")),
        note("c", ("NAME", "Ana Maria Ruiz", "ana|maria|ruiz")),
    ]
    names = fakes(both, vault)
    assert names["b"][0].split()[0] != names["c"][0].split()[0]


def test_a_family_name_alone_gets_the_same_fake_one(vault):
    [before] = fakes([note("a", ("NAME", "Ana Ruiz", "ana||ruiz"))], vault)["a"]
    [after] = fakes([note("b", ("NAME", "Ruiz"))], vault)["b"]
    assert before.endswith(f" {after}")


def test_a_new_key_of_the_vault_changes_no_surrogate(tmp_path):
    batch = [note("a", ("NAME", "Ana Ruiz", "ana||ruiz"), ("DATE", "3 May 2016"), ("CITY", "Rome"))]
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        first = fakes(batch, vault)
        vault.rotate(OTHER)
    assert fakes(batch, key=OTHER) != first
    with SqliteVault(tmp_path / "v", OTHER) as vault:
        assert fakes(batch, vault, key=OTHER) == first


def test_a_surrogate_that_cannot_be_made_again_is_an_error(vault):
    project = Project(vault, "subject", {})
    stands = Given("of||yesterday", 0, "", "NAME", "Ana Ruiz", "Of Yesterday")
    project.keep("NAME", {Identity("subject:p1", "NAME", Person("ana", family="ruiz")): stands})
    with pytest.raises(VaultError, match="cannot be made again") as caught:
        fakes([note("a", ("NAME", "Ana Ruiz", "ana||ruiz"))], vault)
    assert "ruiz" not in str(caught.value).lower()


def test_constructing_touches_nothing(tmp_path):
    Surrogate(key=KEY, vault=SqliteVault(tmp_path / "v", KEY, create=True))
    assert not (tmp_path / "v").exists()


class KilledError(Exception):
    """Stands for the end of a process."""


class Mortal:
    """A vault whose process ends before a certain write."""

    def __init__(self, vault, lives):
        self._vault, self._lives = vault, lives

    def __getattr__(self, name):
        return getattr(self._vault, name)

    def remember_all(self, space, surrogates):
        self._lives -= 1
        if self._lives < 0:
            raise KilledError
        return self._vault.remember_all(space, surrogates)


BATCH = [
    *numbers(40, 50),
    note(
        "m",
        ("NAME", "Ana Maria Ruiz", "ana|maria|ruiz"),
        ("NAME", "Bo Lee", "bo||lee"),
        ("EMAIL", "bo.lee@clinic.org"),
        ("PHONE", "(617) 735-1234"),
    ),
]


def test_a_run_that_is_killed_and_resumed_ends_as_one_that_was_not(tmp_path):
    earlier = [*numbers(10, 20), note("a", ("NAME", "Ana Ruiz", "ana||ruiz"))]
    with SqliteVault(tmp_path / "whole", KEY, create=True) as vault:
        fakes(earlier, vault)
        whole, rows = fakes(BATCH, vault), sorted(vault.mappings())
    kills = 0
    while True:
        with SqliteVault(tmp_path / f"v{kills}", KEY, create=True) as vault:
            fakes(earlier, vault)
            try:
                fakes(BATCH, Mortal(vault, kills))
            except KilledError:
                kills += 1
            else:
                break
            assert fakes(BATCH, vault) == whole
            assert sorted(vault.mappings()) == rows
    assert kills > 10


def _worker(path, batch):
    with SqliteVault(path, KEY, create=True) as vault:
        return fakes(batch, vault)


def test_two_processes_agree(tmp_path):
    shared = numbers(10, 30)
    batches = [shared + numbers(30, 45), shared + numbers(45, 60)]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, spawn) as pool:
        one, two = pool.map(_worker, [tmp_path / "v"] * 2, batches)
    assert {name: one[name] for name in one.keys() & two.keys()} == {
        name: two[name] for name in one.keys() & two.keys()
    }
    assert len(one.keys() & two.keys()) == 20
    everything = one | two
    assert len(set(flat(everything))) == len(everything) == 50
    with SqliteVault(tmp_path / "v", KEY) as vault:
        assert sorted(one.fake for one in mapped(vault)) == sorted(flat(everything))


def test_who_is_second_takes_over(vault):
    """Another program gives a surrogate between the question and the writing."""

    class Overtaken(Mortal):
        def recall_all(self, space, values):
            found = self._vault.recall_all(space, values)
            if space.startswith("surrogates") and not found and self._lives:
                self._lives = 0
                # Under other circumstances: what would have been chosen is real there.
                fakes([note("o", ("MRN", first)), *numbers(10, 11)], self._vault)
            return found

        def remember_all(self, space, surrogates):
            return self._vault.remember_all(space, surrogates)

    [first] = flat(fakes(numbers(10, 11)))
    mine = fakes(numbers(10, 11), Overtaken(vault, 1))
    assert mine == fakes(numbers(10, 11), vault)
    assert flat(mine) != [first]


def test_nothing_of_the_mapping_can_be_read_in_the_file(tmp_path):
    batch = [note("a", ("NAME", "Zilpah Quackenbush", "zilpah||quackenbush"), ("MRN", "4471123"))]
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        shown = flat(fakes(batch, vault))
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        rows = list(vault.mappings())
    assert len(rows) > 4
    texts = {part for row in rows for part in row if len(part) > 4}
    draw = KEY.derive("surrogate")
    for secret in (*(text.encode() for text in {*texts, *shown}), draw, draw.hex().encode()):
        assert secret not in stored


def test_reals_and_surrogates_look_alike_in_the_file(tmp_path):
    namesakes = [
        note(f"d{n}", ("NAME", "Ana Ruiz", "ana||ruiz"), subject=f"p{n}") for n in range(9)
    ]
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        fakes(ONE + namesakes, vault)
        # No two rows share a surrogate, so that nothing tells the kinds apart.
        kept = [(space, surrogate) for space, _, surrogate in vault.mappings()]
    assert len(kept) == len(set(kept))


@pytest.mark.parametrize("later", ["CARD", "OTHER-ID", "SSN"])
def test_a_number_keeps_its_surrogate_under_another_label(vault, later):
    first, again = (fakes([note("n1", ("MRN", "471-22-9035"))], vault) for _ in range(2))
    assert fakes([note("n2", (later, "471-22-9035"))], vault)["n2"] == first["n1"] == again["n1"]
    # Of two subjects, each has its own.
    other = fakes([note("n3", (later, "471-22-9035"), subject="p2")], vault)
    assert other["n3"] != first["n1"]
