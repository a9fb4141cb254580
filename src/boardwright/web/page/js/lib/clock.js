// Clocks in words.

/** @typedef {import("/js/received.d.ts").Clock} Clock */

/** The clocks to choose from, in the notation of the server. @type {import("/js/lib/choices.js").Item[]} */
export const CLOCKS = [
  { value: "none", title: "No clock", text: "Everybody thinks as long as they like." },
  { value: "60", title: "1 min a move", text: "One minute for each move." },
  {
    value: "300+5",
    title: "5 min + 5 s",
    text: "Five minutes for the match, and five seconds more for each move.",
  },
  {
    value: "900+10",
    title: "15 min + 10 s",
    text: "Fifteen minutes for the match, and ten seconds more for each move.",
  },
  { value: "86400", title: "1 day a move", text: "A day for each move: play whenever you have time." },
  { value: "custom", title: "Custom…", text: "" },
];

/** @param {number} seconds */
function span(seconds) {
  if (seconds && seconds % 86400 === 0) return seconds === 86400 ? "1 day" : `${seconds / 86400} days`;
  if (seconds && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** @param {Clock} clock */
export function clockText({ per_turn: turn, bank, increment }) {
  const parts = [];
  if (bank) parts.push(`${span(bank / 1000)} for the match`);
  if (increment) parts.push(`${span(increment / 1000)} more for each move`);
  if (turn) parts.push(`${span(turn / 1000)} a move`);
  return parts.join(", ") || "No clock";
}

/** A clock in the notation of lists, such as 300+5, in a few words. @param {string} text */
export function shortClock(text) {
  if (text === "none") return "no clock";
  const [first, second] = text.split("+").map((part) => span(Number(part)));
  return second === undefined ? `${first} a move` : `${first} + ${second}`;
}
