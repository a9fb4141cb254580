// One screen, several people, secrets: the board stays covered until the next one says to be ready.

import { h } from "/js/dom.js";

export class Cover {
  /** @param {HTMLElement} board what is covered @param {() => void} shown called when the cover is lifted */
  constructor(board, shown) {
    this.board = board;
    this.shown = shown;
    this.place = h("section", { class: "card cover", id: "cover", hidden: true });
    /** @type {number | null} whose eyes were at the screen last */
    this.ready = null;
  }

  /** Whether the board may be shown now; covers it if not. @param {any} state @param {boolean} secrets */
  allows(state, secrets) {
    const seat = state.view_seat;
    const alone = !secrets || state.you.length < 2 || state.status !== "running";
    if (alone) this.ready = seat;
    const open = alone || this.ready === seat;
    this.board.hidden = !open;
    this.place.hidden = open;
    if (!open) this.ask(seat);
    return open;
  }

  /** @param {number} seat */
  ask(seat) {
    const lift = () => {
      this.ready = seat;
      this.shown();
    };
    this.place.replaceChildren(
      h("h2", {}, `Player ${seat + 1} is next`),
      h("p", {}, "Hand over the screen. What only this player may see comes up when they are ready."),
      h(
        "button",
        { type: "button", class: "primary", id: "ready", onclick: lift },
        `I am player ${seat + 1}, show the board`,
      ),
    );
  }
}
