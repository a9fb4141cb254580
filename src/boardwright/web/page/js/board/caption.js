// What a player is told about the state of a board: in the line above it, and by screen readers.

import { choices, isBusy, pickCount, ready } from "/js/board/board-state.js";
import { isSame, orientationText } from "/js/zones/orientation.js";

/** @typedef {import("/js/board/board-state.js").BoardState} BoardState */
/** @typedef {(part: string) => string} Label the accessible name of a part */

/** What can be done with what is taken, or what the game asks for. @param {BoardState} state @param {string} prompt @param {Label} label */
export function hint(state, prompt, label) {
  const { taken, picked, unconfirmed, ways } = state;
  if (unconfirmed) return `Once more: ${unconfirmed.label}`;
  if (picked.length) return `${picked.length} of ${pickCount(state)} chosen`;
  if (taken === null || !isBusy(state) || !ways.length || choices(state).length) return prompt;
  return `${label(taken)}: fits nowhere turned like this. Turn it, or put it back.`;
}

/** What an action has changed, in words; "" if it is nothing to speak of. @param {BoardState} before @param {BoardState} now @param {Label} label */
export function change(before, now, label) {
  if (now.unconfirmed && now.unconfirmed !== before.unconfirmed)
    return `${now.unconfirmed.label}. Once more to confirm.`;
  if (now.menu && now.menu !== before.menu) return `${now.menu.moves.length} moves to choose from.`;
  if (now.picked !== before.picked && (now.picked.length || before.picked.length))
    return `${now.picked.length} chosen.${ready(now).length ? " Press Confirm." : ""}`;
  if (now.taken !== before.taken)
    return now.taken === null ? "Nothing taken." : `${label(now.taken)} taken. ${placeCount(now)}.`;
  if (!isSame(now.orientation, before.orientation))
    return `${orientationText(now.orientation)}. ${placeCount(now)}.`;
  return "";
}

/** How many places there are, in words. @param {BoardState} state */
function placeCount(state) {
  const { length } = choices(state);
  return length === 1 ? "1 place" : `${length} places`;
}
