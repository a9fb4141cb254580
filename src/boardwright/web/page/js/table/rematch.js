// A rematch at the table of the match before it: who wants it, the answer, and the way to it.

import { post, session } from "/js/lib/api.js";
import { announce, attempt, button, h, once } from "/js/lib/dom.js";
import { rematch } from "/js/players/fairness.js";
import { Live } from "/js/table/live.js";
import { kept } from "/js/i18n/names.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/table/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */

/** The names of those who sit at a table. @param {State} state */
const peopleOf = ({ players }) => players.filter(({ kind }) => kind === "person").map(({ name }) => name);

export class Rematch {
  /** @param {Table} table the match that is over */
  constructor(table) {
    this.table = table;
    this.place = h("div", { class: "offer", id: "rematch-offer" });
    /** @type {Live | null} */
    this.live = null;
    /** @type {State | null} the rematch, once somebody has asked for it */
    this.state = null;
    /** Whether it was this player who called it off. */
    this.isRefused = false;
    /** Who called it off, once that was seen. */
    this.ending = "There will be no rematch.";
    /** Asks for a rematch, or agrees to it. */
    this.ask = once(() => attempt(() => this.agree()));
  }

  close() {
    this.live?.close();
  }

  /** Whether the reader can be the first to ask: who played, or let bots play. */
  get isFree() {
    const { you, host, rematch: asked } = this.table.state;
    return (you.length > 0 || host) && asked === null;
  }

  async agree() {
    /** @type {State} */
    const next = await rematch(this.table.id);
    if (next.status === "open") this.follow(next.match);
    else this.go(next.match);
  }

  /** Declines the rematch, or withdraws the question. @param {"leave" | "cancel"} how */
  refuse(how) {
    this.isRefused = true;
    return attempt(() => post(`/matches/${this.state?.match}/${how}`));
  }

  /** @param {string} match */
  go(match) {
    location.hash = `#/match/${match}`;
  }

  /** Shows from now on what becomes of the rematch. @param {string | null} match */
  follow(match) {
    if (match === null || this.live?.match === match) return;
    const live = new Live(match);
    this.live = live;
    live.first.then(
      (state) => {
        this.update(state);
        live.listen({
          message: (message) => message.type === "state" && this.update(message.state),
          connected: () => undefined,
        });
      },
      () => live.close(), // it is not for this reader
    );
  }

  /** @param {State} state */
  update(state) {
    const before = this.state;
    this.state = state;
    const isAccepted = before?.status === "open" && state.status === "running" && state.you.length > 0;
    if (isAccepted && this.table.board.host.isConnected) return this.go(state.match);
    if (before?.status === "open" && state.status === "over")
      announce((this.ending = this.endingText(state)));
    this.table.showRematch();
    if (state.status === "open" && before === null && !state.you.length) announce(this.words(state)[0] ?? "");
    return undefined;
  }

  /** Who called the rematch off: it ends when the last one who was asked declines, or when the question is withdrawn. @param {State} state */
  endingText(state) {
    const hasAsked = state.you.length > 0;
    if (this.isRefused) return hasAsked ? "You withdrew the rematch." : "You declined the rematch.";
    return hasAsked
      ? `${listed(kept(state))} declined the rematch.`
      : `${listed(peopleOf(state))} withdrew the rematch.`;
  }

  /** Puts what there is to say where it is seen: on the result card while that is shown. */
  draw() {
    const { offers, result } = this.table;
    const said = this.state ? this.words(this.state) : [];
    const [text = "", ...buttons] = said;
    this.place.replaceChildren(h("span", {}, text), ...buttons);
    if (said.length) (result.isShown() ? result.asked : offers).append(this.place);
    else this.place.remove();
  }

  /** @param {State} state @returns {[string, ...Node[]] | []} */
  words(state) {
    const { match, status, you, host } = state;
    const names = listed(peopleOf(state));
    const isAsked = kept(state).includes(session()?.account.name ?? "");
    const href = `#/match/${match}`;
    if (status === "open" && you.length) {
      const withdraw = button("withdraw", "Withdraw", () => this.refuse("cancel"));
      return [`You want a rematch. Waiting for ${listed(kept(state))}.`, ...(host ? [withdraw] : [])];
    }
    if (status === "open" && isAsked)
      return [
        `${names} ${names.includes(" and ") ? "want" : "wants"} a rematch.`,
        button("accept-rematch", "Accept", () => this.ask(), { class: "primary" }),
        button("decline-rematch", "Decline", () => this.refuse("leave")),
      ];
    if (status === "over" && state.outcome === null) return you.length || isAsked ? [this.ending] : [];
    if (status === "open") return [];
    return you.length
      ? ["You have played a rematch.", h("a", { class: "button", id: "to-rematch", href }, "To the rematch")]
      : ["There is a rematch.", h("a", { class: "button", id: "to-rematch", href }, "Watch the rematch")];
  }
}
