// The table: one match, live.

import { get, post, session, someone } from "/js/api.js";
import { Board } from "/js/board.js";
import { h, speak, toast } from "/js/dom.js";
import { Live } from "/js/live.js";
import { callToTurn } from "/js/settings.js";

/** @param {HTMLElement} place @param {string} id */
export async function show(place, id) {
  const table = new Table(place, id);
  table.take(await get(`/matches/${id}`));
  table.chatLines(await get(`/matches/${id}/chat`).catch(() => []));
  table.listen();
  return table;
}

class Table {
  /** @param {HTMLElement} place @param {string} id */
  constructor(place, id) {
    this.id = id;
    /** @type {any} */
    this.state = null;
    /** @type {any[]} */
    this.log = [];
    /** @type {Live | null} */
    this.live = null;
    this.seen = Date.now();
    this.layer = "";
    this.title = document.title;
    const part = (
      /** @type {string} */ tag,
      /** @type {string} */ name,
      /** @type {Record<string, any>} */ more = {},
    ) => h(tag, { class: name, id: name, ...more });
    this.head = part("h1", "headline");
    this.boardPlace = part("section", "board", { "aria-label": "Board" });
    this.seats = part("section", "seats", { "aria-label": "Players" });
    this.offers = part("section", "offers", { "aria-live": "polite" });
    this.actions = part("section", "actions", { "aria-label": "Actions" });
    this.entries = part("ol", "log", { "aria-label": "Log", tabindex: 0 });
    this.chat = part("ul", "chat", { "aria-label": "Chat", tabindex: 0 });
    this.notice = part("p", "notice", { role: "status" });
    place.classList.add("table");
    place.append(
      this.notice,
      h("div", { class: "middle" }, this.head, this.boardPlace),
      h(
        "aside",
        { class: "side", "aria-label": "Match" },
        this.seats,
        this.offers,
        this.actions,
        h("h2", {}, "Log"),
        this.entries,
        h("h2", {}, "Chat"),
        this.chat,
        this.chatForm(),
      ),
    );
    this.board = new Board(this.boardPlace, {
      play: (move) => this.play(move),
      why: (...gesture) => this.why(...gesture),
    });
    this.timer = setInterval(() => this.tick(), 250);
  }

  listen() {
    this.live = new Live(this.id, {
      message: (message) => this.hear(message),
      connected: (yes) => this.connection(yes),
    });
  }

  close() {
    clearInterval(this.timer);
    this.board.close();
    this.live?.close();
    document.title = this.title;
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
    else if (message.type === "clocks") this.clocks(message);
    else if (message.type === "ask") this.takeAsks(message);
    else if (message.type === "chat") this.chatLines([message.chat]);
    else if (message.type === "rematch") this.takeRematch(message.match);
    else if (message.type === "bye") this.notice.textContent = message.text;
  }

  /** A whole new state. @param {any} state */
  take(state) {
    this.log = state.log;
    this.state = state;
    this.entries.replaceChildren();
    this.written = 0;
    this.draw();
  }

  /** @param {any} message */
  grow(message) {
    if (!message.state) return;
    if (message.entries.length && message.entries[0].number > this.log.length + 1) {
      this.live?.send({ type: "sync" });
      return;
    }
    const known = this.log.length;
    const wasMine = this.isMine();
    this.log = [...this.log, ...message.entries.filter((/** @type {any} */ entry) => entry.number > known)];
    this.state = { ...message.state, log: this.log };
    this.draw();
    if (!wasMine && this.isMine()) callToTurn(`Your turn in ${this.state.title}`);
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
    this.drawSeats();
  }

  /** @param {any} message */
  clocks(message) {
    this.state.clocks = message.clocks;
    this.seen = Date.now();
    this.tick();
  }

  /** @param {any} message */
  takeAsks(message) {
    this.state.asks = message.asks;
    this.state.draw = message.draw;
    this.drawOffers();
  }

  /** @param {string} match */
  takeRematch(match) {
    this.state.rematch = match;
    this.drawOffers();
  }

  // What goes out

  /** @param {Record<string, any>} message */
  send(message) {
    return this.live?.send(message);
  }

  /** @param {import("/js/board.js").Move} move */
  play(move) {
    this.send({ type: "play", move: move.text, seat: move.seat, number: this.state.number });
  }

  /** @param {string} subject @param {string} variant @param {string} target */
  async why(subject, variant, target) {
    const query = new URLSearchParams({ subject, variant, target });
    const answer = await get(`/matches/${this.id}/refusal?${query}`).catch(() => null);
    const text = answer?.refusal?.text ?? "That cannot go there.";
    toast(text, "error");
    speak(text);
  }

  isMine() {
    return (
      this.state.status === "running" &&
      this.state.actors.some((/** @type {number} */ seat) => this.state.you.includes(seat))
    );
  }

  // What is shown

