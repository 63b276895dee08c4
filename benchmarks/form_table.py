"""The whole dictionary: the form of every term, one JSON object a line, in a run that may stop.

The first line says which terms, K, guarantee and seed the forms belong to. Until the last form is
written the file has `.part` behind its name; a new run goes on behind its last whole line.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO

from textveil.errors import UsageError
from textveil.formats.outputs import explained
from textveil.lexicon.forms.wildcard_forms import Dictionary, TermForm

__all__ = ["write_forms"]

_AT_ONCE = 256
"""Terms that one thread takes at a time."""


def write_forms(
    dictionary: Dictionary,
    path: Path,
    k: int,
    guarantee: str = "mutual",
    seed: int = 0,
    *,
    longest: int = 20,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Write the form of every term up to a length; return the number of terms without a form.

    Parameters
    ----------
    path
        The file, which appears when it is complete. ``path.part`` holds what is done so far, and
        is taken up again if it belongs to the same terms, K, guarantee and seed.
    longest
        Terms with more characters are left out.
    threads
        How many threads search. The file does not depend on it.
    progress
        Is told how many terms are done, and how many there are.
    """
    part = path.with_name(path.name + ".part")
    heading = {
        "sha256": dictionary.sha256, "k": k, "guarantee": guarantee, "seed": seed,
        "longest": longest,
    }  # fmt: skip
    lengths = dictionary.stored.index.starts
    numbers = [
        number for number, n in enumerate((lengths[1:] - lengths[:-1]).tolist()) if n <= longest
    ]
    with explained(str(part)):
        done, removed, end = _resumed(part, heading)
    with explained(str(part)), part.open("r+b" if end else "wb") as stream:
        stream.truncate(end)
        stream.seek(end)
        if end == 0:
            stream.write(_line(heading))
        chunks = [numbers[at : at + _AT_ONCE] for at in range(done, len(numbers), _AT_ONCE)]
        if guarantee == "mutual":
            dictionary.group(k)

        def work(chunk: list[int]) -> list[TermForm | None]:
            return dictionary.forms(chunk, k, guarantee, seed)

        for chunk, forms in zip(chunks, _in_order(work, chunks, threads), strict=True):
            removed += _written(stream, dictionary, chunk, forms)
            done += len(chunk)
            if progress is not None:
                progress(done, len(numbers))
        stream.flush()
        os.fsync(stream.fileno())
    with explained(str(path)):
        part.replace(path)
    return removed


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _written(
    stream: IO[bytes], dictionary: Dictionary, chunk: list[int], forms: list[TermForm | None]
) -> int:
    """Write the forms of some terms and flush; return the number of terms without a form."""
    for number, form in zip(chunk, forms, strict=True):
        shown = (
            {"term": dictionary.terms[number], "form": None}
            if form is None
            else {"term": form.term, "form": form.form, "k": form.k, "remaining": form.remaining}
        )
        stream.write(_line(shown))
    stream.flush()
    return sum(form is None for form in forms)


def _resumed(part: Path, heading: dict[str, object]) -> tuple[int, int, int]:
    """Return how many terms an earlier run wrote, how many had no form, and where it ended."""
    if not part.exists():
        return 0, 0, 0
    done, removed, end = -1, 0, 0
    with part.open("rb") as stream:
        for line in stream:
            if not line.endswith(b"\n"):
                break
            if done < 0 and line != _line(heading):
                raise UsageError(
                    "this unfinished file belongs to another run",
                    where=str(part),
                    hint="remove it, or write elsewhere",
                )
            removed += done >= 0 and json.loads(line)["form"] is None
            done += 1
            end += len(line)
    return max(done, 0), removed, end


def _in_order(
    work: Callable[[list[int]], list[TermForm | None]], chunks: list[list[int]], threads: int
) -> Iterator[list[TermForm | None]]:
    """Yield the results in the order of the chunks; only a few wait at a time."""
    if threads == 1:
        yield from map(work, chunks)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[TermForm | None]]] = deque()
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
