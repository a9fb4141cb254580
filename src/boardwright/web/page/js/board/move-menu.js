// A menu beside a part of the table: the moves that are made alike there, by their words.

import { h } from "/js/lib/dom.js";

/** @typedef {import("/js/lib/moves.js").Move} Move */

const GAP = 6;
const MARGIN = 4;

export class MoveMenu {
  /**
   * @param {HTMLElement} host @param {HTMLElement} stage where the board knows what is pressed @param {{choose: (move: Move) => void, close: (isByKey: boolean) => void}} acts
   */
  constructor(host, stage, acts) {
    this.stage = stage;
    this.acts = acts;
    /** @type {Move[]} */
    this.moves = [];
    this.place = h("div", { class: "move-menu", role: "menu", "aria-label": "Moves", hidden: true });
    this.place.addEventListener("keydown", (event) => this.key(event));
    host.append(this.place);
    this.outside = (/** @type {PointerEvent} */ event) => this.pressed(/** @type {Node} */ (event.target));
    document.addEventListener("pointerdown", this.outside, { capture: true });
  }

  close() {
    document.removeEventListener("pointerdown", this.outside, { capture: true });
  }

  get isOpen() {
    return !this.place.hidden;
  }

  /** Opens beside a box in the window. @param {Move[]} moves @param {DOMRect} box */
  open(moves, box) {
    if (moves !== this.moves) this.place.replaceChildren(...moves.map((move) => this.button(move)));
    this.moves = moves;
    this.place.hidden = false;
    const { width, height } = this.place.getBoundingClientRect();
    const left = Math.min(box.left + (box.width - width) / 2, innerWidth - MARGIN - width);
    const [above, below] = [
      box.top - GAP - height,
      Math.min(box.bottom + GAP, innerHeight - MARGIN - height),
    ];
    const top = above < MARGIN ? below : above;
    Object.assign(this.place.style, {
      left: `${Math.max(MARGIN, left)}px`,
      top: `${Math.max(MARGIN, top)}px`,
    });
  }

  hide() {
    this.moves = [];
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  hasFocus() {
    return this.place.contains(document.activeElement);
  }

  focus() {
    this.buttons()[0]?.focus({ preventScroll: true });
  }

  buttons() {
    return /** @type {HTMLElement[]} */ ([...this.place.children]);
  }

  /** @param {Move} move */
  button(move) {
    const onclick = () => this.acts.choose(move);
    return h("button", { type: "button", role: "menuitem", onclick }, move.label);
  }

  /** Closes when something else is pressed. @param {Node} target */
  pressed(target) {
    if (this.isOpen && !this.place.contains(target) && !this.stage.contains(target)) this.acts.close(false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const all = this.buttons();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) all.at(next % all.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.acts.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
