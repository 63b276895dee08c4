"""The shape of a certificate: which fields it has, and what may stand in them.

A certificate is read from a folder that anybody may have changed. So a field that is not known is
refused, not skipped: what a reader does not look at, an attacker can use. The shape is data. It
says nothing about whether a certificate is true.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from textveil.errors import EscapingPathError, FormatError
from textveil.values.verdict import Status

__all__ = [
    "HEX",
    "METHODS",
    "SCHEMA",
    "SIGNED",
    "TEXT",
    "can_exist",
    "certified_shape",
    "check_shape",
    "misfit",
]

Shape = dict[str, Any]
"""By name, what a field holds: a test of its value, a shape, or a list with that of its items."""

HEX: Final = re.compile("[0-9a-f]{64}")
"""A SHA-256 or an HMAC with it, as certificates write it."""
_LARGEST: Final = 1 << 53
"""Above this, readers of JSON disagree about whole numbers."""
_LONGEST_NAME: Final = 255
"""Bytes of the name of a file or folder."""
_LONGEST_PATH: Final = 3000
"""Bytes of a path below a release; Linux opens whole paths of less than 4,096."""
_FEWEST: Final = 2
"""The least k: what one person has is not shared."""
_DEEPEST: Final = 50
"""How deep the options of a component may be nested."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= _LARGEST


def _hash(value: Any) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


def _plain(value: Any, deepest: int = _DEEPEST) -> bool:
    """Tell whether a value is not nested too deeply; what it holds is for components to judge."""
    inside = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return True
    return deepest > 0 and all(_plain(item, deepest - 1) for item in inside)


def _step(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("use"), str) and _plain(value)


