"""Every shipped component passes the checks that plug-in authors are given."""

from functools import partial

import pytest

from textveil.errors import ComponentError
from textveil.lexicon.public_lists import public_lists
from textveil.pipeline.dictionary.build import build_dictionary
from textveil.policy.registry import ComponentKind, build, catalogue
from textveil.testing.attacks import check_attack
from textveil.testing.companions import check_companion
from textveil.testing.detectors import check_detector
from textveil.testing.formats import check_format
from textveil.testing.query_strategies import check_strategy
from textveil.testing.samples import annotated
from textveil.testing.screens import check_screen
from textveil.testing.transformers import check_transformer
from textveil.testing.verifiers import check_verifier
from textveil.values.annotation import Annotation
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.figures.attack import Knowledge
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans
from textveil.values.terms.word_lists import WordLists

KEY = Secret(b"sixteen bytes or more")
STYLES = [{"style": style} for style in ("tag", "numbered", "character", "blank", "hash")]
STYLES += [{"style": "character", "keep_first": 1, "keep_last": 2}]

# Formats whose documents have a shape of their own get documents of that shape.
SHAPED = {
    "lines": [Document("1", "one message")],
    "spmf": [Document("1", "4,5 6")],
    "fastq": [Document("r1", "ACGT", metadata=Metadata({"qualities": "!II~"}))],
    "eml": [Document("1", "one message", "ana@example.org")],
    "xml": [Document("1", "a note", layers=(Annotation("division", "TEI", ((0, 6),)),))],
    "mixed": [Document("a.jsonl/1", "one message"), Document("b.txt", "a note")],
    "mbox": [Document("1", "one message", "ana@example.org")],
    "slack": [Document("1", "one message", "Ana", Metadata({"channel": "all"}))],
    "whatsapp": [
        Document(
            "1",
            "one message",
            "Ana",
            Metadata({"date": "31.12.20", "clock": "21:15", "style": "D, T - "}),
        )
    ],
}


# Components that need a file are checked with one.
NEED_A_FILE = {
    *("textveil.dictionary.v1", "textveil.wildcard.v1"),
    *("textveil.dictionary-forms.v1", "textveil.identifiers-removed.v1"),
}
NEED_A_PACKAGE = {"textveil.spacy.v1", "textveil.presidio.v1"}


@pytest.mark.parametrize(
    "name", sorted(set(catalogue(ComponentKind.DETECTOR)) - NEED_A_FILE - NEED_A_PACKAGE)
)
def test_detectors(name):
    check_detector(build(ComponentKind.DETECTOR, name))


@pytest.mark.parametrize("name", sorted(catalogue(ComponentKind.STRATEGY)))
def test_strategies(name):
    check_strategy(build(ComponentKind.STRATEGY, name))


@pytest.mark.parametrize("name", sorted(catalogue(ComponentKind.ATTACK)))
def test_attacks(name):
    attack = build(ComponentKind.ATTACK, name)
    check_attack(attack)
    check_attack(attack, known=Knowledge(public_lists(), subjects=True, sample={0: "Ana"}))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("telling-words", "Seen on [[2021-03-04|DATE]], after Christmas."),
        ("token-openings", "[[Ana|NAME]] wrote [NAME:tv1.abc]."),
    ],
)
def test_companions(name, text):
    companion = build(ComponentKind.COMPANION, f"textveil.{name}.v1")
    check_companion(companion)
    check_companion(companion, [annotated("a", text)])


def test_every_companion_is_checked_above():
    checked = {"telling-words", "token-openings"}
    assert set(catalogue(ComponentKind.COMPANION)) == {f"textveil.{name}.v1" for name in checked}


@pytest.fixture(scope="module")
def terms(tmp_path_factory):
    """A dictionary and a list of identifiers, as options."""
    folder = tmp_path_factory.mktemp("terms")
    (folder / "names.txt").write_text("Zilpah\n")
    (folder / "terms.txt").write_text("Ostrobothnia\nOstrobathnia\nQuackenbush\nQuackenbash\n")
    build_dictionary(folder / "terms.txt", folder / "terms.dict")
    return {"path": str(folder / "terms.dict"), "identifiers": str(folder / "names.txt")}


def test_dictionary_terms(terms):
    documents = [Document("a", "Zilpah Quackenbush of Ostrobothnia")]
    check_detector(build(ComponentKind.DETECTOR, "textveil.dictionary.v1", terms), documents)


def test_wildcard(terms):
    check_transformer(build(ComponentKind.TRANSFORMER, "textveil.wildcard.v1", {**terms, "k": 2}))


