// The end of a turn in which nothing else can be done: it comes by itself, after a moment in which it can be stopped.

import { announce } from "/js/lib/dom.js";
import { isMyTurn, promptText } from "/js/players/headline.js";
import { settings } from "/js/lib/settings.js";

/** @typedef {import("/js/table/table.js").Table} Table */

const MOMENT = 5000;
const TICK = 250;
/** The move that does nothing but end a turn; the core counts the same word where everybody keeps passing. */
const PASS = "pass";

export class Ending {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The entry after which the turn ends. */
    this.number = -1;
    /** The entry after which the player ends the turn by hand, or has ended it. */
    this.stopped = -1;
    this.left = MOMENT;
    this.timer = setInterval(() => this.tick(), TICK);
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && this.isCounting() && !isElsewhere()) this.stop();
    };
    document.addEventListener("keydown", this.keys);
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.keys);
  }

  /** The move that ends the turn, if it is the only one. @returns {import("/js/lib/moves.js").Move | null} */
  move() {
    const { state, cover } = this.table;
    if (!settings().ends || !isMyTurn(state) || !cover.place.hidden) return null;
    const moves = this.table.shown().moves;
    return moves.length === 1 && moves[0].text === PASS ? moves[0] : null;
  }

  isCounting() {
    const { number } = this.table.state;
    return number === this.number && number !== this.stopped && this.move() !== null;
  }

  tick() {
    const { number } = this.table.state;
    if (this.number !== number) [this.number, this.left] = [number, MOMENT];
    if (!this.isCounting() || isElsewhere()) return;
    if (this.left === MOMENT)
      announce("Nothing else can be done: your turn ends in a moment. Escape stops that.");
    if (this.left <= 0) this.end();
    else this.show();
    this.left -= TICK;
  }

  show() {
    const seconds = Math.ceil(this.left / 1000);
    this.table.board.ask(`Nothing else can be done: your turn ends in ${seconds} s.`, () => this.stop());
  }

  /** Leaves the end of this turn to the player. */
  stop() {
    this.stopped = this.number;
    this.table.board.ask(promptText(this.table.state), null);
    announce("The turn goes on until you end it.");
  }

  end() {
    const move = this.move();
    this.stopped = this.number;
    this.table.board.ask(promptText(this.table.state), null);
    if (move) this.table.play(move);
  }
}

/** Whether the player cannot see the table now, or is asked something else. */
const isElsewhere = () => document.hidden || document.querySelector("dialog[open]") !== null;
