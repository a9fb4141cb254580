// Patches: changes of a picture, applied to the elements that show it, so that what stays is the same element.

import { picture } from "/js/dom.js";

/** @typedef {import("/js/received.d.ts").Patch} Patch */
/** @typedef {NonNullable<Patch["steps"]>[number]} Step */

const WORDS = ["title", "desc"];

/** Changes a picture as a patch says. @param {SVGSVGElement} svg @param {Patch} patch */
export function applyPatch(svg, patch) {
  if (patch.view_box) svg.setAttribute("viewBox", patch.view_box);
  setDescription(svg, patch.description);
  const words = [...svg.children].filter((child) => WORDS.includes(child.tagName)).length;
  applySteps(svg, patch.steps ?? [], words);
}

/** @param {Element} parent @param {Step[]} steps @param {number} shift how many children do not count */
function applySteps(parent, steps, shift = 0) {
  for (const step of steps) {
    const place = parent.children[step.at + shift];
    if (step.step === "change") change(place, step);
    else if (step.step === "remove") place.remove();
    else if (step.step === "replace") place.replaceWith(...elements(step.svg));
    else if (place) place.before(...elements(step.svg));
    else parent.append(...elements(step.svg));
  }
}

/** @param {Element} element @param {Extract<Step, {step: "change"}>} step */
function change(element, step) {
  for (const [name, value] of Object.entries(step.attributes ?? {})) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (typeof step.content === "string") element.replaceChildren(...elements(step.content));
  applySteps(element, step.steps ?? []);
}

/** @param {SVGSVGElement} svg @param {string | null | undefined} text */
function setDescription(svg, text) {
  if (typeof text !== "string") return;
  svg.querySelector(":scope > desc")?.remove();
  if (!text) return;
  const description = document.createElementNS(svg.namespaceURI, "desc");
  description.textContent = text;
  svg.prepend(description);
}

/** @param {string} text @returns {ChildNode[]} */
function elements(text) {
  return [...picture(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`).childNodes];
}
