"""Release: detect, rewrite, verify and certify, all or nothing.

The engine (`release.engine`, which names the passes) is given the input, and its releases are put
together in a temporary folder beside their place, from where they are read back and verified. The
folder is renamed at the end, so that what stands at the place is whole and verified. A run that was
killed goes on where its detection stopped.
"""

import hmac
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, Final, Unpack

from textveil.certify.document.certificate import Certificate, file_hash
from textveil.certify.document.layout import (
    DECISIONS,
    FILES,
    IDS,
    NONCE,
    REPORT,
    SKIPPED,
    ReleaseFolder,
)
from textveil.errors import InputError, UsageError
from textveil.formats.columns import OTHERS, Columns
from textveil.formats.folders import whole_suffix
from textveil.formats.held import Held, weight_of_document
from textveil.formats.sources import Source
from textveil.pipeline.attack.attacks import attacks
from textveil.pipeline.choosing import Choices, chosen_policy
from textveil.pipeline.pages import write_page
from textveil.pipeline.plan.deciding import decided, sized
from textveil.pipeline.release.beforehand.forewarnings import (
    ANNOTATION,
    look_beforehand,
    refuse_known,
)
from textveil.pipeline.release.beforehand.names import NameReader, ShownNames, new_names
from textveil.pipeline.release.beforehand.own_files import keep_own, named_alone, own_files
from textveil.pipeline.release.beforehand.request import Run
from textveil.pipeline.release.board_page import board_page
from textveil.pipeline.release.copies import Copies, Served, marks_of
from textveil.pipeline.release.copy_folders import Parts
from textveil.pipeline.release.engine import Engine, Plan
from textveil.pipeline.release.reading import Committed
from textveil.pipeline.release.refusal import refusal, text_advice
from textveil.pipeline.release.run_room import (
    Finished,
    Workplace,
    keep_encodings,
    keep_file,
    refuse_overlap,
    room_for,
    single_room,
)
from textveil.pipeline.release.search.column_values import require_columns
from textveil.pipeline.release.search.decisions import Decisions
from textveil.policy.policy import Policy
from textveil.values.contracts import about
from textveil.values.document import Document
from textveil.values.terms.policy_terms import DROP, NUMBER
from textveil.version import VERSION

__all__ = ["Run", "release", "release_copies"]

_REFERENCE: Final = "reference"
"""Where the text of nobody stands while it is measured."""


def release(run: Run, **choices: Unpack[Choices]) -> Certificate:
    """Carry out a run and return its certificate.

    Parameters
    ----------
    run
        What to do.
    choices
        Added to the policy of the run, as for `deidentify`.

    Returns
    -------
    Certificate
        What was done, by which policy, and what the verifiers say.

    Raises
    ------
    LanguageError
        If all documents are in languages that are not installed, or one is and the policy refuses
        it, and the policy reads sentences.
    WithheldError
        If the policy has a rule `publish`, and the decision is to withhold; nothing is read then.
    RefutedError
        If a verdict is refuted and cannot be repaired; then nothing is written, unless the run
        keeps refuted releases.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import load_policy, read
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> run = Run(read(folder / "note.txt"), folder / "out", load_policy("patterns-only"))
    >>> certificate = release(run)
    >>> certificate.counts["documents"], all(verdict.holds for verdict in certificate.verdicts)
    (1, True)
    """
    if run.vault is not None and marks_of(run.vault) is not None:
        run.notice(
            "others have marked copies by this vault, and this release is not marked: who has both "
            "sees where the copy is marked. Do not give it to them"
        )
    return _carried_out(_Asked.of(run, choices))[""]


