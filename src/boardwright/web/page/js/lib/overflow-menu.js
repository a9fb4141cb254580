// The menu of seldom used buttons: it stays open while its buttons are drawn anew, and closes when one is pressed.

import { button, h } from "/js/lib/dom.js";

export class OverflowMenu {
  constructor() {
    this.menu = h("div", { class: "menu", id: "menu", hidden: true });
    this.button = button("more", "More", () => this.open(Boolean(this.menu.hidden)), {
      "aria-expanded": "false",
      "aria-controls": "menu",
    });
    this.place = h("div", { class: "more" }, this.button, this.menu);
    this.menu.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("button, a")) this.open(false);
    });
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      this.open(false);
      this.button.focus();
    });
    this.outside = (/** @type {Event} */ event) => {
      if (!this.place.contains(/** @type {Node} */ (event.target))) this.open(false);
    };
    document.addEventListener("pointerdown", this.outside);
  }

  close() {
    document.removeEventListener("pointerdown", this.outside);
  }

  /** @param {Node[]} buttons @returns {HTMLElement} */
  show(buttons) {
    this.menu.replaceChildren(...buttons);
    return this.place;
  }

  /** @param {boolean} yes */
  open(yes) {
    this.menu.hidden = !yes;
    this.button.setAttribute("aria-expanded", String(yes));
  }
}
