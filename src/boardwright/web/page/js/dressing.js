// What the page changes in a picture as it was drawn: names of players instead of their numbers, and the board seen from
// the other side. Everything can be taken back, so that the picture can be patched.

export class Dressing {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {(() => void)[]} */
    this.undo = [];
  }

  /** @param {boolean} isFlipped @param {(text: string) => string} [rename] */
  put(isFlipped, rename) {
    if (rename) this.rename(rename);
    if (isFlipped) for (const block of this.svg.querySelectorAll(".flips")) this.flip(block);
  }

  remove() {
    for (const undo of this.undo.splice(0).reverse()) undo();
  }

  /** @param {Element} part @param {string} name @param {string} value */
  set(part, name, value) {
    const old = part.getAttribute(name);
    part.setAttribute(name, value);
    this.undo.push(() => (old === null ? part.removeAttribute(name) : part.setAttribute(name, old)));
  }

  /** @param {(text: string) => string} rename */
  rename(rename) {
    for (const part of this.svg.querySelectorAll("text, [aria-label]")) {
      const label = part.getAttribute("aria-label");
      if (label !== null && rename(label) !== label) this.set(part, "aria-label", rename(label));
      const old = part.tagName === "text" ? (part.textContent ?? "") : "";
      if (rename(old) === old) continue;
      part.textContent = rename(old);
      this.undo.push(() => (part.textContent = old));
    }
  }

  /** Turns a board half around, and what has to be read on it back again. @param {Element} board */
  flip(board) {
    this.turn(board);
    for (const part of board.querySelectorAll("text, .upright")) this.turn(part);
  }

  /** Turns a part half around its middle. @param {Element} part */
  turn(part) {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (part).getBBox();
    const half = `rotate(180 ${x + width / 2} ${y + height / 2})`;
    this.set(part, "transform", `${part.getAttribute("transform") ?? ""} ${half}`.trim());
  }
}
