// Several players with secrets on one screen: everything of the last player is covered until the next one is ready.

import { announce, h } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */

export class HotSeatCover {
  /** @param {HTMLElement[]} covered @param {() => void} onReady called when the next player lifts the cover */
  constructor(covered, onReady) {
    this.covered = covered;
    this.onReady = onReady;
    this.place = h("section", { class: "card cover", id: "cover", hidden: true });
    /** @type {number | null} the seat whose player is at the screen */
    this.readySeat = null;
  }

  /** Covers or uncovers the table; returns true if it may be drawn. @param {State} state @param {boolean} hasSecrets */
  update(state, hasSecrets) {
    const seat = state.view_seat;
    const alone = !hasSecrets || state.you.length < 2 || state.status !== "running";
    if (alone) this.readySeat = seat;
    const open = alone || this.readySeat === seat;
    for (const part of this.covered) part.hidden = !open;
    this.place.hidden = open;
    if (!open && seat !== null) this.ask(seat, state);
    return open;
  }

  /** @param {number} seat @param {State} state */
  ask(seat, { players, you }) {
    const others = you.filter((mine) => players[mine].name === players[seat].name);
    const name = others.length > 1 ? `Player ${seat + 1}` : players[seat].name;
    const lift = () => {
      this.readySeat = seat;
      this.onReady();
    };
    announce(`${name} is next.`); // what was said before may have been a secret
    document.getElementById("toasts")?.replaceChildren();
    this.place.replaceChildren(
      h("h2", {}, `${name} is next`),
      h("p", {}, "Pass the screen on. The table, with this player's secrets, appears when they are ready."),
      h(
        "button",
        { type: "button", class: "primary", id: "ready", onclick: lift },
        `I am ${name.replace("Player", "player")}, show the table`,
      ),
    );
    if (document.activeElement === document.body) document.getElementById("ready")?.focus();
  }
}
