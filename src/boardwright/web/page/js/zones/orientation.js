// How a taken subject is turned. A piece of several squares can be turned in every way, whether it fits somewhere or not.

/** @typedef {{turn: number, flip: boolean}} Orientation */
/** @typedef {import("/js/received.d.ts").Offer} Move */
/** @typedef {[number, number]} Cell */

/** @type {Orientation} */
export const UPRIGHT = { turn: 0, flip: false };

/** @type {Orientation[]} */
const EVERY = [false, true].flatMap((flip) => [0, 1, 2, 3].map((turn) => ({ turn, flip })));

/** @param {Orientation} one @param {Orientation} other */
export const isSame = (one, other) => one.turn === other.turn && one.flip === other.flip;

/** How a gesture turns what it puts. @param {import("/js/received.d.ts").Gesture} gesture @returns {Orientation} */
export const orientationOf = (gesture) =>
  gesture.kind === "put" ? { turn: gesture.turn, flip: gesture.flip } : UPRIGHT;

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

/**
 * How a subject can be turned, clockwise, first as it is and then flipped, and which of its moves belong to each way.
 * @typedef {{orientation: Orientation, moves: Move[]}} Way
 */

/** @param {Cell[] | null} cells the squares of the subject @param {Move[]} moves those of the subject @returns {Way[]} */
export function waysOf(cells, moves) {
  const key = lookOf(cells);
  /** @type {Map<string, Way>} */
  const ways = new Map();
  for (const orientation of cells ? EVERY : moves.map(({ gesture }) => orientationOf(gesture)))
    if (!ways.has(key(orientation))) ways.set(key(orientation), { orientation, moves: [] });
  for (const move of moves) ways.get(key(orientationOf(move.gesture)))?.moves.push(move);
  return [...ways.values()].sort(
    ({ orientation: a }, { orientation: b }) => Number(a.flip) - Number(b.flip) || a.turn - b.turn,
  );
}

/** The way that looks like an orientation, if there is one. @param {Cell[] | null} cells @param {Way[]} ways @param {Orientation} orientation */
export function wayLike(cells, ways, orientation) {
  const key = lookOf(cells);
  return ways.find((way) => key(way.orientation) === key(orientation));
}

/** What is equal for orientations in which the subject looks alike. @param {Cell[] | null} cells @returns {(orientation: Orientation) => string} */
const lookOf = (cells) => (one) => (cells ? JSON.stringify(turned(cells, one)) : `${one.turn} ${one.flip}`);

/** How many places there are, in words. @param {unknown[]} places */
export const placeCount = ({ length }) => (length === 1 ? "1 place" : `${length} places`);
