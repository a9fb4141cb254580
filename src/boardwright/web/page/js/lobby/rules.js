// The rules of a game with pictures drawn by the game: as a page, and in a panel beside the board.

import { get } from "/js/lib/api.js";
import { attempt, button, h, picture, svg } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/zones/parts.js").Box} Box */

const MARGIN = 0.06;

/** @param {HTMLElement} place @param {string} name */
export async function show(place, name) {
  /** @type {[GameCard, string, HTMLElement]} */
  const [game, drawn, prose] = await Promise.all([
    get(`/games/${name}`),
    get(`/games/${name}/picture.svg`),
    rules(name),
  ]);
  document.title = `Rules of ${game.title} – Boardwright`;
  const shown = picture(drawn);
  shown.setAttribute("role", "img");
  place.append(
    h(
      "figure",
      { class: "rules-picture" },
      shown,
      h("figcaption", { class: "quiet" }, `A game of ${game.title} in progress.`),
    ),
    h("p", { class: "row" }, learnLink(game), h("a", { href: "#/", class: "button" }, "Back to the games")),
    prose,
    h("p", { class: "quiet", id: "installed" }, origin(game)),
  );
  requestAnimationFrame(() => dress(prose));
}

/** The rules of a game as elements. @param {string} name */
async function rules(name) {
  const parsed = new DOMParser().parseFromString(await get(`/games/${name}/rules.html`), "text/html");
  const prose = h("div", { class: "prose" }, ...parsed.body.childNodes);
  for (const wide of prose.querySelectorAll("pre, table")) wide.setAttribute("tabindex", "0");
  for (const svg of prose.querySelectorAll(".position > svg")) {
    const title = svg.querySelector("title");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", title?.textContent ?? "Board");
    title?.remove();
  }
  return prose;
}

/** Marks what the pictures point at and limits them to what they show; they must be on the screen. @param {HTMLElement} prose */
function dress(prose) {
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (prose.querySelectorAll(".position"))) {
    const drawn = /** @type {SVGSVGElement | null} */ (figure.querySelector("svg"));
    if (!drawn) continue;
    markPicture(drawn, names(figure.dataset.mark), names(figure.dataset.crop));
  }
}

/** Marks parts of a picture and limits it to some; it must be on the screen. @param {SVGSVGElement} drawn @param {string[]} marked @param {string[]} shown */
export function markPicture(drawn, marked, shown) {
  const part = (/** @type {string} */ name) => drawn.querySelector(`[data-name="${CSS.escape(name)}"]`);
  const boxes = shown.flatMap((name) => boxIn(drawn, part(name)));
  for (const name of marked) {
    const outline = part(name)?.querySelector(":scope > .outline")?.cloneNode();
    if (!(outline instanceof SVGElement)) continue;
    outline.setAttribute("class", "bw-pointed");
    const over = svg("g", { class: "bw-over" });
    over.append(outline);
    part(name)?.append(over);
  }
  if (boxes.length) crop(drawn, boxes);
}

/** Where a part lies in a picture, in the units of the picture. @param {SVGSVGElement} drawn @param {Element | null} part @returns {Box[]} */
function boxIn(drawn, part) {
  const frame = drawn.getScreenCTM()?.inverse();
  if (!frame || !part) return [];
  const seen = (part.querySelector(":scope > .outline") ?? part).getBoundingClientRect();
  const { x, y } = new DOMPoint(seen.left, seen.top).matrixTransform(frame);
  return [{ x, y, width: seen.width * frame.a, height: seen.height * frame.d }];
}

/** @param {string | undefined} text @returns {string[]} */
const names = (text) => JSON.parse(text || "[]");

/** @param {SVGSVGElement} drawn @param {Box[]} boxes */
function crop(drawn, boxes) {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const margin = MARGIN * Math.max(width, height);
  drawn.setAttribute(
    "viewBox",
    `${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`,
  );
}

/** @param {GameCard} game */
const learnLink = (game) =>
  h("a", { href: `#/learn/${game.name}`, class: "button", id: "learn" }, "Learn it step by step");

/** Opens the rules in a panel beside the board, at a section if one is named. @param {GameCard} game @param {string} [section] */
export function openRules(game, section) {
  return attempt(async () => {
    document.getElementById("rules-panel")?.remove();
    const prose = await rules(game.name);
    const opener = document.activeElement;
    const close = () => {
      panel.remove();
      removeEventListener("hashchange", close);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
    const panel = h(
      "div",
      { class: "rules-panel", id: "rules-panel", role: "dialog", "aria-label": `Rules of ${game.title}` },
      h("div", { class: "row" }, learnLink(game), button("close-rules", "Close", close)),
      prose,
    );
    panel.addEventListener("keydown", (event) => event.key === "Escape" && close());
    addEventListener("hashchange", close);
    document.body.append(panel);
    dress(prose);
    const headings = /** @type {HTMLElement[]} */ ([...prose.querySelectorAll("h1, h2, h3")]);
    const found = headings.find((heading) => heading.textContent === section) ?? headings[0];
    found?.setAttribute("tabindex", "-1");
    found?.focus({ preventScroll: true });
    if (section) found?.scrollIntoView();
  });
}

const LAWS = {
  hold: "its laws were checked and hold",
  broken: "a check found a broken law",
  changed: "it has changed since its laws were checked",
  unchecked: "its laws were not checked here",
};

/** Where the game comes from. @param {import("/js/received.d.ts").GameCard} game */
function origin({ installed: { package: name, version, author, laws, day } }) {
  return `From the package ${name} ${version}${author ? ` by ${author}` : ""}; ${LAWS[laws]}${day ? ` (${day})` : ""}.`;
}
