"""Plans of sanitized sequences: plain letters, genomes and reads, event tables.

What is false of the files is told by `tests/oracles/sequences/sanitized.py`. Each plan keeps what
its owner would keep, so that the release can be checked again from its files.
"""

import json
import shutil
from functools import partial
from random import Random

from tests.oracles.sequences import genomes, sanitized

from textveil.certify.verification import verify_release
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.keys.secret import Secret

KEY = b"a key of the mutants 5"


class Sanitized:
    """Sequences in a file, and sensitive patterns in another."""

    def make(self, given, out):
        files, settings = self.asked(given, out)
        certificate = out / "certificate.json"
        order = Order(
            files.source,
            files.output,
            single=True,
            certificate=certificate,
            key=Secret(KEY),
            keep_refuted=True,
        )
        report = sanitize_files(files, settings, order=order)
        # Where tests of single claims look for them.
        (out / "settings.json").write_text(json.dumps(report.promised.to_json()), "utf-8")
        shutil.copytree(out / "certificate.json.keep", out / "keep")

    def refuted(self, out):
        verdicts = json.loads((out / "certificate.json").read_text("utf-8"))["verdicts"]
        return sorted(one["claim"] for one in verdicts if one["status"] == "refuted")

    def told(self, given, out):
        """Return what the files say against the release."""
        files, _ = self.asked(given, out)
        found = verify_release(out / "certificate.json", files.source, Secret(KEY))
        refuted = [one.claim for one in found.verdicts if str(one.status) == "refuted"]
        return [*refuted, *(["differs"] if found.differences else [])]


SEQUENCES = [
    "abracadabraabracadabraxyzabrac",
    "cadabracadabrazyxabracadabra",
    "zzabraxxcadabraabab",
    "ab",
]
SENSITIVE = ("abra", "dabra")


class Letters(Sanitized):
    """Two patterns are hidden from sequences, and all others keep their order or frequencies."""

    def __init__(self, method):
        self.name, self._method = f"sanitize {method}", method

    def prepare(self, folder):
        (folder / "in.txt").write_text("".join(f"{one}\n" for one in SEQUENCES), "utf-8")
        (folder / "s.txt").write_text("".join(f"{one}\n" for one in SENSITIVE), "utf-8")

    def asked(self, given, out):
        source = Source.open(given / "in.txt", "lines")
        files = SanitizeFiles(source, given / "s.txt", out / "out.txt", unit="char")
        return files, Sanitize(self._method, k=4)

    def false(self, _given, out):
        after = (out / "out.txt").read_text("utf-8").splitlines()
        if len(after) != len(SEQUENCES):
            return {"records": "another number of sequences"}
        letters = sorted(set("".join(SEQUENCES)))
        secret = sanitized.hidden(SEQUENCES, SENSITIVE, 4, letters)
        finds = [lambda text, one=one: one in text for one in SENSITIVE]
        claim = sanitized.false_patterns(self._method, SEQUENCES, after, secret, 4, finds)
        return {claim: "by the definition"} if claim else {}


MOTIFS = ("GATTACA", "CCRTTG", "ACGCGT")


def drawn(size, seed):
    rng = Random(seed)  # noqa: S311 - the same letters every time
    return "".join(rng.choice("ACGT") for _ in range(size))


