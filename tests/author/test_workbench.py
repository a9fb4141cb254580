"""`boardwright dev`: a game under development on the page and by the API of the workbench."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boardwright
from tests.author.environment import Environment

EXAMPLES = Path(__file__).parents[2] / "examples"
NAME = "gulls"
LINE = "\n        "


class Bench:
    """A running workbench on a copy of an example, with the files of its package."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(EXAMPLES / NAME, folder / NAME)
        environment = Environment(folder)
        done = environment.run("-m", "pip", "install", "--editable", str(folder / NAME))
        assert done.returncode == 0, done.stderr
        self.rules = folder / NAME / "src" / NAME / "position.py"
        self.original = self.rules.read_text("utf-8")
        command = [environment.python, "-m", "boardwright", "dev", NAME, "--seats", "2", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment.variables)
        assert self.process.stdout is not None
        found = next(found for line in self.process.stdout if (found := re.search(r"http://\S+/", line)))
        self.url = found[0]
        self.until(lambda state: state["shown"])

    def state(self) -> Any:
        return json.load(urllib.request.urlopen(f"{self.url}api/state"))

    def do(self, what: str, **more: Any) -> Any:
        body = json.dumps({"do": what, **more}).encode()
        try:
            return json.load(urllib.request.urlopen(f"{self.url}api/do", body))
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def until(self, holds: Callable[[Any], Any]) -> Any:
        """Wait for a state of the bench."""
        for _ in range(600):
            state = self.state()
            if holds(state):
                return state
            time.sleep(0.1)
        raise AssertionError(f"it never comes to that: {state['status']} {state['jobs']}")

    def save(self, old: str = "", new: str = "") -> Any:
        """Save the rules with a change, or as they were, and wait until they are loaded."""
        assert old in self.original
        loads = self.state()["status"]["loads"]
        self.rules.write_text(self.original.replace(old, new) if old else self.original, "utf-8")
        return self.until(lambda state: state["status"]["loads"] > loads)

    def play(self, moves: int) -> Any:
        for _ in range(moves):
            state = self.do("bot", name="random")
        return state


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    running = Bench(tmp_path_factory.mktemp("workbench"))
    yield running
    running.process.terminate()
    assert running.process.wait(30) == 0


def test_every_seat_is_shown_with_what_it_may_know(bench: Bench) -> None:
    state = bench.do("new", seats=3, seed="sunday")
    views = state["shown"]["views"]
    assert [view["seat"] for view in views] == [0, 1, 2, None]
    assert [bool(view["moves"]) for view in views] == [True, True, True, False]
    assert len({json.dumps(view["table"]) for view in views}) == 4
    assert state["shown"]["steps"][0]["seat"] is None
    assert bench.do("new", seats=9)["said"]["text"].startswith("Gulls is for")


def test_time_goes_back_and_a_new_move_makes_a_new_line(bench: Bench) -> None:
    bench.do("new", seats=2, seed="1")
    played = bench.play(4)["shown"]
    assert [step["seat"] for step in played["steps"]] == [None, None, 0, 1, None, 0, 1, None]
    back = bench.do("go", at=2)["shown"]
    assert (back["session"]["at"], len(back["steps"])) == (2, 8)
    other = bench.play(1)["shown"]
    assert other["session"]["at"] == len(other["steps"]) == 3
    again = bench.do("back")["shown"]
    assert (again["session"]["at"], len(again["steps"])) == (2, 8)


def test_positions_are_edited_copied_and_pasted_and_lines_are_records(bench: Bench) -> None:
    bench.do("new", seats=2, seed="1")
    fields = bench.play(2)["shown"]["fields"]
    record = urllib.request.urlopen(f"{bench.url}api/record").read().decode()
    other = bench.do("set", position={**fields, "fish": [6, 6]})["shown"]
    assert (other["fields"]["fish"], other["steps"]) == ([6, 6], [])
    assert "Not a position of Gulls" in bench.do("set", position={**fields, "fish": "many"})["said"]["text"]
    assert bench.do("paste", text=json.dumps(fields))["shown"]["fields"] == fields
    pasted = bench.do("paste", text=record)["shown"]
    assert (pasted["fields"], len(pasted["steps"])) == (fields, 5)
    assert "said" in bench.do("paste", text="nonsense")


