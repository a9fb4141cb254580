// Requests of other players that need an answer: undo, a draw.

import { h, toast } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {{send: (request: import("/js/sent.d.ts").LiveRequest) => void}} Handlers */

const LABELS = { undo: "take moves back", redo: "bring moves back" };

/** @param {State} state @param {Handlers} handlers @returns {Node[]} */
export function offers(state, handlers) {
  return [
    ...state.consent_requests.map((asked) => consent(state, asked, handlers)),
    ...draw(state, handlers),
  ];
}

/** Tells the player that a request was declined, if it was. @param {State} before @param {State["consent_requests"]} consent_requests those left */
export function tellDeclined({ you, consent_requests: before }, consent_requests) {
  const [old, left] = [before, consent_requests].map((all) => all.find((one) => you.includes(one.seat)));
  if (old && !left) toast(`Your request to ${LABELS[old.what]} was declined.`);
}

/** Tells the player that the offered draw was declined, if it was. @param {State} before @param {State["log"]} entries */
export function tellDrawDeclined({ you, draw: offered }, entries) {
  const isDeclined = entries.some(({ kind, text }) => kind === "draw" && text === "decline");
  if (isDeclined && offered.some((seat) => you.includes(seat))) toast("Your offer of a draw was declined.");
}

/** @param {State} state @param {State["consent_requests"][number]} asked @param {Handlers} handlers */
function consent(state, asked, handlers) {
  const what = LABELS[asked.what];
  const time = state.clocks.length || state.next_change !== null ? " The clock runs on." : "";
  const seat = asked.waiting.find((waiting) => state.you.includes(waiting));
  if (seat === undefined) return h("div", { class: "offer" }, `Waiting for an answer: ${what}.${time}`);
  const text = `${state.players[asked.seat].name} asks to ${what}.${time}`;
  return yesNo(text, (yes) => handlers.send({ type: "answer", yes, seat }));
}

/** @param {State} state @param {Handlers} handlers */
function draw(state, handlers) {
  if (!state.draw.length || state.outcome) return [];
  const seat = state.you.find((mine) => !state.draw.includes(mine));
  if (seat === undefined)
    return state.you.length ? [h("div", { class: "offer" }, "You have offered a draw.")] : [];
  const text = `${state.players[state.draw[0]].name} offers a draw.`;
  return [yesNo(text, (yes) => handlers.send({ type: "draw", yes, seat }))];
}

/** @param {string} text @param {(yes: boolean) => void} answer */
function yesNo(text, answer) {
  return h(
    "div",
    { class: "offer" },
    h("span", {}, text),
    h("button", { type: "button", class: "primary", onclick: () => answer(true) }, "Yes"),
    h("button", { type: "button", onclick: () => answer(false) }, "No"),
  );
}
