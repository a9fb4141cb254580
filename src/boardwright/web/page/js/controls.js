// The buttons beside the caption of a board: what keys and wheel do with the taken subject.

import { h } from "/js/dom.js";
import { numbered, numberEntry } from "/js/entry.js";

/** @typedef {import("/js/board.js").Board} Board */

/** @param {Board} board @returns {HTMLElement[]} */
export function controls(board) {
  const all = board.subject === null ? [] : board.orientations();
  const { unconfirmed } = board;
  const isLoose = board.subject !== null && board.subject !== board.inHand();
  const numbers = numbered(board.moves.filter((move) => move.subject === board.subject));
  const ready = unconfirmed ?? board.picks.move();
  return [
    ...(numbers ? numberEntry(board, numbers) : []),
    ready && control("Confirm", "", "", () => confirm(board, ready), "primary"),
    all.length > 1 && !numbers && control("Turn", "↻", "R", () => board.keyboard.turn(() => board.turn(1))),
    all.some((one) => one.flip) && control("Mirror", "⇄", "F", () => board.keyboard.turn(() => board.flip())),
    isLoose && control("Put back", "✕", "Esc", () => board.take(null)),
    !isLoose && board.putBack && control("Put back", "✕", "Esc", board.putBack),
    board.stop && control("Wait", "✕", "Esc", board.stop),
  ].filter((button) => button instanceof HTMLElement);
}

/** Plays a move that was asked for; the focus goes back to the board. @param {Board} board @param {import("/js/board.js").Move} move */
function confirm(board, move) {
  board.stage.focus({ preventScroll: true });
  board.put(move);
}

/**
 * A button; where there is no room for all words beside the caption it shows its sign.
 * @param {string} text @param {string} sign @param {string} key @param {() => void} onclick @param {string} [style]
 */
function control(text, sign, key, onclick, style = "") {
  if (!sign) return h("button", { type: "button", class: style, onclick }, text);
  return h(
    "button",
    { type: "button", class: style, title: `${text} (key: ${key})`, "aria-label": text, onclick },
    h("span", { class: "long" }, text, h("span", { class: "key" }, ` (${key})`)),
    h("span", { class: "short", "aria-hidden": "true" }, sign),
  );
}
