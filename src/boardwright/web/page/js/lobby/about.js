// About Boardwright, for people and programs.

import { h } from "/js/lib/dom.js";

/** @param {HTMLElement} place */
export async function show(place) {
  place.append(
    h(
      "div",
      { class: "prose" },
      h("h1", {}, "About Boardwright"),
      h(
        "p",
        {},
        "Boardwright is a home for turn-based board games. A match is its log: every decision and every chance outcome, chained by hashes so that nothing can be altered. Undo, replays, branches, ratings and records are computed from it.",
      ),
      h("h2", {}, "Fair dice"),
      h(
        "p",
        {},
        "Before the first move a match publishes the hash of a secret seed. Then your browser, like those of the other players, contributes a random share, and seed and shares together determine every chance outcome. After the end the table says whether the seed has that hash and your share was used. The record contains all of them, and ",
        h("code", {}, "boardwright verify"),
        " recomputes every die and every draw.",
      ),
      h("h2", {}, "For programs"),
      h(
        "p",
        {},
        "This page uses only the public API at ",
        h("a", { href: "/api/openapi.json" }, `${location.origin}/api`),
        ". A bot can be an ordinary account.",
      ),
      h("h2", {}, "Keys on the board"),
      h(
        "ul",
        {},
        h("li", {}, "The arrow keys move between parts, Enter takes a part or puts it down."),
        h("li", {}, "Shift and an arrow key reach every part; Enter there says why a move is not possible."),
        h("li", {}, "N and P go to the next and previous part; R turns, F flips, Escape puts back."),
        h("li", {}, "With the mouse: click or drag; the wheel turns."),
      ),
    ),
  );
}
