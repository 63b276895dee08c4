"""What a release costs beside its bare method: rare text, a dictionary, a chromosome.

The floor makes the result and checks its promise in memory; the release also reads, writes, reads
back, verifies from the files, attacks, certifies and puts in place. Both are measured in processor
time of one process. Text is the first 20 MB of `text/enwiki_50MB.txt.xz`, terms are
`lists/american-english-insane.txt.xz`, the chromosome is random with planted motifs.
"""

import lzma
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.dictionary import LIST, listed
from benchmarks.genomes import planted
from benchmarks.measure import Row
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.formats.tables.term_index import write_dictionary
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.pipeline.dictionary.apply import apply_dictionary
from textveil.pipeline.dictionary.components import DictionaryDetector, WildcardTransformer
from textveil.pipeline.kanon.run import anonymize
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.hidden_patterns import draw_of
from textveil.pipeline.sanitize.judging import check
from textveil.pipeline.sanitize.nucleotides import nucleic_settings
from textveil.pipeline.sanitize.run import sanitize_source
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.keys.secret import Secret
from textveil.verify.rare.dictionary import check_forms, stated_in
from textveil.verify.rare.k_anonymity import check_k_anonymity

KEY = Secret(b"a key that everybody may know, and long enough")
TEXT = "text/enwiki_50MB.txt.xz"
BYTES, LETTERS, WORDS = 20_000_000, 20_000_000, 200_000


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield a row for each kind."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if samples is not None and (samples / TEXT).is_file():
            with lzma.open(samples / TEXT) as stream:
                text = stream.read(BYTES).decode("utf-8", "ignore")
            yield _rare(folder, text)
            yield _terms(folder, text[:WORDS], listed(samples, [LIST]))
        yield _sequence(folder)


def _row(what: str, floor: Callable[[], object], made: Callable[[], object]) -> Row:
    floor()  # kernels are loaded, tables are read
    bare, whole = _seconds(floor), _seconds(made)
    figure = f"{whole:.1f} s, the method alone {bare:.1f} s"
    return Row("kinds", what, figure, f"{whole / bare:.2f} of the method", "", None, 1)


def _seconds(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


def _rare(folder: Path, text: str) -> Row:
    (folder / "in.txt").write_text(text, "utf-8")
    source, asked = Source.open(folder / "in.txt", "lines"), Suppress(5, "occurrences")

    def alone() -> None:
        documents = list(source)
        texts = suppress(documents, asked).texts
        assert check_k_anonymity(documents, texts, 5, "occurrences").holds

    return _row(
        f"kanon, {len(text):,} characters, a line a document",
        alone,
        lambda: anonymize(Order(source, folder / "rare", key=KEY), asked),
    )


def _terms(folder: Path, text: str, terms: list[str]) -> Row:
    (folder / "letters.txt").write_text(text, "utf-8")
    dictionary = Dictionary.build(terms)
    dictionary.group(5)
    write_dictionary(dictionary, folder / "terms.dict")
    files = FormFiles(str(folder / "terms.dict"), k=5)
    source = Source.open(folder / "letters.txt", "lines")

    def alone() -> None:
        finder, writer = DictionaryDetector(files.path), WildcardTransformer(files.path, k=5)
        made = [writer.transform(one, finder.detect(one)) for one in source]
        assert made
        forms = files.forms()
        assert check_forms(
            dictionary.terms, stated_in([]), 5, chosen=forms.chosen, left=forms.left
        ).holds

    return _row(
        f"dictionary apply, {len(terms):,} terms, {len(text):,} characters",
        alone,
        lambda: apply_dictionary(Order(source, folder / "terms", key=KEY), files),
    )


def _sequence(folder: Path) -> Row:
    genome, motif = planted(1, LETTERS)
    (folder / "in.fa").write_text(f">g\n{genome}\n")
    collection = SequenceCollection.load(Source.open(folder / "in.fa"))
    letters = nucleic_settings(collection.sequences.alphabet, "both", nucleic=True)
    asked, patterns = Sanitize("tm", decoys=5, **letters), [tuple(motif)]

    def alone() -> None:
        draw = draw_of(KEY)
        made = sanitize(collection.sequences, patterns, asked, None, draw)
        assert all(one.holds for one in check(made, patterns, asked, None, draw))

    order = Order(collection.source, folder / "genome", key=KEY)
    return _row(
        f"sanitize, one chromosome of {LETTERS:,} letters, both strands, 5 decoys",
        alone,
        lambda: sanitize_source(
            collection, patterns, asked, order.target, order=order, measured=False, strands="both"
        ),
    )
