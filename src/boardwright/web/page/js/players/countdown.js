// The line below the headline: how long the players who may act still have by the rules, and who is late.

import { h } from "/js/lib/dom.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/received.d.ts").State} State */

export class Countdown {
  constructor() {
    this.line = h("p", { class: "countdown", id: "countdown" });
    /** @type {State | null} */
    this.state = null;
    this.setAt = 0;
    this.late = false;
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.timer);
  }

  /** Counts down to the next change of a state that has just arrived. @param {State} state */
  show(state) {
    const before = this.state;
    const isSame = before !== null && before.number === state.number && before.status === state.status;
    const lost = isSame && mine(before) && !mine(state);
    this.late = lost || (isSame && this.late && !mine(state));
    this.state = state;
    this.setAt = performance.now();
    this.tick();
  }

  tick() {
    const text = this.state ? this.text(this.state) : "";
    if (this.line.textContent !== text) this.line.textContent = text;
  }

  /** @param {State} state */
  text(state) {
    const late = this.late ? "Your time for this move is over. " : "";
    if (state.next_change === null || state.clocks.length || state.status !== "running") return late.trim();
    const left = Math.max(0, state.next_change - state.now - (performance.now() - this.setAt));
    const names = listed(state.actors.map((seat) => state.players[seat].name));
    return `${late}${Math.ceil(left / 1000)} s left for ${mine(state) ? "this move" : `the move of ${names}`}`;
  }
}

/** @param {State} state */
const mine = (state) => state.actors.some((seat) => state.you.includes(seat));
