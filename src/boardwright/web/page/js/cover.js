// Several players with secrets on one screen: the board stays covered until the next player is ready.

import { h } from "/js/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */

export class Cover {
  /** @param {HTMLElement} board @param {() => void} onReady called when the next player lifts the cover */
  constructor(board, onReady) {
    this.board = board;
    this.onReady = onReady;
    this.place = h("section", { class: "card cover", id: "cover", hidden: true });
    /** @type {number | null} the seat whose player is at the screen */
    this.readySeat = null;
  }

  /** Covers or uncovers the board; returns true if it may be drawn. @param {State} state @param {boolean} hasSecrets */
  update(state, hasSecrets) {
    const seat = state.view_seat;
    const alone = !hasSecrets || state.you.length < 2 || state.status !== "running";
    if (alone) this.readySeat = seat;
    const open = alone || this.readySeat === seat;
    this.board.hidden = !open;
    this.place.hidden = open;
    if (!open && seat !== null) this.ask(seat);
    return open;
  }

  /** @param {number} seat */
  ask(seat) {
    const lift = () => {
      this.readySeat = seat;
      this.onReady();
    };
    this.place.replaceChildren(
      h("h2", {}, `Player ${seat + 1} is next`),
      h("p", {}, "Pass the screen on. The board, with this player's secrets, appears when they are ready."),
      h(
        "button",
        { type: "button", class: "primary", id: "ready", onclick: lift },
        `I am player ${seat + 1}, show the board`,
      ),
    );
  }
}
