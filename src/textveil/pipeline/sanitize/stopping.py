"""Work that hears Ctrl-C at once, however long its native loops are."""

from collections.abc import Callable, Iterable, Iterator
from threading import Event, Thread, current_thread, main_thread
from typing import Final, TypeVar

from textveil.values.runs.watch import Track

__all__ = ["stoppable"]

Item = TypeVar("Item")
Made = TypeVar("Made")

_LISTEN: Final = 0.1
"""Seconds between two looks at a signal."""


def stoppable(work: Callable[[Track], Made], track: Track) -> Made:
    """Do work that writes nothing, and stop at once when the user says so.

    Python hears a signal between two instructions of the main thread, and a native loop is one. So
    the work runs in a thread of its own; the loops leave the interpreter to others. After an
    interrupt it ends with its next tracked step, or with the process.

    Parameters
    ----------
    work
        Takes what watches it. In another thread than the main one, which gets no signals, it runs
        there.
    track
        Shows progress.
    """
    if current_thread() is not main_thread():
        return work(track)
    stopped = Event()
    made: list[Made] = []
    failed: list[BaseException] = []

    def watched(
        items: Iterable[Item],
        stage: str,
        total: int | None,
        weigh: Callable[[Item], int] | None = None,
    ) -> Iterator[Item]:
        for item in track(items, stage, total, weigh):
            if stopped.is_set():
                raise KeyboardInterrupt
            yield item

    def run() -> None:
        try:
            made.append(work(watched))
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is heard
            failed.append(error)

    worker = Thread(target=run, name="textveil work", daemon=True)
    try:
        worker.start()
        while worker.is_alive():
            worker.join(_LISTEN)
    except BaseException:
        stopped.set()
        raise
    if failed:
        raise failed[0]
    return made[0]
