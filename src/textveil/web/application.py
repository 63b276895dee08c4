"""The application: routes of the table, guarded, and answered in threads of the bench."""

import asyncio
import errno
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from textveil.errors import (
    CannotCarryError,
    OutputError,
    TextveilError,
    UsageError,
    VaultError,
    bug_report,
)
from textveil.web.asking import JSON, Answer, PageRequest, SentForm, as_json
from textveil.web.bench import Workbench
from textveil.web.bodies import MOST_PLAIN, FormReader, plain_form, too_large
from textveil.web.reception import admitted, forbidden, genuine, missing
from textveil.web.rendering import problem_page
from textveil.web.routes import Right, Route, routes
from textveil.web.words import words

__all__ = ["COOKIE", "application"]

COOKIE: Final = "textveil"
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system says of a disk, a folder in memory or a share that is full."""
_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
_SILENT: Final[TelemetryConfig] = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
"""A variable of the environment could have FastAPI send addresses and errors to a host."""
_UNKNOWN: Final = Route("GET", "", Right.USER, "", "", "")
"""Stands for an address that is not in the table: a stranger is sent to the login page."""


def application(
    place: Workbench,
    say: Callable[[str], None] = lambda _: None,
    ready: Callable[[], None] = lambda: None,
) -> ASGIApp:
    """Return the workbench as an ASGI application.

    Parameters
    ----------
    place
        What the pages share; it is closed when the server ends.
    say
        Is told of unexpected errors: an id and places in the code, never a text.
    ready
        Is called when the server begins to answer.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.get_running_loop().run_in_executor(place.pool, place.jobs.start)
        ready()
        yield
        await asyncio.to_thread(place.close)

    app = FastAPI(
        docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan, telemetry=_SILENT
    )
    desk = _Desk(place, say)
    for route in routes():
        app.add_route(route.path, partial(desk.answer, route), methods=[route.method])
    app.add_exception_handler(HTTPException, desk.unknown)
    return _Guard(app, place)


