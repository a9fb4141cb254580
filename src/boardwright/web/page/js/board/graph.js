// The graph of the standing: who was ahead after each move of a match. A click goes to the move.

import { h, svg } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").Moment} Moment */

const [WIDTH, HEIGHT] = [600, 120];
const COLORS = ["#2f7fc1", "#c9473f", "#3a9a5b", "#b9892b", "#8458b3", "#4b4f58"];

/** The value of a position in percent, from lost to won. @param {number} value */
export const percent = (value) => `${Math.round(50 + 50 * value)} %`;

export class Graph {
  /** @param {string[]} names the players @param {(entry: number) => void} go */
  constructor(names, go) {
    this.names = names;
    this.go = go;
    /** @type {Moment[]} */
    this.moments = [];
    this.total = 0;
    this.current = 0;
    this.svg = /** @type {SVGSVGElement} */ (
      svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img" })
    );
    this.svg.addEventListener("click", (event) => this.click(/** @type {MouseEvent} */ (event)));
    this.legend = h("p", { class: "legend quiet" }, ...this.legendItems());
    this.place = h("figure", { class: "standing", hidden: true }, this.svg, this.legend);
  }

  /** With two players one line says all. */
  seats() {
    return this.names.length === 2 ? [0] : this.names.map((_, seat) => seat);
  }

  legendItems() {
    if (this.names.length === 2)
      return [`Above the middle ${this.names[0]} is ahead, below it ${this.names[1]}.`];
    return this.names.map((name, seat) =>
      h("span", {}, h("i", { style: `background:${COLORS[seat % COLORS.length]}` }), name),
    );
  }

  /** @param {Moment[]} moments @param {number} total the number of moves */
  show(moments, total) {
    this.moments = moments;
    this.total = total;
    this.place.hidden = moments.length === 0;
    this.draw();
  }

  /** Marks the entry that the board shows. @param {number} entry */
  mark(entry) {
    this.current = entry;
    this.draw();
  }

  /** @param {number} index */
  x(index) {
    return 4 + ((WIDTH - 8) * index) / Math.max(1, this.total - 1);
  }

  draw() {
    const y = (/** @type {number} */ value) => HEIGHT / 2 - (HEIGHT / 2 - 6) * value;
    const line = (/** @type {Record<string, string | number>} */ more) => svg("line", more);
    const parts = [
      line({ x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, stroke: "#8a8f98", "stroke-width": 1 }),
    ];
    for (const seat of this.seats()) {
      const points = this.moments.map((moment, index) => `${this.x(index)},${y(moment.evaluation[seat])}`);
      const stroke = COLORS[seat % COLORS.length];
      parts.push(svg("polyline", { points: points.join(" "), fill: "none", stroke, "stroke-width": 2.5 }));
    }
    this.moments.forEach((moment, index) => {
      if (moment.mark !== "turning_point") return;
      const value = moment.evaluation[this.names.length === 2 ? 0 : moment.seat];
      parts.push(
        svg("circle", { cx: this.x(index), cy: y(value), r: 5, fill: "#d9822b", stroke: "#5a3200" }),
      );
    });
    const here = this.moments.filter((moment) => moment.number <= this.current).length - 1;
    if (here >= 0)
      parts.push(
        line({ x1: this.x(here), x2: this.x(here), y1: 0, y2: HEIGHT, stroke: "#d9822b", "stroke-width": 2 }),
      );
    this.svg.replaceChildren(...parts);
    this.svg.setAttribute("aria-label", this.summary());
  }

  summary() {
    const last = this.moments.at(-1);
    if (!last) return "The standing.";
    const standing = this.names.map((name, seat) => `${name} ${percent(last.evaluation[seat])}`).join(", ");
    const turning = this.moments.filter((moment) => moment.mark === "turning_point").length;
    return `The standing after ${this.moments.length} moves: ${standing}. Turning points: ${turning}.`;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const index = Math.round(share * Math.max(1, this.total - 1));
    const moment = this.moments[Math.max(0, Math.min(this.moments.length - 1, index))];
    if (moment) this.go(moment.number);
  }
}
