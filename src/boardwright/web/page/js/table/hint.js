// Hints in matches against bots: the best move marked on the board, why it is good, and two others.

import { post } from "/js/lib/api.js";
import { sentences } from "/js/board/candidates.js";
import { attempt, button, h } from "/js/lib/dom.js";
import { isMyTurn } from "/js/players/headline.js";

/** @typedef {import("/js/table/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").Study} Study */

export class Hint {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.number = -1;
    this.place = h("section", {
      class: "hint",
      id: "hint",
      "aria-live": "polite",
      "aria-label": "Hint",
      hidden: true,
    });
  }

  /** The button that asks, where hints are allowed. @returns {Node[]} */
  buttons() {
    const { state } = this.table;
    const others = state.players.some((player) => player.kind === "person" && !player.you);
    if (state.status !== "running" || state.rated || others || state.you.length !== 1) return [];
    return [button("ask-hint", "Hint", () => this.ask(), { disabled: !isMyTurn(state) })];
  }

  /** Forgets the hint when the match has gone on. */
  update() {
    if (this.table.state.number !== this.number) this.place.hidden = true;
  }

  ask() {
    const { state, board } = this.table;
    this.number = state.number;
    this.place.hidden = false;
    this.place.replaceChildren(h("p", { class: "quiet" }, "Searching…"));
    return attempt(async () => {
      /** @type {Study | null} */
      const found = await post(`/matches/${state.match}/hint`).catch((error) => {
        this.place.hidden = true;
        throw error;
      });
      if (!found || this.table.state.number !== this.number) return;
      const [best, ...others] = found.best;
      const close = () => (this.place.hidden = true);
      this.place.replaceChildren(
        button("close-hint", "×", close, { class: "aside", "aria-label": "Close the hint" }),
        h("p", {}, h("strong", {}, `Try: ${sentences(best)[0]}`), ` ${sentences(best)[1]}`),
        ...others.map((option) => h("p", { class: "quiet" }, `Or: ${sentences(option).join(" ")}`)),
      );
      board.suggest(board.moves.find((move) => move.text === best.move) ?? null);
    });
  }
}
