"""Several people in one match, each with a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.page.conftest import Server
from tests.page.driver import Driver, press_more, to_move

TOLD = """() => {
  window.told = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const note of addedNodes) window.told.push(note.textContent);
  }).observe(document.querySelector("#toasts"), { childList: true });
}"""
"""Keeps the short messages, which go by themselves."""
HEADLINE = "document.querySelector('#headline')?.textContent"


def sit_down(page: Any, name: str) -> None:
    page.evaluate("(name) => import('/js/lib/api.js').then((api) => api.ensureSession(name))", name)


def log_length(page: Any) -> int:
    return int(page.locator("#log li").count())


def wait_for_log(page: Any, length: int) -> None:
    page.wait_for_function("(length) => document.querySelectorAll('#log li').length >= length", arg=length)


def two_and_a_watcher(visit: Callable[..., Any], game: str, **wish: Any) -> tuple[Driver, Driver, Any]:
    """Ann opens a match, Ben sits down at the page, Cat watches."""
    ann, ben = Driver(visit(), 1), Driver(visit(), 2)
    match = ann.sit(game=game, players=["me", "open"], **wish)
    sit_down(ben.page, "Ben")
    address = f"#/match/{match}"
    ben.page.goto(ann.page.url.split("#")[0] + address)
    ben.page.click("#join")
    cat = visit(address)
    cat.wait_for_selector(".stage .zone")
    ann.page.wait_for_function(f"() => !{HEADLINE}.includes('waiting')")
    return ann, ben, cat


def test_two_browsers_play_and_a_third_watches(visit: Callable[..., Any]) -> None:
    ann, ben, cat = two_and_a_watcher(visit, "deblockle", options={"cubes": 1})
    for turn in range(8):
        driver = to_move(ann, ben)
        length = log_length(driver.page)
        driver.mouse(driver.choose())
        for page in (ann.page, ben.page, cat):
            wait_for_log(page, length + 1)
        assert cat.locator(".bw-subject").count() == 0, f"a watcher could move in turn {turn}"
    ann.page.fill("#say input", "Hello Ben")
    ann.page.press("#say input", "Enter")
    ben.page.wait_for_function("() => document.querySelector('#chat')?.textContent.includes('Hello Ben')")
    cat.wait_for_function("() => document.querySelectorAll('.light.on').length === 2")
    assert cat.locator("#say input:visible").count() == 0, "who has no name cannot write"
    cat.click("#enter-chat")
    cat.fill("dialog input[name=name]", "Cat")
    cat.click("#as-guest")
    cat.fill("#say input", "Hello\u200b")
    cat.press("#say input", "Enter")
    cat.wait_for_selector(".toast.error:has-text('printable')")
    assert cat.input_value("#say input") == "Hello\u200b", "what was refused is not lost"
    cat.fill("#say input", "Hello all")
    cat.press("#say input", "Enter")
    cat.wait_for_selector("#chat li:has-text('Hello all')")


def test_the_windows_of_a_duel_open_on_both_pages_by_themselves(visit: Callable[..., Any]) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "mage_duel", options={"move_time": 3})
    ann.wait_turn()
    ann.mouse(next(move for move in ann.board() if move["text"] == "skip"))
    ben.page.wait_for_function(
        "() => /^[1-4] s left for this move$/.test(document.querySelector('#countdown')?.textContent)"
    )
    ben.page.wait_for_function(
        "() => document.querySelector('#countdown')?.textContent.startsWith('Your time for this')"
    )
    assert ben.board() == []
    ann.page.wait_for_function(f"() => {HEADLINE}.includes('your turn')")
    ann.mouse(next(move for move in ann.board() if move["text"] == "skip"))
    for driver in (ann, ben):
        driver.page.wait_for_selector("#rematch")
        assert "Red missed" in driver.page.locator("#log").inner_text()
    assert not ann.page.errors + ben.page.errors


def test_after_two_windows_of_a_duel_either_side_claims_the_end(visit: Callable[..., Any]) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "mage_duel", options={"move_time": 1})
    ann.wait_turn()
    ann.mouse(next(move for move in ann.board() if move["text"] == "skip"))
    for driver in (ann, ben):
        driver.page.wait_for_function("() => document.querySelector('#board')?.board.moves[0]?.text === 'claim'")
        assert driver.page.inner_text(".caption") == "The time of both is over: claim the end of the duel."
    ben.mouse(ben.board()[0])
    ann.page.wait_for_selector("#rematch")
    assert not ann.page.errors + ben.page.errors


def test_undo_by_consent_draw_and_rematch(visit: Callable[..., Any]) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "deblockle")
    ann.wait_turn()
    ann.mouse(next(move for move in ann.board() if move["text"] == "pass"))
    ben.wait_turn()
    ben.mouse(next(move for move in ben.board() if move["text"] == "pass"))
    ann.page.wait_for_function("() => document.querySelector('#undo')?.textContent.includes('Ask')")
    ann.page.evaluate(TOLD)
    ann.page.click("#undo")
    ben.page.click(".offer :text('No')")
    ann.page.wait_for_function("() => window.told.includes('Your request to take moves back was declined.')")
    ann.page.click("#undo")
    ben.page.click(".offer .primary")
    ann.page.wait_for_selector("#log li.undo")
    assert ann.page.locator("#log li.undone").all_inner_texts() == ben.page.locator("#log li.move").all_inner_texts()
    press_more(ann.page, "#draw")
    ben.page.click(".offer :text('No')")
    ann.page.wait_for_function("() => window.told.includes('Your offer of a draw was declined.')")
    assert ann.page.locator("#log li.draw .said").all_inner_texts() == ["Offers a draw.", "Declines the draw."]
    press_more(ann.page, "#draw")
    ben.page.click(".offer .primary")
    ann.page.wait_for_function(f"() => {HEADLINE}.includes('draw')")
    ann.page.wait_for_selector("#result")
    assert ann.page.locator(".toast").count() == 0, "nothing covers the result"


def test_a_rematch_goes_from_table_to_table(visit: Callable[..., Any]) -> None:
    ann, ben, cat = two_and_a_watcher(visit, "deblockle")
    ben.page.set_viewport_size({"width": 390, "height": 844})
    first, names = ann.page.url, [driver.page.inner_text("#me") for driver in (ann, ben)]
    ann.ask("POST", f"/matches/{first.split('/')[-1]}/resign", {})
    ann.page.click("#result-rematch")
    ann.page.wait_for_selector(f"#rematch-offer:has-text('You want a rematch. Waiting for {names[1]}.')")
    assert ann.page.url == first, "who asks stays at the table"
    ben.page.wait_for_selector(f"#result #rematch-offer:has-text('{names[0]} wants a rematch.')")
    for driver in (ann, ben):
        assert driver.page.locator("button:visible:text-matches('rematch', 'i')").count() == 0
    ben.page.dblclick("#accept-rematch")
    for driver in (ann, ben):
        driver.page.wait_for_function("(first) => location.href !== first", arg=first)
        driver.page.wait_for_function(f"() => /turn|to move/.test({HEADLINE})")
    assert ann.page.url == ben.page.url
    assert ben.page.locator(".toast.error").count() == 0, "a double click agrees once"
    cat.click("#to-rematch")
    cat.wait_for_function(f"() => /to move/.test({HEADLINE})")
    second = ann.page.url
    ben.ask("POST", f"/matches/{second.split('/')[-1]}/resign", {})
    for driver in (ann, ben):
        driver.page.click("#put-aside")
    ann.page.click("#rematch")
    ben.page.wait_for_selector(f"#offers:has-text('{names[0]} wants a rematch.')")
    ben.page.click("#decline-rematch")
    for driver, who in ((ann, names[1]), (ben, "You")):
        driver.page.wait_for_selector(f"#offers:has-text('{who} declined the rematch.')")
        assert driver.page.url == second
        driver.page.click("#show-result")
        driver.page.wait_for_selector(f"#result #rematch-offer:has-text('{who} declined the rematch.')")
        assert driver.page.is_visible("#result-new"), "somebody else can be asked"
    assert not ann.page.errors + ben.page.errors


def test_undone_moves_are_struck_through_until_they_are_redone(visit: Callable[..., Any]) -> None:
    ann = Driver(visit())
    match = ann.sit(game="deblockle", players=["me", "me"])
    page = ann.page
    ann.mouse(next(move for move in ann.board() if move["text"] == "c7-b7"))
    assert page.locator("#log li.undone").count() == 0
    page.click("#undo")
    page.wait_for_selector("#log li.undo")
    struck = page.locator("#log li.undone")
    assert "from c7 to b7" in struck.locator(".said").inner_text()
    assert struck.locator(".visually-hidden").text_content() == " (undone)"
    decoration = "(part) => getComputedStyle(part).textDecorationLine"
    assert struck.locator(".said").evaluate(decoration) == "line-through"
    page.reload()
    page.wait_for_selector("#log li.undone")
    page.goto(f"{page.url.split('#')[0]}#/replay/{match}")
    page.wait_for_selector("ol.log li.undone")
    assert page.locator("ol.log li.undone .linklike").evaluate(decoration) == "line-through"
    page.goto(f"{page.url.split('#')[0]}#/match/{match}")
    press_more(page, "#redo")
    page.wait_for_selector("#log li.redo")
    assert page.locator("#log li.undone").count() == 0


def test_a_restart_of_the_server_in_the_middle_of_a_match_is_survived(
    visit: Callable[..., Any], server: Server
) -> None:
    page = visit()
    driver = Driver(page, 3)
    driver.sit(game="deblockle", players=["me", "random"], options={"cubes": 2})
    driver.wait_turn()
    driver.mouse(driver.choose())
    driver.wait_turn()
    before = log_length(page)
    server.stop()
    page.wait_for_selector("#notice.bad")
    server.start()
    page.wait_for_selector("#notice:not(.bad)", state="attached")
    page.wait_for_function("() => !document.querySelector('#notice').classList.contains('bad')")
    assert log_length(page) >= before
    assert driver.wait_turn()
    driver.mouse(driver.choose())
    assert not page.errors


def test_the_secrets_of_others_are_nowhere_in_a_page(visit: Callable[..., Any]) -> None:
    ann, ben = Driver(visit(), 1), Driver(visit(), 2)
    heard: list[str] = []
    ben.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    ben.page.on("response", lambda answer: heard.append(answer.text() if "/api/" in answer.url else ""))
    match = ann.sit(game="sagrada", players=["me", "open"])
    sit_down(ben.page, "Ben")
    ben.page.goto(f"{ann.page.url.split('#')[0]}#/match/{match}")
    ben.page.click("#join")
    for driver in (ann, ben):
        driver.wait_turn()
        driver.mouse(driver.board()[0])
    for _ in range(4):
        driver = to_move(ann, ben)
        driver.mouse(driver.choose())
    own = ann.page.evaluate("document.querySelector('#board').board.top.outerHTML").lower()
    colors = [color for color in ("red", "green", "yellow", "blue", "purple") if f"shades of {color}" in own]
    assert len(colors) == 1, "Ann sees just her own private objective"
    storage = ben.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    everything = "\n".join([*heard, ben.page.content(), storage]).lower()
    mine = [color for color in ("red", "green", "yellow", "blue", "purple") if f"shades of {color}" in everything]
    assert len(mine) == 1, "Ben's page knows one private objective, his own"
    assert mine != colors
    assert "seed" not in json.dumps(ben.page.evaluate("Object.keys(localStorage)"))


def test_a_match_is_opened_with_one_state_and_a_second_visit_loads_no_module_again(visit: Callable[..., Any]) -> None:
    page = visit()
    match = Driver(page).sit(game="deblockle", players=["me", "me"])
    second, loaded, states = page.context.new_page(), [], []
    session = second.context.new_cdp_session(second)
    session.send("Network.enable")
    session.on("Network.responseReceived", lambda event: loaded.append(event["response"]))
    session.on("Network.webSocketFrameReceived", lambda event: states.append(event["response"]["payloadData"]))
    second.goto(page.url)
    second.wait_for_selector(".stage .zone")
    sent = [response["url"] for response in loaded if not response["fromDiskCache"]]
    assert not [url for url in sent if "/js/" in url or url.endswith(f"/api/matches/{match}")], sent
    assert sum('"type":"state"' in payload for payload in states) == 1
    second.close()
