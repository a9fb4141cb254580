// What another player has, small beside the name, where a narrow window shows it far below the own things. A press shows it
// large, with what the player did last.

import { copyInPlace } from "/js/art.js";
import { button, dialog, h, svg } from "/js/dom.js";
import { lastTurn } from "/js/log.js";
import { nameOf } from "/js/names.js";
import { touched } from "/js/paint.js";
import { around } from "/js/parts.js";

/** @typedef {import("/js/table.js").Table} Table */
/** @typedef {import("/js/parts.js").Box} Box */

export class Peeks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Draws what the picture shows of each player beside the player's name. */
  show() {
    const { board, seats } = this.table;
    const isNarrow = Boolean(board.svg.dataset.wide);
    for (const place of seats.place.querySelectorAll(".peek")) {
      const seat = Number(place.getAttribute("data-seat"));
      const block = isNarrow ? this.block(seat) : null;
      const [old] = place.children;
      if (!block) old?.remove();
      else if (old) old.replaceChildren(this.picture(block, true));
      else place.append(this.button(seat, block));
    }
  }

  /** @param {number} seat @returns {SVGGraphicsElement | null} */
  block(seat) {
    return this.table.board.svg.querySelector(`.peeked[data-seat="${seat}"]`);
  }

  /** @param {number} seat @param {SVGGraphicsElement} block */
  button(seat, block) {
    const label = `See what ${nameOf(this.table.state.players, seat)} has`;
    const made = button(`peek-${seat}`, "", () => this.open(seat), { "aria-label": label, title: label });
    made.append(this.picture(block, true));
    return made;
  }

  /** A copy of a block with the last moves marked; a small one without what is not a part. @param {SVGGraphicsElement} block @param {boolean} isSmall */
  picture(block, isSmall) {
    const { parts } = this.table.board;
    const named = new Map(
      [...block.querySelectorAll("[data-name]")].map((part) => [
        part.getAttribute("data-name"),
        parts.boxOf(part),
      ]),
    );
    const { x, y, width, height } = isSmall ? around([...named.values()]) : parts.boxOf(block);
    const drawn = svg("svg", {
      viewBox: `${x} ${y} ${width} ${height}`,
      "data-wide": "",
      "aria-hidden": "true",
    });
    const marks = svg("g", { class: "bw-over" });
    for (const name of touched(this.table.board)) {
      const box = named.get(name);
      if (box) marks.append(svg("rect", { class: "bw-last", ...box }));
    }
    drawn.append(copyInPlace(parts, block), marks);
    return drawn;
  }

  /** @param {number} seat */
  open(seat) {
    const { state, entries } = this.table;
    const block = this.block(seat);
    if (!block) return;
    const box = dialog(
      nameOf(state.players, seat),
      h("div", { class: "peek" }, this.picture(block, false)),
      h("p", { class: "last-turn" }, lastTurn(entries, seat, state)),
      button("close", "Close", () => box.close(), { autofocus: true }),
    );
  }
}
