"""The queue of bot requests: order, not time."""

from __future__ import annotations

import random

from boardwright.table.limits.fair_queue import FairQueue


def filled(account: str, cost: float, *items: str) -> FairQueue[str]:
    """Return a queue with requests of one account."""
    queue = FairQueue[str]()
    for item in items:
        queue.put(account, cost, item)
    return queue


def drain(queue: FairQueue[str]) -> list[str]:
    """Take everything."""
    return [item for _ in range(len(queue)) if (item := queue.take()) is not None]


def test_an_account_with_many_requests_delays_others_by_one() -> None:
    queue = filled("flood", 20, *(f"flood {number}" for number in range(30)))
    assert queue.take() == "flood 0"
    queue.put("Ann", 20, "ann")
    queue.put("Bob", 5, "bob")
    assert drain(queue)[:2] == ["bob", "ann"]


def test_an_account_that_waits_gets_its_share_of_cost_not_of_requests() -> None:
    queue = FairQueue[str]()
    for number in range(100):
        queue.put("cheap", 5, f"cheap {number}")
        queue.put("costly", 20, f"costly {number}")
    first = [item.split()[0] for item in drain(queue)[:100]]
    assert 75 <= first.count("cheap") <= 85, "four cheap ones for each costly one"


def test_within_an_account_cheap_requests_come_first_and_equal_ones_in_order() -> None:
    queue = FairQueue[str]()
    for cost, item in ((20, "a"), (5, "b"), (20, "c"), (5, "d")):
        queue.put("Ann", cost, item)
    assert drain(queue) == ["b", "d", "a", "c"]


def test_being_away_earns_no_credit() -> None:
    queue = filled("busy", 20, *(f"busy {number}" for number in range(10)))
    taken = [queue.take() for _ in range(5)]
    assert len(taken) == 5
    for number in range(10):
        queue.put("rested", 20, f"rested {number}")
    assert [item.split()[0] for item in drain(queue)[:4]].count("rested") == 2


def test_a_request_that_comes_back_is_the_next_of_its_account_and_costs_nothing() -> None:
    queue = filled("Ann", 20, "a", "b", "c")
    queue.put("Bob", 20, "x")
    assert queue.take() == "a"
    queue.put("Ann", 0, "a")
    assert drain(queue) == ["x", "a", "b", "c"]


def test_taking_with_a_limit_leaves_costly_requests() -> None:
    queue = filled("Ann", 20, "costly")
    assert queue.take(5) is None
    queue.put("Ann", 5, "cheap")
    assert queue.take(5) == "cheap"
    assert queue.take(5) is None
    assert queue.take() == "costly"


def test_a_removed_request_is_gone_and_only_that_one() -> None:
    queue = filled("Ann", 5, "a", "b", "c")
    assert queue.remove("Ann", "b")
    assert not queue.remove("Ann", "b")
    assert not queue.remove("Bob", "a")
    assert drain(queue) == ["a", "c"]


def test_nothing_is_lost_or_kept_in_random_use() -> None:
    dice = random.Random(3)
    queue = FairQueue[str]()
    waiting: set[str] = set()
    for number in range(3000):
        match dice.randrange(4):
            case 0 | 1:
                account, item = f"account {dice.randrange(8)}", f"{number}"
                queue.put(account, dice.choice((5.0, 10.0, 20.0)), f"{account}:{item}")
                waiting.add(f"{account}:{item}")
            case 2:
                found = queue.take()
                assert (found is None) == (not waiting)
                waiting.discard(found or "")
            case _ if waiting:
                gone = dice.choice(sorted(waiting))
                item = next(each[2] for each in queue._waiting[gone.split(":")[0]] if each[2] == gone)
                assert queue.remove(gone.split(":")[0], item)
                waiting.remove(gone)
        assert len(queue) == len(waiting)
    assert sorted(drain(queue)) == sorted(waiting)
    assert not queue._waiting
    assert len(queue._times) <= 8
