"""Numbers of records, plans, licences and files, known by the words that introduce them."""

import re
from functools import partial

from textveil.detect.rules.introduced import NUMBER, digits_of, introduced, with_digits
from textveil.detect.rules.rule import Rule
from textveil.lexicon.checksums import luhn_holds

__all__ = ["rules"]

_JOINED = r"[0-9][0-9A-Za-z]{3,19}(?:-[0-9A-Za-z]{1,12}){0,2}"

_MRN = (
    r"mrns?|m\.r\.n|mr ?#|mr (?:no|number)|medical records?|emrn|hrn"
    rf"|(?:med(?:ical)?|hospital|health|clinic)\.?(?:[ -]?(?:rec(?:ord)?s?|chart))?"
    rf"[ .-]{{0,2}}{NUMBER}"
    rf"|(?:patient|pt|chart|unit|nhs)\.?[ -]?{NUMBER}"
)
_ACCOUNT = (
    rf"(?:(?:bank|checking|savings|customer|patient|hospital)[ -])?(?:account|acct|a/c)\.?[ -]?"
    rf"{NUMBER}|acct|account:|customer[ -]?{NUMBER}"
)
_PLAN = (
    r"(?:member(?:ship)?|policy|policyholder|group|grp|beneficiary|subscriber|insurance|insured"
    r"|medicare|medicaid|health ?plan|plan|coverage|certificate holder|enrollee|payer|hmo|ppo)"
    rf"\.?[ -]?{NUMBER}|medicare:|medicaid:|hicn|mbi|rx ?(?:bin|grp|group|pcn)"
)
_LICENSE = (
    r"(?:(?:driver'?s?'?|driving|medical|nursing|pharmacy|professional|state|pilot'?s?|gun|firearm)"
    r"[ -]licen[cs]e"
    r"|licen[cs]e|certificat(?:e|ion)|passport|permit|bar|state bar|dl|visa|green card)"
    rf"\.?[ -]?{NUMBER}|(?:driver'?s?'?|driving) licen[cs]e|passport|dl#"
)
_CASE = (
    r"accession|csn|fin ?#"
    r"|(?:accession|application|badge|booking|case|cause|claim|client|complaint|confirmation"
    r"|docket|employee|encounter|episode|file|incident|inmate|invoice|job|matter|national|order"
    r"|personnel|petition|prisoner|record|ref(?:erence)?|registration|report|request|requisition"
    r"|reservation|rx|prescription|sample|shipment|specimen|student|study|subject|tax|ticket"
    r"|tracking|transaction|visit|voter|warrant)"
    rf"\.?[ -]?{NUMBER}"
)
_BIOMETRIC = (
    r"(?:finger ?prints?|thumb ?print|palm ?print|voice ?print|face ?print|retina(?:l)?(?: scan)?"
    r"|iris(?: scan)?|facial(?: recognition)?|biometric|dna(?: profile| sample)?)"
    rf"(?:[ -](?:template|record|card|scan|file|hash|sample|profile))?[ -]{NUMBER}"
)
_DEVICE = (
    r"(?:serial|device|pacemaker|implant|equipment|asset|imei|udi|meid|iccid|hardware|sensor|pump)"
    rf"\.?[ -]?{NUMBER}|s/n|sn:|imei"
)
_PLATE = (
    r"(?:licen[cs]e|number|registration|vehicle|car)[ -]plates?"
    rf"(?: {NUMBER})?|plates?[ -]{NUMBER}|plates?:"
    rf"|(?:vehicle|car)[ -](?:reg(?:istration)?|tag)(?: (?:mark|{NUMBER}))?|registration mark"
)
_PLATE_VALUE = r"[A-Z0-9]{1,4}(?:[ -]?[A-Z0-9]{1,5}){0,2}"
_AS_LAST_FOUR = (
    r"(?:last (?:four|4)(?: digits?)?(?: (?:of|are|is|in)){0,2}(?: (?:his|her|their|my|your|the"
    r"|whose))?"
    r"(?: (?:ssn?|soc(?:ial)?(?: sec(?:urity)?)?(?: number)?))"
    r"|ss[n#](?: number)?(?:,? ?\(?(?:the )?(?:last (?:four|4)(?: digits?)?))?\)?(?: ending"
    r"(?: in)?)?"
    r"|soc(?:ial)? sec(?:urity)?(?: (?:number|no\.?))?(?:,? ?\(?(?:last (?:four|4)(?: digits?)?))?"
    r"\)?(?: ending(?: in)?)?)"
)


def _plate(value: bytes) -> float:
    digits = len(digits_of(value))
    letters = len(re.findall(rb"[A-Z]", value))
    return 0.8 if digits and letters and 4 <= digits + letters <= 9 else 0.0


def _serial(value: bytes) -> float:
    digits = digits_of(value)
    if len(digits) == len(value) == 15 and luhn_holds(digits):
        return 0.95
    return with_digits(value, 3)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        introduced("mrn.words", "MRN", _MRN, partial(with_digits, least=3), joined=_JOINED),
        introduced("plan.words", "PLAN", _PLAN, partial(with_digits, least=4), joined=_JOINED),
        introduced(
            "account.words", "ACCOUNT", _ACCOUNT, partial(with_digits, least=4), joined=_JOINED
        ),
        introduced(
            "license.words", "LICENSE", _LICENSE, partial(with_digits, least=5), joined=_JOINED
        ),
        introduced("plate.words", "VEHICLE", _PLATE, _plate, value=_PLATE_VALUE),
        introduced("device.words", "DEVICE", _DEVICE, _serial),
        introduced("biometric.words", "BIOMETRIC", _BIOMETRIC, partial(with_digits, least=3)),
        introduced("id.words", "OTHER-ID", _CASE, partial(with_digits, least=3), joined=_JOINED),
        introduced(
            "ssn.last-four",
            "SSN",
            _AS_LAST_FOUR,
            partial(with_digits, least=4, score=0.8),
            value="[0-9]{4}",
        ),
    )