def test_dictionary_forms(terms):
    def case(name, form):
        document = Document(name, "in Ostrobothnia")
        return Case(document, Release.of(document, [Edit(3, 15, form, "QUASI")]))

    verifier = build(ComponentKind.VERIFIER, "textveil.dictionary-forms.v1", {**terms, "k": 2})
    check_verifier(verifier, [case("a", "Ostrob*thnia")], [case("b", "Ostr*othnia")])


@pytest.mark.parametrize("options", STYLES, ids=lambda o: o["style"])
def test_mask(options):
    check_transformer(build(ComponentKind.TRANSFORMER, "textveil.mask.v1", options, KEY))


def length(value):
    return "x" * len(value)


@pytest.mark.parametrize(("name", "options"), [("replace", {}), ("function", {"function": length})])
def test_operators(name, options):
    check_transformer(build(ComponentKind.TRANSFORMER, f"textveil.{name}.v1", options))


def test_what_operators_write():
    rules = {"default": {"use": "textveil.replace.v1", "text": "X"}}
    verifier = build(ComponentKind.VERIFIER, "textveil.operators.v1", rules=rules)
    sound, other = (renamed(one, "Ask Ana.", {"Ana": one}) for one in ("X", "Y"))
    check_verifier(verifier, [sound], [other])


@pytest.mark.parametrize("name", catalogue(ComponentKind.FORMAT))
def test_formats(name, tmp_path):
    check_format(build(ComponentKind.FORMAT, name), tmp_path, SHAPED.get(name))


def replaced(name, text, value):
    document = Document(name, text)
    at = text.index(value)
    return Case(document, Release.of(document, [Edit(at, at + len(value), "[ID]", "ID")]))


def test_alignment():
    sound = [replaced("a", "number 12345 here", "12345")]
    bad = Release("b", "Number [ID] here", sound[0].release.edits, len(sound[0].before.text))
    changed = Case(Document("b", sound[0].before.text), bad)
    check_verifier(build(ComponentKind.VERIFIER, "textveil.alignment.v1"), sound, [changed])