def release_copies(
    run: Run, copies: Copies | Sequence[str], **choices: Unpack[Choices]
) -> dict[str, Certificate]:
    r"""Carry out a run with a marked copy for each recipient; return their certificates.

    The copies stand at `publish/NAME`, and what is kept of each at `keep/NAME`. All appear together
    or none does. `trace_release` tells by the vault whose copy leaked.

    Parameters
    ----------
    run
        What to do, as for `release`; its vault keeps the recipients.
    copies
        Who gets one; their names are enough.
    choices
        Added to the policy of the run, as for `deidentify`.

    Returns
    -------
    dict
        The certificate of each copy, by recipient.

    Raises
    ------
    UsageError
        If there is no vault, if a vault marks copies otherwise, or if the documents have fewer
        places than the colluders need that were asked for.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import Copies, Secret, load_policy, read
    >>> from textveil.store.sqlite_vault import SqliteVault
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> numbers = "".join(f"MRN {4471100 + n}. " for n in range(40))
    >>> _ = (folder / "note.txt").write_text(numbers)
    >>> rules = "name: p\ndetect: [textveil.patterns.v1]\n"
    >>> rules += "transform: {default: textveil.surrogate.v1}"
    >>> _ = (folder / "policy.yaml").write_text(rules)
    >>> policy, key = load_policy(folder / "policy.yaml"), Secret(b"0123456789abcdef")
    >>> with SqliteVault(folder / "v", key, create=True) as vault:
    ...     run = Run(read(folder / "note.txt"), folder / "out", policy, key, vault=vault)
    ...     sorted(release_copies(run, Copies(("north", "south"))))
    ['north', 'south']
    >>> (folder / "out" / "publish" / "north" / "certificate.json").exists()
    True
    """
    if not isinstance(copies, Copies):
        copies = Copies.of(copies)
    if run.vault is None:
        raise UsageError(
            "a vault must keep the recipients of marked copies", hint="give --vault FILE"
        )
    asked = replace(_Asked.of(run, choices), served=copies.served(run.vault))
    made = _carried_out(asked)
    return {name: made[name] for name in copies.recipients}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A run with everything that is decided before a document is read.

    Attributes
    ----------
    run
        With its policy as chosen, and the source with the ids that documents get.
    given
        The source as it was given.
    key
        Keys the commitments.
    nonce
        The same, where there is no key; it is kept.
    decision
        Why it may be published, if the policy asks for that.
    names
        By path, the one that each file gets; empty if files keep their names.
    decided
        What was decided, by the ids of the input.
    served
        Who gets a copy; None if there is one release for all.
    """

    run: Run
    given: Source
    key: bytes
    nonce: bytes | None
    decision: Mapping[str, Any] | None
    names: Mapping[str, str]
    decided: Decisions
    served: Served | None = None

    @classmethod
    def of(cls, run: Run, choices: Choices) -> "_Asked":
        policy = chosen_policy(run.policy, choices)
        rules = run.source.subjects or policy.subjects
        source = run.source.with_subjects(rules)
        run = replace(run, policy=replace(policy, subjects=rules), source=source)
        decision = decided(run.policy.publish) if run.policy.publish else None
        nonce = None if run.key else secrets.token_bytes(32)
        key = run.key.derive("commitment") if run.key else nonce or b""
        source, names, told = run.source, dict[str, str](), run.decisions
        if run.policy.ids == NUMBER:
            source, names = _numbered(run, key)
            if told.places:
                pairs = zip(source, run.source.in_order(names), strict=True)
                told = told.renamed((new.id, old.id) for new, old in pairs)
        if run.single:
            source = source.alone(run.target.name)
        refuse_overlap(run.source, run.target)
        asked = replace(run, source=source, decisions=told)
        return cls(asked, run.source, key, nonce, decision, names, run.decisions)

    @property
    def recipients(self) -> tuple[str, ...]:
        """Whose copies are written; one of nobody if there is one release for all."""
        return self.served.recipients if self.served else ("",)


def _numbered(run: Run, key: bytes) -> tuple[Source, dict[str, str]]:
    """Return the input with numbers in place of ids and of names that may identify."""
    source, reader = run.source, NameReader.of(Engine(run.policy, run.key))
    # In the order of names, a number would tell where in the alphabet a name stands.
    order = hmac.digest(key, b"textveil:order of files", "sha256")
    files = source.endings()
    paths = sorted(files, key=lambda path: hmac.digest(order, os.fsencode(path), "sha256"))
    names = new_names({path: files[path] for path in paths}, reader)
    source = source.with_numbers(names)
    shown = source.shown_name
    ending = whole_suffix(shown) if run.source.path.is_file() else ""
    if shown and reader.identifies(shown.removesuffix(ending)):
        source = replace(source, named=f"1{ending}")
    return source, names


def _carried_out(asked: _Asked) -> dict[str, Certificate]:
    """Carry out a run; return the certificates by recipient."""
    try:
        return _made(asked)
    except InputError as error:
        rest = asked.given.readable()
        if rest is None:
            raise
        raise _all_at_once(error, asked, rest) from None


def _all_at_once(error: InputError, asked: _Asked, rest: Source) -> InputError:
    """Return the error about unreadable files with all else that is wrong with the other files."""
    try:
        run = replace(asked.run, source=rest, notice=lambda _: None)
        if run.policy.ids == NUMBER:
            run = replace(run, source=_numbered(run, asked.key)[0])
        engine = _engine(run, asked.served)
        look_beforehand(run, engine, Held(run.source, len), ShownNames(NameReader.of(engine)))
    except InputError as other:
        hint = " · ".join(dict.fromkeys(filter(None, (error.hint, other.hint))))
        where = "" if error.where == other.where else f"{error.where}: "
        return InputError(f"{where}{error.what}\n{other.what}", where=other.where, hint=hint)
    return error


def _engine(run: Run, served: Served | None) -> Engine:
    """Return the engine of a run, after a look at its columns."""
    columns = Columns.of(run.policy.columns, run.source)
    marks = served.marks if served else None
    engine = Engine(
        *(run.policy, run.key, run.vault, columns, run.track),
        marks=marks,
        decisions=run.decisions,
    )
    # Built first: a policy that cannot be carried out should fail before anything is read.
    list(engine.components())
    attacks()
    require_columns(columns, run.source)
    return engine


def _made(asked: _Asked) -> dict[str, Certificate]:
    run, served = asked.run, asked.served
    engine = _engine(run, served)
    shown = ShownNames(NameReader.of(engine))
    annotated = run.policy.keep_annotations
    committed = Committed(run.source, asked.key, str(run.source.path), annotated=annotated)
    documents = Held(committed, weight_of_document, run.memory)
    if run.single:
        look_beforehand(run, engine, documents, shown)
        is_folder = run.source.path.is_dir()
        opened = single_room(run.target, run.certificate, folder=is_folder, force=run.force)
    else:
        opened = room_for(
            run.target,
            f"{run.policy.sha256} {VERSION} {run.decisions.digest}".rstrip(),
            run.key,
            force=run.force,
            look=lambda: look_beforehand(run, engine, documents, shown),
            end=served.finish if served else lambda _: None,
        )
    with opened as room:
        _put_together(asked, engine, (committed, documents), room, shown)
    return room.made


def _put_together(
    asked: _Asked,
    engine: Engine,
    given: tuple[Committed, Held[Document]],
    room: Workplace,
    shown: ShownNames,
) -> None:
    """Make everything, and write it into the room of the run."""
    run, served, columns = asked.run, asked.served, engine.columns
    committed, documents = given
    plan = engine.plan(documents, room.spool, run.source.size(), skip=True)
    if told := plan.documents.says():
        run.notice(told)
    skipped = list(_skipped(asked.given, plan.documents.reasons()))
    columns.require(plan.seen, str(run.source.path))
    refuse_known(run, shown, plan.known)
    places = served.readable(plan.rewriting.places()) if served else 0
    if served is not None:
        run.notice(served.foretold(places))
    written = {name: Parts(run, room.place(name), plan, columns) for name in asked.recipients}
    reference = _reference(run, engine, plan, room) if served else None
    engine.finish_copies(
        plan,
        {name: parts.deliver for name, parts in written.items()},
        lambda name, outcome: written[name].settle(outcome, reference),
    )
    if plan.annotations.names:
        # Labels are words of a scheme, such as `nmod`, and of no language.
        said = ShownNames(replace(shown.reader, listed=True, _told={}))
        said.add(ANNOTATION, sorted(plan.annotations.names))
        refuse_known(run, said, plan.known)
    dropped = _settled(run, plan, engine, written)
    components = list(engine.components(plan.documents.languages.used))
    certified = {**run.policy.certified(asked.key), **_shown_rules(run.policy)}
    common = replace(
        _certified(run, components),
        started=room.spool.started,
        dropped=len(dropped),
        skipped=len(skipped),
        decisions=run.decisions.counted,
        policy=named_alone(certified, components),
        decision=_decision(asked, written),
        own_files=own_files(components, asked.key),
        input={"commitment": committed.digest, "keyed_by": "key" if run.key else "nonce"},
        marked=served is not None,
        weak_key=run.weak_key,
    )
    for name, parts in written.items():
        finished = _finished(
            asked, name, parts.place, dropped, replace(shown.reader, known=plan.known, _told={})
        )
        keep_own(components, parts.place)
        if skipped:
            keep_file(parts.place, SKIPPED, skipped)
        keep_encodings(parts.place, asked.given)
        if asked.decided.places:
            keep_file(parts.place, DECISIONS, asked.decided.lines())
        room.made[name] = parts.finish(common, finished, reference)
    if served is not None:
        replaced = {name: parts.counts["replaced"] for name, parts in written.items()}
        page = board_page(served, room.made, replaced, places)
        write_page(ReleaseFolder.new(room.folder).kept(REPORT), page, private=True)
        served.enroll()


def _reference(run: Run, engine: Engine, plan: Plan, room: Workplace) -> Parts:
    """Make the text of nobody, with first surrogates alone; return its figures, not its files.

    Certificates of copies have these figures: they depend on nobody's marks.
    """
    # It is measured whatever its verdicts say: no claim is made about it.
    run = replace(run, excerpts=0, keep_refuted=True)
    inside = replace(room, folder=room.folder / _REFERENCE)
    made = Parts(run, inside.place(), plan, engine.columns)
    made.settle(engine.finish(plan, made.deliver))
    made.remove()
    return made


def _settled(run: Run, plan: Plan, engine: Engine, written: Mapping[str, Parts]) -> tuple[str, ...]:
    """Refuse what must not be written, and tell the user; return names that were left out."""
    one = next(iter(written.values()))
    shown = {*one.fields, *engine.columns.protected}
    for notice in (*plan.rewriting.notices(), *plan.annotations.notices()):
        run.notice(notice)
    for parts in written.values():
        outcome = parts.outcome
        refused = refusal(outcome.verdicts, text_advice(), rounds=outcome.rounds)
        if refused is not None and not run.keep_refuted:
            raise refused
    return tuple(sorted(plan.seen - shown))


def _decision(asked: _Asked, written: Mapping[str, Parts]) -> Mapping[str, Any] | None:
    """Return why the documents may be published, now that their number is known."""
    rule, documents = asked.run.policy.publish, next(iter(written.values())).counts["documents"]
    if asked.decision is None or rule is None:
        return None
    return sized(asked.decision, rule, documents)


def _finished(
    asked: _Asked, name: str, place: ReleaseFolder, dropped: Sequence[str], reader: NameReader
) -> Finished:
    """Write everything else that is kept of a copy; return what its certificate is made with."""
    if asked.nonce:
        keep_file(place, NONCE, [asked.nonce.hex()])
    if asked.run.policy.ids == NUMBER:
        before = asked.given.in_order(asked.names)
        keep_file(place, IDS, _former_ids(before, asked.run.source))
    return Finished(
        figures={"dropped": list(dropped), **({FILES: asked.names} if asked.names else {})},
        reader=reader,
        pages={},
        secret=asked.key,
        key=asked.run.key,
        sign=asked.run.sign,
        salt=asked.served.salt(name) if asked.served else b"",
    )


def _former_ids(given: Source, numbered: Source) -> Iterator[str]:
    """Yield, as lines of JSON, the id of each document and the one that it had."""
    for before, after in zip(given, numbered, strict=True):
        yield json.dumps({"id": after.id, "was": before.id}, ensure_ascii=False) + "\n"


def _skipped(source: Source, documents: Mapping[str, str]) -> Iterator[str]:
    """Yield, as lines of JSON, the files and documents that were left out and why."""
    for kind, reasons in (("file", source.left_out()), ("document", documents)):
        for name, reason in reasons.items():
            yield json.dumps({kind: name, "reason": reason}, ensure_ascii=False) + "\n"


def _shown_rules(policy: Policy) -> dict[str, Any]:
    """Return the rules for columns as the certificate shows them.

    What is left out has a number there: its name is not published.
    """
    rules = policy.columns
    shown = {name: role for name, role in rules.items() if role != DROP or name == OTHERS}
    numbers = (f"field-{at}" for at in count(1) if f"field-{at}" not in rules)
    left_out = sum(role == DROP and name != OTHERS for name, role in rules.items())
    shown |= dict.fromkeys(islice(numbers, left_out), DROP)
    return {"columns": shown} if shown else {}


def _certified(run: Run, components: Sequence[tuple[str, Any]]) -> Certificate:
    """Return what the certificates of all copies say of the run and its components."""
    policy = run.policy
    own = {
        "textveil.propagate.v1": policy.propagate,
        "textveil.columns.v1": bool({*policy.columns} - {OTHERS}),
    }
    told = [(name, about(component)) for name, component in components]
    drawn = {name: one.randomness for name, one in told if one.randomness}
    drawn |= {} if run.key else {NONCE: "system"}
    return Certificate(
        version=VERSION,
        signer=run.sign.public.fingerprint if run.sign else "",
        started="",
        components=tuple(sorted({*(n for n in own if own[n]), *(name for name, _ in told)})),
        files={
            name: file_hash(path)
            for name, path in sorted({file for _, one in told for file in one.files})
        },
        source={
            "name": run.source.released_name,
            "format": run.source.format_name,
            "options": run.source.released_options,
        },
        randomness=drawn,
        protected=Columns.of(policy.columns, run.source).protected,
    )
