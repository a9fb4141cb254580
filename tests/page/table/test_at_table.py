"""The table shows what to do and what has happened, keeps its place, and keeps secrets from the next player."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core.game import registry
from boardwright.core.game.registry import names
from boardwright.core.game.teaching import lesson
from tests.page.driver import LIES, SPOT, Driver
from tests.page.table.test_live import two_and_a_watcher

Visit = Callable[..., Any]

FOCUSED = "document.activeElement?.dataset?.name ?? (document.activeElement?.matches('.stage') ? 'stage' : 'none')"
MARKED = """() => {
  const { board } = document.querySelector("#board");
  const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 2;
  const frames = [...document.querySelectorAll(".bw-last")].map((frame) => frame.getBoundingClientRect());
  return [...board.parts.named].filter(([, part]) => frames.some((f) => near(f, part.getBoundingClientRect())))
    .map(([name]) => name).sort();
}"""
SMALLEST = """() => {
  const size = (part) => parseFloat(getComputedStyle(part).fontSize);
  const drawn = [...document.querySelectorAll(".tabletop svg text")]
    .filter((text) => text.getClientRects().length && text.textContent)
    .map((text) => size(text) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b));
  const written = [...document.querySelectorAll(".tabletop *")]
    .filter((part) => part.getClientRects().length && [...part.childNodes].some(({ nodeName }) => nodeName === "#text"))
    .filter((part) => !part.closest("svg"))
    .map(size);
  return Math.min(...drawn, ...written);
}"""
"""The size of the smallest letters on the table, in pixels."""
PLACES = """() => [...document.querySelectorAll(".tabletop .zone")].map((zone) => {
  const { x, y, width, height } = zone.getBoundingClientRect();
  return [x, y + scrollY, width, height].map(Math.round);
})"""
"""Where the zones are."""

TARGETS = """() => [...document.querySelectorAll(".bw-place")].map((place) => {
  const { display, fill, opacity } = getComputedStyle(place);
  const [, strength = 1] = fill === "none" || display === "none" ? [0, 0] : (/, ([0-9.]+)\\)$/.exec(fill) ?? []);
  return Number(strength) * Number(opacity);
})"""
"""How strongly each place where the taken piece fits is colored."""
BARE = """() => [...document.querySelectorAll("#seats .light, #seats .score, #seats .dot")]
  .filter((part) => !(part.title || part.querySelector?.("title")?.textContent)).map((part) => part.outerHTML)"""
"""The signs and numbers of the players that nothing explains."""

OFFERED = "(word) => document.querySelector('#board').board.moves.some(({ text }) => text.startsWith(word))"


def at_table(visit: Visit, game: str, players: tuple[str, ...] = ("me", "me"), **more: Any) -> Driver:
    driver = Driver(visit(**more), 1)
    driver.sit(game=game, players=list(players))
    driver.wait_turn()
    return driver


def play(driver: Driver, text: str) -> None:
    """Plays a move without the hand and waits for it."""
    driver.page.wait_for_function(
        "(text) => document.querySelector('#board')?.board.moves.some((move) => move.text === text)", arg=text
    )
    before = driver.page.locator("#log li").count()
    driver.page.evaluate(
        "(text) => { const { board } = document.querySelector('#board');"
        " board.handlers.play(board.moves.find((move) => move.text === text)); }",
        text,
    )
    driver.page.wait_for_function("(n) => document.querySelectorAll('#log li').length > n", arg=before)


def test_the_focus_stays_on_the_board_and_leaves_a_pressed_button(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    page = driver.page
    assert page.evaluate(FOCUSED) != "none", "the arrow keys reach the board at once"
    for text in ("c7-d7", "pass", "c3-c4", "pass"):
        driver.page.wait_for_function(
            "(text) => document.querySelector('#board')?.board.moves.some((move) => move.text === text)", arg=text
        )
        driver.keyboard(next(move for move in driver.board() if move["text"] == text))
        driver.wait_turn()
        assert page.evaluate(FOCUSED) not in ("none", "pass"), f"after {text}"


def test_nothing_of_the_last_player_is_left_when_the_screen_is_handed_over(visit: Visit) -> None:
    driver = Driver(visit())
    page = driver.page
    page.evaluate("import('/js/lib/api.js').then((api) => api.ensureSession())")
    match = driver.ask("POST", "/matches", {"game": "sagrada", "players": ["me", "me"]})["match"]
    page.goto(f"{page.url}#/match/{match}")
    secrets = []
    for _ in range(2):
        page.wait_for_selector("#cover:not([hidden])")
        text = page.inner_text("main") + page.text_content("#log") + page.text_content("#speech")
        assert "Shades of" not in text
        assert page.text_content("#speech").endswith(" is next."), "the last player's words are gone"
        page.click("#ready")
        driver.wait_turn()
        page.wait_for_function("() => document.querySelector('#log')?.textContent.includes('Shades of')")
        said = page.text_content("#log")
        assert page.locator("#log a").count() == 0, "an earlier position may be that of the other player"
        secrets.append(
            {color for color in ("Red", "Green", "Yellow", "Blue", "Purple") if f"Shades of {color}" in said}
        )
        page.mouse.click(*driver.spot("window1"))
    assert [len(each) for each in secrets] == [1, 1]
    assert secrets[0] != secrets[1]


def test_all_steps_since_the_last_turn_are_marked_and_shown_again(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    page = driver.page
    play(driver, "c7-d7")
    play(driver, "pass")
    page.wait_for_function("() => document.querySelector('#board')?.board.moves.some(({ text }) => text === 'c3-c4')")
    assert page.evaluate(MARKED) == ["d7"], "a pass at the end of the turn hides nothing"
    play(driver, "c3-c4")
    play(driver, "c4-f4")
    page.wait_for_function("() => document.querySelector('#board')?.board.moves[0]?.seat === 0")
    assert page.evaluate(MARKED) == ["c4", "f4"]
    with page.expect_response("**/positions/2"):
        page.click("#again")
    page.wait_for_function("() => document.querySelector('#board')?.board.moves.length === 0")
    page.wait_for_function("() => document.querySelector('#board')?.board.moves.length > 0")
    assert page.evaluate(MARKED) == ["c4", "f4"]
    assert page.errors == []


def test_a_click_or_a_key_on_an_entry_of_the_log_shows_that_moment(visit: Visit) -> None:
    driver = at_table(visit, "deblockle")
    page, table = driver.page, driver.page.url
    notes = [seat.locator(".quiet").first.inner_text() for seat in page.locator("#seats .seat").all()]
    assert len(set(notes)) == 2, "on one screen the seats are told apart in words"
    assert "you" not in notes
    for text in ("c7-d7", "pass", "c3-c4"):
        play(driver, text)
    assert page.locator("#log .who").all_inner_texts() == ["Player 1", "Player 2"]
    page.click("#log li:first-child a")
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Move 1 of 3.')")
    page.click("text=Back to the table")
    page.wait_for_selector("#log")
    assert page.url == table
    page.focus("#log")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#entry')?.textContent.startsWith('Move 2 of 3.')")
    assert page.errors == []


def test_a_die_in_hand_is_placed_by_a_tap_and_nothing_moves_on_a_phone(visit: Visit) -> None:
    driver = at_table(visit, "sagrada", ("me", "random"), width=390, height=844, has_touch=True)
    page = driver.page
    play(driver, "window 1")
    driver.wait_turn()
    places = page.evaluate(PLACES)
    for turn in range(3):
        page.wait_for_function(OFFERED, arg="pick")
        driver.finger(next(move for move in driver.board() if move["text"].startswith("pick")))
        page.wait_for_selector("[data-name='hand']")
        driver.wait_turn()
        assert page.evaluate(PLACES) == places
        put = next((move for move in driver.board() if move["text"].startswith("place")), None)
        if put is None:
            assert turn > 0, "the first die fits somewhere"
            break
        dice = page.locator(f"[data-name='{put['target']}'] .held").count()
        page.touchscreen.tap(*driver.spot(put["target"]))
        page.wait_for_function(
            "([name, n]) => document.querySelectorAll(`[data-name='${name}'] .held`).length > n",
            arg=[put["target"], dice],
        )
        play(driver, "pass")
        assert page.evaluate(PLACES) == places
    assert page.inner_text(".caption")


@pytest.mark.parametrize("game", names())
def test_everything_on_a_board_can_be_read_on_a_small_phone_and_on_a_desk(game: str, visit: Visit) -> None:
    most = max(registry.game(game).seats)
    driver = at_table(visit, game, ("me", *["random"] * (most - 1)), width=360, height=780, has_touch=True)
    page = driver.page
    page.evaluate("import('/js/lib/settings.js').then((module) => module.change({ marks: true }))")
    for _ in range(3):
        for width, height, least in ((360, 780, 11), (1280, 800, 12)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(w) => !document.querySelector('#board').board.isNarrow() === w > 900", arg=width)
            assert page.evaluate(SMALLEST) >= least
        play(driver, driver.choose()["text"])
        driver.wait_turn()


def test_a_piece_turns_every_way_and_stays_at_the_pointer_where_it_fits_nowhere(visit: Visit) -> None:
    driver = at_table(visit, "blokus")
    page = driver.page
    page.mouse.click(*driver.spot("F5"))
    seen = set()
    for key in "rrrfrrrr":
        seen.add((page.get_attribute("#board", "data-turn"), page.get_attribute("#board", "data-flip")))
        tray = page.evaluate("document.querySelector('[data-name=F5] .turns').getAttribute('transform') ?? ''")
        turn, flip = (page.get_attribute("#board", f"data-{name}") for name in ("turn", "flip"))
        assert f"rotate({90 * int(turn)}) scale({-1 if flip == 'true' else 1} 1)" in tray
        page.keyboard.press(key)
    assert len(seen) == 8
    fitting = [move for move in driver.board() if move["subject"] == "F5"]
    driver.turn_to(fitting[0])
    places = {name for move in fitting if page.evaluate(LIES, move["text"]) for name in move["covers"]}
    assert len(page.evaluate(TARGETS)) == len(places) > 0
    assert min(page.evaluate(TARGETS)) >= 0.3, "the targets can hardly be seen"
    page.mouse.move(*driver.spot("10,10"))
    first = page.get_attribute(".bw-held", "transform")
    page.mouse.move(*driver.spot("12,10"))
    assert page.get_attribute(".bw-held", "transform") != first
    page.mouse.click(*driver.spot("12,10"))
    page.wait_for_selector(".toast.error")
    assert "0 squares" in page.locator(".zone-note").first.inner_text()


def test_a_mage_takes_the_tile_as_its_small_pictures_show_it_and_structures_stay_shown(visit: Visit) -> None:
    driver = at_table(visit, "mage_duel")
    page = driver.page
    for turn in ("2", "1"):
        page.mouse.click(*driver.spot(f"top r{turn}"))
        if any(move["subject"] == "top" and move["turn"] == int(turn) for move in driver.board()):
            assert page.get_attribute("#board", "data-turn") == turn
    page.click("#layer-structures")
    page.wait_for_selector(".stage .structures", state="attached")
    page.reload()
    page.wait_for_selector(".stage .structures", state="attached")
    driver.page.click("#layer-structures")
    driver.page.wait_for_function("() => !document.querySelector('.stage .structures')")


def test_signs_are_explained_to_mouse_and_finger(visit: Visit) -> None:
    driver = at_table(visit, "deblockle", has_touch=True)
    page = driver.page
    sign = page.locator(".item[aria-label^='T-hop']")
    sign.hover()
    page.wait_for_selector(".tip:not([hidden])")
    assert "T-hop: after the roll the cube may hop" in page.inner_text(".tip")
    page.mouse.move(2, 2)
    page.wait_for_selector(".tip", state="hidden")
    page.touchscreen.tap(*page.evaluate(SPOT, [["a1"]]))
    page.wait_for_selector(".tip:not([hidden])")
    assert page.inner_text(".tip") == "a1"


def test_players_have_names_and_colors_everywhere(visit: Visit) -> None:
    ann, ben, _ = two_and_a_watcher(visit, "deblockle")
    name, other = (driver.page.inner_text("#me") for driver in (ann, ben))
    page = ann.page
    ann.wait_turn()
    assert page.inner_text(".caption") == "Roll one of your cubes to a free square beside it, or pass."
    assert ben.page.inner_text(".caption") == f"Waiting for {name}."
    ann.mouse(next(move for move in ann.board() if move["text"] == "c7-d7"))
    row = page.locator("#log li").first
    assert row.inner_text().split("\n") == [name, "Rolls from c7 to d7: T-hop is up and the cube may hop."]
    assert row.locator(".dot").get_attribute("aria-label") == "blue"
    ann.wait_turn()
    ann.mouse(next(move for move in ann.board() if move["text"] == "pass"))
    assert page.locator("#log li .who").all_inner_texts() == [name], "a turn is one group"
    page.evaluate("import('/js/lib/settings.js').then((module) => module.change({ notation: true }))")
    assert row.locator(".what").inner_text() == "c7-d7"
    drawn = " ".join(page.locator(".tabletop .zone-title").all_text_contents())
    assert name in drawn
    assert other in drawn
    assert "Player" not in drawn
    assert page.locator("#seats .dot").count() == 2
    assert page.evaluate(BARE) == []


ANSWERED = """() => {
  const { board } = document.querySelector("#board");
  let until = 0; // a second longer, so that no bot is slow enough by itself
  Object.defineProperty(board.motion, "until", { get: () => until, set: (time) => (until = time + 1000) });
  window.shown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const row of addedNodes) window.shown.push([row.dataset?.seat, performance.now(), board.motion.until]);
  }).observe(document.querySelector("#log"), { childList: true });
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const frame of addedNodes)
        if (frame.matches?.(".bw-moves"))
          window.flown.push(frame.getAnimations()[0].effect.getKeyframes().map(({ transform }) => transform));
  }).observe(document.querySelector(".stage"), { childList: true, subtree: true });
}"""
"""Watches when each entry of the log is shown, and what flies over the board."""


def test_a_bot_answers_after_the_own_move_was_seen_and_pieces_follow_the_pointer(visit: Visit) -> None:
    driver = at_table(visit, "deblockle", ("me", "random"), reduced_motion="no-preference", color_scheme="dark")
    page = driver.page
    page.evaluate(ANSWERED)
    page.mouse.move(*driver.spot("e7"))
    page.mouse.down()
    page.mouse.move(*driver.spot("g4"), steps=4)
    there = page.get_attribute(".bw-held", "transform")
    page.mouse.move(*driver.spot("f4"))
    assert page.get_attribute(".bw-held", "transform") != there, "it follows the pointer"
    page.mouse.up()
    page.wait_for_selector(".toast.error")
    page.evaluate("document.querySelector('.toast.error').remove()")
    driver.mouse(next(move for move in driver.board() if move["text"] == "c7-d7"))
    page.wait_for_function("() => window.shown.length >= 1")
    flown = page.evaluate("window.flown")
    assert [["scale(0.02, 1)" in step for step in flight] for flight in flown] == [
        [False, True],
        [True, False],
    ], "the cube tips over its edge"
    driver.wait_turn()
    driver.mouse(next(move for move in driver.board() if move["text"] == "pass"))
    page.wait_for_function("() => window.shown.some(([seat]) => seat === '1')")
    shown = page.evaluate("window.shown")
    answer = next(at for at, (seat, *_) in enumerate(shown) if seat == "1")
    assert shown[answer][1] >= shown[answer - 1][2], "the bot's move came while the own one was still moving"


def test_an_unknown_address_is_a_page(visit: Visit) -> None:
    page = visit("nonsense")
    page.wait_for_selector("h1:has-text('Page not found')")
    page.click("text=Back to the games")
    page.wait_for_selector(".game")


def test_contests_are_shown_one_by_one_and_beside_their_points(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    rules = registry.game("mage_duel")
    start = rules.encode(lesson(rules).scenes["joker"].build(rules))
    Driver(page).sit(game="mage_duel", start=json.dumps(start), players=["me", "me"])
    page.evaluate("""() => {
      window.captions = [];
      const caption = document.querySelector(".caption");
      new MutationObserver(() => window.captions.push(caption.textContent)).observe(caption, { childList: true });
    }""")
    for left in (1, 0):
        page.click(".stage [data-name=skip]")
        page.wait_for_function(f"() => document.querySelectorAll('#log li.move').length === {2 - left}")
    page.wait_for_selector("#result .placed")
    shown = page.locator("#result .placed th").all_inner_texts()
    assert shown == ["City at e1: Blue wins 8 to 4"]
    assert [text for text in page.evaluate("window.captions") if text in shown] == shown
    page.hover("#result .placed")
    assert page.locator(".spot svg .bw-pointed").count() == 3
    page.mouse.move(0, 0)
    page.wait_for_selector(".spot", state="hidden")
    assert not page.errors
