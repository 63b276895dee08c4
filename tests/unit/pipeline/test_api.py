"""The Python functions: texts, documents, lists and generators, in and out in one shape."""

import logging
from itertools import count

import pytest

from textveil.errors import (
    ChangedReleaseError,
    DuplicateIdError,
    InputError,
    PolicyError,
    RefutedError,
    UsageError,
    VaultError,
    WrongKeyError,
)
from textveil.pipeline import api
from textveil.pipeline.api import deidentify, protect, read, restore, scan, write
from textveil.pipeline.python import loading
from textveil.policy.policy import load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Corpus, Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Spans

KEY = "a key of more than sixteen bytes"
PHONE = "617-555-0134"
PATTERNS = {
    "name": "mine",
    "detect": ["textveil.patterns.v1"],
    "transform": {"default": "textveil.mask.v1"},
}


def texts(results):
    return [one.text for one in results]


# One corpus


def test_a_value_of_one_text_is_removed_from_all_texts_of_a_list():
    # A bare number is no telephone number by its form alone.
    given = ["Call (617) 555-0134.", "Room 6175550134, said he."]
    assert texts(deidentify(given, PATTERNS)) == ["Call [PHONE].", "Room [PHONE], said he."]
    alone = texts(deidentify(iter(given), PATTERNS))
    assert alone[1] != "Room [PHONE], said he."


def test_scan_of_a_list_finds_the_same_as_deidentify_changes():
    given = ["Call (617) 555-0134.", "Room 6175550134, said he."]
    found = scan(given, PATTERNS)
    changed = [Spans() for _ in given]
    for at, one in enumerate(deidentify(given, PATTERNS)):
        changed[at] = [(edit.start, edit.end, edit.label) for edit in one.release.edits]
    assert [[(s.start, s.end, s.label) for s in spans] for spans in found] == changed


def test_results_of_a_list_share_the_verdicts_over_all_texts():
    one, two = deidentify([f"Call {PHONE}.", "Mail ana@example.org."], PATTERNS)
    assert one.verdicts == two.verdicts
    assert {verdict.claim: verdict.checked for verdict in one.verdicts}["alignment"] == 2


def test_a_screen_counts_over_a_list():
    shared = [f"the same words in all of them {at}" for at in "abcde"]
    made = texts(deidentify([*shared, "zephyr words"], "screened"))
    assert all(text.startswith("the same words in all of them") for text in made[:5])
    assert "zephyr" not in made[5]


def test_one_text_and_one_document_give_one_result():
    by_text, by_document = deidentify(f"Call {PHONE}."), deidentify(Document("n", f"Call {PHONE}."))
    assert by_text.text == by_document.text == "Call [PHONE]."
    assert by_document.document == Document("n", "Call [PHONE].")
    assert scan(f"Call {PHONE}.") == scan(Document("n", f"Call {PHONE}."))


def test_nothing_in_gives_nothing_out():
    assert deidentify([]) == scan([]) == protect([], key=KEY) == restore([], key=KEY) == []


def test_documents_keep_their_fields_as_the_policy_says():
    note = Document("n", f"Call {PHONE}.", "p1", Metadata({"ward": "B2", "phone": PHONE}))
    kept = deidentify([note], PATTERNS, columns={"phone": "PHONE", "*": "keep"})[0].document
    assert kept.metadata.to_json() == {"ward": "B2", "phone": "[PHONE]"}
    assert kept.subject == "p1"
    with pytest.raises(UsageError, match="fields without a rule: phone, ward"):
        deidentify([note], PATTERNS)
    dropped = deidentify([note], PATTERNS, columns={"*": "drop"})[0].document
    assert not dropped.metadata
    assert dropped.subject is None


