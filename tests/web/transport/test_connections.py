"""The counting of connections, and the lag of the event loop."""

from __future__ import annotations

import logging

import pytest
from prometheus_client import CollectorRegistry

from boardwright.web.metrics.metrics import LoopLag
from boardwright.web.transport.connections import ConnectionCounts, Connections, LiveSlots, Reason, TooManyConnections


class Fake:
    """A connection that becomes overdue when told."""

    def __init__(self) -> None:
        self.reason: Reason | None = None
        self.aborted = False

    def overdue(self, now: float) -> Reason | None:
        return self.reason

    def abort(self) -> None:
        self.aborted = True


def test_networks_of_64_bits_count_as_one_address() -> None:
    connections = Connections(2, 100)
    found = [connections.add(Fake(), f"2001:db8::{number}") for number in range(3)]
    assert found == [None, None, "address"]
    assert connections.add(Fake(), "2001:db8:0:1::1") is None


def test_a_trusted_proxy_has_only_the_limit_of_all() -> None:
    connections = Connections(2, 5, ["10.0.0.0/8"])
    assert [connections.add(Fake(), "10.1.2.3") for _ in range(6)] == [None] * 5 + ["total"]


def test_a_connection_that_ends_or_is_upgraded_is_counted_once() -> None:
    connections, http, socket = Connections(1, 9), Fake(), Fake()
    assert connections.add(http, "192.0.2.7") is None
    connections.replace(http, socket)
    connections.remove(http)
    assert len(connections) == 1
    assert connections.add(Fake(), "192.0.2.7") == "address"
    connections.remove(socket)
    connections.remove(socket)
    assert (len(connections), connections.add(Fake(), "192.0.2.7")) == (0, None)


def test_overdue_connections_are_cut_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    connections, good, bad = Connections(9, 9), Fake(), Fake()
    connections.add(good, "192.0.2.7")
    connections.add(bad, "192.0.2.7")
    bad.reason = "idle"
    with caplog.at_level(logging.INFO):
        connections.sweep(0)
        connections.remove(bad)
        connections.sweep(1)
    assert (good.aborted, bad.aborted, connections.counts["idle"]) == (False, True, 1)
    assert [record.getMessage() for record in caplog.records] == [
        "connections cut: 1 that sent no complete request in 30 s, 0 that took nothing in 30 s, "
        "0 that did not speak HTTP, 0 that went on beyond the rate limits"
    ]


def test_a_refused_live_connection_holds_nothing() -> None:
    held = ConnectionCounts()
    slots = LiveSlots(account=1, address=1, held=held)
    with slots.hold(account="ann"):
        with pytest.raises(TooManyConnections), slots.hold(address="here", account="ann"):
            pass
        assert (held.get("live account ann"), held.get("live address here")) == (1, 0)
    assert held.get("live account ann") == 0


def test_all_workers_count_together_and_a_new_one_forgets_what_its_predecessor_held() -> None:
    counts = ConnectionCounts.shared(workers=2)
    one, two = (Connections(3, held=counts.of(place)) for place in (0, 1))
    last = Fake()
    assert [each.add(Fake(), "192.0.2.7") for each in (one, one)] == [None, None]
    assert [two.add(last, "192.0.2.7"), two.add(Fake(), "192.0.2.7")] == [None, "address"]
    assert two.add(Fake(), "192.0.2.8") is None
    two.remove(last)
    assert two.add(last, "192.0.2.7") is None
    again = Connections(3, held=counts.of(0))
    assert [again.add(Fake(), "192.0.2.7") for _ in range(3)] == [None, None, "address"], "one is at the other worker"


def test_an_account_has_one_limit_for_the_live_connections_to_all_workers() -> None:
    counts = ConnectionCounts.shared(workers=2)
    slots = [LiveSlots(account=1, address=9, held=counts.of(place)) for place in (0, 1)]
    with slots[0].hold(account="ann"), pytest.raises(TooManyConnections), slots[1].hold(account="ann"):
        pass


def test_lag_is_a_metric_and_long_lag_a_log_line(caplog: pytest.LogCaptureFixture) -> None:
    registry = CollectorRegistry()
    lag = LoopLag(registry)
    with caplog.at_level(logging.INFO):
        for seconds in (-0.001, 0.004, 0.7):
            lag.note(seconds)
    assert registry.get_sample_value("boardwright_loop_lag_seconds_bucket", {"le": "0.005"}) == 2
    assert registry.get_sample_value("boardwright_loop_lag_seconds_count") == 3
    assert [record.getMessage() for record in caplog.records] == [
        "the event loop was held up for 0.7 s; nobody was served meanwhile"
    ]
