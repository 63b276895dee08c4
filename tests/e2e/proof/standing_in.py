"""A `textveil` for the shells of tests: it starts at once, for it is a copy of a loaded process.

What shells start is a few lines of Python. They hand their arguments, folder, environment and
streams to this process, which makes the copy, and end as it ends.
"""

import json
import os
import socket
import sys
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.e2e.textveil_cli import COMMAND, SOURCE, copying, run_here

_LONGEST = 1 << 20
_ASKING = """#!{python} -SE
import json, os, socket, sys
if os.environ.get("PYTHONPATH") != {source!r}:  # plug-ins are found at the start alone
    os.execv({command!r}, [{command!r}, *sys.argv[1:]])
with socket.socket(socket.AF_UNIX) as asking:
    asking.connect({place!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(asking, [asked], [0, 1, 2])
    sys.exit(int(asking.recv(16)))
"""


@cache
def folder_with_textveil():
    """Return a folder for PATH; it goes when this process ends."""
    folder = TemporaryDirectory()
    place = str(Path(folder.name, "asked"))
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen()
    program = Path(folder.name, "textveil")
    program.write_text(_asking(place), "utf-8")
    program.chmod(0o700)
    Thread(target=_serve, args=(listening, folder), daemon=True).start()
    return folder.name


def _asking(place):
    named = {"python": sys.executable, "source": str(SOURCE), "command": str(COMMAND)}
    return _ASKING.format(place=place, **named)


def _serve(listening, folder):
    while folder:
        asked, _ = listening.accept()
        # Commands that stand in one pipe run side by side.
        Thread(target=_answer, args=(asked,), daemon=True).start()


def _answer(asked):
    with asked:
        message, descriptors, *_ = socket.recv_fds(asked, _LONGEST, 3)
        # Connections can be handed to another process, numbers of streams cannot.
        streams = [Connection(descriptor) for descriptor in descriptors]
        process = copying().Process(target=_become_and_run, args=(*json.loads(message), streams))
        process.start()
        # Who reads a pipe waits until nobody can write to it.
        for stream in streams:
            stream.close()
        process.join()
        asked.sendall(str(process.exitcode).encode())


def _become_and_run(arguments, cwd, environment, streams):
    run_here(arguments, cwd, environment, [os.dup(stream.fileno()) for stream in streams])
