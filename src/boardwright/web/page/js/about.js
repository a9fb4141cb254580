// About this place, for people and programs.

import { h } from "/js/dom.js";

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
        "Boardwright is a home for turn-based board games. A match here is its log: every decision and every outcome of chance, chained so that nothing can be altered. From it follow undo, replay, branches, ratings and records.",
      ),
      h("h2", {}, "Fair dice"),
      h(
        "p",
        {},
        "Before the first move a match publishes the hash of a secret seed that decides all chance. After the end the seed is in the record, and ",
        h("code", {}, "boardwright verify"),
        " recomputes every die and every draw.",
      ),
      h("h2", {}, "For programs"),
      h(
        "p",
        {},
        "Everything this page does goes through an open interface at ",
        h("a", { href: "/api/openapi.json" }, `${location.origin}/api`),
        ". A bot is an ordinary account.",
      ),
      h("h2", {}, "Keys on the board"),
      h(
        "ul",
        {},
        h("li", {}, "Arrows move between what can be taken, Enter takes it or puts it down."),
        h("li", {}, "N and P go through everything one by one; R turns, F flips, Escape puts back."),
        h("li", {}, "With the mouse: click or drag, turn with the wheel."),
      ),
    ),
  );
}
