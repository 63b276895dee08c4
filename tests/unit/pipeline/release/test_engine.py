"""The engine: documents in, verified releases out, and what is done about a refuted verdict."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from textveil.certify.document.certificate import read_certificate
from textveil.certify.verification import verify_release
from textveil.errors import InputError, RefutedError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline import memory
from textveil.pipeline.api import deidentify, scan
from textveil.pipeline.release.engine import PASSES, Engine, Pass
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy, parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.coarser.generalize import Generalize
from textveil.transform.masks.mask import Mask
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"a key of more than sixteen bytes")
DATA_FLOW = Path(__file__).parents[4] / "docs" / "concepts" / "data-flow.md"
NOTES = (
    ("a", "Ana Ruiz came on 3 May 2016. Ruiz rang from 617-555-0134.", "p"),
    ("b", "Seen again on 9 May 2016: Ana Ruiz, MRN 4471123.", "p"),
    ("d", "Ana Ruiz is home since 11 May 2016.", "p"),
    ("c", "Eva Lund, MRN 5582234, was here on 1 June 2016.", "q"),
)
PASSAGES = {
    "Ana Ruiz": "NAME",
    "Eva Lund": "NAME",
    "3 May 2016": "DATE",
    "9 May 2016": "DATE",
    "11 May 2016": "DATE",
    "1 June 2016": "DATE",
    "617-555-0134": "PHONE",
    "4471123": "MRN",
    "5582234": "MRN",
}


def documents():
    return [Document(name, text, subject) for name, text, subject in NOTES]


def marked(document):
    """Return the passages that are known beforehand, so that no detector is needed."""
    return Spans(
        Span(document.text.index(value), document.text.index(value) + len(value), label)
        for value, label in PASSAGES.items()
        if value in document.text
    )


def policy(transform, verify, **labels):
    rules = ", ".join(f"{label}: {rule}" for label, rule in labels.items())
    return parse_policy(
        "name: one\ndetect: [textveil.patterns.v1]\npropagate: true\ncolumns: {'*': drop}\n"
        f"transform: {{default: {transform}, labels: {{{rules}}}}}\n"
        f"verify: [{', '.join(verify)}]\n"
    )


PARTS = ("publish", "keep")
SURROGATES = policy(
    "textveil.surrogate.v1",
    [f"textveil.{name}.v1" for name in ("alignment", "residue", "consistency", "collisions")],
)


def carried_out(chosen, monkeypatch, component, change, vault=None):
    """Run the engine with a transformer whose edits are changed; return texts and outcome."""
    given = component.transform

    def transform(self, document, spans):
        made = given(self, document, spans)
        edits = [replace(e, replacement=change(document, e, made)) for e in made.edits]
        return Release.of(document, edits)

    monkeypatch.setattr(component, "transform", transform)
    made, outcome = Engine(chosen, KEY, vault, find=marked).release(documents())
    assert all(verdict.holds for verdict in outcome.verdicts)
    return {one.whole.id: one.release.text for one in made}, outcome.repairs


def test_a_run_without_a_fault_repairs_nothing():
    made, outcome = Engine(SURROGATES, KEY, find=marked).release(documents())
    assert [verdict.claim for verdict in outcome.verdicts] == [
        *("alignment", "residue", "consistency", "collisions")
    ]
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert outcome.repairs == {}
    assert all("Ruiz" not in one.release.text for one in made)


def test_a_stream_gives_what_a_list_gives():
    (from_list, _), (from_stream, _) = (
        Engine(SURROGATES, KEY, find=marked).release(given)
        for given in (documents(), iter(documents()))
    )
    assert [one.release for one in from_stream] == [one.release for one in from_list]


def test_a_value_that_a_transformer_leaks_becomes_a_tag(monkeypatch):
    def leaky(document, edit, _):
        value = document.text[edit.start : edit.end]
        return value if edit.label == "PHONE" else edit.replacement

    texts, repairs = carried_out(SURROGATES, monkeypatch, Surrogate, leaky)
    assert "617-555-0134" not in texts["a"]
    assert "[PHONE]" in texts["a"]
    assert repairs["residue"]["tag"] >= 1


def test_a_second_surrogate_of_one_person_becomes_a_tag(monkeypatch):
    def two_faced(document, edit, _):
        wrong = document.id == "b" and edit.label == "NAME"
        return "Berta Quist" if wrong else edit.replacement

    texts, repairs = carried_out(SURROGATES, monkeypatch, Surrogate, two_faced)
    assert "Berta Quist" not in texts["b"]
    assert set(repairs) == {"consistency"}


def test_a_real_number_as_a_surrogate_is_exchanged_and_then_tagged(monkeypatch):
    def colliding(document, edit, _):
        return "5582234" if (document.id, edit.label) == ("b", "MRN") else edit.replacement

    texts, repairs = carried_out(SURROGATES, monkeypatch, Surrogate, colliding)
    assert "5582234" not in texts["b"]
    assert "[MRN]" in texts["b"]
    # Another surrogate does not help against a transformer that forgets it again.
    assert repairs["collisions"] == {"surrogate": 1, "tag": 1}


def test_another_surrogate_is_enough_where_the_first_was_a_bad_one(monkeypatch):
    seen = set()

    def unlucky(document, edit, _):
        if (document.id, edit.label) == ("b", "MRN"):
            seen.add(edit.replacement)
            if len(seen) == 1:
                return "5582234"
        return edit.replacement

    texts, repairs = carried_out(SURROGATES, monkeypatch, Surrogate, unlucky)
    assert repairs["collisions"] == {"surrogate": 1}
    assert "[MRN]" not in texts["b"]
    assert len(seen) == 2


def test_what_a_vault_keeps_is_not_exchanged(monkeypatch, tmp_path):
    def colliding(document, edit, _):
        return "5582234" if (document.id, edit.label) == ("b", "MRN") else edit.replacement

    with SqliteVault(tmp_path / "vault", KEY, create=True) as vault:
        texts, repairs = carried_out(SURROGATES, monkeypatch, Surrogate, colliding, vault)
    assert "[MRN]" in texts["b"]
    assert repairs["collisions"] == {"tag": 1}


def test_a_date_that_breaks_an_interval_becomes_a_tag(monkeypatch):
    chosen = policy("textveil.surrogate.v1", ["textveil.alignment.v1", "textveil.intervals.v1"])

    def shifted(document, edit, _):
        wrong = (document.id, edit.label) == ("b", "DATE")
        return "17 July 1999" if wrong else edit.replacement

    texts, repairs = carried_out(chosen, monkeypatch, Surrogate, shifted)
    assert "[DATE]" in texts["b"]
    assert repairs == {"intervals": {"tag": 1}}


def test_a_value_that_is_too_fine_becomes_a_tag(monkeypatch):
    chosen = policy(
        "textveil.mask.v1",
        ["textveil.alignment.v1", "textveil.coarseness.v1"],
        DATE="textveil.generalize.v1",
    )

    def fine(document, edit, _):
        return document.text[edit.start : edit.end] if document.id == "c" else edit.replacement

    texts, repairs = carried_out(chosen, monkeypatch, Generalize, fine)
    assert "[DATE]" in texts["c"]
    assert "2016" in texts["a"]
    assert repairs == {"coarseness": {"tag": 1}}


def test_a_value_that_was_left_in_the_text_is_rewritten_as_its_kind_is(monkeypatch):
    monkeypatch.setattr(
        "textveil.pipeline.release.search.known_values.Known.complete", lambda _, __, found: found
    )
    made, outcome = Engine(SURROGATES, KEY, find=marked).release(documents())
    assert all(verdict.holds for verdict in outcome.verdicts)
    # "Ruiz" by itself is no passage here; it follows the person all the same.
    [first] = [one.release for one in made if one.whole.id == "a"]
    assert "Ruiz" not in first.text
    assert "[" not in first.text
    assert outcome.repairs["residue"] == {"passage": 1}


def test_a_transformer_changes_nothing_outside_its_spans(monkeypatch):
    given = Mask.transform

    def careless(self, document, spans):
        made = given(self, document, spans)
        return Release(made.id, made.text.replace("came", "went"), made.edits, made.input_length)

    monkeypatch.setattr(Mask, "transform", careless)
    made, outcome = Engine(load_policy("tag-only"), find=marked).release(documents())
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert "came" in made[0].release.text


def test_rare_words_that_a_screen_leaves_are_blanked(monkeypatch):
    chosen = load_policy("screened")
    monkeypatch.setattr(
        "textveil.detect.lists.rare.Rare.screen", lambda _, texts, __: (Spans() for _ in texts)
    )
    notes = [Document(str(at), "all is well") for at in range(5)]
    notes.append(Document("odd", "all is purple"))
    made, outcome = Engine(chosen, find=lambda _: Spans()).release(notes)
    assert made[-1].release.text == "*" * len("all is purple")
    assert outcome.repairs == {"k-subjects": {"passage": 1}}


def test_an_id_that_shows_a_removed_value_refuses_the_run_and_says_why(tmp_path):
    path = tmp_path / "notes.jsonl"
    JsonLines().write([Document("4471123", "MRN 4471123 is known.")], path)
    with pytest.raises(InputError) as refused:
        release(Run(Source.open(path), tmp_path / "out", load_policy("hipaa-safe-harbor")))
    assert "ids: number" in refused.value.hint
    assert "document number 1" in refused.value.what
    assert not (tmp_path / "out").exists()


def test_a_field_that_shows_a_removed_value_is_refused_with_a_hint_that_helps(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text('{"id": "n", "text": "MRN 4471123.", "metadata": {"own": "4471123"}}\n')
    with pytest.raises(RefutedError) as refused:
        release(
            Run(
                Source.open(path),
                tmp_path / "out",
                load_policy("tag-only").with_columns({"*": "keep"}),
            )
        )
    assert "--column NAME=drop" in refused.value.hint


def test_a_name_inside_a_longer_word_is_repaired_where_nothing_is_propagated():
    chosen = replace(SURROGATES, propagate=False)
    text = "Ana Canaryman, MRN 4471123: #canarymanstrong and x4471123x"
    passages = {"Ana Canaryman": "NAME", "4471123": "MRN"}
    found = [Span(text.index(v), text.index(v) + len(v), label) for v, label in passages.items()]
    [made], outcome = Engine(chosen, KEY, find=lambda _: Spans(found)).release(
        [Document("n", text, "p")]
    )
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert outcome.repairs["residue"] == {"passage": 2}
    assert "canaryman" not in made.release.text.lower()
    assert "4471123" not in made.release.text
    assert made.release.text.endswith("x")
    assert [edit.carried for edit in made.release.edits] == [False, False, True, True]


def test_a_release_carries_no_word_from_one_subject_to_another_and_says_what_it_carries(tmp_path):
    notes = [
        Document("a", "user id: adalimumab. Call 617-555-0134.", "p1"),
        Document("b", "She takes adalimumab; 6175550134x", "p2"),
        Document("c", "adalimumab again, x617555013499", "p3"),
    ]
    JsonLines().write(notes, tmp_path / "notes.jsonl")
    chosen = parse_policy(
        "name: one\ndetect: [textveil.patterns.v1]\n"
        "transform: {default: {use: textveil.mask.v1, style: tag}}\n"
        "verify: [textveil.residue.v1]\ncolumns: {'*': drop}\n"
    )
    run = Run(Source.open(tmp_path / "notes.jsonl"), tmp_path / "out", chosen, excerpts=1)
    assert all(verdict.holds for verdict in release(run).verdicts)
    released = {
        d.id: d.text
        for d in JsonLines().read(tmp_path / "out" / "publish" / "texts" / "notes.jsonl")
    }
    assert released["a"].startswith("user id: [USERNAME].")
    assert released["b"] == "She takes adalimumab; [PHONE]x"
    assert released["c"] == notes[2].text
    told = [(tmp_path / "out" / part / "report.html").read_text("utf-8") for part in PARTS]
    assert ["1 PHONE" in page for page in told] == [False, True], "so few are told to the owner"
    record = (tmp_path / "out" / "keep" / "edits.jsonl").read_text("utf-8").splitlines()
    assert ['"carried": true' in line for line in record] == [False, True, False]


def test_what_cannot_be_repaired_refuses_the_run(monkeypatch):
    def stubborn(_, document, spans):
        edits = [Edit(s.start, s.end, document.covered_by(s), s.label) for s in spans]
        return Release.of(document, edits)

    monkeypatch.setattr(Mask, "transform", stubborn)
    monkeypatch.setattr(
        "textveil.pipeline.release.repair.Repairs.applied", lambda _, __, release: release
    )
    with pytest.raises(RefutedError, match="residue does not hold"):
        deidentify("MRN 4471123")
    kept = deidentify("MRN 4471123", keep_refuted=True)
    assert [verdict.holds for verdict in kept.verdicts] == [True, False]


def test_deidentify_screens():
    with pytest.raises(InputError, match="subjects"):
        deidentify("Nobody else says this.", "screened")


def test_deidentify_and_release_say_the_same(tmp_path):
    text = "Ana Ruiz (MRN 4471123) rang from 617-555-0134 on 3 May 2016."
    JsonLines().write([Document("text", text)], tmp_path / "notes.jsonl")
    for name in ("tag-only", "hide-in-plain-sight", "hipaa-safe-harbor", "blackout"):
        chosen = load_policy(name)
        release(Run(Source.open(tmp_path / "notes.jsonl"), tmp_path / name, chosen, key=KEY))
        [written] = Source.open(tmp_path / name / "publish" / "texts" / "notes.jsonl")
        assert deidentify(text, chosen, KEY).text == written.text


def test_scan_is_the_first_half():
    [note] = [Document("n", "MRN 4471123 and 4471123")]
    [(_, found)] = scan([note], "patterns-only")
    assert found == Engine(load_policy("patterns-only")).scan(note)
    assert {(span.start, span.end) for span in found} == {(4, 11), (16, 23)}


@pytest.fixture
def counted(monkeypatch):
    """Count how often each file of documents is read."""
    reads = {}
    given = Source.__iter__

    def counting(self):
        side = "output" if "texts" in self.path.parts else "input"
        reads[side] = reads.get(side, 0) + 1
        return given(self)

    monkeypatch.setattr(Source, "__iter__", counting)
    return reads


def test_a_small_corpus_is_read_once_from_each_side(counted, tmp_path):
    JsonLines().write(documents(), tmp_path / "notes.jsonl")
    source = Source.open(tmp_path / "notes.jsonl")
    release(Run(source, tmp_path / "out", load_policy("hide-in-plain-sight"), key=KEY))
    assert counted == {"input": 1, "output": 1}


def passes_of_verifiers():
    rows = [line.split("|") for line in DATA_FLOW.read_text("utf-8").splitlines()]
    rows = [row for row in rows if len(row) == 4 and row[2].strip().isdigit()]
    return {row[1].strip(" `"): int(row[2]) for row in rows}


@pytest.mark.parametrize("name", ["hide-in-plain-sight", "hipaa-safe-harbor", "screened"])
def test_a_large_corpus_is_read_as_often_as_the_page_says(name, counted, tmp_path):
    notes = [replace(d, id=f"{d.id}{at}", subject=f"{at}") for at in range(5) for d in documents()]
    JsonLines().write(notes, tmp_path / "notes.jsonl")
    source = Source.open(tmp_path / "notes.jsonl")
    chosen = load_policy(name)
    release(Run(source, tmp_path / "out", chosen, key=KEY, memory=0))
    verifying = sum(passes_of_verifiers()[step.use] for step in chosen.verify)
    surveyed = name == "hide-in-plain-sight"
    assert counted == {"input": 8 + surveyed + verifying, "output": 2 + verifying}


@pytest.mark.parametrize("language", ["auto", "en"])
def test_a_corpus_that_no_screen_can_hold_is_refused_before_the_search(language, monkeypatch):
    most = sum(len(document.text) for document in documents()) - 1
    monkeypatch.setattr(memory, "available_bytes", lambda: most * memory.BYTES_A_CHARACTER)
    searched: list[str] = []

    def find(document):
        searched.append(document.id)
        return Spans()

    chosen = replace(load_policy("screened"), language=language)
    with pytest.raises(InputError, match="larger than memory allows"):
        Engine(chosen, find=find).release(documents())
    assert not searched
    Engine(replace(chosen, screen=(), verify=()), find=find).release(documents())
    assert searched


def test_the_page_names_the_passes_of_the_engine():
    page = " ".join(DATA_FLOW.read_text("utf-8").split())
    places = [page.index(f"**{name}** {sentence}") for name, sentence in PASSES.items()]
    assert places == sorted(places)
    assert list(PASSES) == list(Pass)


def test_a_release_of_a_large_corpus_is_that_of_a_small_one(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")
    monkeypatch.setattr("textveil.pipeline.release.reading._SPANS", 2)
    JsonLines().write(documents(), tmp_path / "notes.jsonl")
    source, chosen = Source.open(tmp_path / "notes.jsonl"), load_policy("hide-in-plain-sight")
    for name, held in (("small", 1 << 20), ("large", 0)):
        release(Run(source, tmp_path / name, chosen, key=KEY, memory=held))
    small, large = tmp_path / "small", tmp_path / "large"
    names = sorted(path.relative_to(small) for path in small.rglob("*") if path.is_file())
    assert len(names) == 6
    for name in names:
        assert (small / name).read_bytes() == (large / name).read_bytes()


def test_the_certificate_says_what_was_so(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")
    JsonLines().write([Document("n", "Ana Ruiz is 34 years old.")], tmp_path / "notes.jsonl")
    source = Source.open(tmp_path / "notes.jsonl")
    release(Run(source, tmp_path / "out", load_policy("hide-in-plain-sight"), key=KEY))
    said = read_certificate(tmp_path / "out")
    assert said["schema"] == "textveil.certificate.v1"
    assert said["started"] == "2016-04-07T03:33:20Z"
    assert said["randomness"] == {"textveil.surrogate.v1": "key"}
    assert {"textveil.patterns.v1", "textveil.combine.v1"} < set(said["components"])
    assert any(name.endswith("model.json") for name in said["files"])
    figures = json.loads((tmp_path / "out" / "keep" / "figures.json").read_text("utf-8"))
    assert figures["counts"]["unchanged"] == {"AGE": 1}
    assert said["counts"]["unchanged"] == {}, "so few are not told"
    assert figures["counts"]["labels"] == {"NAME": 1}
    assert said["counts"]["labels"] == {}
    assert verify_release(tmp_path / "out", source, KEY).holds


def test_a_run_without_a_key_says_that_its_nonce_is_random(tmp_path):
    JsonLines().write([Document("n", "MRN 4471123")], tmp_path / "notes.jsonl")
    made = release(
        Run(Source.open(tmp_path / "notes.jsonl"), tmp_path / "out", load_policy("patterns-only"))
    )
    assert made.randomness == {"input.nonce": "system"}


def test_verifiers_that_take_a_vault_get_that_of_the_run(tmp_path):
    rules = "name: p\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.encrypt.v1}\n"
    policy = parse_policy(rules + "verify: [textveil.reversible.v1]")
    key = Secret(b"0123456789abcdef")
    note = Document("n", "MRN 4471123.")
    with SqliteVault(tmp_path / "v", key, create=True) as vault:
        engine = Engine(policy, key, vault)
        built = dict(engine.components())
        assert built["textveil.reversible.v1"].vault is vault
        # The vault of a release seals no way back: the tokens are one.
        assert [verdict.holds for verdict in engine.release([note])[1].verdicts] == [True]