def _matches(form: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(form, value) is not None


SIGNED: Final[Shape] = {
    "signer?": _matches("[0-9a-f]{4}( [0-9a-f]{4}){7}"),
    "signature?": _matches("[0-9a-f]{128}"),
}
"""What everything that can be signed may have; one never stands without the other."""

_ANY: Final = "*"
"""Stands for all names of an object whose names are free."""
_OPTIONAL: Final = "?"
"""Ends the name of a field that may be missing."""

_ANSWERS: Final = (Status.HOLDS, Status.REFUTED, Status.NOT_CHECKABLE)
_LISTED: Final[Shape] = {_ANY: _count}
_VERDICT: Final[Shape] = {
    "claim": _text,
    "status": _one_of(*_ANSWERS),
    "checked?": _count,
    "failures?": _count,
    "reason?": _text,
    "exempt": _LISTED,
}
"""What is missing here differs from the verdict that is reached again."""
_SCORE: Final[Shape] = {
    "name": _text,
    "value": _number,
    "low": _number,
    "high": _number,
    "count": _count,
    "group": _text,
}
_KIND: Final[Shape] = {
    "kind": _text,
    "passages": _count,
    "words": _count,
    "per_1000": _number,
    "may_mean_something_else": _flag,
}
_MEANING: Final[Shape] = {
    **dict.fromkeys(("documents", "words", "passages", "changed_words"), _count),
    "kinds": [_KIND],
    "changed_words_per_1000": _number,
    "doubtful_passages": _count,
    "doubtful_passages_per_1000": _number,
}
_ATTACK: Final[Shape] = {
    **dict.fromkeys(("attack", "label", "verdict"), _text),
    "guesses": _count,
    "right": lambda value: value is None or _count(value),
    "chance": _number,
}
_POLICY: Final[Shape] = {
    "name": _text,
    "description": _text,
    "language?": _text,
    "other_languages?": _text,
    "detect": [_step],
    "propagate": _flag,
    "screen": [_step],
    "verify": [_step],
    "transform": {
        "default": _step,
        "labels": {_ANY: lambda value: value == "keep" or _step(value)},
    },
    "annotations?": _one_of("keep"),
    "ids?": _one_of("keep", "number"),
    "unsure?": _one_of("surrogate"),
    "subjects?": [_text],
    "columns?": {_ANY: _text},
    "publish?": {
        **dict.fromkeys(("curves", "attack", "policy"), _text),
        **dict.fromkeys(("case?", "params?"), _text),
    },
    "lists?": {"allow": _count, "deny": _LISTED, "patterns": _LISTED, "commitment": _hash},
    "sha256": _hash,
}
_PRICE: Final[Shape] = {
    "level": _text,
    **dict.fromkeys(("recall", "precision"), _number),
    "harmless": lambda value: value is None or _number(value),
}
_REPORT: Final[Shape] = {
    "templates": _hash,
    "formats": _LISTED,
    "others": _count,
    "kept": [_text],
    "carried": _LISTED,
    "caution?": {"chosen": _text, "prices": [_PRICE]},
}
_DECISION: Final[Shape] = {
    **dict.fromkeys(("policy", "case", "attack"), _text),
    "shares": _flag,
    **dict.fromkeys(("alpha", "gamma"), _count),
    **dict.fromkeys(("publisher", "attacker", "agreement"), _number),
    "files": {_ANY: _hash},
    "reasons": [_text],
    "not_promised": [_text],
}
_COUNTS: Final[Shape] = {
    **dict.fromkeys(
        ("documents", "characters", "withheld_characters", "passages", "replaced"), _count
    ),
    **dict.fromkeys(("labels", "unchanged", "languages"), _LISTED),
}

SCHEMA: Final = "textveil.certificate.v1"
_COMMON: Final[Shape] = {
    "schema": _text,
    "textveil": _text,
    "method": _text,
    "started": _text,
    "components": [_text],
    "files": {_ANY: _hash},
    "own_files": {_ANY: _hash},
    "source": {"name": _text, "format": _text, "options": {_ANY: _plain}},
    "input": {"commitment": _hash, "keyed_by": _one_of("key", "nonce")},
    "output": {_ANY: _hash},
    "kept": {_ANY: _hash},
    "randomness": {_ANY: _text},
    "unprotected": [_text],
    "dropped": _count,
    "skipped": _count,
    "verdicts": [_VERDICT],
    "scores": [_SCORE],
    "attacks": [_ATTACK],
    "weak_key?": _flag,
    "id": _hash,
    "seal": lambda value: value == "" or _hash(value),
    **SIGNED,
}
"""The fields that every certificate has."""

TEXT: Final = "text"
METHODS: Final[Mapping[str, Shape]] = {
    TEXT: {
        "policy": _POLICY,
        "counts": _COUNTS,
        "repairs": {_ANY: {_ANY: _count}},
        "protected": {_ANY: _text},
        "meaning": _MEANING,
        "report?": _REPORT,
        "decision?": _DECISION,
        "decisions?": {"stays": _count, "labelled": _count},
        "marked?": _flag,
    },
    "rare": {
        "settings": {
            "k": lambda value: _count(value) and value >= _FEWEST,
            "guarantee": _one_of("subjects", "occurrences", "output"),
            "method": _one_of("minimum", "longest-first", "paper", "words", "hybrid", "groups"),
            "unit": _one_of("char", "token"),
            "min_length": lambda value: _count(value) and value >= 1,
            "show": _text,
            "mark": lambda value: _text(value) and len(value) == 1,
            "claim": _one_of("claimed", "not claimed"),
            "listed": _flag,
            "subjects?": [_text],
        },
        "counts": dict.fromkeys(("documents", "symbols", "kept"), _count),
        "report?": {"templates": _hash, "alone": _count},
    },
    "sequences": {
        # What it holds is told by `SequenceSettings.of`, which also reads it.
        "settings": lambda value: isinstance(value, dict) and _plain(value),
        "counts": dict.fromkeys(("sequences", "letters"), _count),
        "report?": {"templates": _hash},
    },
}
"""By method, the fields that only its certificates have."""


def certified_shape(method: str) -> Shape:
    """Return the fields of the certificates of a method."""
    return {**_COMMON, **METHODS[method]}


def check_shape(content: Mapping[str, Any], where: str) -> None:
    """Raise if a certificate lacks a part, has one that is not known, or points outside its folder.

    Parameters
    ----------
    content
        The certificate.
    where
        Its file, for the error.
    """
    if content.get("method") not in METHODS:
        raise FormatError(
            "the certificate names no method that is known here",
            where=where,
            hint=f"known are {', '.join(METHODS)}; another version of textveil may know it",
        )
    wrong = misfit(content, certified_shape(content["method"]))
    if wrong:
        raise FormatError(f"the certificate's {wrong}", where=where)
    names = [content["source"]["name"], *content["output"], *content["kept"]]
    among = content["source"]["options"].get("among", ())
    names += filter(_text, among if isinstance(among, list) else [among])
    if any(
        PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts for name in names
    ):
        raise EscapingPathError("the certificate names a file outside the release", where=where)
    if not all(map(can_exist, names)):
        raise FormatError("the certificate names a file that cannot exist", where=where)


def can_exist(path: str) -> bool:
    """Tell whether a file system can have a path: the system refuses to look for any other.

    Examples
    --------
    >>> can_exist("texts/notes.txt"), can_exist("texts/" + "x" * 300)
    (True, False)
    """
    data = path.encode("utf-8", "surrogatepass")
    short = all(len(part) <= _LONGEST_NAME for part in data.split(b"/"))
    return short and len(data) <= _LONGEST_PATH and b"\0" not in data


def misfit(value: Any, shape: Any, path: str = "") -> str:
    """Return what is wrong with the first part that does not fit; nothing if all do.

    Names that are free, such as those of columns, are not quoted.
    """
    malformed = f"`{path}` is malformed"
    if isinstance(shape, dict):
        return _misfit_inside(value, shape, path) if isinstance(value, dict) else malformed
    if isinstance(shape, list):
        if not isinstance(value, list):
            return malformed
        return next(filter(None, (misfit(item, shape[0], path) for item in value)), "")
    return "" if shape(value) else malformed


def _misfit_inside(value: Mapping[str, Any], shape: Shape, path: str) -> str:
    if _ANY in shape:
        return next(filter(None, (misfit(item, shape[_ANY], path) for item in value.values())), "")
    known = {name.removesuffix(_OPTIONAL): inner for name, inner in shape.items()}
    for name, inner in known.items():
        inside = f"{path}.{name}" if path else name
        if name not in value:
            if name in shape:
                return f"`{inside}` is missing"
        elif wrong := misfit(value[name], inner, inside):
            return wrong
    if value.keys() <= known.keys():
        return ""
    return f"`{path}` has a field that is not known" if path else "fields are not all known"