  draw() {
    const state = this.state;
    this.seen = Date.now();
    this.board.show({ svg: state.svg, moves: state.moves, last: state.last });
    this.head.textContent = this.headline();
    document.title = `${this.isMine() ? "● Your turn – " : ""}${state.title} – Boardwright`;
    this.drawSeats();
    this.drawOffers();
    this.drawActions();
    this.drawLog();
  }

  headline() {
    const { state } = this;
    if (state.status === "open") return `${state.title}: waiting for players`;
    const name = (/** @type {number} */ seat) => state.players[seat].name;
    if (state.outcome) {
      const winners = state.outcome.winners.map(name);
      if (!winners.length) return `${state.title}: a draw (${state.outcome.reason.replaceAll("_", " ")})`;
      return `${state.title}: ${winners.join(" and ")} won (${state.outcome.reason.replaceAll("_", " ")})`;
    }
    if (this.isMine())
      return state.you.length > 1
        ? `${state.title}: ${name(state.actors[0])} (seat ${state.actors[0] + 1}) to move`
        : `${state.title}: your turn`;
    return `${state.title}: ${state.actors.map(name).join(", ")} to move`;
  }

  drawSeats() {
    const { state } = this;
    this.seats.replaceChildren(
      ...state.players.map((/** @type {any} */ player) => {
        const acts = state.status === "running" && state.actors.includes(player.seat);
        const won = state.outcome?.winners.includes(player.seat);
        const score = state.outcome ? ` ${state.outcome.scores[player.seat]}` : "";
        return h(
          "div",
          { class: `seat ${acts ? "acts" : ""} ${won ? "won" : ""}` },
          h("span", {
            class: `light ${player.present ? "on" : ""}`,
            title: player.present ? "here" : "away",
          }),
          player.kind === "person"
            ? h("a", { href: `#/player/${encodeURIComponent(player.name)}` }, player.name)
            : h("span", {}, player.kind === "open" ? "open seat" : `${player.name} (bot)`),
          player.rating ? h("span", { class: "quiet" }, ` ${Math.round(player.rating * 10) / 10}`) : "",
          player.you ? h("span", { class: "quiet" }, " you") : "",
          player.gone ? h("span", { class: "quiet" }, ` left: ${player.gone}`) : "",
          won ? h("strong", {}, " won") : "",
          score ? h("span", { class: "score" }, score) : "",
          h("span", { class: "clock", "data-seat": player.seat }),
          player.kind === "open" && !state.you.length
            ? h(
                "button",
                { type: "button", class: "primary", onclick: () => this.join(player.seat) },
                "Sit here",
              )
            : "",
        );
      }),
      state.spectators.present ? h("p", { class: "quiet" }, `${state.spectators.present} watching`) : "",
    );
    this.tick();
  }

  tick() {
    const { state } = this;
    if (!state) return;
    for (const clock of state.clocks ?? []) {
      const place = this.seats.querySelector(`.clock[data-seat="${clock.seat}"]`);
      if (!place || clock.left === null) continue;
      const left = Math.max(0, clock.left - (clock.running ? Date.now() - this.seen : 0));
      const text = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("low", clock.running && left < 15000);
    }
  }

  drawOffers() {
    const { state } = this;
    /** @type {Node[]} */
    const rows = [];
    const yesNo = (/** @type {string} */ text, /** @type {(yes: boolean) => void} */ answer) =>
      h(
        "div",
        { class: "offer" },
        text,
        h("button", { type: "button", class: "primary", onclick: () => answer(true) }, "Yes"),
        h("button", { type: "button", onclick: () => answer(false) }, "No"),
      );
    for (const asked of state.asks) {
      const seat = asked.waiting.find((/** @type {number} */ waiting) => state.you.includes(waiting));
      const who = state.players[asked.seat].name;
      if (seat !== undefined)
        rows.push(
          yesNo(`${who} asks to ${words(asked.what)}.`, (yes) => this.send({ type: "answer", yes, seat })),
        );
      else rows.push(h("div", { class: "offer" }, `Waiting for an answer: ${words(asked.what)}.`));
    }
    const mine = state.you.find((/** @type {number} */ seat) => !state.draw.includes(seat));
    if (state.draw.length && mine !== undefined && !state.outcome)
      rows.push(
        yesNo(`${state.players[state.draw[0]].name} offers a draw.`, (yes) =>
          this.send({ type: "draw", yes, seat: mine }),
        ),
      );
    if (state.rematch)
      rows.push(
        h(
          "div",
          { class: "offer" },
          h("a", { href: `#/match/${state.rematch}`, id: "to-rematch" }, "To the rematch"),
        ),
      );
    this.offers.replaceChildren(...rows);
  }

