// Times and matches in words.

import { shortClock } from "/js/lib/clock.js";

/** @typedef {import("/js/received.d.ts").MatchCard} MatchCard */

const UNITS = /** @type {const} */ ([
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
]);

/** How long ago something was. @param {number} at milliseconds @param {number} [now] */
export function ago(at, now = Date.now()) {
  const passed = Math.max(0, (now - at) / 1000);
  if (passed < 60) return "just now";
  if (passed > 30 * 86400) return new Date(at).toLocaleDateString();
  const [unit, size] = UNITS.find((each) => passed >= each[1]) ?? UNITS[2];
  const count = Math.floor(passed / size);
  return `${count} ${unit === "minute" ? "min" : unit + (count > 1 ? "s" : "")} ago`;
}

/** @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A match in a sentence, told to or about a player. @param {MatchCard} match @param {string} [who] a name in place of "you" */
export function sentence(match, who = "") {
  const seats = who
    ? match.players.filter(({ name }) => name === who).map(({ seat }) => seat)
    : [...match.you];
  const others = listed(
    match.players.filter(({ seat }) => !seats.includes(seat)).map(({ name }) => name || "a free seat"),
  );
  const [me, have] = who ? [who, "has"] : ["You", "have"];
  if (match.status === "open") return `${match.title}: ${waitingText(match, !who && seats.length > 0)}`;
  if (!seats.length)
    return `${match.title}: ${listed(match.players.map(({ name }) => name || "a free seat"))}`;
  if (match.status === "running")
    return others ? `${match.title} with ${others}` : `${match.title} on one screen`;
  if (match.winners === null) return `${match.title}${others && ` with ${others}`}: canceled`;
  if (!others) return `${me} ${have} finished ${match.title}`;
  if (!match.winners.length) return `${me} drew with ${others} at ${match.title}`;
  if (match.winners.some((seat) => seats.includes(seat))) return `${me} beat ${others} at ${match.title}`;
  const winners = listed(match.winners.map((seat) => match.players[seat].name));
  return `${winners} beat ${who || "you"} at ${match.title}`;
}

/** Who waits for whom. @param {MatchCard} match @param {boolean} isMine */
function waitingText({ players }, isMine) {
  const names = players.filter(({ kind }) => kind === "person").map(({ name }) => name);
  const free = players.filter(({ kind }) => kind === "open").length;
  const kept = players.filter(({ kind, name }) => kind === "open" && name).map(({ name }) => name);
  const whom = kept.length ? listed(kept) : free === 1 ? "an opponent" : `${free} more players`;
  return isMine
    ? `waiting for ${whom}`
    : `${listed(names)} ${names.length > 1 ? "wait" : "waits"} for ${whom}`;
}

/** What to know before one sits down. @param {MatchCard} match */
export function terms(match) {
  return `${shortClock(match.clock)} · ${match.rated ? "rated" : "casual"}`;
}
