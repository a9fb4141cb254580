// The table: one match, live.

import { actions, share } from "/js/table/actions.js";
import { ensureSession, get, post } from "/js/lib/api.js";
import { Board } from "/js/board/board.js";
import { Chat } from "/js/players/chat.js";
import { Countdown } from "/js/players/countdown.js";
import { HotSeatCover } from "/js/players/hot-seat-cover.js";
import { announce, attempt, clearToasts, h, once, replaceKeepingFocus, toast } from "/js/lib/dom.js";
import { Ending } from "/js/table/ending.js";
import { explain } from "/js/table/explain.js";
import { FairnessNote, joining } from "/js/players/fairness.js";
import { headline, isMyTurn, promptText } from "/js/players/headline.js";
import { Hint } from "/js/table/hint.js";
import { showLayer } from "/js/table/layers.js";
import { Live } from "/js/table/live.js";
import { Log, olderEntries, report } from "/js/table/log.js";
import { OverflowMenu } from "/js/lib/overflow-menu.js";
import { expandMoves } from "/js/lib/moves.js";
import { withNames } from "/js/i18n/names.js";
import { offers, tellDeclined, tellDrawDeclined } from "/js/players/offers.js";
import { AnimationQueue } from "/js/board/animation-queue.js";
import { Peeks } from "/js/table/peek.js";
import { Rematch } from "/js/table/rematch.js";
import { ResultCard } from "/js/table/result.js";
import { Seats } from "/js/players/seats.js";
import { notifyTurn, settings } from "/js/lib/settings.js";
import { signUp } from "/js/account/sign.js";
import { moveSound } from "/js/lib/sounds.js";
import { showUnreadable } from "/js/lib/unreadable.js";
import { Waiting } from "/js/table/waiting.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").LiveMessage} LiveMessage */
/** @typedef {import("/js/sent.d.ts").LiveRequest} LiveRequest */
/** @template {LiveMessage["type"]} T @typedef {Extract<LiveMessage, {type: T}>} Message */

/** @param {HTMLElement} place @param {string} id */
export async function show(place, id) {
  const live = new Live(id);
  try {
    return await open(place, live);
  } catch (error) {
    live.close();
    throw error;
  }
}

