// The named parts of a picture and where they are, in the picture's own measure.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {import("/js/board.js").Move} Move */

/** @type {Record<string, [number, number]>} */
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const ASIDE = 2.5; // how much worse a step to the side is than one ahead

export class Parts {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, SVGGraphicsElement>} */
    this.named = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    for (const part of svg.querySelectorAll("[data-name]")) {
      const name = /** @type {SVGGraphicsElement} */ (part).dataset.name ?? "";
      if (!this.named.has(name)) this.named.set(name, /** @type {SVGGraphicsElement} */ (part));
    }
  }

  /** @param {string} name */
  get(name) {
    return this.named.get(name);
  }

  /** @param {string} name */
  has(name) {
    return this.named.has(name);
  }

  /** To be called when the picture has been laid out anew. */
  moved() {
    this.boxes.clear();
  }

  /** What a screen reader calls it. @param {string} name */
  label(name) {
    return this.named.get(name)?.getAttribute("aria-label") || name;
  }

  /** A point of the window in the picture's measure. @param {number} x @param {number} y */
  point(x, y) {
    const frame = this.svg.getScreenCTM();
    return frame ? new DOMPoint(x, y).matrixTransform(frame.inverse()) : null;
  }

  /** @param {string} name @returns {Box | null} */
  box(name) {
    const known = this.boxes.get(name);
    if (known) return known;
    const seen = this.named.get(name)?.getBoundingClientRect();
    const a = seen && this.point(seen.left, seen.top);
    const b = seen && this.point(seen.right, seen.bottom);
    if (!a || !b) return null;
    const box = { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y };
    this.boxes.set(name, box);
    return box;
  }

  /** The box around all squares of a move, and the middle of them. @param {Move} move */
  reach(move) {
    const names = move.covers.length ? move.covers : [move.target || move.subject];
    const boxes = names.map((name) => this.box(name)).filter((box) => box !== null);
    if (!boxes.length) return null;
    const mean = (/** @type {(box: Box) => number} */ of) =>
      boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
    return {
      left: Math.min(...boxes.map((box) => box.x)),
      top: Math.min(...boxes.map((box) => box.y)),
      right: Math.max(...boxes.map((box) => box.x + box.width)),
      bottom: Math.max(...boxes.map((box) => box.y + box.height)),
      x: mean((box) => box.x + box.width / 2),
      y: mean((box) => box.y + box.height / 2),
    };
  }

  /** The move that a pointer means: of those around it the one centered nearest. @param {Move[]} moves @param {number} x @param {number} y @returns {Move | null} */
  moveAt(moves, x, y) {
    const at = this.point(x, y);
    let best = null;
    let nearest = Infinity;
    for (const move of at ? moves : []) {
      const reach = this.reach(move);
      if (!at || !reach) continue;
      if (at.x < reach.left || at.x > reach.right || at.y < reach.top || at.y > reach.bottom) continue;
      const distance = (reach.x - at.x) ** 2 + (reach.y - at.y) ** 2;
      if (distance < nearest) [nearest, best] = [distance, move];
    }
    return best;
  }

  /** The names under a point of the window, the innermost first. @param {number} x @param {number} y @returns {string[]} */
  namesAt(x, y) {
    const names = document
      .elementsFromPoint(x, y)
      .map((element) => /** @type {SVGElement | null} */ (element.closest("[data-name]"))?.dataset.name);
    return [...new Set(names)].filter((name) => name !== undefined && this.named.has(name)).map(String);
  }

  /** Of some names the one nearest to another. @param {string[]} names @param {string | null} from @returns {string | undefined} */
  nearest(names, from) {
    const start = from === null ? null : this.box(from);
    if (!start) return names[0];
    const gap = (/** @type {string} */ name) => {
      const box = this.box(name);
      return box ? Math.hypot(box.x - start.x, box.y - start.y) : Infinity;
    };
    return [...names].sort((one, other) => gap(one) - gap(other))[0];
  }

  /** Of some names the one a step that way. @param {string[]} names @param {string} from @param {string} way @returns {string | undefined} */
  toward(names, from, way) {
    const start = this.box(from);
    const [dx, dy] = WAYS[way];
    let best;
    let least = Infinity;
    for (const name of start ? names : []) {
      const box = this.box(name);
      if (!start || !box || name === from) continue;
      const x = box.x + box.width / 2 - start.x - start.width / 2;
      const y = box.y + box.height / 2 - start.y - start.height / 2;
      const ahead = x * dx + y * dy;
      const cost = ahead + ASIDE * (Math.abs(x * dy) + Math.abs(y * dx));
      if (ahead > 0.5 && cost < least) [least, best] = [cost, name];
    }
    return best;
  }
}
