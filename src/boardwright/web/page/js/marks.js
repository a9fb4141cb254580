// Marks drawn over a picture: subjects, targets, the preview of a move, the last move, refused parts.

import { svg } from "/js/dom.js";

/** @typedef {import("/js/board.js").Move} Move */
/** @typedef {import("/js/parts.js").Parts} Parts */

const STYLES = ["bw-subject", "bw-target", "bw-taken"];

export class Marks {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.overlay = svg("g", { class: "bw-over" });
    parts.svg.append(this.overlay);
  }

  clear() {
    this.overlay.replaceChildren();
    for (const part of this.parts.named.values()) {
      part.classList.remove(...STYLES);
      part.removeAttribute("tabindex");
      if (part.hasAttribute("aria-label")) part.setAttribute("role", "img");
    }
  }

  /** Makes a part a button. @param {string} name @param {string} style */
  makeButton(name, style) {
    const part = this.parts.get(name);
    if (!part) return;
    part.classList.add(style);
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "-1");
    if (!part.getAttribute("aria-label")) part.setAttribute("aria-label", name);
  }

  /** @param {Move} move */
  target(move) {
    this.makeButton(move.target, "bw-target");
    for (const name of move.covers) this.frame(name, "bw-place");
    const box = move.covers.length ? null : this.parts.box(move.target);
    if (!box) return;
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    this.overlay.append(
      svg("circle", { class: "bw-dot", cx, cy, r: Math.min(box.width, box.height) * 0.16 }),
    );
  }

  /** @param {string} name @param {string} style */
  frame(name, style) {
    const box = this.parts.box(name);
    if (!box) return;
    const rx = Math.min(box.width, box.height) * 0.08;
    this.overlay.append(svg("rect", { class: style, ...box, rx }));
  }

  /** @param {string} style */
  remove(style) {
    for (const old of this.overlay.querySelectorAll(`.${style}`)) old.remove();
  }

  /** Shows what a move would put where. @param {Move | null} move */
  ghost(move) {
    this.remove("bw-ghost");
    this.remove("bw-ghost-art");
    if (!move) return;
    const places = move.covers.length ? move.covers : [move.target || move.subject];
    for (const name of places) this.frame(name, "bw-ghost");
    if (move.target) for (const name of places) this.ghostArt(move, name);
  }

  /**
   * Draws the subject on its target: a shape named like the move, or else the subject's part of class `held`,
   * rotated by the quarter turns of a variant such as r3.
   * @param {Move} move @param {string} place
   */
  ghostArt(move, place) {
    const subject = this.parts.get(move.subject);
    const own = this.parts.get(move.text);
    const held = subject?.matches(".held") ? subject : subject?.querySelector(".held");
    const art = /** @type {SVGGraphicsElement | null | undefined} */ (own ?? held);
    const box = this.parts.box(place);
    if (!art || !box) return;
    const copy = /** @type {SVGGraphicsElement} */ (art.cloneNode(true));
    for (const name of ["display", "data-name", "role", "aria-label", "tabindex", "transform"])
      copy.removeAttribute(name);
    const frame = svg("g", { class: "bw-ghost-art" });
    frame.append(copy);
    this.overlay.append(frame);
    const size = copy.getBBox();
    const scale = Math.min(box.width / size.width, box.height / size.height) * 0.86;
    const quarters = Number(/^r([0-3])$/.exec(move.variant)?.[1] ?? 0);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const middle = `${-size.x - size.width / 2} ${-size.y - size.height / 2}`;
    frame.setAttribute(
      "transform",
      `translate(${x} ${y}) rotate(${quarters * 90}) scale(${scale}) translate(${middle})`,
    );
  }

  /** Rotates the taken subject in place. @param {string} subject @param {string} variant */
  rotate(subject, variant) {
    const held = /** @type {SVGGraphicsElement | null | undefined} */ (
      this.parts.get(subject)?.querySelector(".turns")
    );
    const quarters = /^r([0-3])$/.exec(variant)?.[1];
    if (!held || quarters === undefined) return;
    const box = held.getBBox();
    const middle = `${box.x + box.width / 2} ${box.y + box.height / 2}`;
    held.setAttribute("transform", `rotate(${Number(quarters) * 90} ${middle})`);
  }
}
