"""Amounts of money: broad, so their scores are low and `min_score` cuts them off."""

import re

from textveil.detect.rules.rule import Hit, Rule

__all__ = ["rules"]

_CODE = (
    r"(?:USD|EUR|GBP|CHF|AUD|NZD|JPY|CNY|RMB|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|RUB|RUR"
    r"|UAH|TRY"
    r"|TRL|ILS|ZAR|BRL|MXN|SGD|HKD|KRW|THB|DEM|FRF|ITL|NLG|BEF|IEP|GRD|FIM|SKK"
    r"|MDL"
    r"|AZN|GEL|MKD|BAM|RSD|LTL|LVL|EEK|CYP|MTL|ISK)"
)
_FIGURE = r"[0-9]{1,3}(?:(?:[,. '][0-9]{3}){1,5}|[0-9]{0,9})(?:[.,][0-9]{1,2})?"
_SCALE = r"(?:[ -]?(?i:thousand|million|billion|trillion|mn|bn|m|k|lakhs?|crores?)\b)?"
_UNIT = (
    r"(?:(?i:(?:u\.?s\.? |canadian |australian |american |hong kong )?dollars?|euros?|cents?|pence"
    r"|pounds? sterling|quid|yen|yuan|renminbi|rupees?|roubles?|rubles?|hryvnias?|zlotys?|forints?"
    r"|(?:swiss |french |belgian )?francs?|(?:swedish |norwegian |danish |czech )(?:kron(?:or|er"
    r"|a|e)|korunas?)"
    r"|kronor|kroner|korunas?|(?:new )?(?:turkish |italian )?lir(?:as?|e)|(?:german "
    r"|deutsche? )marks?"
    r"|deutschmarks?|(?:mexican |spanish )?pes(?:os?|etas?)|(?:brazilian )?reais|drachmas?"
    r"|shekels?|rand)\b)"
)


_NUMBERED = re.compile(rb"-[0-9]{1,4}-[0-9]")


def _amount(data: bytes, start: int, end: int) -> Hit | None:
    if _NUMBERED.match(data, end):
        return None
    return Hit(start, end, 0.5, (("form:money", 0.5),))


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        Rule(
            id="quantity.sign",
            label="QUANTITY",
            pattern=rf"(?:\b(?:US|CA|AU|NZ|HK|IR|C|A|R))?\$ ?{_FIGURE}{_SCALE}",
            check=_amount,
            ceiling=0.5,
        ),
        Rule(
            id="quantity.currency",
            label="QUANTITY",
            pattern=rf"\b{_CODE} ?{_FIGURE}{_SCALE}",
            check=_amount,
            ceiling=0.5,
        ),
        Rule(
            id="quantity.named",
            label="QUANTITY",
            pattern=rf"\b{_FIGURE}{_SCALE} ?(?:{_CODE}\b|{_UNIT})(?: ?\({_CODE}\))?",
            check=_amount,
            ceiling=0.5,
        ),
    )
