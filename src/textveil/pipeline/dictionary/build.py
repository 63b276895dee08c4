"""Dictionaries of quasi-identifiers: build, open, describe, and propose terms for one."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textveil.detect.lists.candidates import Candidate, propose
from textveil.detect.tagging.tagger import TaggerDetector
from textveil.errors import InputError, UsageError
from textveil.formats.outputs import text_sink
from textveil.formats.sources import Source
from textveil.formats.tables.term_index import read_dictionary, write_dictionary
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.forms.wildcard_forms import Dictionary, TermForm
from textveil.pipeline.memory import load_documents
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked

__all__ = [
    "DictionaryFacts",
    "announce_k",
    "build_dictionary",
    "form_json",
    "open_dictionary",
    "proposal_line",
    "propose_terms",
    "write_proposals",
]

_LONG = 20_000


def build_dictionary(
    terms: Path,
    target: Path,
    *,
    encoding: str = "utf-8",
    fold_case: bool = False,
    mutual: Iterable[int] = (),
    track: Track = untracked,
    progress: Callable[[float], object] | None = None,
) -> "DictionaryFacts":
    """Index the terms of a file and write the whole dictionary, or nothing.

    Parameters
    ----------
    terms
        One term per line.
    target
        The file to write.
    encoding
        Of the list of terms.
    fold_case
        Whether terms that differ only in case are one.
    mutual
        Each K for which terms are grouped now, instead of when it is first asked for.
    track
        Watches the reading.
    progress
        Is told the share of the terms that are grouped.
    """
    if target.resolve() == terms.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    listed = list(track(read_terms(terms, encoding), "read", None))
    if not listed:
        raise InputError("there are no terms here", where=str(terms), hint="one term per line")
    dictionary = Dictionary.build(listed, fold_case=fold_case, mutual=mutual, progress=progress)
    write_dictionary(dictionary, target)
    return DictionaryFacts.of(dictionary, target)


def open_dictionary(path: Path) -> Dictionary:
    """Open a dictionary that `build_dictionary` wrote; anything else is refused."""
    return read_dictionary(path)


def announce_k(
    dictionary: Dictionary, ks: Iterable[int], guarantee: str, say: Callable[[str], None]
) -> None:
    """Tell the user what a K means for this dictionary, before it is used.

    For a K that no form can reach everything is removed. Else terms may have to be grouped first,
    which takes a while for a long list.
    """
    known, asked = dictionary.stored.groups, list(ks)
    large = [str(k) for k in asked if k > len(dictionary)]
    if large:
        number = len(dictionary)
        say(
            f"K = {', '.join(large)} is more than the {number:,} term{'' if number == 1 else 's'} "
            "of the dictionary: every term is removed entirely; choose a smaller K or a longer list"
        )
    new = [str(k) for k in asked if k not in known]
    if guarantee == "mutual" and new and len(dictionary) > _LONG:
        say(
            f"grouping {len(dictionary):,} terms for K = {', '.join(new)}, which may take minutes; "
            f"`textveil dictionary build --mutual {','.join(new)}` does it once"
        )


def form_json(form: TermForm) -> dict[str, Any]:
    """Return a form as a JSON object."""
    return json_fields(form, {"exact"})


@dataclass(frozen=True, slots=True)
class DictionaryFacts:
    """What a dictionary holds, without a term of it.

    Attributes
    ----------
    terms, characters, alphabet
        How many terms, characters in all, and distinct characters.
    shortest, median, longest
        Lengths of terms.
    fold_case
        Whether case is folded.
    sha256
        Hash of Q.
    file_bytes
        Size of the file.
    lengths
        How many terms have each length.
    """

    terms: int
    characters: int
    alphabet: int
    shortest: int
    median: int
    longest: int
    fold_case: bool
    sha256: str
    file_bytes: int
    lengths: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, dictionary: Dictionary, path: Path) -> "DictionaryFacts":
        """Measure a dictionary and its file."""
        terms: Sequence[str] = dictionary.terms
        lengths, alphabet = Counter[int](), set[str]()
        for term in terms:
            lengths[len(term)] += 1
            alphabet.update(term)
        ordered = sorted(lengths.elements())
        return cls(
            len(dictionary),
            sum(length * count for length, count in lengths.items()),
            len(alphabet),
            ordered[0],
            ordered[len(ordered) // 2],
            ordered[-1],
            dictionary.fold_case,
            dictionary.sha256,
            path.stat().st_size,
            tuple(sorted(lengths.items())),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the facts as a JSON object."""
        return {
            **json_fields(self, {"shortest", "median", "longest"}),
            "length": {"shortest": self.shortest, "median": self.median, "longest": self.longest},
            "bytes_per_term": round(self.file_bytes / self.terms, 1),
            "lengths": {str(length): count for length, count in self.lengths},
        }


def propose_terms(
    source: Source, k: int, most: int, min_score: float, track: Track = untracked
) -> list[Candidate]:
    """Propose quasi-identifiers from a corpus, for a person to accept."""
    documents = load_documents(source, track)
    model = TaggerDetector()
    entities = [model.detect(document) for document in track(documents, "read", len(documents))]
    return propose(documents, k, entities=entities, most=most, min_score=min_score)


def write_proposals(found: Iterable[Candidate], target: Path, *, as_json: bool = False) -> None:
    """Write all candidates, one per line, or nothing."""
    with text_sink(target) as sink:
        for candidate in found:
            sink.write(proposal_line(candidate, as_json=as_json))


def proposal_line(candidate: Candidate, *, as_json: bool = False) -> str:
    """Return a candidate as columns with tabs between them, the term first, or as JSON."""
    if as_json:
        return json.dumps(candidate.to_json(), ensure_ascii=False) + "\n"
    why = ", ".join(f"{kind} {strength:.2f}" for kind, strength in candidate.evidence)
    # A tab inside a term would shift the columns.
    cells = (
        " ".join(candidate.term.split()),
        f"{candidate.score:.3f}",
        str(candidate.occurrences),
        str(candidate.documents),
        why,
    )
    return "\t".join(cells) + "\n"
