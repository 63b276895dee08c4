"""Working side by side: the same jobs on one core or on several, with the same results."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

from textveil.errors import InvalidValueError

__all__ = ["side_by_side"]

Job = TypeVar("Job")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Job], Result], jobs: Sequence[Job], count: int = 1
) -> Iterator[tuple[Job, Result]]:
    """Yield each job with its result, as they are finished.

    Parameters
    ----------
    work
        Does one job. With more than one process it must be a function of a module, or a value that
        can be called and sent to another process.
    jobs
        What is to be done; their order says only which begins first.
    count
        How many processes work; with 1, this one does.

    Raises
    ------
    InvalidValueError
        If nobody works.

    Examples
    --------
    >>> sorted(side_by_side(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if count < 1:
        raise InvalidValueError("at least one process must work", where="jobs")
    if count == 1 or len(jobs) < 2:
        for job in jobs:
            yield job, work(job)
        return
    # Fresh processes: a copy of this one could hold locks of its threads.
    pool = ProcessPoolExecutor(min(count, len(jobs)), mp_context=get_context("spawn"))
    try:
        begun = {pool.submit(work, job): job for job in jobs}
        for done in as_completed(begun):
            yield begun[done], done.result()
    finally:
        # What has not begun is given up, if somebody stops or a job fails.
        pool.shutdown(wait=True, cancel_futures=True)
