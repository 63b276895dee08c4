"""The room of a run: one run at a time for a target, all or nothing, and the way back into it.

Every method of release works here. A run puts its result together in a folder beside the target. It
notes the release ids before the folder takes its place, so that a later run can tell how far a
stopped one got.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from textveil.certify.document.certificate import (
    BLANK,
    Certificate,
    file_hash,
    is_certificate,
    kept_digest,
    salted,
)
from textveil.certify.document.layout import (
    CERTIFICATE,
    ENCODINGS,
    FIGURES,
    ReleaseFolder,
    give_one_date,
)
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.certify.told.report import published_report, templates_hash
from textveil.errors import InputError, OutputError, UsageError
from textveil.formats.outputs import explained, new_folder
from textveil.formats.sources import Source
from textveil.pipeline.pages import write_page
from textveil.pipeline.release.beforehand.names import NameReader, own_strings
from textveil.pipeline.release.folder.progress import alone, emptied, note_made, placed_copies, tidy
from textveil.pipeline.release.folder.spool import Spool
from textveil.pipeline.release.folder.workroom import put, workroom
from textveil.values.keys.secret import Secret

__all__ = [
    "Finished",
    "Workplace",
    "finish",
    "keep_encodings",
    "keep_file",
    "private_file",
    "refuse_overlap",
    "room_for",
    "single_room",
]


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where a run puts its result together.

    Attributes
    ----------
    folder
        Becomes the target.
    spool
        Keeps what was found, for a run that is stopped.
    made
        The certificates by recipient; one of nobody if there is one release for all.
    beside
        The name of the certificate, if it stands beside a single result; else empty.
    """

    folder: Path
    spool: Spool
    made: dict[str, Certificate] = field(default_factory=dict)
    beside: str = ""

    def place(self, recipient: str = "") -> ReleaseFolder:
        """Make both parts of a release, or of a recipient's copy; only the owner can open one."""
        place = ReleaseFolder.new(self.folder, recipient)
        if self.beside:
            place = replace(place, beside=place.publish / self.beside)
        place.publish.mkdir(parents=True)
        kept = place.record.parent
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept.mkdir(mode=0o700)
        return place


@contextmanager
def room_for(
    target: Path,
    purpose: str,
    key: Secret | None,
    *,
    force: bool = False,
    look: Callable[[], None] = lambda: None,
    end: Callable[[list[str] | None], None] = lambda _: None,
) -> Iterator[Workplace]:
    """Yield the room of a run; what lies in it takes its place when the block ends.

    Parameters
    ----------
    target
        Where the result will stand.
    purpose
        What a run must share with an unfinished one to go on from it.
    key
        Keys what an unfinished run leaves behind.
    force
        Whether an earlier release may be replaced.
    look
        Looks at the input before the work begins, and may raise.
    end
        Is called when the result stands at its place, with None, or for a run that was stopped then
        with the names of its copies.
    """
    # A disk that is full, or a folder that may not be written, is told wherever it is noticed.
    with explained(str(target)), alone(target) as progress:
        placed = placed_copies(progress, target)
        if placed is not None:
            end(placed)
            tidy(progress)
            emptied(progress)
            if not force:
                raise OutputError(
                    "the release is whole: a run that was stopped had put it here",
                    where=str(target),
                    hint="`textveil verify` checks it; --force makes it anew",
                )
        look()
        with (
            new_folder(target, _earlier(target) if force else "") as folder,
            Spool(progress, purpose, key, folder) as spool,
        ):
            room = Workplace(folder, spool)
            yield room
            note_made(progress, {name: made.id for name, made in room.made.items()})
        end(None)
        spool.discard()


def _earlier(target: Path) -> str:
    """Return the file by which an earlier release is known; what is none must not be replaced."""
    mark = ReleaseFolder.mark(target)
    if (target / mark).is_file() and not is_certificate(target / mark):
        raise OutputError(
            f"the folder holds something else: its {mark} is no certificate of a release",
            where=str(target),
            hint="choose a new folder, or remove this one",
        )
    return mark


def refuse_overlap(source: Source, target: Path) -> None:
    """Raise if a result would replace its input, or one of them lies inside the other."""
    given, place = source.path.resolve(), target.resolve()
    if given == place:
        raise UsageError("the output would replace the input", where=str(target))
    if source.holds(target):
        raise UsageError("the output lies inside the input", where=str(target))
    if given.is_relative_to(place):
        raise UsageError("the input lies inside the output", where=str(target))


@contextmanager
def single_room(
    target: Path, certificate: Path | None, *, folder: bool, force: bool = False
) -> Iterator[Workplace]:
    """Yield the room of a run whose result stands alone, under the user's own name.

    Parameters
    ----------
    target
        Where the result will stand; a file is replaced.
    certificate
        Where the certificate goes, beside the result; None if none is wanted.
    folder
        Whether the result is a folder.
    force
        Whether an earlier certificate may be replaced, and what is kept with it.
    """
    if certificate is not None and certificate.resolve().parent != target.resolve().parent:
        raise UsageError(
            "a certificate stands beside the result, in the same folder", where=str(certificate)
        )
    if certificate is not None:
        _check_free(certificate, force=force)
    with alone(target), workroom(target, folder=folder, force=True) as work:
        name = certificate.name if certificate else CERTIFICATE
        with Spool(work / "spool", "") as spool:
            yield Workplace(work / "made", spool, beside=name)
        place = ReleaseFolder.new(work / "made")
        if certificate is not None:
            _put_beside(place, certificate)
        put(place.publish / target.name, target)


