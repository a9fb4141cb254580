// The table as every seat and a spectator see it, side by side; each seat can be played on its own board.

import { Board } from "/js/board/board.js";
import { h, toast } from "/js/lib/dom.js";
import { expandMoves } from "/js/lib/moves.js";
import { Refused } from "/workbench/api.js";

/** @typedef {NonNullable<import("/workbench/received.d.ts").BenchState["shown"]>} Shown */
/** @typedef {Shown["views"][number]} SeatView */

export class Boards {
  /** @param {import("/workbench/app.js").Do} act */
  constructor(act) {
    this.act = act;
    this.element = h("section", { id: "boards", "aria-label": "Boards" });
    /** @type {Panel[]} */
    this.panels = [];
  }

  /** @param {Shown} shown */
  show(shown) {
    if (this.panels.length !== shown.views.length) {
      for (const panel of this.panels) panel.board.close();
      this.panels = shown.views.map((view) => new Panel(view.seat, this.act));
      this.element.replaceChildren(...this.panels.map((panel) => panel.element));
    }
    this.panels.forEach((panel, place) => panel.show(shown.views[place], shown));
  }
}

class Panel {
  /** @param {number | null} seat @param {import("/workbench/app.js").Do} act */
  constructor(seat, act) {
    this.seat = seat;
    this.act = act;
    this.score = h("small", {});
    this.host = h("div", { class: "board" });
    this.error = h("pre", { class: "lines bad" });
    const name = seat === null ? "Spectator" : `Seat ${seat}`;
    this.element = h(
      "article",
      { class: "panel", id: `seat-${seat ?? "none"}` },
      h("h2", {}, name, this.score),
      this.error,
      this.host,
    );
    this.board = new Board(this.host, {
      play: (move) => this.send({ do: "move", seat: move.seat, move: move.text }),
      explain: (gesture) => this.why(gesture),
    });
  }

  /** @param {import("/workbench/sent.d.ts").BenchCommand} command */
  async send(command) {
    try {
      await this.act(command);
    } catch (error) {
      if (error instanceof Refused) this.board.showRefused(error.marks);
    }
  }

  /** @param {import("/js/lib/moves.js").Gesture} gesture */
  async why(gesture) {
    const state = await this.act({
      do: "why",
      seat: this.seat ?? 0,
      move: gesture,
    }).catch(() => null);
    if (!state?.said) return;
    toast(state.said.text);
    this.board.showRefused(state.said.marks);
  }

  /** @param {SeatView} view @param {Shown} shown */
  show(view, shown) {
    const acts = this.seat !== null && shown.actors.includes(this.seat);
    this.element.classList.toggle("acts", acts);
    this.error.textContent = view.error;
    this.error.hidden = !view.error;
    const moves = expandMoves(view.moves, view.names);
    const place = this.seat === null ? undefined : shown.outcome?.scores[this.seat];
    const won = this.seat !== null && shown.outcome?.winners.includes(this.seat);
    this.score.textContent =
      place === undefined ? (acts ? `${moves.length} moves` : "") : `${place}${won ? ", won" : ""}`;
    const seats = this.seat === null ? [] : [this.seat];
    if (view.table)
      this.board.show({ table: view.table, moves, steps: shown.made, prompt: view.prompt, seats });
  }
}
