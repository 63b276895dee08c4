"""Delivery: where the user's configuration wants notices of disclosures to go."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from textveil.errors import InputError, InvalidValueError
from textveil.policy.yaml_lines import Located, parse_yaml
from textveil.remote.mail import MailServer
from textveil.remote.webhook import Webhook

__all__ = ["Delivery", "read_deliveries"]

_HINT: Final = "a YAML file with `webhook: {url: ...}` or `mail: {host: ..., from: ..., to: [...]}`"


class Delivery(Protocol):
    """Takes notices to somebody."""

    def send(self, notice: Mapping[str, Any]) -> None:
        """Send a notice; raise if it did not arrive."""
        ...


def read_deliveries(path: Path) -> Sequence[Delivery]:
    """Return the deliveries of a configuration.

    Tokens and passwords stand in variables of the environment, which the file names.

    Raises
    ------
    InputError
        If there is no such file.
    PolicyError
        If it is wrong; the message names the line.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        kind = type(error).__name__
        raise InputError(
            f"the configuration cannot be read ({kind})", where=str(path), hint=_HINT
        ) from None
    told = parse_yaml(text, str(path)).only_keys(("webhook", "mail"))
    made = {"webhook": _webhook, "mail": _mail}
    found = []
    for name in told.value:
        one = told.get(name)
        try:
            found.append(made[name](one))
        except InvalidValueError as error:
            raise one.error(error.what, _HINT) from None
    if not found:
        raise told.error("it names nobody who gets notices", _HINT)
    return found


def _webhook(told: Located) -> Delivery:
    told.only_keys(("url", "token_variable"))
    return Webhook(told.get("url").of_type(str), _variable(told, "token_variable"))


def _mail(told: Located) -> Delivery:
    told.only_keys(("host", "port", "from", "to", "security", "user", "password_variable"))
    return MailServer(
        told.get("host").of_type(str),
        told.get("from").of_type(str),
        tuple(one.of_type(str) for one in told.get("to").items()),
        told.get("port").of_type(int) if "port" in told.value else 587,
        told.get("security").of_type(str) if "security" in told.value else "starttls",
        told.get("user").of_type(str) if "user" in told.value else "",
        _variable(told, "password_variable"),
    )


def _variable(told: Located, key: str) -> str:
    if key not in told.value:
        return ""
    name = told.get(key).of_type(str)
    if name not in os.environ:
        raise told.get(key).error("there is no such variable in the environment")
    return os.environ[name]
