"""A spool for spans between passes: offsets and labels on disk, no text.

Detection is the long part of a run, so the spool is also what a killed run leaves behind, in a
folder beside the target: a run with the same policy, version and key goes on where that one
stopped. Each row carries a keyed digest of its document, so that a document that has changed since
is looked at anew, and the run has a date of its own. Everything after detection is a function of
input, policy and key, and is simply done again: a resumed run writes the same bytes as one that was
never stopped.
"""

import hmac
import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from textveil.errors import OutputError
from textveil.formats.outputs import explained
from textveil.pipeline.release.folder.progress import emptied, note_workplace, tidy
from textveil.pipeline.release.folder.start import started_at
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

__all__ = ["Spool"]

_HEADER: Final = "run.json"
_ROWS: Final = "spans.jsonl"
_EARLIER: Final = "earlier.jsonl"
_DIGITS: Final = 32


class Spool:
    """Spans written in document order, then read back in the same order.

    Parameters
    ----------
    folder
        Where the rows are kept.
    purpose
        What a run must share with an unfinished one to go on from it.
    key
        Keys the digests of documents; without one a random key lies beside the rows.
    workplace
        The folder in which the result is put together; that of an unfinished run is removed.

    Entering the context takes up what an unfinished run left. Leaving it by an error removes the
    folder, unless the process is being stopped. Who is done with it discards it.
    """

    def __init__(
        self,
        folder: Path,
        purpose: str,
        key: Secret | None = None,
        workplace: Path | None = None,
    ) -> None:
        self._folder = folder
        self._workplace = workplace
        self._purpose = purpose
        self._secret = key
        self._earlier: IO[str] | None = None
        self.resumed = 0
        self.started = self._own_start = started_at()
        """When the run started; that of the unfinished run as long as its rows fit the input."""

    def __enter__(self) -> "Spool":
        try:
            with explained(str(self._folder.parent)):
                self._begin()
        except OutputError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        return self

    def _begin(self) -> None:
        tidy(self._folder)
        nonce = self._take_up()
        if self._workplace is not None:
            note_workplace(self._folder, self._workplace)
        self._key = self._secret.derive("spool") if self._secret else bytes.fromhex(nonce)
        # One line at a time: what was found before a kill is there after it.
        self._rows = (self._folder / _ROWS).open("w", encoding="utf-8", buffering=1)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._forget()
        # On a full disk, closing complains once more of what was said already.
        with suppress(OSError):
            self._rows.close()
        if kind is not None and issubclass(kind, Exception):
            self.discard()

    def discard(self) -> None:
        """Remove the folder, once the result stands at its place or never will."""
        with suppress(OSError):
            shutil.rmtree(self._folder)

    def _take_up(self) -> str:
        """Set the rows of an unfinished run like this one aside; return the random key."""
        header = self._folder / _HEADER
        try:
            stated = json.loads(header.read_text("utf-8"))
            nonce, started = str(stated["nonce"]), str(stated["started"])
            bytes.fromhex(nonce)
            fits = stated["purpose"] == self._purpose and bool(nonce) != bool(self._secret)
            # Nothing was found yet: then nothing tells whether the input is the same.
            fits = fits and any(self._has(name) for name in (_ROWS, _EARLIER))
        except (OSError, ValueError, KeyError, TypeError):
            fits, nonce, started = False, "", ""
        if not fits:
            emptied(self._folder)
            nonce = "" if self._secret else secrets.token_bytes(32).hex()
            self._state(nonce)
            return nonce
        self.started = started
        rows, earlier = self._folder / _ROWS, self._folder / _EARLIER
        # A run that was itself a resumed one had got less far than the one before, or further.
        if rows.exists() and (not earlier.exists() or rows.stat().st_size > earlier.stat().st_size):
            rows.replace(earlier)
        if earlier.exists():
            self._earlier = earlier.open(encoding="utf-8")
        return nonce

    def _has(self, name: str) -> bool:
        path = self._folder / name
        return path.is_file() and path.stat().st_size > 0

    def _state(self, nonce: str) -> None:
        header = self._folder / _HEADER
        header.touch(mode=0o600)
        stated = {"purpose": self._purpose, "nonce": nonce, "started": self.started}
        header.write_text(json.dumps(stated), "utf-8")

    def _start_anew(self) -> None:
        """Take the own date, and forget the rows of the unfinished run: its input was another."""
        self._forget()
        (self._folder / _EARLIER).unlink(missing_ok=True)
        self.started = self._own_start
        self._state("" if self._secret else self._key.hex())

    def end_recall(self) -> None:
        """Take note that the input has no more documents; rows that are left belong to others."""
        if self._earlier is not None and self._earlier.readline():
            self._start_anew()
        self._forget()

    def _forget(self) -> None:
        if self._earlier is not None:
            self._earlier.close()
            self._earlier = None

    def recall(self, document: Document) -> Spans | None:
        """Return what an unfinished run found in the next document, if it reached it."""
        if self._earlier is None:
            return None
        try:
            digest, spans = json.loads(self._earlier.readline())
            found = Spans(Span(*row) for row in spans)
        except (ValueError, TypeError):
            digest, found = "", Spans()
        if not hmac.compare_digest(str(digest), self._digest(document)):
            if digest:
                self._start_anew()
            self._forget()
            return None
        self.resumed += 1
        return found

    def add(self, document: Document, spans: Spans) -> None:
        """Append what was found in the next document."""
        rows = [(span.start, span.end, span.label, span.score, span.source) for span in spans]
        self._rows.write(json.dumps([self._digest(document), rows]) + "\n")

    def _digest(self, document: Document) -> str:
        message = f"{len(document.id)}:{document.id}{document.text}"
        data = message.encode("utf-8", "surrogatepass")
        return blake2b(data, key=self._key, digest_size=_DIGITS // 2).hexdigest()

    def __iter__(self) -> Iterator[Spans]:
        with (self._folder / _ROWS).open(encoding="utf-8") as lines:
            for line in lines:
                yield Spans(Span(*row) for row in json.loads(line)[1])
