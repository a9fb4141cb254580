"""The page contributes to the seed of a match and checks the dice at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.records.record import parse, verify
from tests.page.driver import Driver, new_match

Visit = Callable[..., Any]
GOOD = "Dice checked: commitment and your share agree."
WITHOUT_DICE = "Record checked: commitment and your share agree."


def contributions(page: Any) -> dict[str, dict[str, str]]:
    """Returns what the browser keeps, by match."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('boardwright.shares') ?? '[]')")
    return {each["match"]: each for each in kept}


def opened(page: Any) -> str:
    """Waits for the table and returns the id of its match."""
    page.wait_for_selector("#waiting .card, .stage .zone")
    return str(page.url.rpartition("/")[2])


def record(page: Any, match: str) -> bytes:
    token = page.evaluate("import('/js/lib/api.js').then((api) => api.session().token)")
    url = f"{page.url.partition('#')[0]}api/matches/{match}/record"
    return bytes(page.request.get(url, headers={"Authorization": f"Bearer {token}"}).body())


def wait_for_line(page: Any, text: str) -> None:
    page.wait_for_function("(text) => document.querySelector('#fairness')?.textContent === text", arg=text)


def end(page: Any, match: str) -> None:
    Driver(page).ask("POST", f"/matches/{match}/resign", {})
    page.wait_for_selector("#replay")


def test_a_match_against_a_bot_carries_the_share_and_is_checked(visit: Visit) -> None:
    page = visit()
    new_match(page, "sagrada")
    match = opened(page)
    kept = contributions(page)[match]
    assert page.inner_text("#fairness") == ""
    end(page, match)
    wait_for_line(page, GOOD)
    data = record(page, match)
    header = parse(data).header
    assert (header.commitment, header.shares) == (kept["commitment"], (kept["share"], ""))
    assert verify(data).endswith("follows from the seed and 1 share of the players")
    page.reload()
    wait_for_line(page, GOOD)
    assert not page.errors


def test_everybody_contributes_to_quick_matches_and_rematches(visit: Visit) -> None:
    people = [visit(), visit()]
    for page in people:
        new_match(page, "deblockle", against="anyone")
        match = opened(page)
    people[0].wait_for_function(
        "() => document.querySelector('#headline')?.textContent.includes('move') ||"
        " document.querySelector('#headline')?.textContent.includes('turn')"
    )
    assert parse(record(people[0], match)).header.shares == tuple(
        contributions(page)[match]["share"] for page in people
    )
    end(people[0], match)
    for page in people:
        wait_for_line(page, WITHOUT_DICE)
    for page in people:
        page.wait_for_selector("#rematch")
        page.click("#put-aside")
    people[0].click("#rematch")
    people[1].click("#accept-rematch")
    for page in people:
        page.wait_for_function("(match) => !location.hash.endsWith(match)", arg=match)
        again = opened(page)
    shares = [contributions(page)[again]["share"] for page in people]
    people[0].wait_for_selector("#more")
    assert parse(record(people[0], again)).header.shares == (shares[1], shares[0])
    assert not {each["share"] for each in (contributions(people[0])[match], contributions(people[1])[match])} & set(
        shares
    )


def test_those_who_sit_down_at_an_open_match_contribute(visit: Visit) -> None:
    ann, ben = visit(), visit()
    match = Driver(ann).sit(game="deblockle")
    ben.goto(ann.url)
    ben.click("#join")
    ben.wait_for_selector("#more")
    assert parse(record(ben, match)).header.shares == ("", contributions(ben)[match]["share"])
    end(ben, match)
    wait_for_line(ben, WITHOUT_DICE)
    assert ann.inner_text("#fairness") == ""


def test_a_branch_carries_a_share(visit: Visit) -> None:
    page = visit()
    new_match(page, "deblockle")
    match = opened(page)
    end(page, match)
    page.click("#replay")
    page.click("#play-on")
    page.select_option("dialog select[name=against]", "bot:level1")
    page.click("#begin")
    page.wait_for_selector("#more")
    branch = opened(page)
    assert contributions(page)[branch]["share"] in parse(record(page, branch)).header.shares


def forge(page: Any, change: Callable[[list[Any]], None]) -> None:
    """Lets the browser meet a server that answers with a changed record, or without a known share in the state."""

    def answer(route: Any) -> None:
        lines = [json.loads(line) for line in route.fetch().text().splitlines()]
        change(lines)
        route.fulfill(status=200, content_type="application/jsonl", body="\n".join(map(json.dumps, lines)))

    page.route("**/record", answer)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: lines[-1].update(seed="00" * 32), "the seed is not the one that the server committed to."),
        (lambda lines: lines[-1].update(seed=None), "the seed is not the one that the server committed to."),
        (lambda lines: lines[0].update(commitment="0" * 64), "the server has replaced the seed that it committed to."),
        (lambda lines: lines[0].update(shares=["0" * 64, ""]), "the server has left out your share."),
    ],
    ids=("seed", "no seed", "commitment", "share"),
)
def test_a_server_that_cheats_is_found_out(visit: Visit, change: Callable[[list[Any]], None], line: str) -> None:
    page = visit()
    forge(page, change)
    new_match(page, "deblockle")
    end(page, opened(page))
    wait_for_line(page, f"The dice are not fair: {line}")
    assert page.get_attribute("#fairness", "class") == "quiet bad"


def test_a_share_that_is_left_out_is_found_while_the_match_runs(visit: Visit) -> None:
    page = visit()
    page.route("**/api/matches", lambda route: route.continue_(post_data=_without_share(route)))
    new_match(page, "deblockle")
    opened(page)
    wait_for_line(page, "The dice are not fair: the server has left out your share.")


def _without_share(route: Any) -> str:
    return json.dumps({**route.request.post_data_json, "share": ""})


def test_without_https_the_page_says_what_it_did_not_check(visit: Visit) -> None:
    page = visit()
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    page.reload()
    new_match(page, "deblockle")
    end(page, opened(page))
    page.wait_for_function("() => document.querySelector('#fairness')?.textContent.includes('not loaded over HTTPS')")
    assert "The seed is not checked" in page.inner_text("#fairness")
