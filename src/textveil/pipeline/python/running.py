"""Running: the engine over documents in memory, for one corpus or for each document of a stream."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from textveil.errors import UsageError
from textveil.formats.columns import Columns, released_text
from textveil.formats.held import Held, weight_of_document
from textveil.formats.subjects import Placed
from textveil.pipeline.python.results import Deidentified
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.refusal import refusal, text_advice
from textveil.policy.policy import Policy, Step
from textveil.values.document import Corpus, Document
from textveil.values.span import Spans

__all__ = ["found_in", "released", "require_no_screen"]

_TAG: Final = Step("textveil.mask.v1")
_KEEP_REFUTED: Final = "write keep_refuted=True to get it all the same"


def require_no_screen(policy: Policy, verb: str) -> None:
    """Refuse a stream with a policy whose screens count over all documents."""
    if policy.screen:
        raise UsageError(
            f"the policy {policy.name} has a screen, which looks at all documents together, and a "
            "generator gives them one by one",
            where="policy",
            hint=f"give a list: {verb}(list(documents), …)",
        )


def released(
    engine: Engine, documents: Sequence[Document], *, keep_refuted: bool | None = None
) -> list[Deidentified]:
    """Release documents as one corpus; raise if a verdict is refuted and cannot be repaired.

    With `keep_refuted`, such a release is returned all the same; False offers this in the message.
    """
    if not documents:
        return []
    open_ones = sorted({name for one in documents for name in engine.columns.open_in(one)})
    if open_ones:
        raise UsageError(
            f"fields without a rule: {', '.join(open_ones)}",
            where="columns",
            hint='give each a label, text, keep or drop; columns={"*": "drop"} leaves all out',
        )
    # Two documents with one id would be taken for one.
    made, outcome = engine.release(list(Corpus(_told(engine.policy, documents))))
    rounds = outcome.rounds
    otherwise = "" if keep_refuted is None else _KEEP_REFUTED
    advice = text_advice(otherwise)
    refused = refusal(outcome.verdicts, advice, rounds=rounds)
    if refused is not None and not keep_refuted:
        raise refused
    results = []
    for one in made:
        document = engine.released(one)
        text = released_text(one.release, len(document.text))
        results.append(Deidentified(text, outcome.verdicts, document))
    return results


def _told(policy: Policy, documents: Sequence[Document]) -> Iterable[Document]:
    """Return documents that say whom they are about; here an id is the only path there is."""
    if not policy.subjects or any(one.about for one in documents):
        return documents
    return policy.subjects.told((Placed(one.id, True, one) for one in documents), "subjects")


def found_in(policy: Policy, documents: Sequence[Document], columns: Columns) -> list[Spans]:
    """Return what a policy would look for in documents, as one corpus: without overlaps.

    Offsets are those of the text with the cells of its row behind it (`Columns.whole`).
    """
    if not documents:
        return []
    # The passages of all labels are wanted, and the way they are rewritten does not matter.
    tags = replace(policy, default=replace(_TAG, language=policy.language), by_label={})
    engine = Engine(tags, columns=columns)
    plan = engine.plan(Held(documents, weight_of_document))
    return [
        engine.clear(document).back(spans)
        for document, spans in zip(plan.documents, plan.spans, strict=True)
    ]
