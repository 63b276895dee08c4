"""Compose: what a message reveals, and a version of it for every friend."""

from collections.abc import Mapping
from typing import Any, Final

from textveil.detect.messages.location import Location
from textveil.detect.messages.temporal import moment_of
from textveil.errors import UsageError
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.composing import ComposedMessage, Composer
from textveil.pipeline.messages.friends import groups_of
from textveil.pipeline.messages.profiles import profile_of
from textveil.pipeline.messages.reasons import reason_of, verdict_of
from textveil.values.document import Document
from textveil.values.messages.message import CheckedMessage
from textveil.web.asking import Answer, PageRequest
from textveil.web.trials import (
    Trial,
    TrialOutcome,
    beside,
    command_line,
    marked,
    typed_number,
    typed_text,
)
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "compose",
    {"message": "", "friends": "", "profile": "", "at": "", "people": "", "subject": "",
     "order": "nested", "share": ""},
)  # fmt: skip
_MOST: Final = 5_000
_ORDERS: Final = ("nested", "paper")
_MESSAGE: Final = "message"
"""Id of the message, as `compose` names what it reads from stdin or a file of this name."""


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked)


def answer(asked: PageRequest) -> Answer:
    """Check a message, or make its versions."""
    return _TRIAL.answer(asked, _work)


def _work(typed: Mapping[str, str], do: str) -> TrialOutcome:
    message = Document(_MESSAGE, typed_text(typed, "message", _MOST))
    settings = _settings(typed)
    if do == "check":
        with beside("message"):
            return _checked(Checker(settings).check(message), typed)
    return _composed(message, settings, typed)


def _settings(typed: Mapping[str, str]) -> CheckSettings:
    profile: dict[str, Any] = {}
    if typed["profile"].strip():
        with beside("profile", place=True):
            profile = profile_of(typed["profile"], "profile.yaml")
    people = typed_number(typed, "people", 1)
    with beside("people"):
        Location(people=people)
    with beside("at"):
        moment_of(typed["at"].strip())
    subject = typed["subject"].strip()
    return CheckSettings(profile, at=typed["at"].strip(), people=people, subject=subject)


def _line(verb: str, typed: Mapping[str, str], **more: object) -> str:
    profile = "profile.yaml" if typed["profile"].strip() else ""
    # A subject is a name: it stands in no command line that somebody copies into a history.
    subject = "NAME" if typed["subject"].strip() else ""
    told = {"profile": profile, "at": typed["at"].strip(), "people": typed["people"].strip()}
    return command_line("compose", verb, "message.txt", **more, **told, subject=subject)


def _checked(checked: CheckedMessage, typed: Mapping[str, str]) -> TrialOutcome:
    return TrialOutcome(_line("check", typed), checked.to_json(), _told(checked))


def _told(checked: CheckedMessage) -> dict[str, Any]:
    text = checked.message.text
    return {
        "pieces": marked(text, [(span.start, span.end) for span in checked.spans]),
        "verdict": verdict_of(checked),
        "reasons": [reason_of(checked.message, one) for one in checked.passages if one.private],
        "versions": [],
    }


def _composed(message: Document, settings: CheckSettings, typed: Mapping[str, str]) -> TrialOutcome:
    if not typed["friends"].strip():
        raise UsageError(words().error_friends, where="friends", hint=words().compose_friends_help)
    with beside("friends", place=True):
        groups = groups_of(typed["friends"], "friends.yaml")
    if typed["order"] not in _ORDERS:
        raise UsageError(words().error_choice, where="order")
    order, share = typed["order"], bool(typed["share"])
    with beside("message"):
        made = Composer(groups, settings, order=order, share=share).compose(message)
    line = _line(
        "run", typed, friends="friends.yaml", order="" if order == _ORDERS[0] else order,
        share=share,
    )  # fmt: skip
    return TrialOutcome(line, made.to_json(), {**_told(made.checked), **_versions(made)})


def _versions(composed: ComposedMessage) -> dict[str, Any]:
    made = composed.made
    return {
        "versions": [
            {
                "group": one.group,
                "friend": one.friend or "",
                "pieces": marked(
                    one.release.text, [(start, end) for _, start, end in one.release.placed()]
                ),
                "text": one.release.text,
                **{name: one.to_json().get(name) for name in ("loss", "fre")},
            }
            for one in made.versions
        ],
        "possible": made.possible,
        "apart": made.apart,
        "warnings": list(made.warnings),
    }
