"""Release text and sequences without releasing the persons in them.

The names below are the public interface. They are imported when first used, so that
`import textveil` costs next to nothing; nothing inside the package imports from here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from textveil.version import VERSION

if TYPE_CHECKING:
    from textveil.certify.signatures.signing_pair import PublicKey, SigningKey
    from textveil.certify.verification import Verification, verify_release
    from textveil.errors import TextveilError
    from textveil.learn.project.learning_project import LearningProject
    from textveil.learn.project.loop_settings import LoopSettings
    from textveil.pipeline.api import deidentify, protect, read, restore, scan, write
    from textveil.pipeline.messages.checking import compose_check
    from textveil.pipeline.plan.run import plan
    from textveil.pipeline.python.results import Deidentified
    from textveil.pipeline.python.showing import show
    from textveil.pipeline.release.copies import Copies
    from textveil.pipeline.release.run import Run, release, release_copies
    from textveil.pipeline.risk.run import risk_classes, risk_estimate, risk_sample
    from textveil.pipeline.trace.release import Tracing, trace_release
    from textveil.policy.policy import Policy, load_policy
    from textveil.values.choice import Choice, Option
    from textveil.values.document import Corpus, Document
    from textveil.values.edit import Edit, Release, SequenceRelease
    from textveil.values.figures.score import Score
    from textveil.values.keys.secret import Secret
    from textveil.values.link import Link
    from textveil.values.messages.message import CheckedMessage, MessagePassage
    from textveil.values.metadata import Metadata
    from textveil.values.sequence import Alphabet, Sequence
    from textveil.values.span import Explanation, Span, Spans
    from textveil.values.verdict import Status, Verdict, Witness

__version__ = VERSION

_WHERE = {
    "Alphabet": "textveil.values.sequence",
    "CheckedMessage": "textveil.values.messages.message",
    "Choice": "textveil.values.choice",
    "ComposedMessage": "textveil.pipeline.messages.composing",
    "Copies": "textveil.pipeline.release.copies",
    "Corpus": "textveil.values.document",
    "Deidentified": "textveil.pipeline.python.results",
    "Document": "textveil.values.document",
    "Edit": "textveil.values.edit",
    "Explanation": "textveil.values.span",
    "LearningProject": "textveil.learn.project.learning_project",
    "Link": "textveil.values.link",
    "LoopSettings": "textveil.learn.project.loop_settings",
    "MessagePassage": "textveil.values.messages.message",
    "Metadata": "textveil.values.metadata",
    "Option": "textveil.values.choice",
    "Policy": "textveil.policy.policy",
    "PublicKey": "textveil.certify.signatures.signing_pair",
    "Release": "textveil.values.edit",
    "Run": "textveil.pipeline.release.run",
    "Score": "textveil.values.figures.score",
    "Secret": "textveil.values.keys.secret",
    "Sequence": "textveil.values.sequence",
    "SequenceRelease": "textveil.values.edit",
    "SigningKey": "textveil.certify.signatures.signing_pair",
    "Span": "textveil.values.span",
    "Spans": "textveil.values.span",
    "Status": "textveil.values.verdict",
    "TextveilError": "textveil.errors",
    "Tracing": "textveil.pipeline.trace.release",
    "Verdict": "textveil.values.verdict",
    "Verification": "textveil.certify.verification",
    "Witness": "textveil.values.verdict",
    "compose": "textveil.pipeline.messages.composing",
    "compose_check": "textveil.pipeline.messages.checking",
    "deidentify": "textveil.pipeline.api",
    "load_policy": "textveil.policy.policy",
    "plan": "textveil.pipeline.plan.run",
    "protect": "textveil.pipeline.api",
    "read": "textveil.pipeline.api",
    "release": "textveil.pipeline.release.run",
    "release_copies": "textveil.pipeline.release.run",
    "restore": "textveil.pipeline.api",
    "risk_classes": "textveil.pipeline.risk.run",
    "risk_estimate": "textveil.pipeline.risk.run",
    "risk_sample": "textveil.pipeline.risk.run",
    "scan": "textveil.pipeline.api",
    "show": "textveil.pipeline.python.showing",
    "trace_release": "textveil.pipeline.trace.release",
    "verify_release": "textveil.certify.verification",
    "write": "textveil.pipeline.api",
}

__all__ = [  # noqa: RUF022 - constants, classes, functions; a test keeps it equal to _WHERE
    "__version__",
    "Alphabet",
    "CheckedMessage",
    "Choice",
    "ComposedMessage",
    "Copies",
    "Corpus",
    "Deidentified",
    "Document",
    "Edit",
    "Explanation",
    "LearningProject",
    "Link",
    "LoopSettings",
    "MessagePassage",
    "Metadata",
    "Option",
    "Policy",
    "PublicKey",
    "Release",
    "Run",
    "Score",
    "Secret",
    "Sequence",
    "SequenceRelease",
    "SigningKey",
    "Span",
    "Spans",
    "Status",
    "TextveilError",
    "Tracing",
    "Verdict",
    "Verification",
    "Witness",
    "compose",
    "compose_check",
    "deidentify",
    "load_policy",
    "plan",
    "protect",
    "read",
    "release",
    "release_copies",
    "restore",
    "risk_classes",
    "risk_estimate",
    "risk_sample",
    "scan",
    "show",
    "trace_release",
    "verify_release",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'textveil' has no attribute {name!r}")
    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
