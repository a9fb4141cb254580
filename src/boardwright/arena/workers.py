"""Places where games are played: in this process, in a process pool, or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from boardwright.arena.pairing import Pairing, Result, play
from boardwright.core.refusal import BoardwrightError, Unavailable

T = TypeVar("T")
Runner: TypeAlias = Callable[[Iterable[Pairing]], Generator[Result, None, None]]
"""Plays pairings and yields their results in any order."""

_QUEUE = 2
"""Batches submitted per worker."""
_BATCH = 4
"""Games per task on a cluster."""


def runner(jobs: int, address: str | None) -> Runner:
    """Return the way to play pairings: on a Ray cluster if there is an address, else in `jobs` processes."""
    if address is not None:
        return lambda pairings: on_ray(batches(pairings, _BATCH), address)
    if jobs > 1:
        return lambda pairings: in_pool(batches(pairings, 1), jobs)
    return lambda pairings: (play(pairing) for pairing in pairings)


def batches(pairings: Iterable[Pairing], size: int) -> Iterator[list[Pairing]]:
    """Split the pairings into lists of at most `size`, the units of work for other processes.

    >>> pairings = [Pairing(number=number, game="deblockle", bots=(), seed="") for number in range(5)]
    >>> [len(batch) for batch in batches(pairings, 2)]
    [2, 2, 1]
    """
    source = iter(pairings)
    while batch := list(islice(source, size)):
        yield batch


def _spread(
    source: Iterator[list[Pairing]],
    most: int,
    submit: Callable[[list[Pairing]], T],
    collect: Callable[[list[T]], tuple[Iterable[list[Result]], list[T]]],
) -> Generator[Result, None, None]:
    """Keep up to `most` batches submitted, and yield the results of those that are done."""
    waiting: list[T] = []
    while True:
        waiting += map(submit, islice(source, most - len(waiting)))
        if not waiting:
            return
        done, waiting = collect(waiting)
        for results in done:
            yield from results


def in_pool(source: Iterator[list[Pairing]], jobs: int) -> Generator[Result, None, None]:
    """Play in `jobs` processes and yield results as they complete. Closing the iterator stops the pool."""

    def collect(waiting: list[Future[list[Result]]]) -> tuple[list[list[Result]], list[Future[list[Result]]]]:
        done, left = wait(waiting, return_when=FIRST_COMPLETED)
        return [future.result() for future in done], list(left)

    workers = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_die_on_interrupt)
    try:
        yield from _spread(source, jobs * _QUEUE, lambda batch: workers.submit(play_batch, batch), collect)
    except BrokenProcessPool:
        raise BoardwrightError("A worker process died during a game.") from None
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def _die_on_interrupt() -> None:
    """End the worker silently on Ctrl-C; the parent process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def on_ray(source: Iterator[list[Pairing]], address: str) -> Generator[Result, None, None]:
    """Play on a Ray cluster: `auto`, an address, or `local` to start one on this machine."""
    try:
        cluster: Any = import_module("ray")
    except ImportError:
        raise BoardwrightError("Ray is not installed; run `pip install 'boardwright[ray]'`.") from None
    check_address(address)
    try:
        cluster.init(address, log_to_driver=False, include_dashboard=False)
    except Exception as error:  # Ray raises many kinds, with messages of many lines
        reason = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise BoardwrightError(
            f"Ray cannot start at {address!r}: {reason.rstrip('.')}. Use --jobs to play in processes of this machine."
        ) from None
    try:
        remote = cluster.remote(play_batch)
        most = int(cluster.cluster_resources().get("CPU", 1)) * _QUEUE

        def collect(waiting: list[object]) -> tuple[list[list[Result]], list[object]]:
            done, left = cluster.wait(waiting)
            return cluster.get(done), left

        yield from _spread(source, most, remote.remote, collect)
    finally:
        cluster.shutdown()


def play_batch(batch: list[Pairing]) -> list[Result]:
    """Play one batch in the current process."""
    return [play(pairing) for pairing in batch]


_TIMEOUT = 2.0
"""Seconds for which an address may take to answer."""


def check_address(address: str) -> None:
    """Raise Unavailable if the address names a port that does not answer; `auto` is the one in RAY_ADDRESS."""
    tried = os.environ.get("RAY_ADDRESS", address) if address == "auto" else address
    place = host_and_port(tried)
    if place is None:
        return
    try:
        socket.create_connection(place, _TIMEOUT).close()
    except OSError as error:
        reason = error.strerror or f"no response within {_TIMEOUT:g} seconds"
        raise Unavailable(
            f"Nothing answers at {tried!r}: {reason}. Start a Ray cluster there, "
            "or use --ray local or --jobs to play on this machine."
        ) from None


def host_and_port(address: str) -> tuple[str, int] | None:
    """Return where to connect; None for an address without a port and for one that only Ray understands.

    >>> host_and_port("10.0.0.1:6379"), host_and_port("ray://[::1]:10001"), host_and_port("auto")
    (('10.0.0.1', 6379), ('::1', 10001), None)
    """
    try:
        url = urlsplit(address if "://" in address else f"ray://{address}")
        port = url.port
    except ValueError:
        return None
    return (url.hostname, port) if url.scheme == "ray" and url.hostname and port else None
