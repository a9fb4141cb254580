// The table: one match, live.

import { actions } from "/js/actions.js";
import { ensureSession, get, post } from "/js/api.js";
import { Board } from "/js/board.js";
import { Chat } from "/js/chat.js";
import { Countdown } from "/js/countdown.js";
import { Cover } from "/js/cover.js";
import { announce, attempt, h, toast } from "/js/dom.js";
import { Live } from "/js/live.js";
import { Log } from "/js/log.js";
import { offers } from "/js/offers.js";
import { Seats } from "/js/seats.js";
import { notifyTurn } from "/js/settings.js";
import { showUnreadable } from "/js/unreadable.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").LiveMessage} LiveMessage */
/** @typedef {import("/js/sent.d.ts").LiveRequest} LiveRequest */
/** @template {LiveMessage["type"]} T @typedef {Extract<LiveMessage, {type: T}>} Message */

/** @param {HTMLElement} place @param {string} id */
export async function show(place, id) {
  /** @type {State} */
  const state = await get(`/matches/${id}`);
  if (state.unreadable !== null) return showUnreadable(place, state);
  const table = new Table(state, await get(`/games/${state.game}`));
  table.build(place);
  table.replaceState(state);
  table.chat.add(await get(`/matches/${id}/chat`).catch(() => []));
  table.connect();
  return table;
}