def test_a_removed_value_beside_the_text_refuses_the_documents():
    note = Document("n", f"Call {PHONE}.", metadata=Metadata({"phone": PHONE}))
    with pytest.raises(RefutedError, match="metadata field phone") as error:
        deidentify([note], PATTERNS, columns={"*": "keep"})
    assert "keep_refuted=True" in error.value.hint
    [kept] = deidentify([note], PATTERNS, columns={"*": "keep"}, keep_refuted=True)
    assert not all(verdict.holds for verdict in kept.verdicts)


def test_documents_of_a_file_come_back_as_documents(tmp_path):
    write([Document("a", f"Call {PHONE}."), Document("b", "All well.")], tmp_path / "in.jsonl")
    made = deidentify(read(tmp_path / "in.jsonl"), PATTERNS)
    write([one.document for one in made], tmp_path / "out.jsonl")
    assert [d.text for d in read(tmp_path / "out.jsonl")] == ["Call [PHONE].", "All well."]


def test_two_documents_of_one_id_are_refused():
    with pytest.raises(DuplicateIdError):
        deidentify([Document("a", "x"), Document("a", "y")], PATTERNS)


def test_scan_of_documents_gives_pairs_one_by_one():
    notes = [Document("a", f"Call {PHONE}."), Document("b", "All well.")]
    for given in (notes, Corpus(notes), iter(notes)):
        found = scan(given, PATTERNS)
        assert next(found) == (notes[0], Spans(scan(notes[0].text, PATTERNS)))
        assert [document.id for document, _ in found] == ["b"]


# Streams


def endless():
    for number in count():
        yield f"Call 617-555-{number:04}."


def test_a_generator_gives_a_generator_that_reads_what_is_asked_for():
    for function in (deidentify, scan, protect):
        more = {"key": KEY} if function is protect else {}
        made = function(endless(), PATTERNS, **more)
        assert next(made) is not None
        assert next(made) is not None


def test_a_generator_reads_nothing_before_it_is_asked():
    read_so_far = []

    def given():
        for text in ("one", "two"):
            read_so_far.append(text)
            yield text

    made = deidentify(given(), PATTERNS)
    assert read_so_far == []
    assert texts(made) == ["one", "two"]


def test_a_stream_is_consistent_by_the_key():
    given = ["Maria Ruiz came.", "Maria Ruiz left."]
    names = [one.text.removesuffix(" came.").removesuffix(" left.")
             for one in deidentify(iter(given), "hide-in-plain-sight", KEY)]  # fmt: skip
    assert names[0] == names[1] != "Maria Ruiz"


def test_ages_over_89_are_one_class_among_surrogates():
    text = "He is aged 43. Her 94-year-old mother is 102 years old, her son 89 years old."
    made = deidentify(text, "hide-in-plain-sight", KEY).text
    assert made == "He is aged 43. Her 90+-year-old mother is 90+ years old, her son 89 years old."


@pytest.mark.parametrize("function", [deidentify, scan, protect])
def test_a_stream_with_a_screen_is_refused_before_anything_is_read(function):
    with pytest.raises(UsageError, match="has a screen") as error:
        function(endless(), "screened", **({"key": KEY} if function is protect else {}))
    assert "list(" in error.value.hint


def test_a_generator_comes_back_as_one():
    given = [f"Call {PHONE}.", "All well.", "Mail ana@example.org."]
    safe = [one.text for one in protect(iter(given), PATTERNS, KEY)]
    assert list(restore(iter(safe), KEY)) == given


def test_a_generator_uses_one_vault_to_its_end(tmp_path):
    vault = tmp_path / "v.db"
    given = [Document("a", f"Call {PHONE}."), Document("b", "Call 617-555-0199.")]
    safe = [one.document for one in protect(iter(given), PATTERNS, KEY, vault=vault)]
    assert [d.text for d in safe] == ["Call [PHONE]."] * 2
    assert list(restore(iter(safe), KEY, vault=vault)) == given


# Ways back


