"""Plans: each makes a release of one kind, says what is false of it, and checks it again later.

Repairs are off, and refuted results are written all the same: what is judged is what the makers
made, and what the verifiers said about it.
"""

import json
import re
from collections import defaultdict
from functools import cached_property

from tests.mutants import claims
from tests.mutants.corpus import DENIED, corpus, write_corpus
from tests.mutants.sequence_plans import Letters, Reads, Table
from tests.oracles.sequences.k_anonymity import failures

from textveil.certify.verification import verify_release
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.formats.tables.term_index import write_dictionary
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.pipeline.dictionary.apply import apply_dictionary
from textveil.pipeline.kanon.run import anonymize
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.repair import Repairs
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.policy.policy import load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.rarity.suppress import Suppress
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.terms.word_lists import WordLists

KEY = b"a key of the mutants 5"
"""With this key some first draws are too much like the original, so that the rule is used."""
REFUTED = "refuted"


def as_made():
    """Let runs write what their makers made: no repair, and no refusal by a verdict."""
    Repairs.mend = lambda *_: False


class Policy:
    """A release of the notes by a shipped policy."""

    def __init__(self, name, policy=None, deny=()):
        self.name, self._policy, self._deny = name, policy or name, deny

    @cached_property
    def policy(self):
        return load_policy(self._policy)

    def prepare(self, folder):
        write_corpus(folder / "notes.jsonl")

    def make(self, given, out):
        source = Source.open(given / "notes.jsonl")
        run = Run(source, out / "made", self.policy, Secret(KEY), keep_refuted=True)
        release(run, **({"deny": self._deny} if self._deny else {}))

    def refuted(self, out):
        """Return the claims that the certificate itself calls refuted."""
        return refuted_in(out / "made" / "publish")

    def false(self, given, out):
        """Return the claims that are false of the files, with reasons."""
        made = out / "made"
        source, asked = given / "notes.jsonl", self.claims
        return claims.false_claims(made / "publish", made / "keep", source, asked, KEY)

    @property
    def claims(self):
        used = [step.use.split(".")[1] for step in self.policy.verifiers]
        return ["record", *used, *(["denied"] if self._deny else [])]

    def told(self, given, out):
        """Return what `textveil verify --input --key` says against the release."""
        lists = WordLists.of(deny=self._deny) if self._deny else None
        source = Source.open(given / "notes.jsonl")
        return faults(verify_release(out / "made", source, Secret(KEY), lists=lists))


class Marked(Policy):
    """Two marked copies."""

    names = ("north", "south")

    def make(self, given, out):
        source = Source.open(given / "notes.jsonl")
        with SqliteVault(out / "vault", Secret(KEY), create=True) as vault:
            run = Run(source, out / "made", self.policy, vault.key, vault=vault, keep_refuted=True)
            release_copies(run, Copies(self.names))

    def refuted(self, out):
        found = [refuted_in(out / "made" / "publish" / name) for name in self.names]
        return sorted({claim for some in found for claim in some})

    def false(self, given, out):
        found = {}
        for name in self.names:
            publish, keep = (out / "made" / part / name for part in ("publish", "keep"))
            notes = claims.read_release(publish, keep, given / "notes.jsonl")
            if isinstance(notes, str):
                return {"record": notes}
            for claim in self.claims:
                # The vault's own key draws the offsets; here they are compared only.
                key = None if claim == "intervals" else KEY
                why = claims.CLAIMS[claim](notes, key)
                found |= {claim: why} if why else {}
        return found

    def told(self, given, out):
        source = Source.open(given / "notes.jsonl")
        with SqliteVault(out / "vault", Secret(KEY)) as vault:
            places = [out / "made" / "publish" / name for name in self.names]
            made = [verify_release(p, source, vault.key, vault=vault) for p in places]
        return [fault for one in made for fault in faults(one)]


class Kanon:
    """Text that fewer than five subjects share is suppressed."""

    name = "kanon"

    def prepare(self, folder):
        write_corpus(folder / "notes.jsonl")

    def make(self, given, out):
        source = Source.open(given / "notes.jsonl")
        order = Order(source, out / "made", key=Secret(KEY), keep_refuted=True)
        anonymize(order, Suppress(k=5))

    def refuted(self, out):
        return refuted_in(out / "made" / "publish")

    def false(self, _given, out):
        notes = corpus()[0]
        before = [Document(note.id, note.text, subject=note.subject) for note in notes]
        texts = out / "made" / "publish" / "texts" / "notes.jsonl"
        rows = [json.loads(line) for line in texts.read_text("utf-8").splitlines()]
        if [row["id"] for row in rows] != [note.id for note in notes]:
            return {"k-subjects": "the documents are not those of the input"}
        after = [row["text"] for row in rows]
        lengths = [len(text) for text in after] == [len(note.text) for note in notes]
        if not lengths or failures(before, after, 5, "subjects"):
            return {"k-subjects": "a kept run stands with fewer than five subjects"}
        return false_pseudonyms(notes, rows)

    def told(self, given, out):
        source = Source.open(given / "notes.jsonl")
        return faults(verify_release(out / "made", source, Secret(KEY)))


