// What others at the table ask for: undo, a draw, a rematch.

import { h } from "/js/dom.js";

/** @type {Record<string, string>} */
const WORDS = { undo: "take moves back", redo: "bring moves back", cancel: "cancel the match" };

/**
 * @param {any} state
 * @param {{send: (message: Record<string, any>) => void, rematch: () => void}} acts
 * @returns {Node[]}
 */
export function offers(state, acts) {
  return [
    ...state.asks.map((/** @type {any} */ asked) => ask(state, asked, acts)),
    ...draw(state, acts),
    ...rematch(state, acts),
  ];
}

/** @param {any} state @param {any} asked @param {{send: (message: Record<string, any>) => void}} acts */
function ask(state, asked, acts) {
  const what = WORDS[asked.what] ?? asked.what;
  const seat = asked.waiting.find((/** @type {number} */ waiting) => state.you.includes(waiting));
  if (seat === undefined) return h("div", { class: "offer" }, `Waiting for an answer: ${what}.`);
  const text = `${state.players[asked.seat].name} asks to ${what}.`;
  return yesNo(text, (yes) => acts.send({ type: "answer", yes, seat }));
}

/** @param {any} state @param {{send: (message: Record<string, any>) => void}} acts */
function draw(state, acts) {
  if (!state.draw.length || state.outcome) return [];
  const mine = state.you.find((/** @type {number} */ seat) => !state.draw.includes(seat));
  if (mine === undefined)
    return state.you.length ? [h("div", { class: "offer" }, "You have offered a draw.")] : [];
  const text = `${state.players[state.draw[0]].name} offers a draw.`;
  return [yesNo(text, (yes) => acts.send({ type: "draw", yes, seat: mine }))];
}

/** @param {any} state @param {{rematch: () => void}} acts */
function rematch(state, acts) {
  if (!state.rematch) return [];
  const link = state.you.length
    ? h(
        "button",
        { type: "button", class: "primary", id: "to-rematch", onclick: () => acts.rematch() },
        "To the rematch",
      )
    : h("a", { href: `#/match/${state.rematch}`, id: "to-rematch" }, "Watch the rematch");
  return [h("div", { class: "offer" }, link)];
}

/** @param {string} text @param {(yes: boolean) => void} answer */
function yesNo(text, answer) {
  return h(
    "div",
    { class: "offer" },
    text,
    h("button", { type: "button", class: "primary", onclick: () => answer(true) }, "Yes"),
    h("button", { type: "button", onclick: () => answer(false) }, "No"),
  );
}
