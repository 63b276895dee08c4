"""The languages of a run: recognised, each document read in its own, others refused."""

import json
import warnings
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sentences import SENTENCES

from textveil.certify.document.layout import CERTIFICATE, RECORD, REPORT, SKIPPED, TEXTS
from textveil.certify.verification import verify_release
from textveil.errors import LanguageError, PolicyError
from textveil.formats.sources import Source
from textveil.lexicon.tables.languages import Language, reading_from
from textveil.pipeline.api import annotate, deidentify, scan
from textveil.pipeline.release.back.protection import protect
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.scan import scan_source
from textveil.policy.policy import load_policy, parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons import settlement as settling
from textveil.values.contracts import about
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"0123456789abcdef")
MONTHS = (
    *("janvier", "février", "mars", "avril", "mai", "juin"),
    *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
FRENCH = {
    "calendar": "".join(f"{month}\tmonth\t{at}\n" for at, month in enumerate(MONTHS, 1)),
    "numbers": "dossier\tnumber-head\tMRN\nnuméro\tnumber-word\n",
    "titles": "Docteur\ttitle\nMadame\ttitle\n",
}
SURROGATES = """\
name: both
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: subject}}
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.intervals.v1
  - textveil.collisions.v1
columns: {patient: PATIENT, '*': drop}
"""
READS = "name: reads\ndetect: [textveil.tagger.v1]\ntransform: {default: textveil.mask.v1}\n"
_READ = {"en", "es", "fr"}
FOREIGN = [code for code in SENTENCES if code not in _READ and len(SENTENCES[code]) >= 200]


@pytest.fixture(scope="module")
def french(tmp_path_factory):
    folder = tmp_path_factory.mktemp("french")
    for name, lines in FRENCH.items():
        (folder / f"{name}.tsv").write_text(lines, "utf-8")
    with reading_from("fr", Language("French", folder)) as code:
        yield code


def documents(*codes):
    return [Document(f"{at}-{code}", SENTENCES[code]) for at, code in enumerate(codes)]


def spoken(policy, given):
    """Return the language in which each document of a run is read, without its detectors."""
    engine = Engine(parse_policy(policy), KEY, find=lambda _: Spans())
    made, _ = engine.release(given)
    return [one.whole.language for one in made]


def files(folder, rows):
    path = folder / "notes.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return Source.open(path)


@pytest.mark.parametrize("more", ["", "other_languages: refuse\n"])
def test_a_document_in_another_language_is_refused_by_its_id_and_language(more):
    with pytest.raises(LanguageError) as error:
        Engine(parse_policy(READS + more)).release(documents("en", "it", "de", "en", "de"))
    assert error.value.what.startswith(
        "3 documents are in a language that is not installed: German (2), Italian (1)"
    )
    assert error.value.where == "documents 1-it, 2-de, 4-de"
    assert error.value.exit_code == 4
    assert not any(text[:20] in str(error.value) for text in SENTENCES.values())


@settings(max_examples=15)
@given(st.lists(st.sampled_from(["en", "en", *FOREIGN]), min_size=1, max_size=8))
def test_exactly_the_foreign_documents_are_refused(codes):
    given = documents(*codes)
    foreign = [one.id for one, code in zip(given, codes, strict=True) if code != "en"]
    engine = Engine(parse_policy(READS))
    if not foreign:
        assert len(engine.release(given)[0]) == len(codes)
        return
    with pytest.raises(LanguageError) as error:
        engine.release(given)
    what = "document" if len(foreign) == 1 else "documents"
    assert error.value.where == f"{what} {', '.join(foreign)}"


def test_of_many_documents_the_first_are_named():
    with pytest.raises(LanguageError, match="30 documents") as error:
        Engine(parse_policy(READS)).release(documents(*["it"] * 30))
    assert error.value.where.endswith("19-it and 10 more")


def test_nothing_is_written_of_a_refused_run(tmp_path):
    rows = [{"id": "a", "text": SENTENCES["en"]}, {"id": "b", "text": SENTENCES["it"]}]
    source = files(tmp_path, rows)
    with pytest.raises(LanguageError, match=r"Italian \(1\)"):
        release(Run(source, tmp_path / "out", parse_policy(f"{READS}other_languages: refuse\n")))
    assert not (tmp_path / "out").exists()


def test_a_run_of_which_nothing_would_be_left_is_refused(tmp_path):
    rows = [{"id": code, "text": SENTENCES[code]} for code in ("it", "de", "nl")]
    with pytest.raises(LanguageError, match="3 documents are in a language"):
        release(Run(files(tmp_path, rows), tmp_path / "out", load_policy("tag-only")))
    assert not (tmp_path / "out").exists()


LEFT_OUT = ["en", "it", "en", "de", "en"]


def text_folder(folder):
    for at, code in enumerate(LEFT_OUT):
        (folder / f"{at}-{code}.txt").write_text(SENTENCES[code], "utf-8")
    return Source.open(folder)


def table(folder):
    lines = [f'{at}-{code},"{SENTENCES[code]}"\n' for at, code in enumerate(LEFT_OUT)]
    (folder / "notes.csv").write_text("".join(["id,text\n", *lines]), "utf-8")
    return Source.open(folder / "notes.csv")


def json_lines(folder):
    return files(folder, [{"id": one.id, "text": one.text} for one in documents(*LEFT_OUT)])


def mixed_folder(folder):
    (folder / "tables").mkdir()
    table(folder / "tables")
    return text_folder(folder)


@pytest.mark.parametrize("ids", ["keep", "number"])
@pytest.mark.parametrize("made", [text_folder, table, json_lines, mixed_folder])
def test_documents_in_other_languages_are_left_out_counted_and_listed(tmp_path, made, ids):
    (tmp_path / "in").mkdir()
    source, told = made(tmp_path / "in"), []
    policy = load_policy("tag-only").with_ids(ids)
    certificate = release(Run(source, tmp_path / "out", policy, KEY, notice=told.append))
    times = 2 if made is mixed_folder else 1
    rows = (tmp_path / "out" / "keep" / SKIPPED).read_text("utf-8").splitlines()
    skipped = [json.loads(row) for row in rows]
    assert certificate.counts["documents"] == 3 * times
    assert certificate.skipped == len(skipped) == 2 * times
    reasons = sorted(row["reason"].rpartition(": ")[2] for row in skipped)
    assert reasons == sorted(["German", "Italian"] * times)
    assert [row["document"] in told[0] for row in skipped] == [True] * len(skipped)
    shown = "".join(path.read_text("utf-8") for path in (tmp_path / "out" / "publish").rglob("*.*"))
    assert not any(SENTENCES[code][20:60] in shown for code in ("it", "de"))
    assert shown.count(SENTENCES["en"][-60:]) == 3 * times
    assert f"{2 * times} that could not be read" in shown
    assert verify_release(tmp_path / "out", source, KEY).holds


def test_a_list_that_leaves_out_more_does_not_fit_the_release(tmp_path):
    source = json_lines(tmp_path)
    release(Run(source, tmp_path / "out", load_policy("tag-only"), KEY))
    listed = tmp_path / "out" / "keep" / SKIPPED
    rows = listed.read_text("utf-8")
    for text in (f'{rows}{{"document": "0-en", "reason": ""}}\n', "", "[\n", "7\n"):
        listed.write_text(text, "utf-8")
        assert not verify_release(tmp_path / "out", source, KEY).holds


def test_what_must_come_back_is_never_left_out(tmp_path):
    source = json_lines(tmp_path)
    policy = parse_policy(READS.replace("mask", "encrypt"))
    with pytest.raises(LanguageError, match="2 documents are in a language"):
        protect(Run(source, tmp_path / "out.jsonl", policy, KEY))
    assert not (tmp_path / "out.jsonl").exists()


def test_one_text_is_refused_too():
    with pytest.raises(LanguageError, match="1 document is in a language"):
        deidentify(SENTENCES["nl"])


@pytest.mark.parametrize("more", ["other_languages: en\n", "language: en\n"])
def test_a_policy_may_say_that_they_are_read_all_the_same(more):
    made, outcome = Engine(parse_policy(READS + more)).release(documents("en", "it"))
    assert [one.whole.language for one in made] == ["en", "en"]
    assert all(verdict.holds for verdict in outcome.verdicts)


def test_patterns_refuse_no_language():
    made, _ = Engine(load_policy("patterns-only")).release(documents("en", "it", "zh"))
    assert [one.whole.language for one in made] == ["en", "en", "en"]


def test_each_document_is_read_in_its_language(french):
    assert spoken(SURROGATES, documents("en", french, "en")) == ["en", "fr", "en"]


def test_spanish_is_installed_and_has_a_model_of_its_own():
    engine = Engine(parse_policy(READS), find=lambda _: Spans())
    made, _ = engine.release(documents("en", "es"))
    assert [one.whole.language for one in made] == ["en", "es"]
    models = {
        name.partition("/")[0]
        for _, component in engine.components(["en", "es"])
        for name, _ in about(component).files
    }
    assert models == {"neural-en", "fast-es"}


def test_allowed_and_denied_words_count_in_every_language():
    policy = parse_policy(
        "name: p\ndetect: [textveil.patterns.v1]\nallow: ['448812']\n"
        "deny: [Zephyr]\ntransform: {default: textveil.mask.v1}\n"
    )
    notes = [
        replace(one, text=f"{one.text} MRN 448812, NHC 448812, Zephyr.")
        for one in documents("en", "es")
    ]
    made, outcome = Engine(policy).release(notes)
    assert all(one.release.text.endswith("MRN 448812, NHC 448812, [IDENTIFIER].") for one in made)
    assert [one.whole.language for one in made] == ["en", "es"]
    assert all(verdict.holds for verdict in outcome.verdicts)


@pytest.mark.parametrize(
    ("codes", "expected"), [(["fr", "fr", "en"], "fr"), (["fr", "en"], "en"), ([], "en")]
)
def test_a_short_text_goes_with_most_of_its_corpus(french, codes, expected):
    assert french == "fr"
    short = Document("short", "Patient stable. 12 mg, 37.5.")
    assert spoken(SURROGATES, [short, *documents(*codes)])[0] == expected


def test_a_short_text_that_is_clearly_of_a_language_is_read_in_it(french):
    assert french == "fr"
    short = Document("short", "Le patient va bien et il est de retour dans la ville.")
    assert spoken(SURROGATES, [short, *documents("en", "en")]) == ["fr", "en", "en"]


def test_a_few_short_texts_of_a_language_decide_for_no_others():
    chat = [Document(f"{at}", "See you at the station, ok?") for at in range(9)]
    spanish = [Document("s", "Mi madre está en el hospital desde el martes.")]
    assert spoken(SURROGATES, chat + spanish) == ["en"] * 9 + ["es"]
    assert spoken(SURROGATES, spanish + chat[:1]) == ["es", "en"]


def test_a_short_german_note_is_refused_by_name():
    with pytest.raises(LanguageError, match=r"German \(1\)") as error:
        Engine(parse_policy(READS)).release([Document("n", "Herr Quigley kam am Montag.")])
    assert error.value.where == "document n"
    assert "other_languages: tag" in error.value.hint


TAGS = f"{READS}other_languages: tag\n".replace("[", "[textveil.patterns.v1, ")


def test_tags_stand_for_capitalised_words_that_no_list_knows():
    note = "Herr Quigley aus Köln, Tel. 0151 2345678, kam am Montag mit Anna und nahm Aspirin."
    made, outcome = Engine(parse_policy(TAGS)).release([Document("n", note), Document("m", "Ok.")])
    assert made[0].release.text == (
        "Herr [OTHER] aus [OTHER], Tel. [PHONE], kam am Montag mit [OTHER] und nahm Aspirin."
    )
    assert made[1].release.text == "Ok."
    assert all(verdict.holds for verdict in outcome.verdicts)


def test_a_text_without_capitals_cannot_be_tagged(tmp_path):
    text = SENTENCES["ja"]
    with pytest.raises(LanguageError, match="Japanese"):
        Engine(parse_policy(TAGS)).release([Document("n", text), Document("m", "Ok.")])
    source = files(tmp_path, [{"id": "a", "text": SENTENCES["en"]}, {"id": "b", "text": text}])
    told = []
    made = release(Run(source, tmp_path / "out", parse_policy(TAGS), notice=told.append))
    assert made.counts["documents"] == 1
    assert any("no capitals: b" in one for one in told)


def test_scan_finds_by_rules_and_capitals_where_a_policy_tags():
    told = []
    note = [Document("n", "Herr Quigley kam am Montag.")]
    [(document, spans)] = scan(note, parse_policy(TAGS), notice=told.append)
    assert [document.covered_by(span) for span in spans] == ["Quigley"]
    assert len(told) == 1


def test_a_policy_that_names_a_language_decides_for_all(french):
    policy = f"{SURROGATES}language: {french}\n"
    assert spoken(policy, documents("en", "de")) == ["fr", "fr"]


def test_english_alone_is_released_as_by_a_policy_that_names_it(tmp_path):
    rows = [
        {"id": str(at), "text": f"{SENTENCES['en']} Dr. Ana Ruiz, {day} May 2016.", "subject": "s"}
        for at, day in enumerate((3, 9))
    ]
    source = files(tmp_path, rows)
    text = load_policy("hide-in-plain-sight")
    for name, policy in (("auto", text), ("en", parse_policy(_with_language("en")))):
        release(Run(source, tmp_path / name, policy, KEY))
    texts = [
        (tmp_path / n / "publish" / TEXTS / "notes.jsonl").read_bytes() for n in ("auto", "en")
    ]
    records = [(tmp_path / name / "keep" / RECORD).read_bytes() for name in ("auto", "en")]
    assert texts[0] == texts[1]
    assert records[0] == records[1]
    assert b"language" not in records[0]


def _with_language(code):
    from textveil.policy.policy import policy_text

    return f"language: {code}\n{policy_text('hide-in-plain-sight')[0]}"


NOTES = {
    "a": ("en", "Ana Ruiz came on 3 May 2016."),
    "b": ("fr", "Madame Ana Ruiz est venue le 5 mai 2016, dossier numéro 448812."),
    "c": ("fr", "Ana Ruiz est venue le 9 juin 2016 avec Bo Lind."),
}


@pytest.fixture(scope="module")
def released(french, tmp_path_factory):
    """Return the source and the folder of a release in two languages about one subject."""
    folder = tmp_path_factory.mktemp("released")
    rows = [
        {
            "id": name,
            "subject": "s",
            "patient": "Ana Ruiz",
            "text": f"{SENTENCES[code]} {note}",
        }
        for name, (code, note) in NOTES.items()
    ]
    source = files(folder, rows)
    release(Run(source, folder / "out", parse_policy(SURROGATES), KEY))
    return source, folder / "out", french


def texts_of(folder):
    lines = (folder / "publish" / TEXTS / "notes.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def test_one_person_has_one_surrogate_in_two_languages(released):
    source, folder, _ = released
    shown = texts_of(folder)
    names = {row["metadata"]["patient"] for row in shown.values()}
    assert len(names) == 1
    [name] = names
    assert name != "Ana Ruiz"
    assert all(name in row["text"] for row in shown.values())
    assert verify_release(folder, source, KEY).holds


def test_dates_move_alike_and_keep_the_words_of_their_language(released):
    _, folder, _ = released
    shown = texts_of(folder)
    assert "3 May 2016" not in shown["a"]["text"]
    assert "5 mai 2016" not in shown["b"]["text"]
    ending = shown["b"]["text"].split(" le ")[-1].split()
    assert ending[1] in MONTHS
    assert "448812" not in shown["b"]["text"]


def test_record_certificate_and_report_say_the_languages(released):
    _, folder, _ = released
    rows = [json.loads(line) for line in (folder / "keep" / RECORD).read_text("utf-8").splitlines()]
    assert [row.get("language") for row in rows] == [None, "fr", "fr"]
    certificate = json.loads((folder / "publish" / CERTIFICATE).read_text("utf-8"))
    assert certificate["counts"]["languages"] == {"en": 1, "fr": 2}
    assert "English 1, French 2" in (folder / "publish" / REPORT).read_text("utf-8")


def test_a_record_with_another_language_is_noticed(released, tmp_path):
    import shutil

    source, folder, _ = released
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    record = copy / "keep" / RECORD
    record.write_text(record.read_text("utf-8").replace('"language": "fr"', '"language": "en"'))
    found = verify_release(copy, source, KEY)
    assert not found.holds
    assert any("languages" in difference for difference in found.differences)
    record.write_text(record.read_text("utf-8").replace('"language": "en"', '"language": "xx"'))
    assert not verify_release(copy, source, KEY).holds


def test_the_linker_reads_each_document_in_its_language(french):
    policy = parse_policy(SURROGATES.replace("columns: {patient: PATIENT}\n", ""))
    notes = [
        Document("a", f"{SENTENCES['en']} Ana Ruiz", "s"),
        Document("b", f"{SENTENCES[french]} Madame Ruiz", "s"),
    ]

    def marked(document):
        at = document.text.index("Madame" if document.id == "b" else "Ana")
        return Spans([Span(at, len(document.text), "NAME")])

    made, outcome = Engine(policy, KEY, find=marked).release(notes)
    assert all(verdict.holds for verdict in outcome.verdicts)
    shown = {one.release.id: one.release.text for one in made}
    family = shown["a"].split()[-1]
    assert shown["b"].endswith(f"Madame {family}")


def test_scan_reads_them_and_warns(tmp_path):
    given = documents("en", "it")
    with pytest.warns(UserWarning, match=r"Italian \(1\).*read as English.*1-it"):
        found = list(scan(given))
    assert [document.id for document, _ in found] == ["0-en", "1-it"]
    source = files(tmp_path, [{"id": d.id, "text": d.text} for d in given])
    told = []
    assert len(list(scan_source(source, load_policy("tag-only"), notice=told.append))) == 2
    assert len(told) == 1
    assert SENTENCES["it"][:20] not in told[0]


def test_scan_of_one_language_says_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(annotate(documents("en", "en")))) == 2
        assert len(list(scan(iter(documents("en", "it")), "patterns-only"))) == 2


def test_scan_of_a_stream_goes_on_with_the_documents_before(french):
    short = [Document("x", "Le 5 mai 2016."), Document("y", "Le 5 mai 2016.")]
    stream = iter([short[0], *documents(french), short[1]])
    read = [document.language for document, _ in scan(stream, "patterns-only")]
    assert read == ["en", "fr", "fr"]
    again = [short[0], *documents(french), short[1]]
    assert [d.language for d, _ in scan(again, "patterns-only")] == ["fr", "fr", "fr"]


def test_other_languages_without_recognition_is_an_error():
    with pytest.raises(PolicyError, match="has no effect") as error:
        parse_policy(f"{READS}language: en\nother_languages: en\n", "mine.yaml")
    assert error.value.where == "mine.yaml, line 5"


def test_other_languages_must_be_a_known_choice():
    with pytest.raises(PolicyError, match="must be one of skip, refuse, tag, e"):
        parse_policy(f"{READS}other_languages: ignore\n")
    for said in ("en", "refuse"):
        policy = parse_policy(f"{READS}other_languages: {said}\n")
        assert policy.to_json()["other_languages"] == said
    assert (
        parse_policy(f"{READS}other_languages: skip\n").to_json() == parse_policy(READS).to_json()
    )


def test_a_vault_keeps_a_surrogate_that_was_drawn_in_another_language(
    french, monkeypatch, tmp_path
):
    def drawn(setting):
        """Stand for lists of names that differ from language to language."""
        persona = make_persona(setting)
        return replace(persona, family=f"{persona.family}{setting.language}")

    make_persona = settling.make_persona
    monkeypatch.setattr(settling, "make_persona", drawn)
    policy = parse_policy(SURROGATES.replace("columns: {patient: PATIENT}\n", ""))
    shown = []
    for batch, code in enumerate((french, "en", french)):
        note = Document(str(batch), f"{SENTENCES[code]} Ana Ruiz", "s")
        at = len(note.text) - len("Ana Ruiz")
        found = Spans([Span(at, len(note.text), "NAME")])
        with SqliteVault(tmp_path / "vault", KEY, create=batch == 0) as vault:
            [made], _ = Engine(policy, KEY, vault, find=lambda _, f=found: f).release([note])
        shown.append(made.release.text[at:])
    assert shown[0].endswith(french)
    assert len(set(shown)) == 1
