"""Annotated corpora on the command line: several at once, each with labels of its own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from textveil.cli.console import say
from textveil.cli.options import open_source
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.learn.gold import Gold
    from textveil.lexicon.schemes import Scheme
    from textveil.values.document import Document
    from textveil.values.watching import Track

__all__ = [
    "By",
    "Corpora",
    "CorporaEncoding",
    "Damping",
    "EverySpan",
    "Families",
    "Formats",
    "Labels",
    "Overlaps",
    "Rarest",
    "Read",
    "Rounds",
    "Schemes",
    "Seed",
    "Sparsity",
    "check_picture",
    "listed",
    "paired",
    "read_corpora",
    "write_json",
    "write_picture",
]

Corpora = Annotated[list[str], typer.Argument(metavar="CORPUS", help="Annotated files or folders.")]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", help="Format of a corpus; guessed from its name without this."),
]
CorporaEncoding = Annotated[
    str | None, typer.Option("--encoding", help="Encoding of the corpora; UTF-8 without this.")
]
Schemes = Annotated[
    list[str] | None,
    typer.Option(
        "--scheme",
        help="Scheme of a corpus' labels: tab, i2b2-2014, presidio, …; guessed without this.",
    ),
]
Families = Annotated[
    bool, typer.Option("--families", help="Learn each label as its family: a CITY as an ADDRESS.")
]
Labels = Annotated[
    str, typer.Option("--labels", help="Learn these labels only, with commas between them.")
]
Overlaps = Annotated[
    str,
    typer.Option("--overlaps", help="Gold spans that overlap: refuse, or keep the longest."),
]
EverySpan = Annotated[
    bool,
    typer.Option("--every-span", help="Learn gold spans that are marked as not to be masked."),
]
By = Annotated[
    str,
    typer.Option(
        "--by",
        help="What is never on both sides: subject, document, corpus, or keys of the metadata, "
        "with commas between them.",
    ),
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, help="Most iterations of L-BFGS.")]
Sparsity = Annotated[
    float, typer.Option("--sparsity", min=0.0, help="Coefficient of the L1 penalty.")
]
Damping = Annotated[
    float, typer.Option("--damping", min=0.0, help="Coefficient of the L2 penalty.")
]
Rarest = Annotated[
    int, typer.Option("--rarest", min=1, help="Features seen fewer times are left out.")
]
Seed = Annotated[int, typer.Option("--seed", help="Decides which documents are held out together.")]


@dataclass(frozen=True, slots=True)
class Read:
    """What came of several corpora.

    Attributes
    ----------
    documents
        All of them, with disjoint spans of our labels.
    data
        One JSON object a corpus, for the card.
    """

    documents: "list[Document]"
    data: list[dict[str, Any]]


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def paired(
    given: Sequence[str] | None, corpora: Sequence[str], option: str
) -> Sequence[str | None]:
    """Return one value a corpus of an option that is given once for all, or once for each."""
    if not given:
        return [None] * len(corpora)
    if len(given) == 1:
        return [given[0]] * len(corpora)
    if len(given) != len(corpora):
        raise UsageError(
            f"{option} is given {len(given)} times for {len(corpora)} corpora",
            hint="give it once for all of them, or once for each in their order",
        )
    return given


def read_corpora(
    paths: Sequence[str],
    formats: Sequence[str] | None,
    schemes: Sequence[str] | None,
    gold: "Gold",
    track: "Track",
    *,
    encoding: str | None = None,
    quiet: bool,
) -> Read:
    """Read annotated corpora and make their labels ours."""
    documents: list[Document] = []
    data = []
    for path, format_name, scheme_name in zip(
        paths, paired(formats, paths, "--format"), paired(schemes, paths, "--scheme"), strict=True
    ):
        source = open_source(path, format_name, encoding=encoding)
        given = list(source.tracked(track, "read"))
        scheme = _scheme(given, scheme_name)
        if scheme is not None and scheme_name is None and scheme.name != "textveil" and not quiet:
            say(f"labels of {path} are taken for those of {scheme.name}")
        ready = replace(gold, scheme=scheme).all_of(given)
        name = Path(path).name
        data.append(
            {
                "name": name,
                "format": source.format_name,
                "scheme": "textveil" if scheme is None else scheme.name,
                "documents": len(ready),
                "characters": sum(map(len, ready)),
                "spans": sum(len(document.spans or ()) for document in ready),
            }
        )
        documents += [_placed(d, name, several=len(paths) > 1) for d in ready]
    return Read(documents, data)


def _placed(document: "Document", corpus: str, *, several: bool) -> "Document":
    """Return the document with the corpus it is from, so that corpora can be held out."""
    from textveil.values.metadata import Metadata

    # Two corpora may number their documents alike.
    name = f"{corpus}:{document.id}" if several else document.id
    return replace(document, id=name, metadata=Metadata({"corpus": corpus, **document.metadata}))


def _scheme(documents: "Sequence[Document]", name: str | None) -> "Scheme | None":
    from textveil.learn.gold import scheme_of
    from textveil.lexicon.schemes import scheme

    return scheme_of(documents) if name is None else scheme(name)


def check_picture(path: Path | None) -> None:
    """Find out before the work whether a picture can be drawn."""
    if path is None:
        return
    if path.suffix.lower() not in (".png", ".svg"):
        raise UsageError("a chart ends in .png or .svg", where=str(path))
    from textveil.formats.figures import require_charts

    require_charts()


def write_picture(path: Path | None, draw: Callable[[str], bytes]) -> None:
    """Draw a picture of the kind that the name asks for, where one is wanted."""
    if path is not None:
        _write(path, draw(path.suffix.lower()))


def write_json(path: Path | None, value: Any) -> None:
    """Write numbers, where they are wanted."""
    if path is not None:
        _write(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode())


def _write(path: Path, data: bytes) -> None:
    from textveil.formats.outputs import binary_sink

    with binary_sink(path) as sink:
        sink.write(data)
