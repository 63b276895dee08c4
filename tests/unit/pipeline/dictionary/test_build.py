"""Building, applying and measuring dictionaries, and their components in a policy."""

import json
import lzma
from dataclasses import replace

import pytest

from textveil.certify.document.certificate import file_hash, read_certificate
from textveil.certify.kinds.dictionary_forms import DictionaryVerifier
from textveil.certify.verification import verify_release
from textveil.detect.lists.dictionary import DictionaryTerms
from textveil.errors import (
    ComponentError,
    InputError,
    InvalidValueError,
    RefutedError,
    UsageError,
)
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.pipeline.dictionary import price
from textveil.pipeline.dictionary.apply import Fit, apply_dictionary
from textveil.pipeline.dictionary.build import (
    DictionaryFacts,
    build_dictionary,
    form_json,
    open_dictionary,
)
from textveil.pipeline.dictionary.components import DictionaryDetector
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.values.document import Document
from textveil.values.verdict import Status
from textveil.verify.rare.dictionary_identifiers import IDENTIFIERS

LANDS = ["Jamaica", "Japan", "Javan", "Jordan", "Pakistan", "Tajikistan", "Uzbekistan", "a*b"]


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "lands.txt"
    path.write_text("\n".join(LANDS) + "\n\n  Japan \n", "utf-8")
    return path


@pytest.fixture
def dictionary(listed, tmp_path):
    target = tmp_path / "lands.dict"
    build_dictionary(listed, target)
    return target


@pytest.fixture
def letters(tmp_path):
    path = tmp_path / "letters.txt"
    path.write_text("Ann saw Japan.\nJavan saw Pakistan; Uzbekistan a*b\nJordans", "utf-8")
    return path


def test_terms_are_read_as_people_write_them(tmp_path):
    path = tmp_path / "terms.txt.xz"
    path.write_bytes(lzma.compress("\ufeffcafe\u0301 \r\n\n two words\n".encode()))
    assert list(read_terms(path)) == ["café", "two words"]


def test_a_dictionary_is_built_and_opened_again(listed, dictionary):
    opened = open_dictionary(dictionary)
    assert sorted(opened.terms) == sorted(LANDS)
    facts = DictionaryFacts.of(opened, dictionary)
    assert (facts.terms, facts.shortest, facts.longest) == (8, 3, 10)
    assert facts.to_json()["sha256"] == Dictionary.build(LANDS).sha256
    assert not any(term in json.dumps(facts.to_json()) for term in LANDS)


