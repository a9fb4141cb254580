// Copies of parts of a picture, to be drawn over it.

import { svg } from "/js/dom.js";

/** @typedef {import("/js/parts.js").Parts} Parts */

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
const OWN = ["display", "transform", "data-name", "role", "aria-label", "tabindex"];

/** The part of a subject, or on a place, that is moved about. @param {Element | undefined} part @returns {SVGGraphicsElement | null} */
export const heldArt = (part) =>
  /** @type {SVGGraphicsElement | null} */ (
    part?.matches(".held") ? part : (part?.querySelector(".held") ?? null)
  );

/** Whether a part lies on a board that is seen from the other side. @param {Element | undefined} part */
export const isTurned = (part) => Boolean(part?.closest(".flipped"));

/** The transformation of a part that also turns it half around its middle. @param {Element} part */
export function halfTurn(part) {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (part).getBBox();
  return `${part.getAttribute("transform") ?? ""} rotate(180 ${x + width / 2} ${y + height / 2})`.trim();
}

/** Puts upright what has to be read on a copy that is shown from the other side than the original. @param {Element} art @param {Element} copy */
export function turnBack(art, copy) {
  const readable = copy.querySelectorAll("text, .upright");
  art
    .querySelectorAll("text, .upright")
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

/** A copy that lies exactly over the original. @param {Parts} parts @param {SVGGraphicsElement} art */
export function copyInPlace(parts, art) {
  const { frame } = copyOf(art);
  frame.setAttribute("transform", parts.place(art)?.toString() ?? "");
  return frame;
}