/** Shows the match as soon as its state is there. @param {HTMLElement} place @param {Live} live */
async function open(place, live) {
  /** @type {[State, import("/js/received.d.ts").ChatMessage[]]} */
  const [state, chat] = await Promise.all([live.first, get(`/matches/${live.match}/chat`).catch(() => [])]);
  if (state.unreadable !== null) {
    live.close();
    return showUnreadable(place, state);
  }
  const table = new Table(state, await get(`/games/${state.game}`));
  table.build(place);
  table.replaceState(state);
  table.chat.add(chat);
  table.connect(live);
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
    /** @type {HTMLElement | null} */
    this.place = null;
    this.layer = game.layers.find((layer) => layer === settings().layers[game.name]) ?? "";
    this.isFlipped = false;
    /** Whether the board shows the table of the state, so that it can be changed. */
    this.isDrawn = false;
    this.head = h("h1", { id: "headline" });
    this.countdown = new Countdown();
    this.notice = h("p", { class: "notice", id: "notice", role: "status" });
    this.offers = h("section", { id: "offers", "aria-live": "polite", "aria-label": "Offers" });
    this.actions = h("section", { class: "actions", id: "actions", "aria-label": "Actions" });
    this.log = new Log(this, () => this.showOlder());
    this.fairness = new FairnessNote();
    this.notRated = h("p", { class: "quiet", id: "not-rated" }, "Not rated: players have the same address.");
    this.notRated.hidden = true;
    this.join = once(this.sitDown.bind(this));
    this.chat = new Chat(this.id, {
      send: (text) => this.send({ type: "chat", text }),
      enter: () => signUp(() => attempt(() => this.reconnect())),
    });
    this.seats = new Seats(state, (seat) => this.join(seat));
    this.peeks = new Peeks(this);
    this.board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
      play: (move) => this.play(move),
      explain: (gesture) => explain(this, gesture),
      drawn: () => this.peeks.show(),
    });
    this.result = new ResultCard(this, () => share(this.id));
    this.rematch = new Rematch(this);
    this.ending = new Ending(this);
    this.hint = new Hint(this);
    this.more = new OverflowMenu();
    this.waiting = new Waiting(this);
    this.record = h("div", { class: "record" }, h("h2", {}, "Log"), this.log.older, this.log.list);
    this.cover = new HotSeatCover([this.board.host, this.record], () => this.send({ type: "sync" }));
    /** @type {AnimationQueue<Message<"entries">>} updates that wait until the moves before them have been seen */
    this.pace = new AnimationQueue(
      () => this.board.motion.until,
      (message) => this.addEntries(message),
    );
  }

  /** @param {HTMLElement} place */
  build(place) {
    this.place = place;
    place.classList.add("table");
    place.append(
      this.notice,
      h(
        "div",
        { class: "middle" },
        h(
          "div",
          { class: "above" },
          this.head,
          h("div", { class: "below-head" }, this.countdown.line, this.seats.watching),
          this.seats.place,
        ),
        this.waiting.place,
        this.cover.place,
        this.board.host,
        this.result.place,
      ),
      h(
        "aside",
        { class: "side", "aria-label": "Match" },
        this.actions,
        this.record,
        this.offers,
        this.hint.place,
        this.fairness.place,
        this.notRated,
        h("h2", {}, "Chat"),
        this.chat.list,
        this.chat.form,
      ),
    );
  }

  /** @param {Live} live a new connection */
  connect(live) {
    this.live = live;
    live.listen({
      message: (message, request) => this.receive(message, request),
      connected: (yes) => this.showConnection(yes),
    });
  }

  close() {
    this.seats.close();
    this.rematch.close();
    this.ending.close();
    this.chat.close();
    this.waiting.close();
    this.more.close();
    this.countdown.close();
    this.board.close();
    this.live?.close();
    this.pace.clear();
  }

  /** Lets the arrow keys reach the board without looking for it first. */
  focus() {
    this.board.stage.focus({ preventScroll: true });
  }

  // Messages from the server

  /** @param {boolean} yes */
  showConnection(yes) {
    this.notice.textContent = yes ? "" : "The connection is lost. Trying again…";
    this.notice.classList.toggle("bad", !yes);
  }

  /** @param {LiveMessage} message @param {LiveRequest} [request] what it answers */
  receive(message, request) {
    if (message.type === "state" && message.state.unreadable !== null) this.setAside(message.state);
    else if (message.type === "state") this.replaceState(message.state);
    else if (message.type === "entries") this.pace.add(message);
    else if (message.type === "refused") this.showRefusal(message, request);
    else if (message.type === "presence") this.updatePresence(message);
    else if (message.type === "clocks") this.seats.setClocks(message.clocks);
    else if (message.type === "consent_requests") this.updateRequests(message);
    else if (message.type === "chat") this.chat.add([message.chat]);
    else if (message.type === "rematch") this.patchState({ rematch: message.match });
    else if (message.type === "closed") this.notice.textContent = message.text;
  }

  /** Shows, in place of the table, why the match cannot go on. @param {State} state */
  setAside(state) {
    this.close();
    this.place?.classList.remove("table");
    this.place?.replaceChildren();
    if (this.place) showUnreadable(this.place, state);
  }

  /** @param {State} state a complete state */
  replaceState(state) {
    this.pace.clear();
    this.entries = state.log;
    this.log.clear();
    this.isDrawn = false;
    this.setState(state, () => this.drawBoard(state.table));
  }

  /** Merges an update into the state; asks for the whole state if an update is missing. @param {Message<"entries">} message */
  addEntries(message) {
    if (message.number - message.entries.length !== this.state.number) {
      this.send({ type: "sync" });
      return;
    }
    moveSound(message, this.state.you, this.state.game);
    this.entries = [...this.entries, ...message.entries];
    const undone = message.undone && new Set(message.undone);
    if (undone) this.entries = this.entries.map((entry) => ({ ...entry, undone: undone.has(entry.number) }));
    const { you } = this.state;
    if (message.entries.some(({ kind, seat }) => kind === "move" && seat !== null && you.includes(seat)))
      clearToasts();
    tellDrawDeclined(this.state, message.entries);
    announce(report(message.entries, { ...this.state, ...message.changes }));
    const { zones = {}, changes } = message;
    this.setState({ ...this.state, ...changes, number: message.number }, () => this.updateBoard(zones));
  }

  /** @param {State} state @param {() => void} drawBoard */
  setState(state, drawBoard) {
    const waited = this.live !== null && !isMyTurn(this.state);
    this.state = state;
    this.countdown.show(state);
    this.draw(drawBoard);
    this.result.update();
    this.hint.update();
    this.fairness.update(state);
    this.notRated.hidden = !state.same_address || state.status === "over";
    if (waited && isMyTurn(state)) notifyTurn(`Your turn in ${state.title}`);
  }

  /** @param {Message<"refused">} message @param {LiveRequest} [request] */
  showRefusal({ error }, request) {
    toast(this.named(error.text), "error");
    if (request?.type === "chat") return this.chat.giveBack(request.text);
    this.updateBoard({});
    return this.board.showRefused(error.marks);
  }

  /** @param {Message<"consent_requests">} message */
  updateRequests({ consent_requests, draw }) {
    tellDeclined(this.state, consent_requests);
    this.patchState({ consent_requests, draw });
  }

  /** @param {Message<"presence">} message */
  updatePresence(message) {
    for (const player of this.state.players)
      if (player.kind === "person") player.present = message.players.includes(player.seat);
    this.state.spectators.present = message.spectators;
    this.showSeats();
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

  /** @param {import("/js/lib/moves.js").Move} move */
  play(move) {
    const named = this.board.isOnly(move) ? { gesture: move.gesture } : { move: move.text };
    this.send({ type: "play", ...named, seat: move.seat, number: this.state.number });
  }

  /** Takes back the last move, or asks for it. */
  undo() {
    this.send({ type: "undo", seat: this.ownSeat() });
  }

  /** The seat for which the player acts besides moving. */
  ownSeat() {
    const { you, view_seat: shown } = this.state;
    return shown !== null && you.includes(shown) ? shown : you[0];
  }

  /** @param {number} [seat] */
  async sitDown(seat) {
    await attempt(async () => {
      await ensureSession();
      await post(`/matches/${this.id}/join`, joining(this.state, seat));
    });
    await attempt(() => this.reconnect());
  }

  /** Connects anew, as who the reader is now. */
  async reconnect() {
    this.live?.close();
    const live = new Live(this.id);
    this.replaceState(await live.first);
    this.connect(live);
  }

  /** @param {string} action @param {object} [body] */
  async request(action, body = {}) {
    await attempt(async () => {
      await post(`/matches/${this.id}/${action}`, body);
      this.send({ type: "sync" });
    });
  }

  // Drawing

  /** @param {() => void} drawBoard */
  draw(drawBoard) {
    const { state } = this;
    this.head.textContent = headline(state);
    document.title = `${isMyTurn(state) ? "● Your turn – " : ""}${state.title} – Boardwright`;
    const isOpen = this.cover.update(state, this.game.has_secrets);
    if (!isOpen) this.isDrawn = false;
    else if (this.layer) showLayer(this, this.layer);
    else drawBoard();
    this.seats.restartClocks();
    this.drawSide();
    this.waiting.update();
    // The entries are as the seat before could read them: after the hand-over they come anew.
    if (isOpen) this.log.show(this.entries, state);
    else this.log.clear();
  }

  /** A text of the game with the names of the players. @param {string} text */
  named(text) {
    return withNames(text, this.state.players);
  }

  showSeats() {
    this.seats.show(this.state);
    this.peeks.show();
  }

  drawSide() {
    this.showSeats();
    this.chat.update(this.state);
    this.offers.replaceChildren(...offers(this.state, this));
    this.rematch.follow(this.state.rematch);
    this.rematch.draw();
    if (!replaceKeepingFocus(this.actions, actions(this))) this.focus();
  }

  /** Shows what has become of the rematch. */
  showRematch() {
    this.result.redraw();
    this.drawSide();
  }

  /** What goes with the table. In games with secrets only the seat whose view is shown may move. */
  shown() {
    const { state } = this;
    const moves = expandMoves(state.moves, state.names);
    const own = this.game.has_secrets ? moves.filter((move) => move.seat === state.view_seat) : moves;
    return {
      moves: own,
      steps: state.steps,
      prompt: promptText(state),
      seats: state.you,
      isFlipped: this.isFlipped,
      putBack: state.undo.possible && state.undo.free ? () => this.undo() : null,
      rename: (/** @type {string} */ text) => this.named(text),
    };
  }

  /** Turns the board half around, or back. */
  flip() {
    this.isFlipped = !this.isFlipped;
    this.updateBoard({});
    this.drawSide();
  }

  /** @param {import("/js/received.d.ts").TableData} table that of the state */
  drawBoard(table) {
    this.board.show({ table, ...this.shown() });
    this.isDrawn = true;
  }

  /** @param {import("/js/received.d.ts").Changes} changes */
  updateBoard(changes) {
    if (this.isDrawn) this.board.update({ changes, ...this.shown() });
    else this.send({ type: "sync" });
  }

  showOlder() {
    return attempt(async () => {
      this.entries = [...(await olderEntries(this.id, this.entries)), ...this.entries];
      this.log.clear();
      this.log.show(this.entries, this.state);
      requestAnimationFrame(() => (this.log.list.scrollTop = 0));
    });
  }
}
