// All the ways to play one game.

import { post, someone } from "/js/api.js";
import { attempt, button, dialog, h } from "/js/dom.js";
import { fields, values } from "/js/form.js";

const CLOCKS = [
  ["none", "none"],
  ["60", "60 seconds a turn"],
  ["300+5", "5 minutes + 5 seconds"],
  ["900+10", "15 minutes + 10 seconds"],
];
const SPECTATORS = [
  ["allowed", "allowed"],
  ["delayed", "allowed, four entries behind"],
  ["forbidden", "forbidden"],
];
const LATE = 4;

/** Makes a match and goes to its table. @param {any} wish */
export function begin(wish) {
  return attempt(async () => {
    await someone();
    const state = await post("/matches", wish);
    location.hash = `#/match/${state.match}`;
  });
}

/** Me at the first seat, the usual bot at the others. @param {any} game */
export function againstBot(game) {
  const seats = Math.max(2, game.seats[0]);
  return { game: game.name, seats, players: ["me", ...Array(seats - 1).fill(usualBot(game))] };
}

/** @param {any} game */
function usualBot(game) {
  return ["level3", "greedy"].find((name) => game.bots.includes(name)) ?? game.bots[0];
}

/** @param {any} game */
export function choose(game) {
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "stack" }, ...questions(game)));
  const act = (/** @type {any} */ wish) => {
    begin(wish);
    box.close();
  };
  form.append(
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", id: "begin" }, "Begin"),
      button("quick", "Quick match", () => act({ game: game.name, quick: true })),
      button("cancel", "Cancel", () => box.close()),
    ),
    h(
      "p",
      { class: "quiet" },
      "Quick match: sit down with whoever waits for this game, or wait for somebody.",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(wish(game, form));
  });
  const box = dialog(`Play ${game.title}`, form);
}

/** @param {any} game @returns {Node[]} */
function questions(game) {
  const seats = game.seats.map((/** @type {number} */ count) => [String(count), String(count)]);
  const bots = [...new Set([usualBot(game), ...game.bots])].map((bot) => [`bot:${bot}`, `bot ${bot}`]);
  const opponents = [
    ["screen", "friends on this screen"],
    ["open", "people online"],
    ["private", "people I send the link to"],
    ...bots,
  ];
  const own = fields(game.options);
  return [
    select("Players", "seats", seats, String(Math.max(2, game.seats[0]))),
    select("Opponents", "against", opponents, "open"),
    select("Clock", "clock", CLOCKS, "none"),
    select("Spectators", "spectators", SPECTATORS, "allowed"),
    own.length
      ? h("details", {}, h("summary", {}, "Options of the game"), h("div", { class: "stack" }, ...own))
      : h("span", {}),
  ];
}

/** @param {string} text @param {string} name @param {string[][]} choices @param {string} usual */
function select(text, name, choices, usual) {
  const options = choices.map(([value, words]) => h("option", { value, selected: value === usual }, words));
  return h("label", {}, text, h("select", { name }, ...options));
}

/** @param {any} game @param {HTMLFormElement} form */
function wish(game, form) {
  const given = new FormData(form);
  const seats = Number(given.get("seats"));
  const against = String(given.get("against"));
  const others = against === "screen" ? "me" : against.startsWith("bot:") ? against.slice(4) : "open";
  return {
    game: game.name,
    seats,
    players: ["me", ...Array(seats - 1).fill(others)],
    private: against === "private",
    clock: String(given.get("clock")),
    spectators: String(given.get("spectators")),
    delay: given.get("spectators") === "delayed" ? LATE : 0,
    options: values(form, game.options),
  };
}