def test_residue():
    sound = [replaced("a", "number 12345 here", "12345")]
    left = [replaced("b", "number 777-888 here and 777 888 there", "777-888")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.residue.v1"), sound, left)


@pytest.mark.parametrize("claim", ["occurrences", "subjects", "output"])
def test_k_anonymity(claim):
    sound = [replaced(name, "the same words 12345", "12345") for name in "abc"]
    rare = [replaced("d", "other words 12345", "12345")]
    check_verifier(build(ComponentKind.VERIFIER, f"textveil.k-{claim}.v1", {"k": 3}), sound, rare)


def test_listed_words():
    def case(name, word, shown):
        note = Document(name, f"seen: {word} now")
        return Case(note, Release.of(note, [Edit(6, 10, shown, "RARE")]))

    verifier = build(ComponentKind.VERIFIER, "textveil.list.v1", {"k": 2})
    check_verifier(verifier, [case("a", "Asta", "A**a")], [case("b", "Aqxq", "Aqx*")])


def test_a_list_of_words_is_no_option_because_policies_are_published():
    with pytest.raises(ComponentError, match="no option words"):
        build(ComponentKind.VERIFIER, "textveil.list.v1", {"words": ["Asta"]})


def renamed(name, text, pairs, label="NAME", subject=None):
    document = Document(name, text, subject)
    edits = [
        Edit(text.index(old), text.index(old) + len(old), new, label) for old, new in pairs.items()
    ]
    return Case(document, Release.of(document, edits))


def test_consistency():
    text = "Ana Ruiz met Bo Lind."
    sound = [
        renamed("a", text, {"Ana Ruiz": "Eva Diaz", "Bo Lind": "Al Berg"}, subject="s"),
        renamed("b", "Ana Ruiz left.", {"Ana Ruiz": "Eva Diaz"}, subject="s"),
    ]
    two = [renamed("c", "Ana Ruiz came.", {"Ana Ruiz": "Ida Voss"}, subject="s")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.consistency.v1"), sound, two)


def test_collisions():
    sound = [renamed("a", "MRN 4711234 of", {"4711234": "5822345"}, "MRN")]
    real = [renamed("b", "MRN 9988776 of", {"9988776": "4711234"}, "MRN")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.collisions.v1"), sound, real)


def test_distance():
    sound = [renamed("a", "Mayo Clinic sent", {"Mayo Clinic": "Voss Clinic"}, "HOSPITAL")]
    alike = [renamed("b", "Mayo Clinic sent", {"Mayo Clinic": "Mayfield Clinic"}, "HOSPITAL")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.distance.v1"), sound, alike)


def test_sharing():
    def drawn(name, new):
        return renamed(name, "in Boston", {"Boston": new}, "CITY", subject=name)

    verifier = build(ComponentKind.VERIFIER, "textveil.sharing.v1", {"shared": 1})
    check_verifier(verifier, [drawn("a", "Akron"), drawn("b", "Akron")], [drawn("c", "Tampa")])


def test_intervals():
    def shifted(name, new):
        text = "on 3 May 2016 and 9 May 2016"
        return renamed(name, text, {"3 May 2016": "13 May 2016", "9 May 2016": new}, "DATE", name)

    verifier = build(ComponentKind.VERIFIER, "textveil.intervals.v1")
    check_verifier(verifier, [shifted("a", "19 May 2016")], [shifted("b", "20 May 2016")])


def test_calendar():
    text, moved = "Fell on Christmas; seen 3 May 2016.", {"3 May 2016": "14 June 2016"}
    general = {"Christmas": "the holiday", "3 May 2016": "2016"}
    sound = [renamed("a", text, general, "DATE")]
    told = [renamed("b", text, moved, "DATE")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.calendar.v1"), sound, told)


def test_coarseness():
    sound = [renamed("a", "on 3 May 2016", {"3 May 2016": "2016"}, "DATE")]
    fine = [renamed("b", "on 9 May 2016", {"9 May 2016": "May 2016"}, "DATE")]
    check_verifier(build(ComponentKind.VERIFIER, "textveil.coarseness.v1"), sound, fine)


def test_reversible():
    document = Document("a", "Ask Ana Ruiz.")
    spans = Spans([Span(4, 12, "NAME")])
    release = build(ComponentKind.TRANSFORMER, "textveil.encrypt.v1", {}, KEY).transform(
        document, spans
    )
    verifier = build(ComponentKind.VERIFIER, "textveil.reversible.v1", {}, KEY)
    masked = renamed("b", "Ask Ana Ruiz.", {"Ana Ruiz": "[NAME]"})
    check_verifier(verifier, [Case(document, release)], [masked])


def test_annotations():
    text, spans = "Ask Ana now", Spans([Span(4, 7, "PER"), Span(8, 11, "ADV")])
    note = Document("a", text, spans=spans)
    release = Release.of(note, [Edit(4, 7, "[NAME]", "NAME")])
    sound = Case(note, release, annotations=(Annotation("span", "ADV", ((11, 14),)),))
    unmoved = Case(note, release, annotations=(Annotation("span", "ADV", ((8, 11),)),))
    verifier = build(ComponentKind.VERIFIER, "textveil.annotations.v1")
    check_verifier(verifier, [sound], [unmoved])


def test_listed_words_and_their_verifier():
    lists = WordLists.of(deny={"NAME": ["Zilpah"]}, patterns={"MRN": "[0-9]{5}"})
    detector = build(ComponentKind.DETECTOR, "textveil.listed.v1", lists=lists)
    check_detector(detector, [Document("a", "Zilpah, file 47112")])
    verifier = build(ComponentKind.VERIFIER, "textveil.denied.v1", lists=lists)
    gone = renamed("a", "Ask Zilpah.", {"Zilpah": "[NAME]"})
    left = renamed("b", "Ask Zilpah.", {"Zilpah": "Zilpah"})
    check_verifier(verifier, [gone], [left])


@pytest.mark.parametrize("name", ["surrogate", "generalize", "redact", "encrypt", "resynthesize"])
def test_transformers_of_protection(name):
    check_transformer(build(ComponentKind.TRANSFORMER, f"textveil.{name}.v1", {}, KEY))


def test_every_verifier_is_checked_above():
    claims = {"alignment", "residue", "k-occurrences", "k-subjects", "k-output", "list"}
    protection = {
        "calendar",
        "coarseness",
        "sharing",
        "collisions",
        "consistency",
        "distance",
        "intervals",
        "reversible",
    }
    checked = {
        *claims,
        *protection,
        "annotations",
        # Needs the passages of one message: tests/unit/pipeline/messages/test_versions.py.
        "audience",
        "denied",
        "operators",
        "dictionary-forms",
        "identifiers-removed",
    }
    assert set(catalogue(ComponentKind.VERIFIER)) == {f"textveil.{name}.v1" for name in checked}


def test_every_screen_is_checked():
    assert set(catalogue(ComponentKind.SCREEN)) == {"textveil.rare.v1"}
    rare = build(ComponentKind.SCREEN, "textveil.rare.v1", {"k": 2})
    check_screen(
        rare, [*map(partial(annotated, marked="The same words."), "abc"), annotated("d", "Others.")]
    )


def test_every_transformer_is_checked_above():
    protection = {"surrogate", "generalize", "redact", "encrypt", "resynthesize"}
    checked = {"mask", "replace", "function", "wildcard", *protection}
    assert set(catalogue(ComponentKind.TRANSFORMER)) == {f"textveil.{name}.v1" for name in checked}
