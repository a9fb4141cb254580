// Narrow windows: the blocks of a picture, drawn side by side, are stacked and grow to the full width.

const GAP = 8;
const LARGEST = 2.4;
const NARROW = 620;

/** @typedef {{block: SVGGraphicsElement, box: DOMRect}} Piece */

/** Whether a picture is laid out for the available width. @param {SVGSVGElement} svg @param {number} available in pixels */
export const fits = (svg, available) => available >= NARROW === !svg.dataset.wide;

/** Lays a picture out for the available width. @param {SVGSVGElement} svg @param {number} available in pixels */
export function fold(svg, available) {
  const blocks = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll(":scope > .block")]);
  if (!blocks.length || fits(svg, available)) return undefined;
  if (available >= NARROW) return unfold(svg);
  svg.dataset.wide = svg.getAttribute("viewBox") ?? "";
  for (const part of own(svg)) part.setAttribute("transform", part.dataset.narrow ?? "");
  const pieces = blocks.map((block) => ({ block, box: block.getBBox() })).filter(({ box }) => box.width > 0);
  const width = Math.max(...pieces.map(({ box }) => box.width));
  let top = GAP;
  for (const row of rows(pieces, width)) top = placeRow(row, width, top);
  resize(svg, width + 2 * GAP, top);
  return undefined;
}

/** Lays a picture out as it was drawn. @param {SVGSVGElement} svg */
export function unfold(svg) {
  if (!svg.dataset.wide) return;
  for (const part of [...svg.querySelectorAll(":scope > .block"), ...own(svg)])
    part.removeAttribute("transform");
  const [, , width, height] = (svg.dataset.wide ?? "").split(" ").map(Number);
  delete svg.dataset.wide;
  resize(svg, width, height);
}

/** The parts that have a place of their own in a narrow window. @param {SVGSVGElement} svg @returns {NodeListOf<SVGGraphicsElement>} */
const own = (svg) => svg.querySelectorAll("[data-narrow]");

/** Blocks share a row while they fit; one of class `alone` has a row of its own, two of class `half` share one. @param {Piece[]} pieces @param {number} width @returns {Piece[][]} */
function rows(pieces, width) {
  /** @type {Piece[][]} */
  const found = [];
  let used = Infinity;
  for (const piece of pieces) {
    const isAlone = piece.block.classList.contains("alone");
    const needed = isHalf(piece) ? (width - GAP) / 2 : piece.box.width;
    const isOther = found.length > 0 && isHalf(piece) !== isHalf(found[found.length - 1][0]);
    if (isAlone || isOther || used + GAP + needed > width + 1) {
      found.push([]);
      used = -GAP;
    }
    found[found.length - 1].push(piece);
    used += isAlone ? Infinity : GAP + needed;
  }
  return found;
}

/** @param {Piece} piece */
const isHalf = ({ block }) => block.classList.contains("half");

/** Places a row and returns where the next one begins. @param {Piece[]} row @param {number} width @param {number} top */
function placeRow(row, width, top) {
  const gaps = (row.length - 1) * GAP;
  const total = row.reduce((sum, { box }) => sum + box.width, 0);
  const scale = isHalf(row[0])
    ? (width - GAP) / 2 / Math.max(...row.map(({ box }) => box.width))
    : Math.min(LARGEST, (width - gaps) / total);
  let left = GAP + (isHalf(row[0]) ? 0 : (width - gaps - total * scale) / 2);
  for (const { block, box } of row) {
    block.setAttribute(
      "transform",
      `translate(${left - box.x * scale} ${top - box.y * scale}) scale(${scale})`,
    );
    left += box.width * scale + GAP;
  }
  return top + Math.max(...row.map(({ box }) => box.height)) * scale + GAP;
}

/** @param {SVGSVGElement} svg @param {number} width @param {number} height */
function resize(svg, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const ground = svg.querySelector(":scope > .ground");
  ground?.setAttribute("width", String(width));
  ground?.setAttribute("height", String(height));
}
