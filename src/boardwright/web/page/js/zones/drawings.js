// Drawings by their keys: each is sent once, and kept from match to match and from visit to visit.

import { picture, svg } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").SymbolData} SymbolData */
/** @typedef {import("/js/received.d.ts").FrameData} FrameData */
/** @typedef {Record<string, SymbolData | FrameData>} Art */

const STORE = "drawings";
/** How many drawings are kept between visits, the newest. */
const KEPT = 400;

/** @type {Map<string, SymbolData | FrameData>} */
const known = new Map(Object.entries(kept()));
/** @type {Map<string, SVGElement>} */
const groups = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

/** @returns {Art} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** Remembers drawings that have come. @param {Art | undefined} art */
export function remember(art) {
  if (!art) return;
  for (const [key, data] of Object.entries(art)) {
    known.delete(key); // the newest are at the end
    known.set(key, data);
  }
  clearTimeout(saving);
  saving = setTimeout(save, 1000);
}

function save() {
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries([...known].slice(-KEPT))));
  } catch {
    localStorage.removeItem(STORE); // no room: they are sent again at the next visit
  }
}

/** The keys of the drawings that need not be sent. */
export const knownKeys = () => [...known.keys()].slice(-KEPT);

/** @param {string} key @returns {SymbolData} */
export function symbolOf(key) {
  const found = known.get(key);
  if (found?.kind !== "symbol") throw new Error(`The drawing ${key} is missing; reload the page.`);
  return found;
}

/** @param {string} key @returns {FrameData} */
export function frameOf(key) {
  const found = known.get(key);
  if (found?.kind !== "frame") throw new Error(`The board ${key} is missing; reload the page.`);
  return found;
}

/** The shapes of a symbol, in a group of their own. @param {string} key */
export function symbolArt(key) {
  let group = groups.get(key);
  if (!group) groups.set(key, (group = groupOf(symbolOf(key).svg, "art")));
  return /** @type {SVGElement} */ (group.cloneNode(true));
}

/** Shapes as a group. @param {string} shapes SVG text @param {string} css */
export function groupOf(shapes, css) {
  const group = svg("g", { class: css });
  if (shapes) group.append(...picture(`<svg xmlns="http://www.w3.org/2000/svg">${shapes}</svg>`).childNodes);
  return group;
}
