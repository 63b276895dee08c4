"""The registry: every name loads, and mistakes are met with suggestions."""

from importlib.metadata import EntryPoint

import pytest

from textveil.errors import ComponentError
from textveil.learn.project.strategies import WordEntropy
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.policy.registry import ComponentKind, build, catalogue, describe, load
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.contracts import (
    Companion,
    Detector,
    Format,
    Screen,
    Strategy,
    Transformer,
    Verifier,
)
from textveil.values.figures.attack import Attack
from textveil.values.keys.secret import Secret
from textveil.values.terms import catalogue as shelf

CONTRACTS = {
    ComponentKind.DETECTOR: Detector,
    ComponentKind.SCREEN: Screen,
    ComponentKind.TRANSFORMER: Transformer,
    ComponentKind.COMPANION: Companion,
    ComponentKind.VERIFIER: Verifier,
    ComponentKind.ATTACK: Attack,
    ComponentKind.STRATEGY: Strategy,
    ComponentKind.FORMAT: Format,
}
EVERY = [(kind, name) for kind in ComponentKind for name in catalogue(kind)]

KEY = Secret(b"sixteen bytes or more")


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_every_component_is_built_without_options_and_keeps_its_contract(kind, name):
    # Only Python can give a function, and there is nothing that could stand for it.
    options = {"function": str.title} if name == "textveil.function.v1" else {}
    assert isinstance(build(kind, name, options, KEY), CONTRACTS[kind])


@pytest.mark.parametrize(("kind", "name"), [e for e in EVERY if e[0] is not ComponentKind.FORMAT])
def test_component_names_carry_a_version(kind, name):
    assert name.startswith("textveil.")
    assert name.rpartition(".v")[2].isdigit()


def test_an_unknown_name_gets_a_suggestion():
    with pytest.raises(ComponentError, match=r"did you mean textveil\.mask\.v1"):
        load(ComponentKind.TRANSFORMER, "textveil.mark.v1")


def test_an_unknown_option_gets_a_suggestion():
    with pytest.raises(ComponentError, match="did you mean style"):
        build(ComponentKind.TRANSFORMER, "textveil.mask.v1", {"stile": "tag"})


def test_a_key_is_never_an_option():
    with pytest.raises(ComponentError, match="no option key"):
        build(ComponentKind.TRANSFORMER, "textveil.mask.v1", {"key": "in the open"})


def test_a_vault_is_never_an_option_and_reaches_the_component_that_takes_one(tmp_path):
    key = Secret(b"k" * 16)
    with pytest.raises(ComponentError, match="no option vault"):
        build(ComponentKind.TRANSFORMER, "textveil.surrogate.v1", {"vault": "v.db"}, key)
    vault = SqliteVault(tmp_path / "v", key)
    assert build(ComponentKind.TRANSFORMER, "textveil.surrogate.v1", {}, key, vault).vault is vault
    assert not hasattr(
        build(ComponentKind.TRANSFORMER, "textveil.mask.v1", {}, key, vault), "vault"
    )


def test_a_key_reaches_the_component_that_takes_one():
    mask = build(
        ComponentKind.TRANSFORMER, "textveil.mask.v1", {"style": "hash"}, Secret(b"k" * 16)
    )
    assert mask.key == Secret(b"k" * 16)


def test_a_bad_option_value_is_a_component_error():
    with pytest.raises(ComponentError, match="mask style"):
        build(ComponentKind.TRANSFORMER, "textveil.mask.v1", {"style": "glitter"})


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        (ComponentKind.DETECTOR, "textveil.patterns.v1", {"min_score": "high"}),
        (ComponentKind.DETECTOR, "textveil.patterns.v1", {"min_score": True}),
        (ComponentKind.DETECTOR, "textveil.patterns.v1", {"labels": "NAME"}),
        (ComponentKind.DETECTOR, "textveil.patterns.v1", {"labels": [5]}),
        (ComponentKind.DETECTOR, "textveil.tagger.v1", {"model": 5}),
        (ComponentKind.DETECTOR, "textveil.combine.v1", {"detectors": [["a"]]}),
        (ComponentKind.DETECTOR, "textveil.spacy.v1", {"labels": ["NAME"]}),
        (ComponentKind.TRANSFORMER, "textveil.mask.v1", {"style": ["tag"]}),
        (ComponentKind.VERIFIER, "textveil.residue.v1", {"language": {}}),
        (ComponentKind.FORMAT, "csv", {"encoding": None}),
        (ComponentKind.FORMAT, "csv", {"quoting": 1}),
    ],
)
def test_an_option_of_another_type_is_a_component_error(kind, name, options):
    with pytest.raises(ComponentError, match=f"{next(iter(options))} must be"):
        build(kind, name, options)


@pytest.mark.parametrize("options", [{"min_score": 1}, {"labels": ["DATE"]}, {"labels": None}])
def test_options_of_the_right_type_are_taken(options):
    assert build(ComponentKind.DETECTOR, "textveil.patterns.v1", options)


@pytest.fixture
def installed(monkeypatch):
    """Pretend that a package offers a component."""

    def offer(name, value, group="textveil.detectors"):
        point = EntryPoint(name, value, group)
        found = {group: [point]}
        monkeypatch.setattr(shelf, "entry_points", lambda group: found.get(group, []))
        shelf._catalogue.cache_clear()

    yield offer
    shelf._catalogue.cache_clear()


def test_an_installed_package_adds_a_component(installed):
    installed("acme.badge.v1", "textveil.detect.patterns:Patterns")
    assert isinstance(build(ComponentKind.DETECTOR, "acme.badge.v1"), Detector)


def test_an_installed_package_adds_a_strategy(installed):
    installed(
        "acme.oldest.v1", "textveil.learn.project.strategies:WordEntropy", "textveil.strategies"
    )
    assert strategy_named("acme.oldest.v1") == WordEntropy()


def test_an_installed_package_may_not_take_a_name(installed):
    installed("textveil.patterns.v1", "acme:Patterns")
    with pytest.raises(ComponentError, match="two packages offer"):
        catalogue(ComponentKind.DETECTOR)


def test_a_component_that_cannot_be_imported_says_where(installed):
    installed("acme.badge.v1", "acme_is_not_installed:Badge")
    with pytest.raises(ComponentError, match="could not be imported"):
        load(ComponentKind.DETECTOR, "acme.badge.v1")


def test_one_broken_package_does_not_hide_the_others(installed):
    installed("acme.badge.v1", "acme_is_not_installed:Badge")
    listed = {one.name: one.summary for one in describe(ComponentKind.DETECTOR)}
    assert listed["acme.badge.v1"].startswith("cannot be used: ")
    assert "cannot" not in listed["textveil.patterns.v1"]


def test_a_package_that_breaks_when_it_is_imported_is_a_component_error(
    installed, tmp_path, monkeypatch
):
    (tmp_path / "acme_breaks.py").write_text("raise RuntimeError('at once')\n")
    monkeypatch.syspath_prepend(tmp_path)
    installed("acme.badge.v1", "acme_breaks:Badge")
    with pytest.raises(ComponentError, match="could not be imported"):
        load(ComponentKind.DETECTOR, "acme.badge.v1")


def test_a_class_without_the_methods_of_its_kind_is_refused(installed):
    installed("acme.badge.v1", "textveil.transform.masks.mask:Mask")
    with pytest.raises(ComponentError, match="lacks something that each detector has"):
        build(ComponentKind.DETECTOR, "acme.badge.v1")