def test_chance_is_forced(bench: Bench) -> None:
    waiting = bench.do("new", seats=2, seed="1", by_hand=True)["shown"]
    assert (waiting["steps"], waiting["actors"]) == ([], [])
    cards = waiting["chance"]["example"]
    dealt = bench.do("chance", outcome=cards)["shown"]
    assert dealt["steps"][0]["text"] == cards
    assert "cannot come now" in bench.do("chance", outcome="x")["said"]["text"]
    assert [step["text"] for step in bench.do("chance", outcome="6")["shown"]["steps"]] == [cards, "6"]


def test_a_save_keeps_the_position_or_says_why_not(bench: Bench) -> None:
    bench.do("new", seats=2, seed="1")
    before = bench.play(3)["shown"]
    broken = bench.save("class ", "class class ")
    assert "SyntaxError" in broken["status"]["error"]
    assert "position.py, line" in broken["status"]["error"]
    assert broken["shown"]["fields"] == before["fields"]
    mended = bench.save()
    assert (mended["status"]["error"], mended["status"]["text"][:20]) == ("", "position.py reloaded")
    assert mended["shown"]["fields"] == before["fields"]
    changed = bench.save(
        '"""Dive with the {number}."""',
        f'"""Dive."""{LINE}from boardwright.core.moves import require{LINE}require(0, "x", "The harbor is closed.")',
    )
    shown = changed["shown"]
    assert "is not possible any more: The harbor is closed." in shown["problem"]
    assert (shown["session"]["at"], len(shown["steps"])) == (2, 6)
    assert bench.save()["shown"]["problem"] == ""
    assert bench.do("go", at=6)["shown"]["fields"] == before["fields"]


def test_jobs_report_laws_games_coverage_and_a_profile(bench: Bench) -> None:
    bench.do("new", seats=2, seed="1")
    for kind, games in (("games", 10), ("coverage", 2), ("profile", 1)):
        bench.do("job", kind=kind, games=games)
    done = bench.until(
        lambda state: all(state["jobs"][kind]["state"] == "done" for kind in ("games", "coverage", "profile"))
    )
    jobs = done["jobs"]
    assert jobs["games"]["lines"][0].startswith("won: ")
    assert re.match(r"2 random games reach \d+% of the lines", jobs["coverage"]["text"])
    assert any(line.startswith("position.py: ") for line in jobs["coverage"]["lines"])
    assert "own" in jobs["profile"]["lines"][0]
    bench.save("def outcome(self) -> Outcome | None:", "def outcome(self) -> Outcome | None:\n        return None\n")
    laws = bench.until(lambda state: state["jobs"]["laws"]["lines"])["jobs"]["laws"]
    assert not laws["is_good"]
    assert "breaks the law" in laws["lines"][0]
    bench.save()


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_nobody_else_can_use_it(bench: Bench, headers: dict[str, str]) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(f"{bench.url}api/state", headers=headers))
    assert refused.value.code == 403


def test_the_page_plays_goes_back_and_edits(bench: Bench, chromium: Any) -> None:
    bench.do("new", seats=2, seed="1")
    page = chromium.new_page(viewport={"width": 1440, "height": 1000})
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(bench.url)
    page.wait_for_selector("#seat-0 .stage .zone")
    assert page.locator(".panel").count() == 3
    page.locator("#seat-0 .bw-subject").first.click()
    page.wait_for_function("document.querySelector('#now').textContent.startsWith('step 3 of 3')")
    page.locator("#before").click()
    page.wait_for_function("document.querySelector('#now').textContent.startsWith('step 2 of 3')")
    page.locator(".fields .leaf", has_text="fish").locator(".value").click()
    page.keyboard.type("[5, 6]")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#fields').textContent.includes('[5,6]')")
    bench.save("class ", "class class ")
    page.wait_for_function("document.querySelector('#fault').textContent.includes('SyntaxError')")
    bench.save()
    page.wait_for_function("document.querySelector('#fault').hidden")
    assert not errors
    page.close()


