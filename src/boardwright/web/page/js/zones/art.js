// Copies of parts of a table, to be drawn over it.

import { svg } from "/js/lib/dom.js";

/** @typedef {import("/js/zones/parts.js").Parts} Parts */

/** What a shape has from the groups around it, which a copy elsewhere is not in. */
const INHERITED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
const READ = "text, .upright";
const OWN = ["display", "transform", "data-name", "role", "aria-label", "tabindex"];

/** The part of a subject, or on a place, that is moved about. @param {Element | undefined} part @returns {SVGGraphicsElement | null} */
export const heldArt = (part) =>
  /** @type {SVGGraphicsElement | null} */ (
    part?.matches(".held") ? part : (part?.querySelector(".held") ?? null)
  );

/** Whether a part lies on a board that is seen from the other side. @param {Element | undefined} part */
export const isTurned = (part) => Boolean(part?.closest(".flipped"));

/** The transformation of what has to be read that also turns it half around: a text around its anchor, else around its origin. @param {Element} part */
function halfTurn(part) {
  const [x, y] = [part.getAttribute("x") ?? 0, part.getAttribute("y") ?? 0];
  return `${part.getAttribute("transform") ?? ""} rotate(180 ${x} ${y})`.trim();
}

/** Turns back all that has to be read on what is turned half around. @param {Element} turned */
export function makeReadable(turned) {
  for (const part of turned.querySelectorAll(READ)) part.setAttribute("transform", halfTurn(part));
}

/** Puts upright what has to be read on a copy that is shown from the other side than the original. @param {Element} art @param {Element} copy */
export function turnBack(art, copy) {
  const readable = copy.querySelectorAll(READ);
  art
    .querySelectorAll(READ)
    .forEach((part, index) => readable[index].setAttribute("transform", halfTurn(part)));
}

/** A copy in a group of its own that looks like the original, wherever it stands; it is no named part and has no place. @param {Element} art */
export function copyOf(art) {
  const copy = /** @type {SVGGraphicsElement} */ (art.cloneNode(true));
  for (const name of OWN) copy.removeAttribute(name);
  for (const part of copy.querySelectorAll("[data-name]")) part.removeAttribute("data-name");
  for (const part of copy.querySelectorAll("[aria-label]"))
    for (const name of ["role", "aria-label"]) part.removeAttribute(name);
  const style = getComputedStyle(art.parentElement ?? art);
  const frame = svg("g", Object.fromEntries(INHERITED.map((name) => [name, style.getPropertyValue(name)])));
  frame.append(copy);
  return { frame, copy };
}

/** A copy that lies exactly over the original, of each drawing in it if it is not drawn itself. @param {Parts} parts @param {Element} part */
export function copyInPlace(parts, part) {
  const drawn = part instanceof SVGGraphicsElement ? [part] : [...part.querySelectorAll("svg > .art")];
  const copies = drawn.map((art) => {
    const { frame } = copyOf(art);
    frame.setAttribute("transform", parts.place(/** @type {SVGGraphicsElement} */ (art))?.toString() ?? "");
    return frame;
  });
  if (copies.length === 1) return copies[0];
  const all = svg("g", {});
  all.append(...copies);
  return all;
}
