// The buttons beside the caption of a board: what keys and wheel do with the taken subject.

import { isBusy, numbers, orientations, ready } from "/js/board/board-state.js";
import { announce, h } from "/js/lib/dom.js";

/** @typedef {import("/js/board/board-state.js").BoardState} BoardState */

/**
 * What the buttons do; `putBack` and `stop` are there only at times.
 * @typedef {object} Acts
 * @property {() => void} confirm
 * @property {() => void} turn
 * @property {() => void} flip
 * @property {() => void} cancel
 * @property {(number: number) => boolean} enter makes the move with a number, if there is one
 * @property {(() => void) | null} putBack takes back the move that put a part into the hand
 * @property {(() => void) | null} stop stops what the prompt announces
 */

/** @param {BoardState} state @param {Acts} acts @returns {HTMLElement[]} */
export function controls(state, acts) {
  const all = orientations(state);
  const isLoose = isBusy(state);
  const possible = numbers(state).map(({ number }) => number);
  return [
    ...(possible.length ? numberEntry(possible, acts.enter) : []),
    ready(state).length > 0 && control("Confirm", "", "", acts.confirm, "primary"),
    all.length > 1 && control("Turn", "↻", "R", acts.turn),
    all.some((one) => one.flip) && control("Mirror", "⇄", "F", acts.flip),
    isLoose && control("Put back", "✕", "Esc", acts.cancel),
    !isLoose && acts.putBack && control("Put back", "✕", "Esc", acts.putBack),
    acts.stop && control("Wait", "✕", "Esc", acts.stop),
  ].filter((button) => button instanceof HTMLElement);
}

/** A field for a number, and a button that makes the move with it. @param {number[]} possible @param {(number: number) => boolean} enter @returns {HTMLElement[]} */
function numberEntry(possible, enter) {
  const [min, max] = [Math.min(...possible), Math.max(...possible)];
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "number", id: "number", min, max, value: min, "aria-label": `${min} to ${max}` })
  );
  const act = () => {
    const isPossible = enter(Number(field.value));
    if (!isPossible) announce(`${field.value} is not possible here.`);
    field.setAttribute("aria-invalid", String(!isPossible));
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") act();
  });
  return [field, h("button", { type: "button", class: "primary", id: "do-number", onclick: act }, "Confirm")];
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
