// Replay: any match from its first entry to its last, and a branch from any entry.

import { recordButtons } from "/js/actions.js";
import { ensureSession, get, post } from "/js/api.js";
import { Board } from "/js/board.js";
import { attempt, button, h } from "/js/dom.js";
import { entryText, undoneMark } from "/js/log.js";
import { showUnreadable } from "/js/unreadable.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").GameCard} GameCard */

const AUTOPLAY_INTERVAL = 900;

/** @param {HTMLElement} place @param {string} id @param {string} [at] */
export async function show(place, id, at) {
  /** @type {State} */
  const state = await get(`/matches/${id}`);
  if (state.unreadable !== null) return showUnreadable(place, state);
  const replay = new Replay(state, await get(`/games/${state.game}`));
  replay.build(place);
  await replay.go(at === undefined ? replay.last : Number(at));
  return replay;
}

class Replay {
  /** @param {State} state @param {GameCard} game */
  constructor(state, game) {
    this.state = state;
    this.game = game;
    this.id = state.match;
    this.last = state.number;
    this.board = new Board(h("section", { class: "board still", id: "board", "aria-label": "Board" }), {
      play: () => undefined,
      explain: () => undefined,
    });
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", { type: "range", id: "slider", min: 0, max: this.last, "aria-label": "Entry" })
    );
    this.slider.addEventListener("input", () => this.jump(this.current()));
    this.caption = h("p", { id: "entry", "aria-live": "polite" });
    this.autoplay = button("autoplay", "Play", () => this.start());
    this.log = h("ol", { class: "log", "aria-label": "Log", tabindex: 0 }, ...state.log.map(this.row, this));
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.playing = undefined;
    this.requests = 0;
  }

  close() {
    this.stop();
    this.board.close();
  }

  current() {
    return Number(this.slider.value);
  }

  /** Shows the match after an entry. @param {number} number */
  async go(number) {
    const request = ++this.requests;
    const to = Math.max(0, Math.min(this.last, number));
    this.slider.value = String(to);
    /** @type {import("/js/received.d.ts").PositionView} */
    const position = await get(`/matches/${this.id}/positions/${to}`);
    if (request !== this.requests) return;
    this.board.show({ svg: position.svg, moves: [], last: position.last });
    this.caption.textContent = to
      ? `${to} of ${this.last}. ${entryText(this.state.log[to - 1], this.state.players)}`
      : `The start, before ${this.last} entries.`;
    for (const row of this.log.children) {
      row.classList.toggle("here", Number(row.getAttribute("value")) === to);
      if (row.classList.contains("here"))
        this.log.scrollTop = /** @type {HTMLElement} */ (row).offsetTop - 60;
    }
  }

  /** @param {number} number */
  jump(number) {
    this.stop();
    return this.go(number);
  }

  start() {
    if (this.playing) return this.stop();
    if (this.current() >= this.last) this.go(0);
    this.autoplay.textContent = "Pause";
    this.playing = setInterval(
      () => (this.current() >= this.last ? this.stop() : this.go(this.current() + 1)),
      AUTOPLAY_INTERVAL,
    );
    return undefined;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.autoplay.textContent = "Play";
  }

  /** Starts a new match at the current entry, with bots on all other seats. */
  branch() {
    return attempt(async () => {
      await ensureSession();
      const mine = this.state.you[0] ?? 0;
      const players = this.state.players.map(({ seat }) => (seat === mine ? "me" : this.game.usual_bot));
      /** @type {import("/js/sent.d.ts").Branch} */
      const branching = { number: this.current(), players };
      /** @type {State} */
      const made = await post(`/matches/${this.id}/branch`, branching);
      location.hash = `#/match/${made.match}`;
    });
  }

  /** @param {State["log"][number]} entry */
  row(entry) {
    const text = entryText(entry, this.state.players);
    const open = () => this.jump(entry.number);
    return h(
      "li",
      { value: entry.number, class: entry.undone ? "undone" : "" },
      h("button", { type: "button", class: "linklike", onclick: open }, text, undoneMark(entry)),
    );
  }

  /** @param {HTMLElement} place */
  build(place) {
    const { state } = this;
    const step = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {() => number} */ where,
    ) => button(name, text, () => this.jump(where()));
    const steps = [
      step("first", "First", () => 0),
      step("back", "Back", () => this.current() - 1),
      this.autoplay,
      step("next", "Next", () => this.current() + 1),
      step("last", "Last", () => this.last),
    ];
    place.classList.add("table");
    place.append(
      h(
        "div",
        { class: "middle" },
        h("h1", {}, `${state.title}: replay`),
        h("div", { class: "row" }, ...steps),
        this.slider,
        this.caption,
        this.board.host,
      ),
      this.side(),
    );
  }

  side() {
    const { state } = this;
    return h(
      "aside",
      { class: "side", "aria-label": "Match" },
      h("p", {}, state.players.map((player) => player.name).join(", ")),
      h(
        "div",
        { class: "row" },
        button("branch", "Branch here, against bots", () => this.branch()),
        ...recordButtons(state),
        h("a", { class: "button", href: `#/match/${this.id}` }, "To the table"),
      ),
      h("h2", {}, "Log"),
      this.log,
    );
  }
}
