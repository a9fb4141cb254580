// Creating matches, and the dialog that plays on from a point of another match.

import { ensureSession } from "/js/api.js";
import { CLOCKS } from "/js/clock.js";
import { attempt, button, dialog, h } from "/js/dom.js";
import { create } from "/js/fairness.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */
/** @typedef {{state: State, entry: number}} Point a match, and the entry after which to play on */

const SPECTATORS = [
  ["allowed", "allowed"],
  ["delayed", "allowed, some entries behind"],
  ["forbidden", "forbidden"],
];

/** Creates a match and opens its table; true if that was possible. @param {NewMatch} order */
export async function createMatch(order) {
  let isMade = false;
  await attempt(async () => {
    await ensureSession();
    const state = await create(order);
    isMade = true;
    location.hash = `#/match/${state.match}`;
  });
  return isMade;
}

/**
 * Whether the match can be played on from its entries. While it runs, secrets are kept, and nobody tries out moves of a
 * rated match or of one that they play against other people.
 * @param {State} state @param {GameCard} game
 */
export function canPlayOn(state, game) {
  if (state.status !== "running") return state.status === "over";
  const others = state.players.some((player) => player.kind === "person" && !player.you);
  return !game.has_secrets && !state.rated && !(state.you.length && others);
}

/** Asks with whom to play on from a point of a match. @param {GameCard} game @param {Point} point */
export function playOn(game, { state, entry }) {
  const seats = state.players.map(({ seat, name }) => [String(seat), `${seat + 1}, played by ${name}`]);
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "stack" },
      h("p", { class: "quiet" }, "A new match starts in this position. The old one stays as it is."),
      select("Your seat", "seat", seats, String(state.you[0] ?? 0)),
      ...tableQuestions(game, "private"),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", id: "begin" }, "Begin"),
        button("cancel", "Cancel", () => box.close()),
      ),
    )
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = Number(new FormData(form).get("seat"));
    const order = readOrder(game, form, state.players.length, mine);
    if (await createMatch({ ...order, origin: { match: state.match, entry } })) box.close();
  });
  const box = dialog(`Play on from ${entry ? `entry ${entry}` : "the start"}`, form);
}

/** Asks for opponents, clock and spectators. @param {GameCard} game @param {string} against the usual opponents */
function tableQuestions(game, against) {
  const bots = game.strengths.map(({ bot, name }) => [`bot:${bot}`, `${name} (bot)`]);
  const opponents = [
    ["screen", "friends on this screen"],
    ["open", "people online"],
    ["private", "people I send the link to"],
    ...bots,
  ];
  const clocks = CLOCKS.filter(({ value }) => value !== "custom").map(({ value, title }) => [value, title]);
  return [
    select("Opponents", "against", opponents, against),
    select("Clock", "clock", clocks, "none"),
    select("Spectators", "spectators", SPECTATORS, "allowed"),
  ];
}

/** @param {string} text @param {string} name @param {string[][]} choices @param {string} usual */
function select(text, name, choices, usual) {
  const options = choices.map(([value, label]) => h("option", { value, selected: value === usual }, label));
  return h("label", {}, text, h("select", { name }, ...options));
}

/**
 * The match that the answers to `tableQuestions` describe, with the player on seat `mine`.
 * @param {GameCard} game @param {HTMLFormElement} form @param {number} seats @param {number} mine @returns {NewMatch}
 */
function readOrder(game, form, seats, mine) {
  const given = new FormData(form);
  const against = String(given.get("against"));
  const others = against === "screen" ? "me" : against.startsWith("bot:") ? against.slice(4) : "open";
  return {
    game: game.name,
    seats,
    players: Array.from({ length: seats }, (_, seat) => (seat === mine ? "me" : others)),
    private: against === "open" ? false : against === "private" ? true : null,
    clock: String(given.get("clock")),
    spectators: /** @type {NewMatch["spectators"]} */ (given.get("spectators")),
  };
}
