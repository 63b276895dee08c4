"""Webhooks: a notice as JSON, posted to an address that the user's configuration names."""

import http.client
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from textveil.errors import InvalidValueError, OutputError

__all__ = ["Webhook"]

_GOOD: Final = range(200, 300)


@dataclass(frozen=True, slots=True)
class Webhook:
    """Posts notices to one address; redirects are not followed.

    Attributes
    ----------
    url
        The address; `https`, or `http` on this machine.
    token
        Sent as a bearer token unless empty.
    seconds
        How long an answer is waited for.

    Raises
    ------
    InvalidValueError
        If the address is none of these.
    """

    url: str = field(repr=False)
    token: str = field(default="", repr=False)
    seconds: float = 10.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        own = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and own)):
            raise InvalidValueError("a webhook has an address with https, or http on this machine")

    @property
    def where(self) -> str:
        """The host alone: the rest of an address may hold a secret."""
        return urlsplit(self.url).hostname or ""

    def send(self, notice: Mapping[str, Any]) -> None:
        """Post a notice, and wait until the other side has it.

        Raises
        ------
        OutputError
            If there is no answer in time, or one that is not of success.
        """
        parts = urlsplit(self.url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection = self._connection(parts.scheme, parts.hostname or "", parts.port)
        try:
            connection.request("POST", path, json.dumps(notice).encode(), headers)
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            raise OutputError(
                f"the webhook does not answer ({type(error).__name__})",
                where=self.where,
                hint="run it again when it does: what was not told is looked at again",
            ) from None
        finally:
            connection.close()
        if status not in _GOOD:
            raise OutputError(
                f"the webhook refused the notice with status {status}",
                where=self.where,
                hint="check its address and token in the configuration",
            )

    def _connection(self, scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
        if scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=self.seconds)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=self.seconds, context=context)
