// What the page changes in a picture as it was drawn: names of players instead of their numbers, its layout, and the side
// from which the board is seen. Everything can be taken back, so that the picture can be patched.

import { halfTurn } from "/js/art.js";
import { fits, fold, unfold } from "/js/fold.js";

/** Writes a text, shortened if it has no room for a long name. @param {SVGTextElement} text @param {string} words */
function write(text, words) {
  const room = Number(text.dataset.room ?? Infinity);
  text.textContent = words;
  for (let left = words.length; left > 1 && text.getComputedTextLength() > room; left--)
    text.textContent = `${words.slice(0, left - 1).trimEnd()}…`;
}

export class Dressing {
  /** @param {SVGSVGElement} svg @param {boolean} [isFlipped] @param {(text: string) => string} [rename] */
  constructor(svg, isFlipped = false, rename = undefined) {
    this.svg = svg;
    this.isFlipped = isFlipped;
    /** @type {(() => void)[]} */
    this.named = [];
    /** @type {Map<SVGTextElement, string>} the texts with names, in full */
    this.texts = new Map();
    /** @type {(() => void)[] | null} what turns the board back; null before the picture was laid out */
    this.turned = null;
    if (rename) this.rename(rename);
  }

  /** Lays the picture out for the available width, as seen from the side of the viewer, once it can be measured. @param {number} available in pixels */
  fit(available) {
    const isRendered = this.svg.getClientRects().length > 0;
    if (!isRendered || (this.turned && fits(this.svg, available))) return;
    takeBack(this.turned ?? []);
    this.turned = [];
    for (const [text, words] of this.texts) write(text, words);
    fold(this.svg, available);
    if (!this.isFlipped) return;
    for (const board of this.svg.querySelectorAll(".flips")) this.flip(board);
    this.swap(/** @type {SVGGraphicsElement[]} */ ([...this.svg.querySelectorAll(".swaps")]));
  }

  remove() {
    takeBack(this.turned ?? []);
    unfold(this.svg);
    takeBack(this.named);
  }

  /** @param {Element} part @param {string} name @param {string} value @param {(() => void)[]} undo */
  set(part, name, value, undo) {
    const old = part.getAttribute(name);
    part.setAttribute(name, value);
    undo.push(() => (old === null ? part.removeAttribute(name) : part.setAttribute(name, old)));
  }

  /** @param {(text: string) => string} rename */
  rename(rename) {
    for (const part of this.svg.querySelectorAll("text, [aria-label]")) {
      const label = part.getAttribute("aria-label");
      if (label !== null && rename(label) !== label) this.set(part, "aria-label", rename(label), this.named);
      const old = part.tagName === "text" ? (part.textContent ?? "") : "";
      if (rename(old) === old) continue;
      part.textContent = rename(old);
      this.texts.set(/** @type {SVGTextElement} */ (part), rename(old));
      this.named.push(() => (part.textContent = old));
    }
  }

  /** Turns a board half around, and what has to be read on it back again. @param {Element} board */
  flip(board) {
    const undo = this.turned ?? [];
    const parts = [board, ...board.querySelectorAll("text, .upright")];
    const turns = parts.map((part) => halfTurn(part));
    parts.forEach((part, index) => this.set(part, "transform", turns[index], undo));
    this.set(board, "class", `${board.getAttribute("class")} flipped`, undo);
  }

  /** Lets two parts change places. @param {SVGGraphicsElement[]} parts */
  swap(parts) {
    if (parts.length !== 2) return;
    const seen = parts.map((part) => ({
      box: part.getBBox(),
      transform: part.getAttribute("transform") ?? "",
    }));
    parts.forEach((part, index) => {
      const [own, other] = [seen[index].box, seen[1 - index]];
      const way = `translate(${other.box.x - own.x} ${other.box.y - own.y})`;
      this.set(part, "transform", `${other.transform} ${way}`.trim(), this.turned ?? []);
    });
  }
}

/** @param {(() => void)[]} changes */
function takeBack(changes) {
  for (const undo of changes.splice(0).reverse()) undo();
}
