// A match that the server cannot read, or whose rules have failed: the reason, and a way for its host to close it, and for others to leave it before the start.

import { post } from "/js/lib/api.js";
import { attempt, button, h } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */

/** @param {HTMLElement} place @param {State} state */
export function showUnreadable(place, state) {
  const names = state.players.map((player) => player.name || "open seat").join(", ");
  const end = (/** @type {string} */ command) => () =>
    attempt(async () => {
      await post(`/matches/${state.match}/${command}`);
      location.hash = "#/";
    });
  const canLeave = !state.host && state.you.length && state.status === "open";
  place.append(
    h(
      "div",
      { class: "prose", id: "unreadable" },
      h("h1", {}, `${state.title || state.game}: this match is set aside`),
      h("p", {}, names),
      h("p", {}, state.unreadable),
      state.host && state.status !== "over" ? button("cancel", "Close the match", end("cancel")) : "",
      canLeave ? button("leave", "Leave", end("leave")) : "",
    ),
  );
}
