"""Amounts of money: broad, so their scores are low and `min_score` cuts them off."""

import re

from textveil.detect.rules.rule import Hit, Rule, words

__all__ = ["rules"]

_FIGURE = r"[0-9]{1,3}(?:(?:[,. '][0-9]{3}){1,5}|[0-9]{0,9})(?:[.,][0-9]{1,2})?"
_NUMBERED = re.compile(rb"-[0-9]{1,4}-[0-9]")


def _amount(data: bytes, start: int, end: int) -> Hit | None:
    if _NUMBERED.match(data, end):
        return None
    return Hit(start, end, 0.5, (("form:money", 0.5),))


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    code = words(language, "currency-code")
    unit = rf"(?:{words(language, 'currency-of')} )?{words(language, 'currency')}"
    figure = rf"{_FIGURE}(?:[ -]?{words(language, 'scale-word')}\b)?"
    forms = {
        "sign": rf"(?:\b[A-Z]{{1,2}})?\$ ?{figure}",
        "currency": rf"\b{code} ?{figure}",
        "named": rf"\b{figure} ?(?:{code}\b|{unit}\b)(?: ?\({code}\))?",
    }
    return tuple(
        Rule(f"quantity.{name}", "QUANTITY", pattern, _amount, ceiling=0.5)
        for name, pattern in forms.items()
    )
