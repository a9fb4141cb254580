// The rules of a game, with a picture of it.

import { get } from "/js/api.js";
import { h, picture } from "/js/dom.js";

/** @param {HTMLElement} place @param {string} name */
export async function show(place, name) {
  /** @type {[import("/js/received.d.ts").GameCard, string, string]} */
  const [game, text, drawn] = await Promise.all([
    get(`/games/${name}`),
    get(`/games/${name}/rules.html`),
    get(`/games/${name}/picture.svg`),
  ]);
  document.title = `Rules of ${game.title} – Boardwright`;
  const prose = h("div", { class: "prose" });
  const parsed = new DOMParser().parseFromString(text, "text/html");
  prose.append(...parsed.body.childNodes);
  for (const wide of prose.querySelectorAll("pre, table")) wide.setAttribute("tabindex", "0");
  const shown = picture(drawn);
  shown.setAttribute("role", "img");
  place.append(
    h(
      "figure",
      { class: "rules-picture" },
      shown,
      h("figcaption", { class: "quiet" }, `A game of ${game.title} in progress.`),
    ),
    prose,
    h("p", {}, h("a", { href: "#/", class: "button" }, "Back to the games")),
  );
}
