"""Verifiers by their names: a table of their own, so that no maker is needed to check a release."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final

from textveil.lexicon.tables.languages import language_named
from textveil.values.contracts import Verifier
from textveil.values.document import AUTO
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.terms.catalogue import Entry, Shelf
from textveil.values.terms.word_lists import NO_LISTS, WordLists

__all__ = ["VERIFIERS", "built_verifiers", "verifier_options"]

_TABLE: Final = files("textveil.verify") / "verifiers.tsv"
_SURROGATE: Final = "textveil.surrogate.v1"


def _shipped() -> dict[str, Entry]:
    rows = (line.split("\t") for line in _TABLE.read_text("utf-8").splitlines()[1:])
    return {name: Entry(path, summary) for name, path, summary in rows}


VERIFIERS: Final = Shelf("verifier", "verifiers", Verifier, _shipped, language_named)


def built_verifiers(
    policy: Mapping[str, Any],
    key: Secret | None,
    vault: Vault | None = None,
    lists: WordLists = NO_LISTS,
    own: Mapping[str, str] = MappingProxyType({}),
) -> list[Verifier]:
    """Build the verifiers that a policy asks for, as a certificate has it.

    `own` says by the names in the certificate where files of the owner stand.
    """
    language = str(policy.get("language", AUTO))
    given = {"key": key, "vault": vault, "lists": lists, "rules": policy["transform"]}
    built: list[Verifier] = []
    for step in policy["verify"]:
        name, told = step["use"], {name: value for name, value in step.items() if name != "use"}
        options = verifier_options(name, told, policy["transform"])
        options = {one: _found(value, own) for one, value in options.items()}
        built.append(VERIFIERS.build(name, options, given, language))
    return built


def _found(value: Any, own: Mapping[str, str]) -> Any:
    """Return where a file of the owner stands; every other value as it is."""
    return own.get(PurePath(value).name, value) if isinstance(value, str) else value


def verifier_options(
    name: str, given: Mapping[str, Any], rules: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of a verifier; what it shares with the surrogates need not be said twice.

    Parameters
    ----------
    name
        Name of the verifier.
    given
        Its options in the policy, which win.
    rules
        The part `transform` of the policy, as JSON. If it has several transformers that make
        surrogates, that of dates counts, then the default, then the first of the others.
    """
    labels = rules.get("labels", {})
    steps = (labels.get("DATE"), rules["default"], *labels.values())
    told = next((s for s in steps if isinstance(s, Mapping) and s["use"] == _SURROGATE), {})
    known = VERIFIERS.options_of(name) - {"language"}
    shared = {**told, **told.get("options", {})}
    return {**{one: value for one, value in shared.items() if one in known}, **given}
