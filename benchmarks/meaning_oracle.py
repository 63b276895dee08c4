"""What must keep its meaning in a clinical note, found without textveil's detectors.

Listed drugs, diseases and tests are looked up word by word. Doses, percentages, laboratory values
and blood pressures are found by expressions of this file alone, so that a mistake of a detector
cannot hide itself here. What is returned are offsets of the words, or of the number.
"""

import re
from collections.abc import Iterator
from functools import cache

from textveil.lexicon.tables.terms import diseases, drugs

Place = tuple[int, int]

TESTS = """
    abdominal ultrasound, albumin, alkaline phosphatase, alt, amylase, angiogram, arterial blood
    gas, ast, audiogram, barium enema, barium swallow, basic metabolic panel, bilirubin, biopsy,
    blood culture, blood cultures, blood gas, bone marrow biopsy, bone scan, bronchoscopy, bun,
    cardiac catheterization, cbc, cea, chest x-ray, colonoscopy, colposcopy, complete blood
    count, comprehensive metabolic panel, creatinine, ct scan, cystoscopy, ecg, eeg,
    echocardiogram, ekg, electrocardiogram, electroencephalogram, electromyography, emg,
    endoscopy, esr, ferritin, gastroscopy, glucose, gram stain, hba1c, hematocrit, hemoglobin,
    hemoglobin a1c, holter monitor, inr, laparoscopy, lipase, lipid panel, liver function tests,
    lumbar puncture, magnesium, mammogram, mammography, mri, myelogram, pap smear, papanicolaou
    smear, pet scan, platelet count, potassium, prothrombin time, psa, pulmonary function tests,
    sigmoidoscopy, sodium, spirometry, stool guaiac, stress test, throat culture, thyroid
    function tests, troponin, tsh, ultrasound, urinalysis, urine culture, wbc, white blood cell
    count, white count, x-ray, x-rays
"""
"""Tests, by the names that notes use most."""

_NUMBER = r"\d+(?:[.,]\d+)*"
_RANGE = rf"{_NUMBER}(?:\s?(?:-|to|/|x)\s?{_NUMBER})?"
_ALONE = r"(?<![\w./$#-])"
_UNITS = (
    r"mg|mcg|µg|ug|g|gm|grams?|milligrams?|micrograms?|ml|cc|liters?|units?|iu|meq|mmol|"
    r"tabs?|tablets?|caps?|capsules?|puffs?|drops?|gtts?|sprays?|patch(?:es)?"
)
_LABS = (
    r"hemoglobin(?:\sA1c)?|hematocrit|hgb|hct|h&h|wbc|white\s(?:blood\s)?(?:cell\s)?count|rbc|"
    r"platelets?|platelet\scount|plt|sodium|potassium|chloride|bicarb(?:onate)?|co2|bun|creatinine|"
    r"glucose|blood\ssugar|inr|ptt|albumin|bilirubin|ast|alt|alkaline\sphosphatase|calcium|"
    r"magnesium|phosphorus|tsh|troponin|bnp|ldl|hdl|cholesterol|triglycerides|psa|esr|crp|"
    r"amylase|lipase|ferritin|hba1c|a1c|ejection\sfraction|lactate"
)
_SAID = r"(?:\s(?:count|level|levels|of|is|was|were|at|to|about|approximately|around|value))*"

VALUES = {
    "doses": rf"{_ALONE}({_RANGE})[\s-]?(?:{_UNITS})\b(?!/\d)",
    "percentages": rf"{_ALONE}({_RANGE})\s?(?:%|percent\b)",
    "laboratory values": rf"\b(?:{_LABS}){_SAID}[\s:=,]{{1,3}}({_NUMBER})(?![\w/-]|[.,]\d)",
    "blood pressures": (
        r"\b(?:blood\spressures?|bp|b/p)\b[^.\n\d]{0,40}(\d{2,3}\s?/\s?\d{2,3})(?![\d/])"
        r"|(?<![\d/])(\d{2,3}/\d{2,3})\s?mm\s?hg"
    ),
}
"""Expressions for numbers that mean something; the group is the number."""

_COMPILED = {kind: re.compile(value, re.IGNORECASE) for kind, value in VALUES.items()}
_ADDRESS = re.compile(r"\S*(?:www\.|://|@\w)\S*")
_WORD = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
_LONGEST = 3


@cache
def terms() -> dict[str, str]:
    """Return the kind of each listed term, in small letters."""
    listed = [" ".join(term.split()) for term in TESTS.split(",")]
    kinds = (("disease", diseases()), ("test", listed), ("drug", drugs()))
    return {term: kind for kind, names in kinds for term in names if len(term) > 2}


def mentions(text: str) -> Iterator[tuple[str, Place]]:
    """Yield listed terms with their kind, the longest at each place, without overlaps.

    What stands in an e-mail or web address is part of it, and no mention.
    """
    plain = _ADDRESS.sub(lambda match: " " * len(match.group()), text)
    words = [(match.group().lower(), *match.span()) for match in _WORD.finditer(plain)]
    known = terms()
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            run = words[at : at + length]
            kind = known.get(" ".join(word for word, _, _ in run))
            if kind is not None and _on_one_line(text, run[0][1], run[-1][2], length):
                yield kind, (run[0][1], run[-1][2])
                break
        else:
            length = 1
        at += length


def values(text: str) -> Iterator[tuple[str, Place]]:
    """Yield the numbers that mean something, with their kind; one may be of several kinds."""
    for kind, expression in _COMPILED.items():
        for match in expression.finditer(text):
            yield kind, match.span(match.lastindex or 0)


def _on_one_line(text: str, start: int, end: int, words: int) -> bool:
    """Tell whether only blanks stand between the words of a term."""
    return words == 1 or len(text[start:end].split(" ")) == words
