// The table: one match, live.

import { actions } from "/js/actions.js";
import { get, post, someone } from "/js/api.js";
import { Board } from "/js/board.js";
import { Chat } from "/js/chat.js";
import { Cover } from "/js/cover.js";
import { attempt, h, speak, toast } from "/js/dom.js";
import { Live } from "/js/live.js";
import { Log } from "/js/log.js";
import { offers } from "/js/offers.js";
import { Seats } from "/js/seats.js";
import { callToTurn } from "/js/settings.js";

/** @param {HTMLElement} place @param {string} id */
export async function show(place, id) {
  const state = await get(`/matches/${id}`);
  const table = new Table(id, await get(`/games/${state.game}`));
  table.build(place);
  table.take(state);
  table.chat.add(await get(`/matches/${id}/chat`).catch(() => []));
  table.listen();
  return table;
}

export class Table {
  /** @param {string} id @param {any} game */
  constructor(id, game) {
    this.id = id;
    this.game = game;
    /** @type {any} */
    this.state = null;
    /** @type {any[]} */
    this.entries = [];
    /** @type {Live | null} */
    this.live = null;
    this.layer = "";
    this.head = h("h1", { id: "headline" });
    this.notice = h("p", { class: "notice", id: "notice", role: "status" });
    this.offers = h("section", { id: "offers", "aria-live": "polite", "aria-label": "Offers" });
    this.actions = h("section", { class: "actions", id: "actions", "aria-label": "Actions" });
    this.log = new Log();
    this.chat = new Chat((text) => this.send({ type: "chat", text }));
    this.seats = new Seats((seat) => this.join(seat));
    this.board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
      play: (move) => this.play(move),
      why: (...gesture) => this.why(...gesture),
    });
    this.cover = new Cover(this.board.host, () => this.draw());
  }

  /** @param {HTMLElement} place */
  build(place) {
    place.classList.add("table");
    place.append(
      this.notice,
      h("div", { class: "middle" }, this.head, this.cover.place, this.board.host),
      h(
        "aside",
        { class: "side", "aria-label": "Match" },
        this.seats.place,
        this.offers,
        this.actions,
        h("h2", {}, "Log"),
        this.log.list,
        h("h2", {}, "Chat"),
        this.chat.list,
        this.chat.form,
      ),
    );
  }

  listen() {
    this.live = new Live(this.id, {
      message: (message) => this.hear(message),
      connected: (yes) => this.connection(yes),
    });
  }

  close() {
    this.seats.close();
    this.board.close();
    this.live?.close();
  }

  // What comes in

  /** @param {boolean} yes */
  connection(yes) {
    this.notice.textContent = yes ? "" : "The connection is lost. Trying again…";
    this.notice.classList.toggle("bad", !yes);
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "state") this.take(message.state);
    else if (message.type === "entries") this.grow(message);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "presence") this.present(message);
    else if (message.type === "clocks") this.seats.clocks(message.clocks);
    else if (message.type === "ask") this.change({ asks: message.asks, draw: message.draw });
    else if (message.type === "chat") this.chat.add([message.chat]);
    else if (message.type === "rematch") this.change({ rematch: message.match });
    else if (message.type === "bye") this.notice.textContent = message.text;
  }

  /** A whole new state. @param {any} state */
  take(state) {
    this.entries = state.log;
    this.log.clear();
    this.become(state);
  }

  /** The log has grown. @param {any} message */
  grow(message) {
    const known = this.entries.length;
    if (message.entries.length && message.entries[0].number > known + 1) {
      this.send({ type: "sync" });
      return;
    }
    const fresh = message.entries.filter((/** @type {any} */ entry) => entry.number > known);
    this.entries = [...this.entries, ...fresh];
    this.become({ ...message.state, log: this.entries });
  }

  /** @param {any} state */
  become(state) {
    const waited = this.state !== null && !this.isMine();
    this.state = state;
    this.draw();
    if (waited && this.isMine()) callToTurn(`Your turn in ${state.title}`);
  }

  /** @param {any} message */
  refused(message) {
    toast(message.error.text, "error");
    if (message.state) this.take(message.state);
    else this.draw();
  }

  /** @param {any} message */
  present(message) {
    for (const player of this.state.players)
      if (player.kind === "person") player.present = message.players.includes(player.seat);
    this.state.spectators.present = message.spectators;
    this.seats.show(this.state);
  }

  /** @param {Record<string, any>} part */
  change(part) {
    Object.assign(this.state, part);
    this.drawSide();
  }

  // What goes out

  /** @param {Record<string, any>} message */
  send(message) {
    this.live?.send(message);
  }

  /** @param {import("/js/board.js").Move} move */
  play(move) {
    this.send({ type: "play", move: move.text, seat: move.seat, number: this.state.number });
  }

  /** @param {string} subject @param {string} variant @param {string} target */
  async why(subject, variant, target) {
    const seat = String(this.state.view_seat);
    const query = new URLSearchParams({ subject, variant, target, seat });
    const answer = await get(`/matches/${this.id}/refusal?${query}`).catch(() => null);
    const text = answer?.refusal?.text ?? "That cannot go there.";
    toast(text, "error");
    speak(text);
  }

  /** @param {number} [seat] */
  async join(seat) {
    await attempt(someone);
    await this.request("join", seat === undefined ? {} : { seat });
    this.live?.close();
    this.listen();
  }

  /** @param {string} what @param {any} [body] */
  async request(what, body = {}) {
    await attempt(async () => this.take(await post(`/matches/${this.id}/${what}`, body)));
  }

  closeMatch() {
    return attempt(async () => {
      await post(`/matches/${this.id}/cancel`);
      location.hash = "#/";
    });
  }

  rematch() {
    return attempt(async () => {
      const next = await post(`/matches/${this.id}/rematch`);
      location.hash = `#/match/${next.match}`;
    });
  }

  // What is shown

  isMine() {
    const { state } = this;
    return (
      state.status === "running" &&
      state.actors.some((/** @type {number} */ seat) => state.you.includes(seat))
    );
  }

  draw() {
    const { state } = this;
    this.head.textContent = headline(state, this.isMine());
    document.title = `${this.isMine() ? "● Your turn – " : ""}${state.title} – Boardwright`;
    if (this.cover.allows(state, this.game.has_secrets)) this.drawBoard(state.svg);
    if (this.layer) this.showLayer(this.layer);
    this.seats.seen = Date.now();
    this.drawSide();
    this.log.show(this.entries, state.players);
  }

  drawSide() {
    this.seats.show(this.state);
    this.offers.replaceChildren(...offers(this.state, this));
    this.actions.replaceChildren(...actions(this));
  }

  /** Where seats have secrets, only the seat that looks may move. @param {string} svg */
  drawBoard(svg) {
    const { state } = this;
    const moves = this.game.has_secrets
      ? state.moves.filter((/** @type {any} */ move) => move.seat === state.view_seat)
      : state.moves;
    this.board.show({ svg, moves, last: state.last });
  }

  /** @param {string} layer one that the game's picture has, or none */
  async showLayer(layer) {
    this.layer = layer;
    const { number, svg } = this.state;
    const shown = layer ? await get(`/matches/${this.id}/picture.svg?layer=${layer}`).catch(() => svg) : svg;
    if (this.layer !== layer || this.state.number !== number) return;
    this.drawBoard(shown);
    this.drawSide();
  }
}

/** @param {any} state @param {boolean} mine */
function headline(state, mine) {
  if (state.status === "open") return `${state.title}: waiting for players`;
  const name = (/** @type {number} */ seat) => state.players[seat].name;
  if (state.outcome) {
    const reason = state.outcome.reason.replaceAll("_", " ");
    const winners = state.outcome.winners.map(name).join(" and ");
    return `${state.title}: ${winners ? `${winners} won` : "a draw"} (${reason})`;
  }
  if (mine && state.you.length > 1) return `${state.title}: player ${state.view_seat + 1} to move`;
  return `${state.title}: ${mine ? "your turn" : `${state.actors.map(name).join(", ")} to move`}`;
}
