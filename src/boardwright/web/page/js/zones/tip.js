// The words of a part of the table: while the mouse rests on it, or after a tap.

import { h } from "/js/lib/dom.js";

const REST = 500;
const AFTER_TAP = 4000;

export class Tip {
  /** @param {HTMLElement} host @param {HTMLElement} stage @param {() => boolean} isBusy whether something has been taken */
  constructor(host, stage, isBusy) {
    this.isBusy = isBusy;
    this.place = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    host.append(this.place);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Element | null} */
    this.over = null;
    stage.addEventListener("pointermove", (event) => this.rest(event));
    stage.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.hide());
  }

  /** @param {PointerEvent} event */
  rest(event) {
    const part = this.isBusy() ? null : labelled(event);
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

/** The innermost part with words under a pointer; places of a plain board need none for those who see them. @param {PointerEvent} event */
function labelled(event) {
  const part = /** @type {Element} */ (event.target).closest(".tabletop [aria-label]");
  return part?.closest("svg.plain") ? null : (part ?? null);
}