  drawActions() {
    const { state } = this;
    const seat = state.you.includes(state.view_seat) ? state.view_seat : state.you[0];
    const playing = state.status === "running" && state.you.length > 0;
    const act = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => void} */ what,
      on = true,
    ) => h("button", { type: "button", id, onclick: what, disabled: !on }, text);
    /** @type {(Node | string)[]} */
    const buttons = [];
    if (state.status === "open") buttons.push(...this.openActions(act));
    if (playing) {
      buttons.push(
        act(
          "undo",
          state.undo.free || !state.undo.possible ? "Undo" : "Ask for undo",
          () => this.undo(seat),
          state.undo.possible,
        ),
        act("redo", "Redo", () => this.send({ type: "redo", seat }), state.redo.possible),
        act(
          "draw",
          "Offer draw",
          () => this.send({ type: "draw", yes: true, seat }),
          !state.draw.includes(seat),
        ),
        act("resign", "Resign", () => confirm("Resign this match?") && this.send({ type: "resign", seat })),
      );
    }
    if (state.status === "over") {
      if (state.you.length) buttons.push(act("rematch", "Rematch", () => this.rematch()));
      buttons.push(h("a", { class: "button", href: `#/replay/${this.id}`, id: "replay" }, "Replay"));
    }
    if (state.status !== "open")
      buttons.push(
        h(
          "a",
          {
            class: "button",
            href: state.record_url,
            id: "record",
            onclick: (/** @type {Event} */ event) => download(event, state.record_url, this.id),
          },
          "Record",
        ),
      );
    buttons.push(
      act("share", "Share link", () => this.share()),
      h("a", { class: "button", href: `#/rules/${state.game}` }, "Rules"),
    );
    this.actions.replaceChildren(...buttons);
  }

  /** @param {(id: string, text: string, what: () => void, on?: boolean) => Node} act */
  openActions(act) {
    const { state } = this;
    const host = session()?.account.name === state.host;
    if (!state.you.length) return [act("join", "Sit down", () => this.join())];
    if (!host) return [act("leave", "Stand up", () => this.request("leave"))];
    return [
      act("start", "Start, bots on open seats", () => this.request("start", { bot: "greedy" })),
      act("cancel", "Close the match", () => this.request("cancel")),
    ];
  }

  /** Against bots only, undo goes back to one's own last move. @param {number} seat */
  undo(seat) {
    this.send({ type: "undo", seat });
  }

  /** @param {number} [seat] */
  async join(seat) {
    await someone();
    await this.request("join", seat === undefined ? {} : { seat });
    this.live?.close();
    this.listen();
  }

  /** @param {string} what @param {any} [body] */
  async request(what, body = {}) {
    try {
      this.take(await post(`/matches/${this.id}/${what}`, body));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  async rematch() {
    try {
      const next = await post(`/matches/${this.id}/rematch`);
      location.hash = `#/match/${next.match}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  async share() {
    const link = `${location.origin}/#/match/${this.id}`;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is in the clipboard.");
    } catch {
      prompt("The link to this match:", link);
    }
  }

  drawLog() {
    const fresh = this.log.slice(this.written ?? 0);
    this.written = this.log.length;
    const { state } = this;
    for (const entry of fresh) this.entries.append(this.logLine(entry));
    if (fresh.length) this.entries.scrollTop = this.entries.scrollHeight;
  }

  /** @param {any} entry */
  logLine(entry) {
    const who = entry.seat === null ? "" : (this.state.players[entry.seat]?.name ?? "");
    const told = entry.events.map((/** @type {any} */ event) => event.text).join(" ");
    const plain =
      entry.kind === "end" ? "The match is over." : (entry.label ?? entry.text ?? "something hidden");
    const isStep = entry.kind === "move" || entry.kind === "chance";
    return h(
      "li",
      { value: entry.number, class: entry.kind },
      h("span", { class: "who" }, who),
      isStep || entry.kind === "end" ? " " : ` ${entry.kind} `,
      entry.kind === "chance" && told ? "" : h("span", { class: "what", title: entry.text ?? "" }, plain),
      told ? h("small", {}, ` ${told}`) : "",
    );
  }

  // Chat

  chatForm() {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        name: "text",
        maxlength: 500,
        "aria-label": "Say something",
        placeholder: "Say something",
        autocomplete: "off",
      })
    );
    const form = h("form", { class: "row", id: "say" }, input, h("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) this.send({ type: "chat", text });
      input.value = "";
    });
    return form;
  }

  /** @param {any[]} lines */
  chatLines(lines) {
    for (const line of lines) this.chat.append(h("li", {}, h("strong", {}, line.name), " ", line.text));
    this.chat.scrollTop = this.chat.scrollHeight;
  }
}

/** @param {string} what */
function words(what) {
  return { undo: "take moves back", redo: "bring moves back", cancel: "cancel the match" }[what] ?? what;
}

/** A download that carries the token. @param {Event} event @param {string} url @param {string} id */
async function download(event, url, id) {
  event.preventDefault();
  const who = session();
  const answer = await fetch(url, { headers: who ? { Authorization: `Bearer ${who.token}` } : {} });
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", { href: URL.createObjectURL(await answer.blob()), download: `${id}.jsonl` })
  );
  link.click();
  URL.revokeObjectURL(link.href);
}