def test_without_a_vault_the_key_opens_the_tokens():
    safe = protect(f"Call {PHONE}.", PATTERNS, KEY)
    assert PHONE not in safe.text
    assert [verdict.claim for verdict in safe.verdicts][-1] == "reversible"
    assert all(verdict.holds for verdict in safe.verdicts)
    assert restore(safe.text, key=KEY) == f"Call {PHONE}."


def test_a_policy_of_surrogates_becomes_tokens_without_a_vault():
    safe = protect(f"Call {PHONE}.", "hide-in-plain-sight", KEY)
    assert "[PHONE:tv1." in safe.text
    assert restore(safe.text, key=KEY) == f"Call {PHONE}."


def test_labels_that_a_policy_keeps_stay_in_a_protected_text():
    keeps = PATTERNS | {"transform": {"default": "textveil.mask.v1", "labels": {"DATE": "keep"}}}
    safe = protect(f"3 May 2016: call {PHONE}.", keeps, KEY)
    assert safe.text.startswith("3 May 2016: call [PHONE:tv1.")


def test_a_wrong_key_opens_nothing():
    safe = protect(f"Call {PHONE}.", PATTERNS, KEY)
    with pytest.raises(WrongKeyError):
        restore(safe.text, key=KEY + "!")


def test_a_text_without_tokens_is_no_protected_text():
    with pytest.raises(InputError, match="no text holds a token"):
        restore("All well.", key=KEY)


def test_a_list_comes_back_from_a_vault_though_its_texts_look_the_same(tmp_path):
    given = [f"Call {PHONE}.", "Call 617-555-0199.", "All well."]
    safe = texts(protect(given, PATTERNS, KEY, vault=tmp_path / "v.db"))
    assert safe == ["Call [PHONE].", "Call [PHONE].", "All well."]
    assert restore(safe, KEY, vault=tmp_path / "v.db") == given
    # A text that only one input has is known wherever it stands; another one is not guessed.
    assert restore("All well.", KEY, vault=tmp_path / "v.db") == "All well."
    with pytest.raises(ChangedReleaseError, match="or several"):
        restore(safe[1:], KEY, vault=tmp_path / "v.db")


def test_a_second_input_of_the_same_released_text_is_refused(tmp_path):
    protect(f"Call {PHONE}.", PATTERNS, KEY, vault=tmp_path / "v.db")
    with pytest.raises(VaultError, match="another input") as error:
        protect("Call 617-555-0199.", PATTERNS, KEY, vault=tmp_path / "v.db")
    assert "Document(id, text)" in error.value.hint
    assert restore("Call [PHONE].", KEY, vault=tmp_path / "v.db") == f"Call {PHONE}."


def test_documents_come_back_from_a_vault_with_their_fields(tmp_path):
    note = Document("n", f"Call {PHONE}.", "p1", Metadata({"phone": PHONE, "ward": "B"}))
    rules = {"phone": "drop", "ward": "keep"}
    with SqliteVault(tmp_path / "v.db", Secret(KEY.encode()), create=True) as vault:
        [safe] = protect([note], PATTERNS, vault=vault, columns=rules)
        assert safe.document.metadata.to_json() == {"ward": "B"}
        assert restore([safe.document], vault=vault) == [note]
        changed = Document("n", safe.text + "!")
        with pytest.raises(ChangedReleaseError, match="not the one"):
            restore(changed, vault=vault)


def test_fields_that_tokens_cannot_bring_back_need_a_vault():
    note = Document("n", f"Call {PHONE}.", metadata=Metadata({"phone": PHONE}))
    with pytest.raises(UsageError, match="phone") as error:
        protect([note], PATTERNS, KEY, columns={"phone": "drop"})
    assert "vault=" in error.value.hint


