// The dialog that opens a match of one game.

import { ensureSession, post } from "/js/api.js";
import { attempt, button, dialog, h } from "/js/dom.js";
import { fields, values } from "/js/form.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */

const CLOCKS = [
  ["none", "none"],
  ["60", "60 seconds a turn"],
  ["300+5", "5 minutes + 5 seconds"],
  ["900+10", "15 minutes + 10 seconds"],
];
const SPECTATORS = [
  ["allowed", "allowed"],
  ["delayed", "allowed, some entries behind"],
  ["forbidden", "forbidden"],
];

/** Creates a match and opens its table. @param {NewMatch} order */
export function createMatch(order) {
  return attempt(async () => {
    await ensureSession();
    /** @type {import("/js/received.d.ts").State} */
    const state = await post("/matches", order);
    location.hash = `#/match/${state.match}`;
  });
}

/** A match of the signed-in player on the first seat against the usual bot. @param {GameCard} game @returns {NewMatch} */
export function againstBot(game) {
  const seats = game.usual_seats;
  return { game: game.name, seats, players: ["me", ...Array(seats - 1).fill(game.usual_bot)] };
}

/** @param {GameCard} game */
export function choose(game) {
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "stack" }, ...questions(game)));
  const submit = async (/** @type {NewMatch} */ order) => {
    box.close();
    await createMatch(order);
  };
  form.append(
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", id: "begin" }, "Begin"),
      button("quick", "Quick match", () => submit({ game: game.name, quick: true })),
      button("cancel", "Cancel", () => box.close()),
    ),
    h("p", { class: "quiet" }, "Quick match: join a player who is waiting for this game, or wait for one."),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await submit({ ...readOrder(game, form), start: await startText(form) });
  });
  const box = dialog(`Play ${game.title}`, form);
}

/** @param {GameCard} game @returns {Node[]} */
function questions(game) {
  const seats = game.seats.map((count) => [String(count), String(count)]);
  const bots = [...new Set([game.usual_bot, ...game.bots])].map((bot) => [`bot:${bot}`, `bot ${bot}`]);
  const opponents = [
    ["screen", "friends on this screen"],
    ["open", "people online"],
    ["private", "people I send the link to"],
    ...bots,
  ];
  const options = fields(game.options, game.options_between_people);
  return [
    select("Players", "seats", seats, String(game.usual_seats)),
    select("Opponents", "against", opponents, "open"),
    select("Clock", "clock", CLOCKS, "none"),
    select("Spectators", "spectators", SPECTATORS, "allowed"),
    startField(game),
    options.length
      ? h("details", {}, h("summary", {}, "Options of the game"), h("div", { class: "stack" }, ...options))
      : h("span", {}),
  ];
}

/** Asks for a file to start from: a record, a position, a notation of the game. @param {GameCard} game */
function startField(game) {
  const accept = [".jsonl", ".json", ...game.formats.map((format) => `.${format}`)].join(",");
  return h(
    "details",
    {},
    h("summary", {}, "Start from a file"),
    h("label", {}, `A record, a position or ${accept}`, h("input", { type: "file", name: "start", accept })),
  );
}

/** The text of the chosen file; nothing without one. @param {HTMLFormElement} form */
async function startText(form) {
  const file = new FormData(form).get("start");
  return file instanceof File && file.size ? file.text() : "";
}

/** @param {string} text @param {string} name @param {string[][]} choices @param {string} usual */
function select(text, name, choices, usual) {
  const options = choices.map(([value, label]) => h("option", { value, selected: value === usual }, label));
  return h("label", {}, text, h("select", { name }, ...options));
}

/** The match that the form describes. @param {GameCard} game @param {HTMLFormElement} form @returns {NewMatch} */
function readOrder(game, form) {
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
    spectators: /** @type {NewMatch["spectators"]} */ (given.get("spectators")),
    options: values(form, game.options, game.options_between_people),
  };
}
