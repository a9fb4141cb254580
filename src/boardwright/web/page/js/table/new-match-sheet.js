// Creating matches, and the dialog that plays on from a point of another match.

import { ensureSession } from "/js/lib/api.js";
import { CLOCKS } from "/js/lib/clock.js";
import { attempt, button, dialog, h, onSubmit } from "/js/lib/dom.js";
import { create } from "/js/players/fairness.js";
import { seatName } from "/js/players/headline.js";
import { entryText } from "/js/table/log.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */
/** @typedef {{state: State, entry: number, entries: State["log"]}} Point a match, the entry after which to play on, and those known */

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
export function playOn(game, { state, entry, entries }) {
  const seats = state.players.map(({ seat, name, you }) => {
    const side = seatName(state, seat);
    return [String(seat), `${side.charAt(0).toUpperCase()}${side.slice(1)}: ${you ? "you" : name}`];
  });
  const [title, last] = whereText(state, entries, entry);
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "stack" },
      h("p", {}, last),
      h("p", { class: "quiet" }, "A new match starts in this position. The old one stays as it is."),
      select("Your seat", "seat", seats, String(state.you[0] ?? 0)),
      ...tableQuestions(game, state),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", id: "begin" }, "Begin"),
        button("cancel", "Cancel", () => box.close()),
      ),
    )
  );
  onSubmit(form, async (given) => {
    const order = readOrder(game, given, state, Number(given.get("seat")));
    if (await createMatch({ ...order, origin: { match: state.match, entry } })) box.close();
  });
  const box = dialog(title, form);
}

/** Where a point of a match is, and what happened last before it. @param {State} state @param {State["log"]} entries @param {number} entry */
function whereText(state, entries, entry) {
  const moves = entries.filter(({ number, kind }) => number <= entry && kind === "move");
  const last = moves.at(-1);
  if (!last) return ["Play on from the start", "Nobody has moved yet."];
  const isWhole = entries[0].number === 1;
  return [isWhole ? `Play on after move ${moves.length}` : "Play on from here", entryText(last, state)];
}

/** Who plays the other seats if they are as in the match: "me", "open" or a bot each. @param {State} state @param {number} mine */
function sameOpponents({ players, you }, mine) {
  const kind = (/** @type {State["players"][number]} */ player) => player.bot ?? (player.you ? "me" : "open");
  // Who changes sides with a bot gets it as an opponent.
  const swapped = you.length === 1 && !you.includes(mine) ? kind(players[mine]) : "me";
  return players.map((player) => (player.seat === mine ? "me" : player.you ? swapped : kind(player)));
}

/** The opponents of a match as a choice, and in words. @param {State} state @returns {[string, string]} */
function usualOpponents(state) {
  const mine = state.you[0] ?? 0;
  const others = state.players.filter(({ seat }) => seat !== mine);
  const kinds = new Set(sameOpponents(state, mine).filter((_, seat) => seat !== mine));
  const names = listed(others.map(({ name, kind }) => (kind === "bot" ? `${name} (bot)` : name)));
  if (kinds.size !== 1) return ["same", `as in the match: ${names}`];
  if (kinds.has("me")) return ["screen", ""];
  return kinds.has("open") ? ["private", ""] : [`bot:${[...kinds][0]}`, names];
}

/** Asks for opponents, clock and spectators; the opponents of the match are preselected. @param {GameCard} game @param {State} state */
function tableQuestions(game, state) {
  const bots = game.strengths.map(({ bot, name }) => [`bot:${bot}`, `${name} (bot)`]);
  const [against, words] = usualOpponents(state);
  const known = ["screen", "open", "private", ...bots.map(([value]) => value)];
  const opponents = [
    ...(known.includes(against) ? [] : [[against, words]]),
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
 * @param {GameCard} game @param {FormData} given @param {State} state @param {number} mine @returns {NewMatch}
 */
function readOrder(game, given, state, mine) {
  const against = String(given.get("against"));
  const others = against === "screen" ? "me" : against.startsWith("bot:") ? against.slice(4) : "open";
  const players =
    against === "same"
      ? sameOpponents(state, mine)
      : state.players.map(({ seat }) => (seat === mine ? "me" : others));
  return {
    game: game.name,
    seats: players.length,
    players,
    private: against === "open" ? false : players.includes("open") ? true : null,
    clock: String(given.get("clock")),
    spectators: /** @type {NewMatch["spectators"]} */ (given.get("spectators")),
  };
}