export class Table {
  /** @param {State} state @param {GameCard} game */
  constructor(state, game) {
    this.id = state.match;
    this.game = game;
    this.state = state;
    this.entries = state.log;
    /** @type {Live | null} */
    this.live = null;
    this.layer = "";
    this.head = h("h1", { id: "headline" });
    this.countdown = new Countdown();
    this.notice = h("p", { class: "notice", id: "notice", role: "status" });
    this.offers = h("section", { id: "offers", "aria-live": "polite", "aria-label": "Offers" });
    this.actions = h("section", { class: "actions", id: "actions", "aria-label": "Actions" });
    this.log = new Log();
    this.chat = new Chat((text) => this.send({ type: "chat", text }));
    this.seats = new Seats(state, (seat) => this.join(seat));
    this.board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
      play: (move) => this.play(move),
      explain: (...gesture) => this.explain(...gesture),
    });
    this.cover = new Cover(this.board.host, () => this.draw());
  }

  /** @param {HTMLElement} place */
  build(place) {
    place.classList.add("table");
    place.append(
      this.notice,
      h("div", { class: "middle" }, this.head, this.countdown.line, this.cover.place, this.board.host),
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

  connect() {
    this.live = new Live(this.id, {
      message: (message) => this.receive(message),
      connected: (yes) => this.showConnection(yes),
    });
  }

  close() {
    this.seats.close();
    this.countdown.close();
    this.board.close();
    this.live?.close();
  }

  // Messages from the server

  /** @param {boolean} yes */
  showConnection(yes) {
    this.notice.textContent = yes ? "" : "The connection is lost. Trying again…";
    this.notice.classList.toggle("bad", !yes);
  }

  /** @param {LiveMessage} message */
  receive(message) {
    if (message.type === "state") this.replaceState(message.state);
    else if (message.type === "entries") this.addEntries(message);
    else if (message.type === "refused") this.showRefusal(message);
    else if (message.type === "presence") this.updatePresence(message);
    else if (message.type === "clocks") this.seats.setClocks(message.clocks);
    else if (message.type === "ask") this.patchState({ asks: message.asks, draw: message.draw });
    else if (message.type === "chat") this.chat.add([message.chat]);
    else if (message.type === "rematch") this.patchState({ rematch: message.match });
    else if (message.type === "bye") this.notice.textContent = message.text;
  }

  /** @param {State} state a state with its whole log */
  replaceState(state) {
    this.entries = state.log;
    this.log.clear();
    this.setState(state);
  }

  /** Adds new entries to the log; asks for the whole state if some are missing. @param {Message<"entries">} message */
  addEntries(message) {
    const known = this.entries.length;
    if (!message.state || (message.entries.length && message.entries[0].number > known + 1)) {
      this.send({ type: "sync" });
      return;
    }
    this.entries = [...this.entries, ...message.entries.filter((entry) => entry.number > known)];
    const undone = message.undone && new Set(message.undone);
    if (undone) this.entries = this.entries.map((entry) => ({ ...entry, undone: undone.has(entry.number) }));
    this.setState({ ...message.state, log: this.entries });
  }

  /** @param {State} state */
  setState(state) {
    const waited = this.live !== null && !this.isMyTurn();
    this.state = state;
    this.countdown.show(state);
    this.draw();
    if (waited && this.isMyTurn()) notifyTurn(`Your turn in ${state.title}`);
  }

  /** @param {Message<"refused">} message */
  showRefusal({ error, state }) {
    toast(error.text, "error");
    if (state) this.replaceState(state);
    else this.draw();
    this.board.showRefused(error.marks);
  }

  /** @param {Message<"presence">} message */
  updatePresence(message) {
    for (const player of this.state.players)
      if (player.kind === "person") player.present = message.players.includes(player.seat);
    this.state.spectators.present = message.spectators;
    this.seats.show(this.state);
  }

  /** @param {Partial<State>} part */
  patchState(part) {
    Object.assign(this.state, part);
    this.drawSide();
  }

  // Requests to the server

  /** @param {LiveRequest} request */
  send(request) {
    this.live?.send(request);
  }

  /** @param {import("/js/board.js").Move} move */
  play(move) {
    this.send({ type: "play", move: move.text, seat: move.seat, number: this.state.number });
  }

  /** Shows why a gesture makes no legal move. @param {string} subject @param {string} variant @param {string} target */
  async explain(subject, variant, target) {
    const seat = String(this.state.view_seat);
    const query = new URLSearchParams({ subject, variant, target, seat });
    /** @type {import("/js/received.d.ts").MoveRefusal | null} */
    const answer = await get(`/matches/${this.id}/refusal?${query}`).catch(() => null);
    const text = answer?.refusal?.text ?? "That cannot go there.";
    toast(text, "error");
    announce(text);
    this.board.showRefused(answer?.refusal?.marks ?? []);
  }

  /** @param {number} [seat] */
  async join(seat) {
    await attempt(ensureSession);
    await this.request("join", seat === undefined ? {} : { seat });
    this.live?.close();
    this.connect();
  }

  /** @param {string} action @param {object} [body] */
  async request(action, body = {}) {
    await attempt(async () => this.replaceState(await post(`/matches/${this.id}/${action}`, body)));
  }

  closeMatch() {
    return attempt(async () => {
      await post(`/matches/${this.id}/cancel`);
      location.hash = "#/";
    });
  }

  rematch() {
    return attempt(async () => {
      /** @type {State} */
      const next = await post(`/matches/${this.id}/rematch`);
      location.hash = `#/match/${next.match}`;
    });
  }

  // Drawing

  isMyTurn() {
    const { state } = this;
    return state.status === "running" && state.actors.some((seat) => state.you.includes(seat));
  }

  draw() {
    const { state } = this;
    this.head.textContent = headline(state, this.isMyTurn());
    document.title = `${this.isMyTurn() ? "● Your turn – " : ""}${state.title} – Boardwright`;
    if (this.cover.update(state, this.game.has_secrets)) this.drawBoard(state.svg);
    if (this.layer) this.showLayer(this.layer);
    this.seats.restartClocks();
    this.drawSide();
    this.log.show(this.entries, state.players);
  }

  drawSide() {
    this.seats.show(this.state);
    this.offers.replaceChildren(...offers(this.state, this));
    this.actions.replaceChildren(...actions(this));
  }

  /** Draws the board. In games with secrets only the seat whose view is shown may move. @param {string} svg */
  drawBoard(svg) {
    const { state } = this;
    const moves = this.game.has_secrets
      ? state.moves.filter((move) => move.seat === state.view_seat)
      : state.moves;
    this.board.show({ svg, moves, last: state.last });
  }

  /** @param {string} layer a layer of the game's picture, or "" for none */
  async showLayer(layer) {
    this.layer = layer;
    const { number, svg } = this.state;
    const shown = layer ? await get(`/matches/${this.id}/picture.svg?layer=${layer}`).catch(() => svg) : svg;
    if (this.layer !== layer || this.state.number !== number) return;
    this.drawBoard(shown);
    this.drawSide();
  }
}

/** @param {State} state @param {boolean} isMyTurn */
function headline(state, isMyTurn) {
  if (state.status === "open") return `${state.title}: waiting for players`;
  const name = (/** @type {number} */ seat) => state.players[seat].name;
  if (state.outcome) {
    const winners = state.outcome.winners.map(name).join(" and ");
    return `${state.title}: ${winners ? `${winners} won` : "a draw"}. ${state.outcome.text}`;
  }
  if (isMyTurn && state.you.length > 1) return `${state.title}: player ${(state.view_seat ?? 0) + 1} to move`;
  return `${state.title}: ${isMyTurn ? "your turn" : `${state.actors.map(name).join(", ")} to move`}`;
}