def test_texts_and_sounds_of_the_package_are_shown_and_reloaded(bench: Bench, chromium: Any) -> None:
    bench.do("new", seats=2, seed="1")
    page = chromium.new_context(locale="de-DE").new_page()
    page.goto(bench.url)
    page.locator("#seat-0").get_by_text("Deine Karten").wait_for()
    texts = bench.rules.parent / "texts" / "de.toml"
    german = texts.read_text("utf-8")
    texts.write_text(german.replace("Deine Karten", "Dein Blatt"), "utf-8")
    page.locator("#seat-0").get_by_text("Dein Blatt").wait_for()
    loads = bench.state()["status"]["loads"]
    texts.write_text("this is not TOML", "utf-8")
    state = bench.until(lambda state: state["status"]["loads"] > loads)
    assert "texts/de.toml" in state["status"]["error"]
    texts.write_text(german, "utf-8")
    page.locator("#seat-0").get_by_text("Deine Karten").wait_for()
    page.evaluate("Audio.prototype.play = function () { window.played = this.src; return Promise.resolve(); }")
    page.get_by_text("Sounds").click()
    page.locator("#sound-dive").click()
    page.wait_for_function("played.endsWith('/dive.wav')")
    assert page.request.get(page.evaluate("played")).headers["content-type"].startswith("audio/")
    page.context.close()


MOVES = """@move("bet {number}")
    def bet(self, number: Annotated[int, Number(0, 40)]) -> Self:
        \"\"\"Bet {number}.\"\"\"
        return self.replace(fish=(*self.fish, number))

    @move("throw {cards}", seated=True)
    def throw(self, seat: int, cards: Annotated[tuple[int, ...], Several(3, Held("hands", CARDS))]) -> Self:
        \"\"\"Throw {cards} away.\"\"\"
        hand = self.hands[seat]
        for number in cards:
            hand = hand.without(number)
        return self.replace(hands=replace_at(self.hands, seat, hand))

    @move("dive {number}", secret=True, seated=True)"""


OPEN = """import("/js/board/board-state.js").then(({ pickable }) =>
  pickable(document.querySelector("#seat-0 .board").board.state))"""


def test_numbers_are_typed_and_several_parts_are_gathered_and_confirmed(bench: Bench, chromium: Any) -> None:
    bench.do("new", seats=2, seed="1")
    original = bench.original
    bench.original = original.replace("    Move,\n", "    Move,\n    Number,\n    Several,\n")
    bench.save('@move("dive {number}", secret=True, seated=True)', MOVES)
    page = chromium.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(bench.url)
    page.locator("#seat-0 [data-name='bet']").click()
    page.locator("#seat-0 #number").fill("17")
    page.locator("#seat-0 #do-number").click()
    page.wait_for_function("document.querySelector('#now').textContent.includes('seat 0: bet 17')")
    page.wait_for_selector("#seat-0 .bw-subject")
    held = page.evaluate(OPEN)
    for name in (held[0], held[1], held[0], held[2], held[3]):  # the first one is put back
        page.locator(f"#seat-0 [data-name='{name}']").first.click()
    assert "3 of 3 chosen" in page.inner_text("#seat-0 .caption")
    page.locator("#seat-0 .turner .primary").click()
    page.wait_for_function("document.querySelector('#now').textContent.includes('seat 0: throw')")
    thrown = bench.state()["shown"]["steps"][-1]["text"].removeprefix("throw ").split(",")
    assert thrown == held[1:4]
    page.close()
    bench.original = original
    bench.save()


@pytest.mark.parametrize("package", ["web", "workbench"])
def test_a_page_links_the_styles_that_define_what_it_uses(package: str) -> None:
    folders = [Path(boardwright.__file__).parent / name / "page" for name in (package, "web")]
    linked = re.findall(r'rel="stylesheet" href="/([\w./]+)"', (folders[0] / "index.html").read_text())
    styles = "".join(
        next(folder / name for folder in folders if (folder / name).exists()).read_text() for name in linked
    )
    programs = "".join(each.read_text() for folder in folders for each in folder.rglob("*.js"))
    defined = re.findall(r"(--[\w-]+):", styles) + re.findall(r'setProperty\("(--[\w-]+)"', programs)
    assert set(re.findall(r"var\((--[\w-]+)\)", styles)) <= set(defined)
