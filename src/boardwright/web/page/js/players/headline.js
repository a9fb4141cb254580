// The state of a match in a line, and what to do in another.

import { withNames } from "/js/i18n/names.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/received.d.ts").State} State */

/** @param {State} state */
export const isMyTurn = (state) =>
  state.status === "running" && state.actors.some((seat) => state.you.includes(seat));

/** The names of those who may act. @param {State} state */
const actors = (state) => listed(state.actors.map((seat) => state.players[seat].name));

/** @param {State} state */
export function headline(state) {
  if (state.status === "open")
    return `${state.title}: waiting for players${state.rated ? " of a rated match" : ""}`;
  if (state.outcome) {
    const isMine = state.you.length === 1 && state.outcome.winners.join() === state.you.join();
    const names = listed(state.outcome.winners.map((seat) => state.players[seat].name));
    const winners = isMine ? "you" : names;
    return `${state.title}: ${winners ? `${winners} won` : "a draw"}. ${withNames(state.outcome.text, state.players)}`;
  }
  if (!isMyTurn(state)) return `${state.title}: ${actors(state)} to move`;
  const seat = state.view_seat ?? 0;
  return `${state.title}: ${state.you.length > 1 ? `${seatName(state, seat)} to move` : "your turn"}`;
}

/** What to call a seat when one person plays several: its color, or its number. @param {State} state @param {number} seat */
export function seatName(state, seat) {
  const colors = state.colors[seat]?.map(({ name }) => name).join(" and ");
  return colors || `player ${seat + 1}`;
}

/** What to do, in the words of the game, or for whom to wait. @param {State} state */
export function promptText(state) {
  if (state.status !== "running") return "";
  if (state.prompt) return withNames(state.prompt, state.players);
  return state.actors.length ? `Waiting for ${actors(state)}.` : "";
}
