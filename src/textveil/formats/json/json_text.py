"""JSON, read and written strictly.

Beyond what `json` refuses: NaN and infinity, an object that names a key twice, half of a surrogate
pair, nesting past the interpreter's limit. Errors carry positions and never the text.
"""

import json
import math
import re
from typing import Any, NoReturn

from textveil.errors import CannotCarryError, FormatError

__all__ = ["dump", "parse"]

_SURROGATE = re.compile("[\ud800-\udfff]")
# Line ends to some readers, though not to JSON.
_BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class _RefusedError(ValueError):
    """Raised from the decoder's hooks; carries words of our own only."""


def _refuse_constant(_: str) -> NoReturn:
    raise _RefusedError("NaN and infinity are not JSON numbers")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _RefusedError("a number is too large")
    return number


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _RefusedError("an object names the same key twice")
    return fields


_DECODER = json.JSONDecoder(
    object_pairs_hook=_distinct, parse_constant=_refuse_constant, parse_float=_finite
)


def parse(raw: str, name: str, line: int) -> Any:
    """Return the value that `raw` holds; `line` is where it begins in the input `name`."""
    place = f"{name}, line {line}"
    try:
        value = _DECODER.decode(raw)
        halved = "\\u" in raw and _SURROGATE.search(json.dumps(value, ensure_ascii=False))
    except json.JSONDecodeError as error:
        # Some messages end with the offending character; what stands before it is ours to show.
        what = error.msg.partition(":")[0].removesuffix(" at")
        raise FormatError(
            f"broken JSON: {what} at column {error.colno}",
            where=f"{name}, line {line + error.lineno - 1}",
        ) from None
    except _RefusedError as error:
        raise FormatError(f"broken JSON: {error}", where=place) from None
    except RecursionError:
        raise FormatError("broken JSON: nested too deeply", where=place) from None
    except ValueError:
        raise FormatError("broken JSON: a number has too many digits", where=place) from None
    if halved:
        raise FormatError("broken JSON: half of a surrogate pair", where=place)
    return value


def dump(value: Any, where: str, indent: int | None = None) -> str:
    """Return JSON text without line breaks inside strings; `where` names the document."""
    try:
        raw = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    except (ValueError, RecursionError):
        raise CannotCarryError(
            "JSON has no place for NaN, infinity, or values nested without end", where=where
        ) from None
    if not raw.isascii():
        for character, escape in _BREAKS.items():
            raw = raw.replace(character, escape)
    return raw
