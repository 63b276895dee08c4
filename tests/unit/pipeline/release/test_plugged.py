"""Plug-ins in a run: companions, attacks, and how often components are built."""

import json
from collections import Counter
from importlib.metadata import EntryPoint

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import ComponentError, ComponentFailedError, RefutedError
from textveil.formats.sources import Source
from textveil.pipeline.attack.attacks import attacks
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.run import Run, release
from textveil.policy import registry
from textveil.policy.policy import load_policy, parse_policy
from textveil.transform.masks.encrypt import restore_encrypted
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.values.terms import catalogue as shelf

KEY = Secret(b"sixteen bytes or more")
PLUGGED = '''
import re
from dataclasses import dataclass
from typing import ClassVar
from textveil.values.figures.attack import Guess
from textveil.values.contracts import About
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans
from textveil.values.verdict import Verdict, Witness

class Stars:
    """Writes stars, and needs those of the input gone."""
    def about(self):
        return About(companions=(("acme.stars.v1", {"sign": "*"}),))
    def transform(self, document, spans):
        return Release.of(document, [Edit(s.start, s.end, "***", s.label) for s in spans])

@dataclass(frozen=True)
class Signs:
    sign: str = "+"
    def beside(self, document, own, found):
        at = document.text.find(self.sign + "x")
        return Spans([Span(at, at + 2, "SIGN")] if own and at >= 0 else [])

class Breaks:
    def beside(self, document, own, found):
        raise KeyError(document.text)

@dataclass(frozen=True)
class First:
    name: ClassVar[str] = "first"
    meaning: ClassVar[str] = "takes the first letter for the real one"
    needs: ClassVar[frozenset[str]] = frozenset()
    def guesses(self, view, known):
        return [Guess("a letter", s.shown[:1], (at,), 0.5) for at, s in enumerate(view.passages)]
    def is_right(self, guess, real):
        return real[0].startswith(guess.value)

class Shouts:
    """Finds words in capitals."""
    reach = None
    def detect(self, document):
        found = re.finditer("[A-Z]{4,}", document.text)
        return Spans(Span(m.start(), m.end(), "SHOUT") for m in found)

class Lower:
    """Writes them small."""
    def written(self, word):
        return word.lower()
    def transform(self, document, spans):
        shown = [(s, self.written(document.text[s.start:s.end])) for s in spans]
        return Release.of(document, [Edit(s.start, s.end, new, s.label) for s, new in shown])

class Shouted(Lower):
    """Forgets to."""
    def written(self, word):
        return word + "!"

class Silence:
    """Checks that no word in capitals is left."""
    claim = "silence"
    def verify(self, cases):
        loud = [c.release.id for c in cases if re.search("[A-Z]{4,}", c.release.text)]
        wrong = [Witness(one, 0, 0, "somebody shouts") for one in loud]
        return Verdict.of(self.claim, 1, wrong)

class Fails(First):
    def guesses(self, view, known):
        raise RuntimeError(next(iter(view.texts.values())))

class Twin(First):
    name = "inside"

class Asks(First):
    needs = frozenset({"everything"})
'''
RULES = "name: p\ndetect: [textveil.patterns.v1]\nverify: [textveil.alignment.v1]\ntransform: "
NOTE = "Call 617-555-0134 or write to ana@example.org, *x and [NAME:tv1. were here."
PHONE = Spans([Span(5, 17, "PHONE")])


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Pretend that a package offers components: each a kind, a name and a class."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "acme_plugged.py").write_text(PLUGGED)
    monkeypatch.syspath_prepend(tmp_path / "modules")

    def clear():
        shelf._catalogue.cache_clear()
        attacks.cache_clear()

    def offer(*given):
        def points(group):
            every = (EntryPoint(n, f"acme_plugged:{c}", f"textveil.{k}s") for k, n, c in given)
            return [point for point in every if point.group == group]

        monkeypatch.setattr(shelf, "entry_points", points)
        clear()

    yield offer
    clear()


def carried_out(folder, rules=RULES + "{default: {use: textveil.surrogate.v1}}"):
    (folder / "note.txt").write_text(NOTE)
    run = Run(Source.open(folder / "note.txt"), folder / "out", parse_policy(rules), KEY)
    return release(run)


def test_a_transformer_of_a_package_has_a_companion(installed):
    installed(("transformer", "acme.mark.v1", "Stars"), ("companion", "acme.stars.v1", "Signs"))
    engine = Engine(parse_policy(RULES + "{default: acme.mark.v1}"), find=lambda _: PHONE)
    assert dict(engine.components())["acme.stars.v1"].sign == "*"
    [made], _ = engine.release([Document("n", NOTE)])
    assert made.release.text == NOTE.replace("617-555-0134", "***").replace("*x", "***")


def test_what_a_companion_finds_goes_to_the_transformer_that_needs_it():
    rules = RULES + "{default: textveil.mask.v1, labels: {PHONE: textveil.encrypt.v1}}"
    engine = Engine(parse_policy(rules), KEY, find=lambda _: PHONE)
    [made], _ = engine.release([Document("n", NOTE)])
    assert [edit.label for edit in made.release.edits] == ["PHONE", "TOKEN"]
    assert restore_encrypted(made.release.text, KEY) == NOTE


