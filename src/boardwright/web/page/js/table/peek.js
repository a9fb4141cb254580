// What another player has, small beside the name, where a narrow window shows it far below the own things. A press shows it
// large, with what the player did last.

import { button, dialog, h } from "/js/lib/dom.js";
import { lastTurn } from "/js/table/log.js";
import { nameOf } from "/js/i18n/names.js";
import { touched } from "/js/board/paint.js";

/** @typedef {import("/js/table/table.js").Table} Table */

export class Peeks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Draws what the table shows of each player beside the player's name. */
  show() {
    const { board, seats } = this.table;
    for (const place of seats.place.querySelectorAll(".peek")) {
      const seat = Number(place.getAttribute("data-seat"));
      const zone = board.isNarrow() ? this.zone(seat) : null;
      const [old] = place.children;
      if (!zone) old?.remove();
      else if (old) old.replaceChildren(...this.copies(zone));
      else place.append(this.button(seat, zone));
    }
  }

  /** @param {number} seat @returns {HTMLElement | null} */
  zone(seat) {
    return this.table.board.top.querySelector(`.zone[data-role="rival"][data-seat="${seat}"]:has(svg)`);
  }

  /** @param {number} seat @param {HTMLElement} zone */
  button(seat, zone) {
    const label = `See what ${nameOf(this.table.state.players, seat)} has`;
    const made = button(`peek-${seat}`, "", () => this.open(seat), { "aria-label": label, title: label });
    made.append(...this.copies(zone));
    return made;
  }

  /** Copies of what is drawn in a zone, with the last moves marked. @param {HTMLElement} zone @returns {SVGElement[]} */
  copies(zone) {
    const { steps, parts } = this.table.board;
    const last = new Set(touched(steps, parts));
    return [...zone.querySelectorAll("svg")].map((drawn) => {
      const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
      copy.setAttribute("aria-hidden", "true");
      for (const part of copy.querySelectorAll("[data-name]")) {
        if (last.has(part.getAttribute("data-name") ?? ""))
          part.querySelector(":scope > .outline")?.classList.add("bw-last");
        for (const name of ["data-name", "role", "aria-label", "tabindex"]) part.removeAttribute(name);
      }
      return copy;
    });
  }

  /** @param {number} seat */
  open(seat) {
    const { state, entries } = this.table;
    const zone = this.zone(seat);
    if (!zone) return;
    const box = dialog(
      nameOf(state.players, seat),
      h("div", { class: "peek" }, ...this.copies(zone)),
      h("p", { class: "last-turn" }, lastTurn(entries, seat, state)),
      button("close", "Close", () => box.close(), { autofocus: true }),
    );
  }
}
