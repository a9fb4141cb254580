// The taken subject at the pointer where it has no place to go: a piece of several squares, or what is dragged, in its
// true size and turned as it is held; anything else small and beside the pointer, so that it hides nothing.

import { copyOf, heldArt, isTurned, turnBack } from "/js/zones/art.js";
import { orientationTransform, turned } from "/js/zones/orientation.js";

/**
 * The board over which it is held.
 * @typedef {object} Drawn
 * @property {import("/js/board/board-state.js").BoardState} state
 * @property {import("/js/zones/parts.js").Parts} parts
 * @property {import("/js/board/marks.js").Marks} marks
 * @property {HTMLElement} top
 * @property {boolean} isFlipped
 * @property {() => string} place a place where the subject could go
 */

const LIKE_A_TARGET = 0.86;
const ASIDE = 0.5;

export class DragPreview {
  /** @param {Drawn} board */
  constructor(board) {
    this.board = board;
    /** @type {SVGElement | null} */
    this.art = null;
    this.scale = 1;
    /** How large it is, in pixels. */
    this.size = 0;
    /** Whether the subject is being dragged. */
    this.isCarried = false;
    /** @type {string | undefined} degrees of a turn */
    this.step = undefined;
    this.middle = "";
    /** Turns it around where the board is seen from the other side. */
    this.half = "";
    /** @type {{x: number, y: number} | null} where the pointer is, in the window; null while the keyboard is used */
    this.pointer = null;
  }

  /** Draws the subject at a point of the window, unless the game has put it into the hand. @param {number} x @param {number} y */
  follow(x, y) {
    this.pointer = { x, y };
    const { parts, state } = this.board;
    const { cells, hand, orientation, taken } = state;
    const at = parts.point(x, y);
    if (taken === hand || (!this.art && !this.draw())) return;
    const isAside = !cells && !this.isCarried;
    const away = isAside ? this.size * ASIDE : 0;
    const scale = this.scale * (isAside ? ASIDE : 1);
    const how = `${this.half} ${orientationTransform(orientation, this.step)}`;
    this.art?.setAttribute(
      "transform",
      `translate(${at.x + away} ${at.y + away}) ${how} scale(${scale}) ${this.middle}`,
    );
  }

  /** Where the squares of the piece begin if its middle is at a point of the window. @param {number} x @param {number} y @returns {string | undefined} */
  target(x, y) {
    const { isFlipped, parts, state } = this.board;
    const { cells, orientation } = state;
    const box = parts.box(this.board.place());
    if (!cells || !box) return undefined;
    const shape = turned(cells, orientation);
    const [wide, high] = [0, 1].map((axis) => Math.max(...shape.map((cell) => cell[axis])));
    const half = isFlipped ? -0.5 : 0.5;
    return parts.namesAt(x - half * wide * box.width, y - half * high * box.height)[0];
  }

  /** Lets go of the pointer: the keyboard is used, or the pointer has left the board. */
  leave() {
    this.pointer = null;
    this.hide();
  }

  hide() {
    this.art?.remove();
    this.art = null;
  }

  /** Copies the art of the taken subject; false if it has none. */
  draw() {
    const { board } = this;
    const { cells: pieces, taken } = board.state;
    const part = taken === null ? undefined : board.parts.get(taken);
    const art = /** @type {SVGGraphicsElement | null | undefined} */ (
      pieces ? part?.querySelector(".turns") : heldArt(part)
    );
    const size = art?.getBBox();
    const place = board.parts.get(board.place());
    const like = board.parts.box(board.place());
    if (!art || !size?.width || !like) return false;
    const unit = pieces ? size.width / (Math.max(...pieces.map(([x]) => x)) + 1) : size.width;
    this.scale = (like.width / unit) * (pieces ? 1 : LIKE_A_TARGET);
    this.size = like.width;
    this.middle = `translate(${-size.x - size.width / 2} ${-size.y - size.height / 2})`;
    this.step = art.dataset.step;
    const { frame, copy } = copyOf(art);
    if (isTurned(place) !== isTurned(art)) turnBack(art, copy);
    this.half = isTurned(place) ? "rotate(180)" : "";
    this.art = frame;
    this.art.setAttribute("class", "bw-held");
    board.marks.overlay.append(this.art);
    return true;
  }
}
