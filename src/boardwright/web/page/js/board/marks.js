// Marks drawn over a table: subjects, targets, the preview of a move, the last move, refused parts.

import { copyOf, heldArt, isTurned, turnBack } from "/js/zones/art.js";
import { svg } from "/js/lib/dom.js";
import { goalOf, partOf, placesOf } from "/js/lib/moves.js";
import { orientationOf, orientationTransform } from "/js/zones/orientation.js";

/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {import("/js/zones/orientation.js").Orientation} Orientation */
/** @typedef {import("/js/zones/parts.js").Parts} Parts */

export class Marks {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.overlay = parts.marks;
    /** @type {(() => void)[]} what takes back changes of the parts themselves */
    this.undo = [];
  }

  clear() {
    this.overlay.replaceChildren();
    for (const undo of this.undo.splice(0).reverse()) undo();
    for (const part of this.parts.top.querySelectorAll("[tabindex]"))
      if (part !== document.activeElement) part.removeAttribute("tabindex"); // without it the focus would be lost
  }

  /** Sets an attribute until the marks are cleared. @param {Element} part @param {string} name @param {string} value */
  set(part, name, value) {
    const old = part.getAttribute(name);
    part.setAttribute(name, value);
    this.undo.push(() => (old === null ? part.removeAttribute(name) : part.setAttribute(name, old)));
  }

  /** Makes a part a button. @param {string} name @param {string} style */
  makeButton(name, style) {
    const part = this.parts.get(name);
    if (!part) return;
    this.set(part, "class", `${part.getAttribute("class") ?? ""} ${style}`.trim());
    this.set(part, "role", "button");
    // What has the focus keeps its stop: a change would lay everything out, to see whether it can keep the focus.
    if (part !== document.activeElement) part.setAttribute("tabindex", "-1");
    if (!part.getAttribute("aria-label")) this.set(part, "aria-label", name);
  }

  /** Marks where the taken subject can go: every square once, however many moves cover it. @param {Move[]} moves */
  targets(moves) {
    for (const { gesture } of moves) this.makeButton(goalOf(gesture), "bw-target");
    for (const name of new Set(moves.flatMap((move) => move.covers))) this.frame(name, "bw-place");
    for (const { gesture, covers } of moves) if (!covers.length) this.dot(goalOf(gesture));
  }

  /** @param {string} name */
  dot(name) {
    const box = this.parts.box(name);
    if (!box) return;
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    const r = Math.min(box.width, box.height) * 0.18;
    this.overlay.append(svg("circle", { class: "bw-dot", cx, cy, r }));
  }

  /** @param {string} name @param {string} style */
  frame(name, style) {
    const box = this.parts.box(name);
    if (!box) return;
    const outline = this.parts.outline(name);
    if (outline) return this.overlay.append(outlineCopy(outline, style));
    const rx = Math.min(box.width, box.height) * 0.08;
    return this.overlay.append(svg("rect", { class: style, ...box, rx }));
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
    const places = placesOf(move);
    for (const name of places.length ? places : [partOf(move.gesture)]) this.frame(name, "bw-ghost");
    for (const name of places) this.ghostArt(move, name);
  }

  /**
   * Draws the subject on its target: a shape named like the move, or else the subject's part of class `held`,
   * oriented like the move if it also has the class `turns`. It fits into the target, or, with `data-scale`, is as
   * large as what will be there.
   * @param {Move} move @param {string} place
   */
  ghostArt(move, place) {
    const own = this.parts.get(move.text);
    const art = own ?? heldArt(this.parts.get(partOf(move.gesture)));
    const box = this.parts.box(place);
    if (!art || !box) return;
    const { frame, copy } = copyOf(art);
    frame.setAttribute("class", "bw-ghost-art");
    this.overlay.append(frame);
    const target = this.parts.get(place);
    const half = isTurned(target) && !own;
    if (half !== isTurned(art)) turnBack(art, copy);
    const turn =
      own || !art.matches(".turns")
        ? ""
        : orientationTransform(orientationOf(move.gesture), art.dataset.step);
    const turned = `${half ? "rotate(180)" : ""} ${turn}`.trim();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (art.dataset.scale && target instanceof SVGGraphicsElement) {
      const scale = Number(art.dataset.scale) * Math.abs(this.parts.place(target)?.a ?? 1);
      return frame.setAttribute("transform", `translate(${x} ${y}) ${turned} scale(${scale})`);
    }
    const size = copy.getBBox();
    const scale = Math.min(box.width / size.width, box.height / size.height) * 0.86;
    const middle = `${-size.x - size.width / 2} ${-size.y - size.height / 2}`;
    return frame.setAttribute(
      "transform",
      `translate(${x} ${y}) ${turned} scale(${scale}) translate(${middle})`,
    );
  }

  /** Turns and flips the taken subject in place. @param {string} subject @param {Orientation} orientation */
  orient(subject, orientation) {
    const held = /** @type {SVGGraphicsElement | null | undefined} */ (
      this.parts.get(subject)?.querySelector(".turns")
    );
    if (!held) return;
    const box = held.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const turned = `translate(${x} ${y}) ${orientationTransform(orientation, held.dataset.step)} translate(${-x} ${-y})`;
    const own = held.dataset.scale ? (held.getAttribute("transform") ?? "") : "";
    this.set(held, "transform", `${own} ${turned}`.trim());
  }
}

/** A copy of a part's own outline, to be drawn over the table. @param {{shape: SVGGraphicsElement, transform: DOMMatrix}} outline @param {string} style */
function outlineCopy({ shape, transform }, style) {
  const copy = /** @type {SVGGraphicsElement} */ (shape.cloneNode());
  for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "data-name"])
    copy.removeAttribute(name);
  copy.setAttribute("class", style);
  copy.setAttribute("transform", transform.toString());
  return copy;
}