@pytest.mark.parametrize("more", ["labels: {URL: keep}", ""])
def test_a_token_of_the_input_goes_though_it_is_kept_or_allowed(more):
    rules = RULES + f"{{default: textveil.encrypt.v1, {more}}}\nallow: ['[NAME:tv1.']"
    kept = Spans([*PHONE, Span(NOTE.index("[NAME"), NOTE.index(" were"), "URL")])
    engine = Engine(parse_policy(rules), KEY, find=lambda _: kept if more else PHONE)
    [made], _ = engine.release([Document("n", NOTE)])
    assert restore_encrypted(made.release.text, KEY) == NOTE


def test_a_companion_that_breaks_ends_the_run_without_a_word_of_the_text(installed):
    installed(("transformer", "acme.mark.v1", "Stars"), ("companion", "acme.stars.v1", "Breaks"))
    rules = RULES + "{default: acme.mark.v1}"
    with pytest.raises(ComponentError, match=r"acme\.stars\.v1"):
        list(Engine(parse_policy(rules)).components())
    installed(("transformer", "acme.mark.v1", "Stars"), ("companion", "acme.stars.v1", "Signs"))
    engine = Engine(parse_policy(rules), find=lambda _: PHONE)
    [(_, companion)] = engine.rewriting.accompanied[0].companions
    object.__setattr__(companion, "sign", None)
    with pytest.raises(
        ComponentFailedError, match=r"acme\.stars\.v1 failed with TypeError"
    ) as told:
        engine.release([Document("n", NOTE)])
    assert "ana@" not in str(told.value)


def test_an_attack_of_a_package_is_carried_out_and_explained(installed, tmp_path):
    installed(("attack", "acme.first.v1", "First"))
    certificate = carried_out(tmp_path)
    assert {"first", "inside"} <= {one.attack for one in certificate.attacks}
    report = (tmp_path / "out" / "publish" / "report.html").read_text("utf-8")
    assert "<code>first</code>" in report


FIFTH = """
name: quiet
language: en
propagate: false
detect: [acme.shouts.v1]
transform: {default: acme.lower.v1}
verify: [textveil.alignment.v1, acme.silence.v1]
"""


def test_a_method_of_a_package_is_released_verified_and_attacked_like_ours(installed, tmp_path):
    """A fifth method: detector, transformer, verifier and attack of a package."""
    mine = [("detector", "acme.shouts.v1", "Shouts"), ("verifier", "acme.silence.v1", "Silence")]
    mine += [("transformer", "acme.lower.v1", "Lower"), ("attack", "acme.first.v1", "First")]
    installed(*mine)
    (tmp_path / "note.txt").write_text("ANNA saw BERT.")
    source = Source.open(tmp_path / "note.txt")
    made = release(Run(source, tmp_path / "out", parse_policy(FIFTH), KEY))
    assert (tmp_path / "out/publish/texts/note.txt").read_text() == "anna saw bert."
    assert "first" in {one.attack for one in made.attacks}
    outcome = verify_release(tmp_path / "out", source, KEY)
    assert outcome.holds
    assert [one.claim for one in outcome.verdicts if one.holds][-2:] == ["alignment", "silence"]
    installed(*mine[:2], ("transformer", "acme.lower.v1", "Shouted"), mine[3])
    with pytest.raises(RefutedError, match="silence does not hold: somebody shouts"):
        release(Run(source, tmp_path / "loud", parse_policy(FIFTH), KEY))
    assert not (tmp_path / "loud").exists()


@pytest.mark.parametrize(
    ("attack", "error", "words"),
    [
        ("Fails", ComponentFailedError, "the attack first failed with RuntimeError"),
        ("Twin", ComponentError, "has the short name of another attack: inside"),
        ("Asks", ComponentError, "needs something else than"),
        ("Absent", ComponentError, "could not be imported"),
        ("Stars", ComponentError, "lacks something that each attack has"),
    ],
)
def test_a_wrong_attack_is_told_and_nothing_is_published(installed, tmp_path, attack, error, words):
    installed(("attack", "acme.wrong.v1", attack))
    with pytest.raises(error, match=words) as told:
        carried_out(tmp_path)
    assert not (tmp_path / "out").exists()
    assert "ana@" not in f"{told.value}"


@pytest.mark.parametrize("policy", ["hide-in-plain-sight", "tag-only", "clinical"])
def test_every_component_is_built_once_in_a_run(policy, monkeypatch, tmp_path):
    built, given = Counter(), registry.build

    def counted(kind, name, options, *more, **named):
        built[kind, name, json.dumps(options, default=str)] += 1
        return given(kind, name, options, *more, **named)

    monkeypatch.setattr(registry, "build", counted)
    (tmp_path / "note.txt").write_text(NOTE)
    source = Source.open(tmp_path / "note.txt")
    release(Run(source, tmp_path / "out", load_policy(policy), KEY))
    assert {kind for kind, *_ in built} >= {"transformer", "verifier"}
    assert max(built.values()) == 1
