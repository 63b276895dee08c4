"""Mail: a notice to addresses that the user's configuration names, by the server that it names."""

import json
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, Final

from textveil.errors import InvalidValueError, OutputError

__all__ = ["MailServer"]

_SUBJECT: Final = "textveil: a message was disclosed"
_SECURITY: Final = ("starttls", "tls", "none")


@dataclass(frozen=True, slots=True)
class MailServer:
    """Sends notices by SMTP.

    Attributes
    ----------
    host, port
        The server.
    sender
        Who the mail is from.
    to
        Who gets it.
    security
        `starttls`, `tls`, or `none` for a server on this machine.
    user, password
        Given to the server unless empty.
    seconds
        How long an answer is waited for.

    Raises
    ------
    InvalidValueError
        If nobody gets mail, or it would go to another machine in clear.
    """

    host: str
    sender: str
    to: tuple[str, ...]
    port: int = 587
    security: str = "starttls"
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    seconds: float = 10.0

    def __post_init__(self) -> None:
        if not self.to or any("\n" in one or "\r" in one for one in (*self.to, self.sender)):
            raise InvalidValueError("mail needs a sender and somebody who gets it")
        own = self.host in ("localhost", "127.0.0.1", "::1")
        if self.security not in _SECURITY or (self.security == "none" and not own):
            raise InvalidValueError(
                "mail is sent by starttls or tls; without them on this machine only"
            )

    def send(self, notice: Mapping[str, Any]) -> None:
        """Send a notice.

        Raises
        ------
        OutputError
            If the server does not take it.
        """
        mail = EmailMessage()
        mail["Subject"], mail["From"], mail["To"] = _SUBJECT, self.sender, ", ".join(self.to)
        mail.set_content(json.dumps(notice, indent=2))
        try:
            with self._server() as server:
                if self.security == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(mail)
        except (OSError, smtplib.SMTPException) as error:
            raise OutputError(
                f"the mail server did not take the notice ({type(error).__name__})",
                where=self.host,
                hint="run it again when it does: what was not told is looked at again",
            ) from None

    def _server(self) -> smtplib.SMTP:
        if self.security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=self.seconds, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=self.seconds)
