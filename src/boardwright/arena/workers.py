"""Where pairings are played: here, in a pool of processes, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Any

from boardwright.arena.pairing import Pairing, Result, play
from boardwright.core.refusal import BoardwrightError

_WAITING = 2
"""Batches a worker may have waiting."""


def in_process(batches: Iterable[list[Pairing]]) -> Generator[Result, None, None]:
    """One after another, in this process."""
    for batch in batches:
        yield from map(play, batch)


def in_pool(batches: Iterable[list[Pairing]], jobs: int) -> Generator[Result, None, None]:
    """In `jobs` processes, results as they come. Closing the iterator stops the pool."""
    waiting: set[Future[list[Result]]] = set()
    source = iter(batches)
    workers = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_die_on_interrupt)
    try:
        while True:
            while len(waiting) < jobs * _WAITING and (batch := next(source, None)) is not None:
                waiting.add(workers.submit(play_batch, batch))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    except BrokenProcessPool:
        raise BoardwrightError("A worker process died in the middle of a game.") from None
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def _die_on_interrupt() -> None:
    """An interrupted worker just ends: whoever started it tells the user."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def on_ray(batches: Iterable[list[Pairing]], address: str) -> Generator[Result, None, None]:
    """On a Ray cluster (`auto`, or its address; `local` starts one here), in batches of whole games."""
    try:
        cluster: Any = import_module("ray")
    except ImportError:
        raise BoardwrightError("Ray is not installed; `pip install 'boardwright[ray]'` brings it.") from None
    cluster.init(None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    try:
        remote = cluster.remote(play_batch)
        waiting: list[object] = []
        source = iter(batches)
        room = int(cluster.cluster_resources().get("CPU", 1)) * _WAITING
        while True:
            while len(waiting) < room and (batch := next(source, None)) is not None:
                waiting.append(remote.remote(batch))
            if not waiting:
                return
            done, waiting = cluster.wait(waiting)
            for results in cluster.get(done):
                yield from results
    finally:
        cluster.shutdown()


def play_batch(batch: list[Pairing]) -> list[Result]:
    """One batch, in whatever process this is."""
    return [play(pairing) for pairing in batch]
