// From the choices of the sheet to a match, as the server reads it.

import { session } from "/js/lib/api.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */
/** @typedef {import("/js/lib/remembered.js").Wish} Wish */

/** In a mixed match, who sits on the other seats. @param {Wish} wish */
export function othersOf({ seats, others, bot }) {
  return Array.from({ length: seats - 1 }, (_, place) => others[place] ?? (place ? bot : "open"));
}

/** Where only bots play, who sits where. @param {Wish} wish */
export function botsOf({ seats, bots, bot }) {
  return Array.from({ length: seats }, (_, seat) => bots[seat] ?? bot);
}

/** Who sits where, as the server reads it. @param {Wish} wish @returns {string[]} */
export function playersOf(wish) {
  const { seats, against, bot, side } = wish;
  if (against === "watch") return botsOf(wish);
  const kind = { bot, link: "open", anyone: "open", screen: "me", mixed: "" }[against];
  const others = against === "mixed" ? othersOf(wish) : Array(seats - 1).fill(kind);
  const mine = { first: 0, last: seats - 1, lot: Math.floor(Math.random() * seats) }[side];
  return [...others.slice(0, mine), "me", ...others.slice(mine)];
}

/** Why a match cannot be rated, or "". @param {Wish} wish */
export function whyCasual(wish) {
  const players = playersOf(wish);
  if (players.filter((each) => each === "open").length < wish.seats - 1)
    return "Only matches between people, each on a screen of their own, can be rated.";
  const role = session()?.account.role ?? "guest";
  return role === "guest" ? "Sign up to play rated matches: guests have no rating." : "";
}

/** @param {Wish} wish */
export const isRated = (wish) => !whyCasual(wish) && (wish.rated ?? wish.against === "anyone");

/** The clock in the notation of the server. @param {Wish} wish */
export function clockOf({ clock, custom: { kind, seconds, minutes, increment } }) {
  if (clock !== "custom") return clock;
  return kind === "turn" ? String(seconds) : `${minutes * 60}+${increment}`;
}

/** The match that a wish describes. @param {GameCard} game @param {Wish} wish @returns {NewMatch} */
export function matchRequest(game, wish) {
  const players = wish.seats === 1 ? ["me"] : playersOf(wish);
  const isQuick = wish.seats > 1 && wish.against === "anyone";
  const hasClock = wish.seats > 1 && wish.against !== "watch";
  return {
    game: game.name,
    seats: wish.seats,
    players: isQuick ? undefined : players,
    quick: isQuick,
    private: players.includes("open") && !isQuick,
    clock: hasClock ? clockOf(wish) : "none",
    on_timeout: wish.on_timeout,
    rated: wish.seats > 1 && isRated(wish),
    spectators: wish.spectators,
    options: wish.options,
  };
}
