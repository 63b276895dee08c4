"""What leaves the machine: a notice to the address that was named, or an error without it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest

from textveil.errors import InvalidValueError, OutputError
from textveil.remote.mail import MailServer
from textveil.remote.webhook import Webhook

NOTICE = {"notice": "1", "message": "m"}


class Hook(BaseHTTPRequestHandler):
    status = 204
    got: ClassVar = []

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        told = (self.path, self.headers.get("Authorization"), json.loads(self.rfile.read(length)))
        type(self).got.append(told)
        self.send_response(type(self).status)
        self.end_headers()

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def hook():
    class Own(Hook):
        got: ClassVar = []

    server = HTTPServer(("127.0.0.1", 0), Own)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server, Own
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_webhook_gets_the_notice(hook):
    server, handler = hook
    Webhook(f"http://127.0.0.1:{server.server_port}/a?b=1", "token").send(NOTICE)
    assert handler.got == [("/a?b=1", "Bearer token", NOTICE)]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_refuses_is_an_error(hook, status):
    server, handler = hook
    handler.status = status
    with pytest.raises(OutputError, match=str(status)):
        Webhook(f"http://127.0.0.1:{server.server_port}/secret-path").send(NOTICE)
    assert len(handler.got) == 1


def test_a_webhook_that_does_not_answer_is_an_error_without_its_address():
    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        port = server.server_port
    with pytest.raises(OutputError) as error:
        Webhook(f"http://127.0.0.1:{port}/secret-path").send(NOTICE)
    assert "secret-path" not in str(error.value)


@pytest.mark.parametrize("url", ["http://example.org/", "ftp://localhost/", "https:///x", "x"])
def test_a_webhook_is_encrypted_or_on_this_machine(url):
    with pytest.raises(InvalidValueError):
        Webhook(url)


class Smtp:
    """Stands in for the server of mail."""

    def __init__(self, fails=False):
        self.fails, self.sent, self.steps = fails, [], []

    def __enter__(self):
        if self.fails:
            raise ConnectionRefusedError
        return self

    def __exit__(self, *_):
        return None

    def starttls(self, context):
        self.steps.append("starttls")

    def login(self, user, password):
        self.steps.append(("login", user, password))

    def send_message(self, mail):
        self.sent.append(mail)


def test_mail_holds_the_notice_and_is_encrypted_first(monkeypatch):
    server = Smtp()
    monkeypatch.setattr("smtplib.SMTP", lambda *_, **__: server)
    MailServer("h", "a@example.org", ("b@example.org",), user="u", password="p").send(NOTICE)  # noqa: S106
    (mail,) = server.sent
    assert server.steps == ["starttls", ("login", "u", "p")]
    assert json.loads(mail.get_content()) == NOTICE
    assert (mail["From"], mail["To"]) == ("a@example.org", "b@example.org")


def test_mail_that_is_not_taken_is_an_error(monkeypatch):
    monkeypatch.setattr("smtplib.SMTP", lambda *_, **__: Smtp(fails=True))
    with pytest.raises(OutputError, match="mail server"):
        MailServer("h", "a@example.org", ("b@example.org",)).send(NOTICE)