class _Guard:
    """Refuses foreign hosts and origins, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, place: Workbench) -> None:
        self._app, self._settings = app, place.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value for name, value in scope["headers"]}

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                more = ((k.encode(), v.encode()) for k, v in _HEADERS.items())
                message["headers"] += [pair for pair in more if pair[0] not in known]
            await send(message)

        refused = self._refused(scope["method"], headers)
        if refused is None:
            await self._app(scope, receive, guarded)
        else:
            status, text = refused
            await Response(text, status, media_type="text/plain")(scope, receive, guarded)

    def _refused(self, method: str, headers: dict[str, bytes]) -> tuple[int, str] | None:
        host = headers.get("host", b"").decode("latin-1")
        if _without_port(host) not in self._settings.hosts:
            return 400, words().error_host
        if method not in ("GET", "HEAD") and not self._is_own(host, headers):
            return 403, words().error_origin
        return None

    def _is_own(self, host: str, headers: dict[str, bytes]) -> bool:
        """Tell whether a changing request comes from a page of ours, or from no browser."""
        site = headers.get("sec-fetch-site", b"same-origin")
        origin = headers.get("origin", b"").decode("latin-1").lower()
        scheme = "https" if self._settings.secure else "http"
        # Without referrers, browsers send `null` for our own forms, and say in the other header
        # where these stand.
        known = {"", f"{scheme}://{host}".lower()}
        known |= {"null"} if "sec-fetch-site" in headers else set()
        return site in (b"same-origin", b"none") and origin in known


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdigit() else host.lower()


class _Desk:
    """Takes a request apart, asks the page in a thread, and hands the answer over."""

    def __init__(self, place: Workbench, say: Callable[[str], None]) -> None:
        self._place, self._say = place, say

    def _run(self, work: Callable[..., Any], *given: Any) -> Awaitable[Any]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(
            self._place.pool, partial(self._place.again, partial(work, *given))
        )

    def _asked(self, request: Request, route: Route) -> PageRequest:
        return PageRequest(
            self._place,
            route,
            dict(request.path_params),
            dict(request.query_params),
            wants_json=JSON in request.headers.get("accept", "")
            or JSON in request.headers.get("content-type", ""),
            address=request.client.host if request.client else "",
        )

    async def unknown(self, request: Request, error: Exception) -> Response:
        """Answer for an address that is not in the table."""
        asked = self._asked(request, _UNKNOWN)
        asked = replace(asked, path={})
        known = await self._run(admitted, asked, request.cookies.get(COOKIE, ""))
        found = known if isinstance(known, Answer) else await self._run(missing, known)
        if isinstance(error, HTTPException) and isinstance(known, PageRequest):
            found = replace(found, status=error.status_code)
        return self._response(found)

    async def answer(self, route: Route, request: Request) -> Response:
        """Answer a request for a route of the table."""
        asked = self._asked(request, route)
        try:
            known = await self._run(admitted, asked, request.cookies.get(COOKIE, ""))
            if isinstance(known, Answer):
                return self._response(known)
            asked = known
            asked = await self._with_body(asked, request)
            if not genuine(asked, request.headers.get("x-csrf-token", "")):
                return self._response(await self._run(forbidden, asked))
            answer = await self._run(route.answer(), asked)
        except ClientDisconnect:
            return Response(status_code=400)
        except TextveilError as error:
            answer = await self._run(_problem, asked, error)
        except Exception as error:  # noqa: BLE001 - the last line before the user
            answer = await self._run(_problem, asked, self._unexpected(error), 500)
        finally:
            await self._run(_tidied, asked)
        return self._response(answer)

    def _unexpected(self, error: Exception) -> TextveilError:
        """Return what a user is told of an error that nobody foresaw; a full disk is none."""
        if isinstance(error, OSError) and error.errno in FULL:
            return OutputError(words().error_full, hint=words().hint_full)
        number = secrets.token_hex(4)
        self._say(f"{number}: {bug_report(error)}")
        return UsageError(words().error_unexpected.replace("{id}", number))

    async def _with_body(self, asked: PageRequest, request: Request) -> PageRequest:
        if not asked.route.writes:
            return asked
        kind, most = request.headers.get("content-type", ""), self._place.settings.max_upload
        stated = request.headers.get("content-length", "0")
        if stated.isdigit() and int(stated) > most:
            raise too_large(most)
        if kind.startswith("multipart/form-data"):
            files, key = self._place.incoming()
            try:
                reader = FormReader(kind, files, key)
                form = await reader.read(request.stream(), most, self._run)
            except BaseException:
                files.remove()
                raise
            return replace(asked, form=form)
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > MOST_PLAIN:
                raise too_large(MOST_PLAIN)
        if kind.startswith(JSON):
            return replace(asked, body=bytes(body))
        return replace(asked, form=plain_form(bytes(body)))

    def _response(self, answer: Answer) -> Response:
        headers = dict(answer.headers)
        if isinstance(answer.content, bytes):
            made = Response(answer.content, answer.status, headers, answer.kind)
        else:
            pieces = self._streamed(answer.content)
            made = StreamingResponse(pieces, answer.status, headers, answer.kind)
        if answer.cookie is not None:
            secure = self._place.settings.secure
            told: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": secure}
            if answer.cookie:
                made.set_cookie(COOKIE, answer.cookie, **told)
            else:
                made.delete_cookie(COOKIE, **told)
        return made

    async def _streamed(self, pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
        while (piece := await self._run(next, pieces, None)) is not None:
            yield piece


def _problem(asked: PageRequest, error: TextveilError, status: int = 400) -> Answer:
    if isinstance(error, VaultError | OutputError) and not isinstance(error, CannotCarryError):
        status = 500
    elif error.hint == words().hint_upload:
        status = 413
    if asked.wants_json:
        told = {"error": error.what, "where": error.where, "hint": error.hint}
        return as_json(told, status)
    return problem_page(asked, error, status)


def _tidied(asked: PageRequest) -> None:
    """Remove files that a request brought and no job has taken."""
    form: SentForm = asked.form
    if form.files is not None:
        form.files.remove()
