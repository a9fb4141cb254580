// The free board: one plays all sides of a game, takes back, branches, and asks the computer.

import { get, post } from "/js/lib/api.js";
import { Screen } from "/js/analysis/analysis.js";
import { attempt, h } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/sent.d.ts").Exploration} Exploration */

/** @param {HTMLElement} place @param {string} name @param {string} [count] how many play */
export async function show(place, name, count) {
  /** @type {GameCard} */
  const game = await get(`/games/${name}`);
  const seats = count === undefined ? game.usual_seats : Number(count);
  const page = { screen: await open(place, game, { game: name, seats }), close: () => page.screen.close() };
  place.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.id === "position-file" ? input.files?.[0] : null;
    if (file)
      attempt(async () => {
        const start = { game: name, start: await file.text() };
        const opened = await open(place, game, start);
        page.screen.close();
        page.screen = opened;
      });
  });
  return page;
}

/** Shows a board in place of what was there. @param {HTMLElement} place @param {GameCard} game @param {Exploration} start */
async function open(place, game, start) {
  /** @type {import("/js/received.d.ts").Explored} */
  const { seats } = await post("/explore", start);
  const names = Array.from({ length: seats }, (_, seat) => `Player ${seat + 1}`);
  const screen = new Screen({ start, game, names, state: null, title: "free board" });
  place.replaceChildren();
  screen.build(place);
  if (game.seats.length > 1) screen.lines.before(seatChoice(game, seats));
  screen.lines.before(fileChoice(game));
  await screen.go(screen.main.at(0));
  return screen;
}

/** @param {GameCard} game @param {number} seats */
function seatChoice(game, seats) {
  const choices = game.seats.map((count) => h("option", { value: count, selected: count === seats }, count));
  const choose = (/** @type {Event} */ event) =>
    (location.hash = `#/explore/${game.name}/${/** @type {HTMLSelectElement} */ (event.target).value}`);
  return h("label", {}, "Players", h("select", { id: "seats", onchange: choose }, ...choices));
}

/** @param {GameCard} game */
function fileChoice({ formats }) {
  const accept = [".jsonl", ".json", ...formats.map((format) => `.${format}`)].join(",");
  const input = h("input", { type: "file", id: "position-file", accept });
  return h(
    "details",
    {},
    h("summary", {}, "Start from a file"),
    h("label", {}, "A record, a position as JSON, or a notation of the game", input),
  );
}
