"""A workbench that is killed: what it acknowledged stands, and its jobs go on."""

import http.client
import json
import os
import re
import signal
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from tests.e2e.workbench.workbench_pages import WORDS, plain_files, serving

pytestmark = pytest.mark.slow

CANARY = "Zanzibarquartz"
NOTE = f"Call 555-0142 or 555-0143. Ask for {CANARY}."


class Client:
    """Asks as a browser does, and waits as long as it takes."""

    def __init__(self, base, cookies=""):
        self.base, self.cookies = base, cookies

    def ask(self, path, data=None, kind="application/x-www-form-urlencoded"):
        """Return status, text, and where to go next."""
        address = http.client.HTTPConnection(self.base.removeprefix("http://"))
        headers = {"cookie": self.cookies} | ({} if data is None else {"content-type": kind})
        address.request("GET" if data is None else "POST", path, data, headers)
        answer = address.getresponse()
        text = answer.read().decode()
        if told := answer.headers.get("set-cookie"):
            self.cookies = told.partition(";")[0]
        address.close()
        return SimpleNamespace(
            status=answer.status, text=text, to=answer.headers.get("location", "")
        )

    def post(self, path, **fields):
        """Send a form."""
        return self.ask(path, urlencode(fields))


def csrf(client):
    return re.search(r'name="csrf-token" content="([^"]+)"', client.ask("/account").text)[1]


def until_over(client, job):
    told = {"over": False}
    while not told["over"]:
        told = json.loads(client.ask(f"/jobs/{job}/progress").text)
    return told["state"]


def begun(client, **fields):
    data = {"csrf": csrf(client), "policy": "patterns-only", "do": "find", **fields}
    content = "".join(json.dumps({"id": f"n{n}", "text": NOTE}) + "\n" for n in range(4))
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in data.items()]
    parts.append(f'name="files"; filename="n.jsonl"\r\n\r\n{content}')
    head = "--edge\r\ncontent-disposition: form-data; "
    body = "".join(f"{head}{part}\r\n" for part in parts) + "--edge--\r\n"
    answer = client.ask("/release", body.encode(), "multipart/form-data; boundary=edge")
    return answer.to.rpartition("/")[2]


def signed_up(client, link):
    client.post(link, name="ana", password=WORDS, again=WORDS)


def test_a_killed_server_loses_nothing_acknowledged_and_its_jobs_go_on(tmp_path):
    with serving(tmp_path) as (base, link, process):
        client = Client(base)
        signed_up(client, link.removeprefix(base))
        job = begun(client)
        assert until_over(client, job) == "done"
        token, acknowledged = csrf(client), []
        for number in (1, 2, 3):
            fields = {"csrf": token, "do": "add", "overlooked": CANARY, "label": "NAME"}
            if client.post(f"/release/{job}/{number}", **fields).status == 303:
                acknowledged.append(number)
        running = begun(client)
        process.send_signal(signal.SIGKILL)
        process.wait()
        cookies = client.cookies
    assert acknowledged == [1, 2, 3]
    with serving(tmp_path) as (base, _, _):
        client = Client(base, cookies)
        # The session survives, and so does what was said.
        for number in acknowledged:
            assert "find named" in client.ask(f"/release/{job}/{number}").text
        assert until_over(client, running) == "done"
        assert left_rooms() == []
    for path, content in plain_files(tmp_path / "data"):
        assert CANARY.encode() not in content, path.name


def left_rooms():
    """Return rooms of plain text that no server holds any more."""
    memory = Path("/dev/shm")  # noqa: S108 - where rooms are
    rooms = [path for path in memory.glob("textveil-*") if path.stat().st_uid == os.getuid()]
    return [
        path
        for path in rooms
        if any(CANARY.encode() in one.read_bytes() for one in path.rglob("*.jsonl"))
    ]


def workers_of(server):
    """Return the processes that work for a server."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            command = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == server and b"textveil.web.working.worker" in command:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no /proc to find workers in")
def test_a_worker_that_is_killed_twice_leaves_a_failed_job_with_a_reason(tmp_path):
    with serving(tmp_path) as (base, link, process):
        client = Client(base)
        signed_up(client, link.removeprefix(base))
        job = begun(client, policy="tag-only")
        killed = set()
        while len(killed) < 2:
            for worker in set(workers_of(process.pid)) - killed:
                os.kill(worker, signal.SIGKILL)
                killed.add(worker)
        assert until_over(client, job) == "failed"
        shown = client.ask(f"/jobs/{job}").text
        assert "ended from outside, twice" in shown
        assert CANARY not in shown