def test_terms_in_another_encoding(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_bytes("Zürich\nZärich\n".encode("latin-1"))
    build_dictionary(path, tmp_path / "x.dict", encoding="latin-1")
    assert list(open_dictionary(tmp_path / "x.dict").terms) == ["Zärich", "Zürich"]
    build_dictionary(path, tmp_path / "y.dict")
    assert list(open_dictionary(tmp_path / "y.dict").terms) == ["Zärich", "Zürich"]


def test_an_empty_list_and_an_overwritten_one_are_refused(tmp_path, listed):
    empty = tmp_path / "empty.txt"
    empty.write_text("\n \n")
    with pytest.raises(InputError, match="no terms"):
        build_dictionary(empty, tmp_path / "x.dict")
    assert not (tmp_path / "x.dict").exists()
    with pytest.raises(UsageError, match="replace the input"):
        build_dictionary(listed, listed)


def test_forms_of_a_term(dictionary):
    opened = open_dictionary(dictionary)
    form = opened.form("Pakistan", 2)
    assert form.k_eff >= 2
    assert set(form_json(form)) == {"term", "form", "k", "k_eff", "remaining"}
    assert opened.form("Pakistan", 2, "count").remaining >= form.remaining
    assert opened.frontier("Pakistan")
    for broken in (("Spain", 2), ("Japan", 2, "half")):
        with pytest.raises(InvalidValueError) as caught:
            opened.form(*broken)
        assert "Spain" not in str(caught.value)


def asked(dictionary, tmp_path, identifiers=(), stop=None, **options):
    """Return files and fit; what is listed is written to files."""
    named = {}
    for name, terms in (("identifiers", identifiers), ("stop", stop or ())):
        if terms:
            (tmp_path / name).write_text("".join(f"{term}\n" for term in terms), "utf-8")
            named[name] = str(tmp_path / name)
    fit = {name: options.pop(name) for name in ("min_frequency", "max_share") if name in options}
    return FormFiles(path=str(dictionary), **{"k": 2, **named, **options}), Fit(**fit)


def apply(dictionary, letters, tmp_path, lines=True, **options):
    source = Source.open(letters, "lines" if lines else None)
    target = tmp_path / "out.txt"
    order = Order(source, target, single=True)
    made = apply_dictionary(order, *asked(dictionary, tmp_path, **options))
    return made, target.read_text("utf-8")


def forms_of(made):
    [found] = [verdict for verdict in made.verdicts if verdict.claim == "dictionary-forms"]
    return found


def test_applying(dictionary, letters, tmp_path):
    made, text = apply(dictionary, letters, tmp_path, identifiers=["Ann"])
    opened = open_dictionary(dictionary)
    shown = {t: (f.form if (f := opened.form(t, 2)) else "*") for t in LANDS}
    assert text.split("\n")[0] == f"* saw {shown['Japan']}."
    assert text.split("\n")[1] == (
        f"{shown['Javan']} saw {shown['Pakistan']}; {shown['Uzbekistan']} {shown['a*b']}"
    )
    assert text.split("\n")[2] == "Jordans"
    assert forms_of(made).holds
    assert made.sha256 in forms_of(made).reason
    assert made.identifiers == 1
    assert made.replaced + made.removed == 5
    used = ("Japan", "Javan", "Pakistan", "Uzbekistan", "a*b")
    assert made.removed == sum(shown[term] == "*" for term in used) == 2


def test_remaining_characters_are_those_of_the_input(dictionary, letters, tmp_path):
    made, _ = apply(dictionary, letters, tmp_path, identifiers=["Ann"])
    opened = open_dictionary(dictionary)
    used = ["Japan", "Javan", "Pakistan", "Uzbekistan", "a*b"]
    forms = [opened.form(term, 2) for term in used]
    lost = sum(len(t) - (f.remaining if f else 0) for t, f in zip(used, forms, strict=True))
    characters = sum(len(line) for line in letters.read_text("utf-8").split("\n"))
    assert made.characters == characters
    assert made.remaining == characters - lost - len("Ann")


def test_what_stays_readable(dictionary, letters, tmp_path):
    made, text = apply(
        dictionary, letters, tmp_path, min_length=4, stop=frozenset({"PAKISTAN"}), k=2
    )
    assert "saw Pakistan;" in text
    assert text.split("\n")[1].endswith(" a*b")
    assert made.readable == 2
    assert forms_of(made).holds


def test_frequencies(dictionary, tmp_path):
    letters = tmp_path / "many.txt"
    letters.write_text("Japan Japan\nJapan Javan\nPakistan\nJapan", "utf-8")
    _, often = apply(dictionary, letters, tmp_path, min_frequency=2)
    assert "Javan" in often
    assert "Pakistan" in often
    assert "Japan" not in often
    _, general = apply(dictionary, letters, tmp_path, max_share=0.5)
    assert general.count("Japan") == 4
    assert "Javan" not in general


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_a_refuted_result_is_not_written(dictionary, letters, tmp_path, monkeypatch, guarantee):
    monkeypatch.setattr(SharedForms, "chosen", lambda self, number: "Jap*n")
    with pytest.raises(RefutedError, match="nothing was released"):
        apply(dictionary, letters, tmp_path, guarantee=guarantee)
    assert not (tmp_path / "out.txt").exists()


def test_an_identifier_that_survives_is_refuted_and_removed(
    dictionary, letters, tmp_path, monkeypatch
):
    monkeypatch.setattr(DictionaryTerms, "_identifiers", lambda self, text: [])
    made, text = apply(dictionary, letters, tmp_path, identifiers=["Ann"])
    assert made.verdicts[-1].holds
    assert text.startswith("* saw")


def test_identifiers_are_verified_where_there_are_some(dictionary, letters, tmp_path):
    made, _ = apply(dictionary, letters, tmp_path, identifiers=["Ann"])
    always = ["record", "metadata", "alignment", "dictionary-forms"]
    assert [verdict.claim for verdict in made.verdicts] == [*always, IDENTIFIERS]
    assert made.verdicts[-1].holds
    made, _ = apply(dictionary, letters, tmp_path)
    assert [verdict.claim for verdict in made.verdicts] == always


def test_the_price_of_mutual_is_what_count_would_show_more(dictionary, letters, tmp_path):
    mutual, _ = apply(dictionary, letters, tmp_path)
    count, _ = apply(dictionary, letters, tmp_path, guarantee="count")
    assert mutual.price.exact
    assert mutual.price.characters == count.remaining - mutual.remaining > 0
    assert mutual.price.measured == mutual.price.terms == 5
    assert mutual.to_json()["mutual_costs"]["characters"] == mutual.price.characters
    assert count.price is None


def test_the_price_over_many_terms_is_estimated(dictionary, letters, tmp_path, monkeypatch):
    monkeypatch.setattr(price, "MEASURED", 2)
    made, _ = apply(dictionary, letters, tmp_path)
    assert (made.price.measured, made.price.terms, made.price.exact) == (2, 5, False)


def test_the_input_is_not_replaced(dictionary, letters):
    with pytest.raises(UsageError, match="replace the input"):
        Order(Source.open(letters), letters, single=True)


def test_a_release_is_checked_by_whoever_has_the_dictionary(
    dictionary, letters, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    files, _ = asked(dictionary.relative_to(tmp_path), tmp_path)
    source = Source.open(letters, "lines")
    made = apply_dictionary(Order(source, tmp_path / "out"), files)
    statuses = {one.claim: one.status for one in verify_release(tmp_path / "out", source).verdicts}
    assert made.release
    assert statuses["dictionary-forms"] is Status.HOLDS
    (tmp_path / "out" / "keep" / f"own-{dictionary.name}").unlink()
    build_dictionary(terms_file(tmp_path, ["Japan", "Javan"]), dictionary)
    outcome = verify_release(tmp_path / "out", source)
    [found] = [one for one in outcome.verdicts if one.claim == "dictionary-forms"]
    assert found.status is Status.STATED
    assert "not the file of the release" in found.reason


def test_terms_that_stay_readable_are_certified_only_if_they_are_kept(
    dictionary, letters, tmp_path
):
    order = Order(Source.open(letters, "lines"), tmp_path / "out")
    files, fit = asked(dictionary, tmp_path, max_share=0.5)
    with pytest.raises(UsageError, match="part of what is certified"):
        apply_dictionary(order, files, fit)
    apply_dictionary(order, files, replace(fit, readable=tmp_path / "readable.txt"))
    assert "the" in (tmp_path / "readable.txt").read_text().splitlines()


def terms_file(folder, terms):
    path = folder / "terms.txt"
    path.write_text("".join(f"{term}\n" for term in terms), "utf-8")
    return path


@pytest.mark.parametrize(
    "options",
    [{"k": 1}, {"guarantee": "x"}, {"min_length": 0}, {"max_share": 0}, {"min_frequency": 0}],
)
def test_bounds(options):
    with pytest.raises(InvalidValueError):
        asked("d.dict", None, **options)


POLICY = """
name: terms
detect:
  - use: textveil.dictionary.v1
    path: {path}
    identifiers: {names}
transform:
  default: textveil.mask.v1
  labels:
    QUASI: {{use: textveil.wildcard.v1, path: {path}, identifiers: {names}, k: 2}}
    IDENTIFIER: {{use: textveil.wildcard.v1, path: {path}, identifiers: {names}, k: 2}}
verify:
  - textveil.alignment.v1
  - use: textveil.dictionary-forms.v1
    path: {path}
    identifiers: {names}
    k: 2
"""


def test_a_release_with_a_dictionary(dictionary, letters, tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("Ann\n")
    policy = parse_policy(POLICY.format(path=dictionary, names=names))
    source = Source.open(letters, "lines")
    out = tmp_path / "release"
    release(Run(source, out, policy))
    text = (out / "publish" / "texts" / "letters.txt").read_text("utf-8")
    assert text.startswith("* saw ")
    assert "Japan" not in text
    certificate = read_certificate(out)
    # A plain hash would let anybody try terms.
    assert file_hash(dictionary) not in str(certificate)
    assert dictionary.name in certificate["own_files"]
    figures = json.loads((out / "keep" / "figures.json").read_text("utf-8"))
    for verdicts in (certificate["verdicts"], figures["verdicts"]):
        verdict = next(v for v in verdicts if v["claim"] == "dictionary-forms")
        assert verdict["status"] == "holds"
    # What a verdict counts is for the owner.
    assert open_dictionary(dictionary).sha256 in verdict["reason"]
    assert "K = 2" in verdict["reason"]
    assert verify_release(out, source).holds
    # The owner keeps a copy; without it and the file itself nobody can count again.
    dictionary.unlink()
    assert verify_release(out, source).holds
    (out / "keep" / f"own-{dictionary.name}").unlink()
    again = {v.claim: v.status for v in verify_release(out, source).verdicts}
    assert again["dictionary-forms"] is Status.STATED


def test_components_fail_closed(tmp_path):
    with pytest.raises(ComponentError, match="a dictionary is needed"):
        DictionaryDetector().detect(Document("1", "x"))
    with pytest.raises(InputError):
        DictionaryDetector(path=str(tmp_path / "none.dict")).detect(Document("1", "x"))


def test_a_dictionary_that_changes_is_read_again(tmp_path):
    listed, target = tmp_path / "terms.txt", tmp_path / "terms.dict"
    note = Document("1", "Japan and Peru")
    for term in ("Japan", "Peru"):
        listed.write_text(term)
        build_dictionary(listed, target)
        (span,) = DictionaryDetector(path=str(target)).detect(note)
        assert note.covered_by(span) == term


def test_a_verifier_can_insist_on_one_dictionary(dictionary):
    verdict = DictionaryVerifier(path=str(dictionary), sha256="0" * 64).verify([])
    assert verdict.status is Status.NOT_CHECKABLE
