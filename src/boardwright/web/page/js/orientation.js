// How a taken subject is turned. A piece of several squares can be turned in every way, whether it fits somewhere or not.

/** @typedef {{turn: number, flip: boolean}} Orientation */
/** @typedef {import("/js/moves.js").Move} Move */
/** @typedef {[number, number]} Cell */

/** @type {Orientation} */
export const UPRIGHT = { turn: 0, flip: false };

/** @type {Orientation[]} */
const EVERY = [false, true].flatMap((flip) => [0, 1, 2, 3].map((turn) => ({ turn, flip })));

/** @param {Orientation} one @param {Orientation} other */
export const isSame = (one, other) => one.turn === other.turn && one.flip === other.flip;

/** Mirrors left to right, then turns clockwise in steps of so many degrees. @param {Orientation} orientation @param {string} [step] */
export const orientationTransform = ({ turn, flip }, step = "90") =>
  `rotate(${turn * Number(step)}) scale(${flip ? -1 : 1} 1)`;

/** @param {Orientation} orientation */
export function orientationText({ turn, flip }) {
  const turned = ["Not turned", "Turned right", "Upside down", "Turned left"][turn] ?? `Turned ${turn} times`;
  return flip ? `Flipped. ${turned}` : turned;
}

/** The squares of a subject as they lie in the picture, in units of a square; null unless there are several. @param {Element | undefined} subject @returns {Cell[] | null} */
export function cellsOf(subject) {
  const held = /** @type {SVGGraphicsElement[]} */ ([...(subject?.querySelectorAll(".turns .held") ?? [])]);
  if (held.length < 1) return null;
  const boxes = held.map((block) => block.getBBox());
  const unit = boxes[0].width;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  return boxes.map((box) => [Math.round((box.x - left) / unit), Math.round((box.y - top) / unit)]);
}

/** Squares after turning, moved to the corner of their box. @param {Cell[]} cells @param {Orientation} orientation @returns {Cell[]} */
export function turned(cells, { turn, flip }) {
  let found = cells.map(([x, y]) => /** @type {Cell} */ ([flip ? -x : x, y]));
  for (let quarter = 0; quarter < turn; quarter++) found = found.map(([x, y]) => [-y, x]);
  const left = Math.min(...found.map(([x]) => x));
  const top = Math.min(...found.map(([, y]) => y));
  return found
    .map(([x, y]) => /** @type {Cell} */ ([x - left, y - top]))
    .sort((one, other) => one[1] - other[1] || one[0] - other[0]);
}

/** How a subject can be turned, and which of its moves belong to each way. */
export class Turning {
  /** @param {Element | undefined} subject @param {Move[]} moves those of the subject */
  constructor(subject, moves) {
    this.cells = cellsOf(subject);
    const { cells } = this;
    const key = (/** @type {Orientation} */ one) =>
      cells ? JSON.stringify(turned(cells, one)) : `${one.turn} ${one.flip}`;
    /** @type {Map<string, {orientation: Orientation, moves: Move[]}>} */
    this.ways = new Map();
    for (const orientation of cells ? EVERY : moves)
      if (!this.ways.has(key(orientation)))
        this.ways.set(key(orientation), {
          orientation: { turn: orientation.turn, flip: orientation.flip },
          moves: [],
        });
    for (const move of moves) this.ways.get(key(move))?.moves.push(move);
    this.key = key;
  }

  /** Clockwise; first as it is, then flipped. @returns {Orientation[]} */
  orientations() {
    const all = [...this.ways.values()].map(({ orientation }) => orientation);
    return all.sort((a, b) => Number(a.flip) - Number(b.flip) || a.turn - b.turn);
  }

  /** The moves with the subject turned that way. @param {Orientation} orientation @returns {Move[]} */
  moves(orientation) {
    return this.ways.get(this.key(orientation))?.moves ?? [];
  }

  /** The way that looks like an orientation, if there is one. @param {Orientation} orientation @returns {Orientation | undefined} */
  like(orientation) {
    return this.ways.get(this.key(orientation))?.orientation;
  }
}

/** How many places there are, in words. @param {unknown[]} places */
export const placeCount = ({ length }) => (length === 1 ? "1 place" : `${length} places`);