def test_an_input_that_does_not_come_back_is_not_returned(monkeypatch):
    given = api.released

    def forgetful(*args, **more):
        made = given(*args, **more)
        text = made[0].release.text
        wrong = type(made[0].release).of(Document("text", text.replace("Call", "Ring")))
        return [type(made[0])(wrong, made[0].verdicts, made[0].document)]

    monkeypatch.setattr(api, "released", forgetful)
    with pytest.raises(RefutedError, match="differs from the input"):
        protect(f"Call {PHONE}.", PATTERNS, KEY)


def test_a_vault_keeps_surrogates_of_later_calls(tmp_path):
    first = deidentify("Maria Ruiz came.", "hide-in-plain-sight", KEY, vault=tmp_path / "v.db")
    again = deidentify("Maria Ruiz came.", "hide-in-plain-sight", KEY, vault=str(tmp_path / "v.db"))
    assert first.text == again.text != "Maria Ruiz came."


# Arguments


def test_a_policy_is_a_name_a_path_a_dict_or_a_policy(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "name: mine\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.mask.v1}\n"
    )
    loaded = load_policy(str(file))
    for policy in (file, str(file), PATTERNS, loaded, "patterns-only"):
        assert deidentify(f"Call {PHONE}.", policy).text == "Call [PHONE]."


def test_a_key_is_text_bytes_or_a_secret():
    safe = protect(f"Call {PHONE}.", PATTERNS, KEY)
    for key in (KEY.encode(), KEY + "\n", Secret(KEY.encode())):
        assert restore(safe.text, key) == f"Call {PHONE}."


def test_the_name_of_a_key_file_is_not_taken_for_the_key(tmp_path):
    file = tmp_path / "a-key-file-with-a-long-name.txt"
    file.write_text(KEY)
    with pytest.raises(UsageError, match="the name of a file") as error:
        protect("x", PATTERNS, str(file))
    assert "read_text()" in error.value.hint


def test_labels_change_only_their_families():
    given = f"Maria Ruiz, {PHONE}, 3 May 2016."
    assert deidentify(given, labels=["NAME"]).text == f"[NAME], {PHONE}, 3 May 2016."
    assert deidentify(given, labels="PERSON").text == f"[NAME], {PHONE}, 3 May 2016."
    assert scan(given, labels=["DATE_TIME"]).labels == ("DATE",)
    denied = deidentify(given, PATTERNS, labels=["DATE"], deny=["Ruiz"]).text
    assert denied == f"Maria [IDENTIFIER], {PHONE}, [DATE]."


def test_a_label_that_the_policy_keeps_cannot_be_chosen():
    keeps = PATTERNS | {"transform": {"default": "textveil.mask.v1", "labels": {"URL": "keep"}}}
    with pytest.raises(UsageError, match="leaves URL in the text"):
        deidentify("x", keeps, labels=["URL"])


def test_the_language_of_the_texts_is_told_to_every_component():
    assert deidentify("El 3 de mayo de 2016.", PATTERNS, language="es").text == "El [DATE]."
    with pytest.raises(UsageError, match="not installed") as error:
        deidentify("x", language="xx")
    assert "es" in error.value.hint


def test_the_first_call_says_what_it_loads_and_no_text(monkeypatch, caplog):
    monkeypatch.setattr(loading, "_LOADED", set())
    with caplog.at_level(logging.INFO, "textveil"):
        deidentify("Zephyrina Quux came.", "tag-only")
        told = [record.getMessage() for record in caplog.records]
        deidentify("Zephyrina Quux came.", "tag-only")
    assert told[0] == "loading textveil.patterns.v1, textveil.tagger.v1 (neural-en)"
    assert told[-1].startswith("loaded textveil.patterns.v1, textveil.tagger.v1 (neural-en) in ")
    assert len(caplog.records) == len(told)
    assert "Zephyrina" not in caplog.text


def test_parts_of_a_policy_given_as_a_dict_are_checked_like_a_file():
    with pytest.raises(PolicyError, match="there is no key `detekt`") as error:
        deidentify("x", PATTERNS | {"detekt": []})
    assert error.value.where == 'policy["detekt"]'
