"""Where games are played: in this process, in a process pool, or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Any
from urllib.parse import urlsplit

from boardwright.arena.pairing import Pairing, Result, play
from boardwright.core.refusal import BoardwrightError, Unavailable

_QUEUE = 2
"""Batches submitted per worker."""


def in_process(batches: Iterable[list[Pairing]]) -> Generator[Result, None, None]:
    """Plays one game after another in this process."""
    for batch in batches:
        yield from map(play, batch)


def in_pool(batches: Iterable[list[Pairing]], jobs: int) -> Generator[Result, None, None]:
    """Plays in `jobs` processes and yields results as they complete. Closing the iterator stops the pool."""
    waiting: set[Future[list[Result]]] = set()
    source = iter(batches)
    workers = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_die_on_interrupt)
    try:
        while True:
            while len(waiting) < jobs * _QUEUE and (batch := next(source, None)) is not None:
                waiting.add(workers.submit(play_batch, batch))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    except BrokenProcessPool:
        raise BoardwrightError("A worker process died during a game.") from None
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def _die_on_interrupt() -> None:
    """Ends the worker silently on Ctrl-C; the parent process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def on_ray(batches: Iterable[list[Pairing]], address: str) -> Generator[Result, None, None]:
    """Plays on a Ray cluster: `auto`, an address, or `local` to start one on this machine."""
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
        waiting: list[object] = []
        source = iter(batches)
        capacity = int(cluster.cluster_resources().get("CPU", 1)) * _QUEUE
        while True:
            while len(waiting) < capacity and (batch := next(source, None)) is not None:
                waiting.append(remote.remote(batch))
            if not waiting:
                return
            done, waiting = cluster.wait(waiting)
            for results in cluster.get(done):
                yield from results
    finally:
        cluster.shutdown()


def play_batch(batch: list[Pairing]) -> list[Result]:
    """Plays one batch in the current process."""
    return [play(pairing) for pairing in batch]


_TIMEOUT = 2.0
"""Seconds for which an address may take to answer."""


def check_address(address: str) -> None:
    """Raises Unavailable if the address names a port that does not answer; `auto` is the one in RAY_ADDRESS."""
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
    """Returns where to connect; None for an address without a port and for one that only Ray understands.

    >>> host_and_port("10.0.0.1:6379"), host_and_port("ray://[::1]:10001"), host_and_port("auto")
    (('10.0.0.1', 6379), ('::1', 10001), None)
    """
    try:
        url = urlsplit(address if "://" in address else f"ray://{address}")
        port = url.port
    except ValueError:
        return None
    return (url.hostname, port) if url.scheme == "ray" and url.hostname and port else None
