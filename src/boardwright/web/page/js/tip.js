// What a part of the picture is, in words: while the mouse rests on it, or after a tap.

import { h } from "/js/dom.js";

/** @typedef {import("/js/board.js").Board} Board */

const REST = 500;
const AFTER_TAP = 4000;

export class Tip {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.place = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    board.host.append(this.place);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Element | null} */
    this.over = null;
    board.stage.addEventListener("pointermove", (event) => this.rest(event));
    board.stage.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.hide());
  }

  /** @param {PointerEvent} event */
  rest(event) {
    const { board } = this;
    const isBusy = board.subject !== null && board.subject !== board.inHand();
    const part = isBusy ? null : labelled(event);
    if (event.pointerType === "touch" || part === this.over) return;
    this.hide();
    this.over = part;
    if (part) this.timer = setTimeout(() => this.show(part), REST);
  }

  /** Explains what was tapped. @param {PointerEvent} event */
  tap(event) {
    const part = labelled(event);
    if (!part) return;
    this.show(part);
    this.timer = setTimeout(() => this.hide(), AFTER_TAP);
  }

  /** @param {Element} part */
  show(part) {
    if (!part.isConnected) return;
    clearTimeout(this.timer);
    this.place.textContent = part.getAttribute("aria-label");
    this.place.hidden = false;
    const box = part.getBoundingClientRect();
    const { width, height } = this.place.getBoundingClientRect();
    const left = Math.min(Math.max(4, box.left + box.width / 2 - width / 2), window.innerWidth - width - 4);
    const above = box.top - height - 6;
    Object.assign(this.place.style, { left: `${left}px`, top: `${above > 4 ? above : box.bottom + 6}px` });
  }

  hide() {
    clearTimeout(this.timer);
    this.over = null;
    this.place.hidden = true;
  }
}

/** The innermost part with words under a pointer; a plain square needs none for those who see it. @param {PointerEvent} event */
function labelled(event) {
  const part = /** @type {Element} */ (event.target).closest("svg [aria-label]");
  return part?.matches(".cell") ? null : part;
}
