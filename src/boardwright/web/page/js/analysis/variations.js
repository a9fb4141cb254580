// Lines of moves on the analysis screen: the entries of a match, and variations that branch off from them.

import { h } from "/js/lib/dom.js";

/** @typedef {{seat: number | null, text: string}} Step a move of a seat, or a chance outcome */
/** @typedef {Step & {label: string}} LabeledStep */

/** A point of a line: after an entry of the match, or after a step of a variation. */
export class Point {
  /** @param {Point | null} parent @param {number} entry @param {LabeledStep | null} step */
  constructor(parent, entry, step) {
    this.parent = parent;
    /** The last entry of the match before this point. */
    this.entry = entry;
    /** The step that leads here in a variation; null on the main line. */
    this.step = step;
    /** @type {Point[]} */
    this.children = [];
  }

  /** The steps since the match was left. @returns {Step[]} */
  steps() {
    if (!this.parent || !this.step) return [];
    return [...this.parent.steps(), { seat: this.step.seat, text: this.step.text }];
  }

  /** The point after a step, created if necessary. @param {LabeledStep} step */
  after(step) {
    const known = this.children.find((each) => each.step?.text === step.text && each.step.seat === step.seat);
    if (known) return known;
    const point = new Point(this, this.entry, step);
    this.children.push(point);
    return point;
  }

  /** The last move of the variation in words; null before its first move. @returns {string | null} */
  lastMove() {
    return this.step?.seat === null ? (this.parent?.lastMove() ?? null) : (this.step?.label ?? null);
  }

  /** Where the last move of a variation was made; chance outcomes belong to the move before. @returns {Point} */
  before() {
    /** @type {Point} */
    let point = this;
    while (point.parent && point.step?.seat === null) point = point.parent;
    return point.parent ?? point;
  }

  /** The end of the variation that begins here with its first step. @returns {Point} */
  last() {
    return this.children.length ? this.children[0].last() : this;
  }
}

/**
 * The variations that leave a point, as nested lists of buttons.
 * @param {Point[]} points their first points @param {Point} current @param {(point: Point) => void} go
 * @returns {HTMLElement | ""}
 */
export function variationList(points, current, go) {
  return points.length
    ? h("ul", { class: "variations" }, ...points.map((first) => variation(first, current, go)))
    : "";
}

/** @param {Point} first @param {Point} current @param {(point: Point) => void} go */
function variation(first, current, go) {
  const moves = [];
  const others = [];
  for (let point = /** @type {Point | undefined} */ (first); point; point = point.children[0]) {
    moves.push(moveButton(point, current, go));
    others.push(...point.children.slice(1));
  }
  return h("li", {}, ...moves, variationList(others, current, go));
}

/** @param {Point} point @param {Point} current @param {(point: Point) => void} go */
function moveButton(point, current, go) {
  const isHere = point === current;
  return h(
    "button",
    {
      type: "button",
      class: `step${isHere ? " here" : ""}${point.step?.seat === null ? " chance" : ""}`,
      "aria-current": isHere ? "step" : null,
      onclick: () => go(point),
    },
    point.step?.label ?? "",
  );
}
