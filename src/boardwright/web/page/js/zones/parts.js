// The named parts of a table and their boxes, in pixels from the corner of the table, where the overlay begins.

import { partOf, placesOf } from "/js/lib/moves.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {HTMLElement | SVGGraphicsElement} Part */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const SIDEWAYS_COST = 2.5; // a unit to the side counts as much as this many units ahead

/** The smallest box around others. @param {Box[]} boxes @returns {Box} */
export function around(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [
    Math.max(...boxes.map((box) => box.x + box.width)),
    Math.max(...boxes.map((box) => box.y + box.height)),
  ];
  return { x, y, width: right - x, height: bottom - y };
}

export class Parts {
  /** @param {HTMLElement} top the table @param {SVGSVGElement} overlay lies over it @param {SVGElement} marks where marks are drawn */
  constructor(top, overlay, marks) {
    this.top = top;
    this.overlay = overlay;
    this.marks = marks;
    /** @type {Map<string, Part>} */
    this.named = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {Map<string, {shape: SVGGraphicsElement, transform: DOMMatrix}>} */
    this.outlines = new Map();
    for (const part of /** @type {NodeListOf<Part>} */ (top.querySelectorAll("[data-name]"))) {
      const name = part.dataset.name ?? "";
      if (!this.named.has(name)) this.named.set(name, part);
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

  /** The piece that a part shows turned, and how often. @param {string} name */
  turned(name) {
    const { turns, turn } = this.named.get(name)?.dataset ?? {};
    return turns === undefined ? null : { part: turns, turn: Number(turn) };
  }

  /** Forgets all boxes; for a new layout of the table. */
  clearBoxes() {
    this.boxes.clear();
    this.outlines.clear();
  }

  /** Where the units of a drawn element lie in those of the overlay. @param {SVGGraphicsElement} element */
  place(element) {
    const [own, frame] = [element.getScreenCTM(), this.overlay.getScreenCTM()];
    return own && frame ? DOMMatrix.fromMatrix(frame.inverse().multiply(own)) : null;
  }

  /** The shape that outlines a part, if it draws one, and its place; known once the part has been measured. @param {string} name */
  outline(name) {
    return this.outlines.get(name);
  }

  /** The accessible name of a part. @param {string} name */
  label(name) {
    return this.named.get(name)?.getAttribute("aria-label") || name;
  }

  /** A point of the window in pixels from the corner of the table. @param {number} x @param {number} y */
  point(x, y) {
    const { left, top } = this.overlay.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  /** Where an element is seen. @param {Element} element @returns {Box} */
  boxOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { ...this.point(left, top), width, height };
  }

  /** The outline of a part if it has one, else all of it. @param {string} name @returns {Box | null} */
  box(name) {
    const known = this.boxes.get(name);
    const part = this.named.get(name);
    if (known || !part) return known ?? null;
    const shape = /** @type {SVGGraphicsElement | null} */ (part.querySelector(":scope > .outline"));
    const box = this.boxOf(shape ?? part);
    this.boxes.set(name, box);
    const transform = shape && this.place(shape);
    if (transform) this.outlines.set(name, { shape, transform });
    return box;
  }

  /** The bounds of all squares of a move, and their center. @param {Move} move */
  bounds(move) {
    const places = placesOf(move);
    const names = places.length ? places : [partOf(move.gesture)];
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

  /** The move under a point of the window: of those whose bounds contain it, the nearest center. @param {Move[]} moves @param {number} x @param {number} y @returns {Move | null} */
  moveAt(moves, x, y) {
    const at = this.point(x, y);
    let best = null;
    let nearest = Infinity;
    for (const move of moves) {
      const bounds = this.bounds(move);
      if (!bounds) continue;
      if (at.x < bounds.left || at.x > bounds.right || at.y < bounds.top || at.y > bounds.bottom) continue;
      const distance = (bounds.x - at.x) ** 2 + (bounds.y - at.y) ** 2;
      if (distance < nearest) [nearest, best] = [distance, move];
    }
    return best;
  }

  /** The parts that are drawn. @returns {string[]} */
  drawn() {
    return [...this.named.keys()].filter((name) => this.box(name)?.width);
  }

  /** The names under a point of the window, the innermost first. @param {number} x @param {number} y @returns {string[]} */
  namesAt(x, y) {
    const names = document
      .elementsFromPoint(x, y)
      .map((element) => /** @type {SVGElement | null} */ (element.closest("[data-name]"))?.dataset.name);
    return [...new Set(names)].filter((name) => name !== undefined && this.named.has(name)).map(String);
  }

  /** The name nearest to another. @param {string[]} names @param {string | null} from @returns {string | undefined} */
  nearest(names, from) {
    const start = from === null ? null : this.box(from);
    if (!start) return names[0];
    const gap = (/** @type {string} */ name) => {
      const box = this.box(name);
      return box ? Math.hypot(box.x - start.x, box.y - start.y) : Infinity;
    };
    return [...names].sort((one, other) => gap(one) - gap(other))[0];
  }

  /** The nearest name in a direction. @param {string[]} names @param {string} from @param {string} direction @returns {string | undefined} */
  toward(names, from, direction) {
    const start = this.box(from);
    const [dx, dy] = DIRECTIONS[direction];
    let best;
    let least = Infinity;
    for (const name of start ? names : []) {
      const box = this.box(name);
      if (!start || !box || name === from) continue;
      const x = box.x + box.width / 2 - start.x - start.width / 2;
      const y = box.y + box.height / 2 - start.y - start.height / 2;
      const ahead = x * dx + y * dy;
      const cost = ahead + SIDEWAYS_COST * (Math.abs(x * dy) + Math.abs(y * dx));
      if (ahead > 0.5 && cost < least) [least, best] = [cost, name];
    }
    return best;
  }
}