def _check_free(certificate: Path, *, force: bool) -> None:
    """Raise if a certificate, or what is kept with it, would replace something else."""
    kept = ReleaseFolder.kept_beside(certificate)
    for path, is_folder in ((certificate, False), (kept, True)):
        if path.is_symlink() or (path.exists() and path.is_dir() != is_folder):
            raise OutputError("this exists and is something else", where=str(path))
    if (certificate.exists() or kept.exists()) and not (force and is_certificate(certificate)):
        raise OutputError(
            "there is a certificate, or what is kept with one",
            where=str(certificate),
            hint="choose another name, or say --force to replace an earlier one",
        )


def _put_beside(place: ReleaseFolder, certificate: Path) -> None:
    """Put a certificate and what is kept with it at their places."""
    kept = ReleaseFolder.kept_beside(certificate)
    if kept.exists():
        shutil.rmtree(kept)
    put(place.record.parent, kept)
    put(place.publish / certificate.name, certificate)


def private_file(path: Path) -> IO[str]:
    """Open a file for writing that nobody else may read."""
    path.touch(mode=0o600)
    return path.open("w", encoding="utf-8", errors="backslashreplace")


def keep_file(place: ReleaseFolder, name: str, parts: Iterable[str]) -> None:
    """Write a file that nobody but the owner may read."""
    with private_file(place.kept(name)) as file:
        file.writelines(parts)


def keep_encodings(place: ReleaseFolder, source: Source) -> None:
    """Keep in which encodings files were read that are not UTF-8, if there are any."""
    if told := source.read_as():
        keep_file(place, ENCODINGS, [json.dumps(told, ensure_ascii=False, indent=1), "\n"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What a release needs to be whole.

    Attributes
    ----------
    figures
        What the owner keeps: exact figures, and names that are not published.
    pages
        Private reports by their places, each with zeros where it shows the release id.
    secret
        Keys the commitments.
    key, sign
        Seals and signs the certificate.
    reader
        Looks for people and days in what is published beside the texts.
    salt
        Of a marked copy: keys the hashes of its texts.
    """

    figures: Mapping[str, Any]
    secret: bytes
    reader: NameReader
    pages: Mapping[Path, str] = field(default_factory=dict)
    key: Secret | None = None
    sign: SigningKey | None = None
    salt: bytes = b""


def finish(place: ReleaseFolder, certificate: Certificate, given: Finished) -> Certificate:
    """Write reports, figures and certificate, with hashes and commitments of all files."""
    keep_file(place, FIGURES, [json.dumps(given.figures, indent=2, ensure_ascii=False), "\n"])
    certificate = replace(
        certificate,
        signer=given.sign.public.fingerprint if given.sign else "",
        report={"templates": templates_hash(), **certificate.report},
    )
    pages = dict(given.pages)
    if not place.beside:
        pages[place.report] = published_report(certificate.to_json()).decode()
    # The id that a page shows is made from the page's hash: zeros stand for it until then.
    for path, page in pages.items():
        write_page(path, page, private=path != place.report)
    if given.salt:
        place.salt.write_text(given.salt.hex() + "\n", "ascii")
    _refuse_strangers(place, certificate.source["name"])
    kept = sorted(place.record.parent.iterdir())
    certificate = replace(
        certificate,
        output=dict(_hashes(place, given.salt)),
        kept={path.name: kept_digest(path, given.secret) for path in kept},
    ).sealed(given.key, given.sign)
    _refuse_told(certificate, pages.get(place.report, ""), given.reader)
    for path, page in pages.items():
        shown = page.replace(BLANK, certificate.id, 1)
        write_page(path, shown, private=path != place.report)
    text = json.dumps(certificate.to_json(), indent=2, ensure_ascii=False)
    place.certificate.write_text(text + "\n", "utf-8")
    if certificate.marked:
        give_one_date(place.publish, certificate.started)
    return certificate


def _refuse_told(certificate: Certificate, page: str, reader: NameReader) -> None:
    """Raise if certificate or report would tell what the texts must not."""
    content = certificate.to_json()
    told = next(filter(None, map(reader.told, own_strings(content))), "")
    if told or reader.is_shown_on(page):
        raise InputError(
            f"a name in the certificate or report looks like {told or 'a removed value'}",
            hint="rename what is called so: a file, folder, field, policy or option; nothing was "
            "written",
        )


def _refuse_strangers(place: ReleaseFolder, name: str) -> None:
    """Raise if something would be published that is no part of a release."""
    made = place.texts / name
    own = {place.report, place.salt, place.certificate}
    for path in place.publish.rglob("*"):
        made_of = made == place.texts or path.is_relative_to(made) or made.is_relative_to(path)
        if not made_of and path not in own:
            raise OutputError("a file would be published that is no part of the release")


def _hashes(place: ReleaseFolder, salt: bytes) -> Iterator[tuple[str, str]]:
    """Yield the name and hash of every file to publish."""
    for path in sorted(path for path in place.publish.rglob("*") if path.is_file()):
        plain = file_hash(path)
        keyed = salt and path.is_relative_to(place.texts)
        yield path.relative_to(place.publish).as_posix(), salted(plain, salt) if keyed else plain