def false_pseudonyms(notes, rows):
    """One subject has one new id, two have two, and no id is an old one."""
    ids = defaultdict(set)
    for note, row in zip(notes, rows, strict=True):
        ids[note.subject].add(row.get("subject"))
    shown = [one for some in ids.values() for one in some]
    wrong = len(shown) != len(ids) or len(set(shown)) != len(shown) or set(shown) & set(ids)
    return {"subject-ids": "the new ids are not one for each subject"} if wrong else {}


CITIES = """JAPAN JAVAN JORDAN JORDEN NORWAY NORTHWAY SWEDEN SWEDES SWANSEA DENMARK DENVER DUBLIN
DUBNIUM FINLAND FINNLAND FRANCE FRANCIS FLORENCE BERLIN BERGEN BERN MADRID MADRAS MALTA MALMO LONDON
LONDRES LISBON LISBURN PARIS PARISH PALERMO VIENNA VERONA VENICE"""
TERMS = CITIES.split()
IDENTIFIERS = ("Kowalczyk", "Lindqvist")


class Apply:
    """Terms of a dictionary get forms that three terms share."""

    name = "dictionary apply"

    def prepare(self, folder):
        rows = [
            {"id": f"n{at}", "text": f"went to {one} with {IDENTIFIERS[at % 2]} by {TERMS[-at]}"}
            for at, one in enumerate(TERMS)
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / "notes.jsonl").write_text(text, "utf-8")
        (folder / "names.txt").write_text("".join(f"{one}\n" for one in IDENTIFIERS), "utf-8")
        write_dictionary(Dictionary.build(TERMS), folder / "terms.dict")

    def make(self, given, out):
        source = Source.open(given / "notes.jsonl")
        order = Order(source, out / "made", key=Secret(KEY), keep_refuted=True)
        files = FormFiles(str(given / "terms.dict"), str(given / "names.txt"), k=3)
        apply_dictionary(order, files)

    def refuted(self, out):
        return refuted_in(out / "made" / "publish")

    def false(self, given, out):
        pairs = [
            (old.split(), new.split())
            for old, new in zip(
                texts(given / "notes.jsonl"),
                texts(out / "made" / "publish" / "texts" / "notes.jsonl"),
                strict=False,
            )
        ]
        if any(len(old) != len(new) for old, new in pairs):
            return {}  # it is not told which form stands for which term
        shown = defaultdict(set)
        for old, new in pairs:
            for word, form in zip(old, new, strict=True):
                if word in IDENTIFIERS and form != "*":
                    return {"identifiers-removed": "an identifier is left"}
                if word in TERMS and form != word:
                    shown[form].add(word)
        for form, terms in shown.items():
            fits = re.compile(".+".join(map(re.escape, form.split("*"))))
            if len(terms) < 3 or sum(bool(fits.fullmatch(term)) for term in TERMS) < 3:
                return {"dictionary-forms": "fewer than three terms are released under a form"}
        return {}

    def told(self, given, out):
        return faults(verify_release(out / "made", Source.open(given / "notes.jsonl"), Secret(KEY)))


def texts(path):
    return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]


def refuted_in(folder):
    """Return the refuted claims of a certificate."""
    content = json.loads((folder / "certificate.json").read_text("utf-8"))
    verdicts = content.get("verdicts") or [content.get("verdict") or {}]
    return sorted(
        {v.get("claim", "") for v in verdicts if v.get("status", v.get("verdict")) == REFUTED}
    )


def faults(verification):
    """Return what a verification says against a release."""
    refuted = [v.claim for v in verification.verdicts if str(v.status) == REFUTED]
    return [*refuted, *(["differs"] if verification.differences else [])]


SHIPPED = (
    "hide-in-plain-sight",
    "clinical",
    "tag-only",
    "hipaa-safe-harbor",
    "hipaa-limited-data-set",
    "gdpr-pseudonymize",
    "keyed-hash",
    "blackout",
    "screened",
    "patterns-only",
)
PLANS = {
    plan.name: plan
    for plan in (
        *map(Policy, SHIPPED),
        Policy("denied words", "hide-in-plain-sight", DENIED),
        Marked("marked copies", "hide-in-plain-sight"),
        Kanon(),
        Apply(),
        *map(Letters, ("tfs", "etfs", "tpm", "pfs")),
        Reads("genome"),
        Reads("reads"),
        Table(),
    )
}