def records(seed):
    """Return letters of three records, with motifs on both strands and soft-masked parts."""
    found = []
    for number, size in enumerate((240, 90, 4)):
        text = drawn(size, seed + number)
        for at, motif in enumerate((*MOTIFS, "TGTAATC", "CAACGG") if size > 50 else ()):
            place = (at + 1) * size // 7
            text = text[:place] + motif.replace("R", "G") + text[place:]
        found.append(text[: size // 3] + text[size // 3 : size // 2].lower() + text[size // 2 :])
    return found


class Reads(Sanitized):
    """Motifs are hidden from both strands of a genome, or of reads with qualities."""

    def __init__(self, kind):
        self.name, self._reads = f"sanitize {kind}", kind == "reads"

    @property
    def file(self):
        return "x.fq" if self._reads else "x.fa"

    def prepare(self, folder):
        text = ""
        for number, letters in enumerate(records(7), 1):
            rng = Random(number)  # noqa: S311 - the same qualities every time
            signs = "".join(rng.choice("CDEFGHIJ") for _ in letters)
            last = f"+\n{signs}\n" if self._reads else ""
            text += f"{'@' if self._reads else '>'}r{number} of {number}\n{letters}\n{last}"
        (folder / self.file).write_text(text, "utf-8")
        (folder / "s.txt").write_text("".join(f"{one}\n" for one in MOTIFS), "utf-8")

    def asked(self, given, out):
        source = Source.open(given / self.file)
        more = {"quality": "drawn"} if self._reads else {}
        files = SanitizeFiles(
            source, given / "s.txt", out / self.file, strands="both", map=out / "m.tsv", **more
        )
        return files, Sanitize("tm", k=6, decoys=2)

    def false(self, given, out):
        read = sanitized.read_fastq if self._reads else sanitized.read_fasta
        old, new = read(given / self.file), read(out / self.file)
        if [one[0] for one in old] != [one[0] for one in new]:
            return {"records": "the records are not those of the input"}
        kept = sanitized.read_map(out / "m.tsv", [one[0].split()[0] for one in old])
        before, after = ([one[1].upper() for one in side] for side in (old, new))
        decoys = sanitized.read_decoys(out / "keep" / "decoys.json")
        secret = sanitized.hidden(before, MOTIFS, 6, "ACGT", nucleic=True, both=True)
        finds = [partial(genomes.on_both_strands, pattern=one) for one in MOTIFS]
        claim = sanitized.false_patterns("tm", before, after, secret, 6, finds, decoys)
        if claim is None and not sanitized.even_decoys(after, decoys, secret, before, 2):
            claim = "decoys"
        if claim is None:
            made = {frozenset(map("".join, group)) for group in decoys["groups"]}
            due = sanitized.groups(before, secret, 6, 2, "ACGT", True, KEY, decoys["draw"])
            claim = None if made == due else "draws"
        for number, (one, other, own) in enumerate(zip(old, new, kept, strict=True), 1):
            claim = claim or self._false_record(number, one, other, own)
        return {claim: "by the definition"} if claim else {}

    def _false_record(self, number, old, new, kept):
        if not sanitized.is_mapped(old[1].upper(), new[1].upper(), kept):
            return "map"
        if not sanitized.keeps_order(kept):
            return "order"
        if not sanitized.keeps_case(old[1], new[1], kept):
            return "case"
        if not self._reads:
            return None
        if not sanitized.keeps_qualities(old[2], new[2], kept, drawn=True):
            return "qualities"
        right = sanitized.draws_qualities(old[2], new[2], kept, KEY, number)
        return None if right else "draws"


class Table(Sanitized):
    """Ways are hidden from the visits of a table, and kept visits keep their rows."""

    name = "sanitize events"
    hidden = ("ward pharmacy", "home ward")

    def prepare(self, folder):
        rng = Random(3)  # noqa: S311 - the same table every time
        rows, clock = ["who,when,what,room"], 0
        places = ["home", "ward", "pharmacy", "bus", "lab"]
        for number in range(60):
            clock += rng.randint(0, 9)
            rows.append(f"{rng.choice('pqr')},{clock},{rng.choice(places)},{number}")
        (folder / "in.csv").write_text("\n".join(rows) + "\n", "utf-8")
        (folder / "s.txt").write_text("".join(f"{one}\n" for one in self.hidden), "utf-8")

    def asked(self, given, out):
        source = Source.open(given / "in.csv")
        columns = EventColumns("who", "when", "what", ("room",))
        files = SanitizeFiles(
            source, given / "s.txt", out / "out.csv", events=columns, map=out / "m.tsv"
        )
        return files, Sanitize("tm")

    def false(self, given, out):
        head, old = sanitized.read_events(given / "in.csv")
        shown, new = sanitized.read_events(out / "out.csv")
        persons = list(dict.fromkeys(row[0] for row in old))
        kept = sanitized.read_map(out / "m.tsv", [str(at) for at in range(1, len(persons) + 1)])
        # A letter for each event.
        names = {what: chr(65 + at) for at, what in enumerate(sorted({row[2] for row in old}))}
        before, after = (
            ["".join(names[row[2]] for _, row in own) for own in sanitized.by_person(side, persons)]
            for side in (old, new)
        )
        secret = {"".join(names[one] for one in line.split()) for line in self.hidden}
        claim = sanitized.false_patterns("tm", before, after, secret, 2)
        for one, other, own in zip(before, after, kept, strict=True):
            if not sanitized.is_mapped(one, other, own):
                claim = claim or "map"
            if not sanitized.keeps_order(own):
                claim = claim or "order"
        claim = claim or sanitized.false_events(old, new, kept, KEY)
        claim = claim or (None if head == shown else "rows")
        return {claim: "by the definition"} if claim else {}
