"""Annotated corpora on the command line: several at once, each with labels of its own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.groups import option
from textveil.cli.shell.inputs import FileInput
from textveil.cli.shell.options import listed
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.learn.training.corpora import AnnotatedCorpus, ReadyCorpora
    from textveil.learn.training.trained_model import TrainingPlan
    from textveil.values.runs.watch import Track

__all__ = [
    "By",
    "Corpora",
    "CorpusOptions",
    "FittingOptions",
    "LearningOptions",
    "paired",
    "write_picture",
]

Corpora = Annotated[list[str], typer.Argument(metavar="CORPUS", help="Annotated files or folders.")]
By = Annotated[
    str,
    typer.Option(
        "--by",
        help="What is never on both sides: subject, document, corpus, or keys of the metadata, "
        "with commas between them.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class CorpusOptions:
    """How corpora are read, and which of their annotations count."""

    formats: list[str] | None = option(
        None, "Format of a corpus (default: guessed from its name).", "--format"
    )
    encoding: list[str] | None = option(
        None, "Encoding of the corpora (default: UTF-8, others are recognised).", metavar="NAME"
    )
    schemes: list[str] | None = option(
        None,
        "Scheme of a corpus' labels: tab, i2b2-2014, presidio, … (default: guessed).",
        "--scheme",
    )
    maps: list[str] | None = option(
        None,
        "What your labels mean: pairs such as Patient=PATIENT,CHI=X-CHI. Repeatable.",
        "--map",
        metavar="PAIRS",
    )
    labels: str = option("", "Learn these labels only, with commas between them.")
    overlaps: str = option("refuse", "Gold spans that overlap: refuse, or keep the longest.")
    every_span: bool = option(False, "Learn gold spans that are marked as not to be masked.")

    def read(
        self, paths: Sequence[str], track: "Track", notice: Callable[[str], None]
    ) -> "ReadyCorpora":
        """Read annotated corpora and make their labels ours."""
        from textveil.learn.training.corpora import make_ready
        from textveil.learn.training.gold import Gold
        from textveil.lexicon.tables.schemes import read_map

        gold = Gold(
            families=self._by_family,
            labels=frozenset(listed(self.labels)),
            overlaps=self.overlaps,
            every_span=self.every_span,
        )
        meanings = read_map(part for given in self.maps or () for part in listed(given))
        return make_ready(list(self._corpora(paths, track)), gold, notice, meanings)

    @property
    def _by_family(self) -> bool:
        return False

    def _corpora(self, paths: Sequence[str], track: "Track") -> "Iterator[AnnotatedCorpus]":
        from textveil.learn.training.corpora import AnnotatedCorpus

        formats = paired(self.formats, paths, "--format")
        schemes = paired(self.schemes, paths, "--scheme")
        for path, format_name, scheme in zip(paths, formats, schemes, strict=True):
            source = FileInput(format_name=format_name, encoding=self.encoding).open(path)
            documents = source.tracked(track, "read")
            yield AnnotatedCorpus(Path(path), source.format_name, documents, scheme)


@dataclass(frozen=True, kw_only=True)
class LearningOptions(CorpusOptions):
    """How corpora are read, and what of their annotations is learnt."""

    families: bool = option(False, "Learn each label as its family: a CITY as an ADDRESS.")

    @property
    def _by_family(self) -> bool:
        return self.families


@dataclass(frozen=True, kw_only=True)
class FittingOptions:
    """How weights are fitted."""

    iterations: int = option(120, "Most iterations of L-BFGS in each fit of a model.", min=1)
    sparsity: float = option(0.2, "Coefficient of the L1 penalty.", min=0.0)
    damping: float = option(0.2, "Coefficient of the L2 penalty.", min=0.0)
    rarest: int = option(2, "Leave out features that are seen fewer times.", min=1)
    seed: int = option(0, "Decides which documents are held out together.")
    language: str = option("en", "Language of the documents.")

    def plan(self, by: str) -> "TrainingPlan":
        """Return the plan of a training; `by` says what is never on both sides."""
        from textveil.learn.training.trained_model import TrainingPlan
        from textveil.models.fields.crf import Settings

        settings = Settings(self.sparsity, self.damping, self.iterations, self.rarest)
        return TrainingPlan(settings, by=listed(by), seed=self.seed, language=self.language)


def paired(given: Sequence[str] | None, corpora: Sequence[str], name: str) -> Sequence[str | None]:
    """Return one value a corpus of an option that is given once for all, or once for each."""
    if not given:
        return [None] * len(corpora)
    if len(given) == 1:
        return [given[0]] * len(corpora)
    if len(given) != len(corpora):
        raise UsageError(
            f"{name} is given {len(given)} times for {len(corpora)} corpora",
            hint="give it once for all of them, or once for each in their order",
        )
    return given


def write_picture(path: Path | None, draw: Callable[[str], bytes]) -> None:
    """Draw a picture of the kind that the name asks for, where one is wanted."""
    if path is None:
        return
    from textveil.formats.outputs import binary_sink

    with binary_sink(path) as sink:
        sink.write(draw(path.suffix.lower()))
