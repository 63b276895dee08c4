"""Tracing messages with a vault: JSON as promised, leaks add up, and nothing holds text."""

import json

import pytest

from textveil import Secret, compose
from textveil.errors import DamagedVaultError, VaultError
from textveil.lexicon.relations.ngrams import shipped_ngrams
from textveil.pipeline.messages.draws import DRAWS, kept_messages
from textveil.pipeline.trace.message import EVIDENCE, trace_messages
from textveil.pipeline.trace.queries import queries_of, shared_sequences
from textveil.store.sqlite_vault import SqliteVault
from textveil.trace.messages.kept import KeptMessage
from textveil.values.document import Document

KEY = Secret(b"0123456789abcdef0123456789abcdef")
CANARY = "zanzibarquartz"
TEXT = (
    "I moved to Boston last week with my sister, and we bought a big house "
    f"near the {CANARY} river. "
    "The doctor was very happy when he saw the lamp and began to laugh."
)
FRIENDS = {"family": ["Ann"], "friends": ["Ben", "Cleo", "Dora", "Eve"], "public": []}


@pytest.fixture(scope="module")
def composed(tmp_path_factory):
    path = tmp_path_factory.mktemp("vault") / "v"
    with SqliteVault(path, KEY, create=True) as vault:
        made = compose(TEXT, FRIENDS, vault=vault, at="2025-11-18T10:00").made
    return path, {version.friend: version.text for version in made.versions}


@pytest.fixture
def vault(composed, tmp_path):
    path = tmp_path / "v"
    path.write_bytes(composed[0].read_bytes())
    with SqliteVault(path, KEY) as opened:
        yield opened


def test_a_leak_names_message_group_and_friends(vault, composed):
    found = trace_messages([Document("p", f"Look at this. {composed[1]['Dora']} Bye.")], vault)
    told = found.to_json()
    assert list(told) == ["documents", "disclosures", "accused"]
    (one,) = told["disclosures"]
    assert set(one) == {
        "document",
        "start",
        "end",
        "message",
        "probability",
        "groups",
        "friends",
        "unknown",
    }
    assert (one["document"], one["start"], one["groups"]) == ("p", 14, ["friends"])
    assert one["friends"][0]["friend"] == "Dora"
    whole = one["unknown"] + sum(share for _, share in found.disclosures[0].posterior.friends)
    assert whole == pytest.approx(1.0, abs=0.2)
    assert CANARY not in json.dumps(told) + repr(found) + repr(found.disclosures)


def test_a_foreign_text_discloses_nothing(vault):
    found = trace_messages([Document("p", "The cat sat on the mat all day long.")], vault)
    assert found.to_json() == {"documents": 1, "disclosures": [], "accused": []}


def test_a_message_counts_once_and_is_kept(vault, composed):
    leak = [Document(name, composed[1]["Dora"]) for name in "abc"]
    first = trace_messages(leak, vault)
    kept = vault.fetch_all(EVIDENCE)
    again = trace_messages(leak, vault)
    assert first.evidence.suspicions() == again.evidence.suspicions()
    assert vault.fetch_all(EVIDENCE) == kept
    assert len(kept) <= 1
    assert all(CANARY.encode() not in content for content in kept.values())


def test_alone_keeps_nothing(vault, composed):
    trace_messages([Document("p", composed[1]["Ben"])], vault, alone=True)
    assert vault.fetch_all(EVIDENCE) == {}


def test_side_by_side_shows_what_stands_in_the_post(vault, composed):
    found = trace_messages([Document("p", composed[1]["Ben"])], vault, evidence=True)
    (why,) = found.reasons
    assert why.places
    for place in why.places:
        assert not place.stands or place.fits("Ben")
    assert CANARY not in repr(found.reasons) + repr(why.places)


def test_reasons_say_how_much_stands_there_and_whose_wordings(vault, composed):
    found = trace_messages([Document("p", composed[1]["Ben"])], vault, evidence=True)
    (why,) = found.reasons
    shown = sum(bool(place.stands) for place in why.places)
    told = " ".join(why.lines())
    assert told.startswith("100% of the message stands in the post")
    assert f"{shown} by Ben" in told
    assert CANARY not in told


def test_what_somebody_tells_of_somebody_else_is_found(vault, composed):
    text = composed[1]["Ben"].replace("I moved", "She moved").replace("my ", "her ")
    text = text.replace("and we ", "and they ")
    assert text != composed[1]["Ben"]
    (one,) = trace_messages([Document("p", text)], vault, alone=True).disclosures
    assert one.probability > 0.9


def test_sentences_of_others_in_between_do_not_part_a_disclosure(vault, composed):
    first, second = composed[1]["Ben"].split(". ", 1)
    leak = f"{first}. So much rain this week, and the bus was late. {second}"
    (one,) = trace_messages([Document("p", leak)], vault, alone=True).disclosures
    assert (one.start, one.end) == (0, len(leak.rstrip(".")))


def test_friends_who_come_later_keep_earlier_draws(vault):
    more = {**FRIENDS, "friends": [*FRIENDS["friends"], "Finn", "Gus"]}
    before = next(kept_messages(vault))
    made = compose(TEXT, more, vault=vault, at="2025-11-18T10:00").made
    (after,) = kept_messages(vault)
    for draw in before.draws:
        for friend, row in zip(draw.friends, draw.rows, strict=True):
            now = next(one for one in after.draws if friend in one.friends)
            word = now.words[now.rows[now.friends.index(friend)]]
            assert after.written(word) == before.written(draw.words[row])
    texts = {version.friend: version.text for version in made.versions}
    last = after.draws[-1]
    shown = {f: after.written(last.words[r]) for f, r in zip(last.friends, last.rows, strict=True)}
    assert shown == {name: texts[name] for name in ("Finn", "Gus")}


def test_queries_are_shared_by_all_versions(vault, composed):
    ((_, found),) = queries_of(vault, 3).items()
    assert 1 <= len(found) <= 3
    assert all(one.words in text for one in found for text in composed[1].values())
    assert all(CANARY not in repr(one) for one in found)


def test_a_message_of_usual_words_has_no_query():
    message = KeptMessage("1", "We have been at home, and it was good.", ())
    assert shared_sequences(message, shipped_ngrams()) == []


@pytest.mark.parametrize("call", [lambda v: trace_messages([], v), lambda v: queries_of(v, 3)])
def test_a_vault_without_messages_is_an_error(tmp_path, call):
    with SqliteVault(tmp_path / "v", KEY, create=True) as empty, pytest.raises(VaultError):
        call(empty)


def test_a_damaged_record_is_an_error_without_text(vault):
    vault.put(DRAWS, "x", f'{{"text": "{CANARY}"}}'.encode())
    with pytest.raises(DamagedVaultError) as error:
        trace_messages([], vault)
    assert CANARY not in str(error.value)
