// Replay: any match from its first entry to its last, and a branch from wherever one likes.

import { download } from "/js/actions.js";
import { get, post, someone } from "/js/api.js";
import { Board } from "/js/board.js";
import { attempt, button, h } from "/js/dom.js";
import { told } from "/js/log.js";

const PACE = 900;

/** @param {HTMLElement} place @param {string} id @param {string} [at] */
export async function show(place, id, at) {
  const replay = new Replay(await get(`/matches/${id}`));
  replay.build(place);
  await replay.go(at === undefined ? replay.last : Number(at));
  return replay;
}

class Replay {
  /** @param {any} state */
  constructor(state) {
    this.state = state;
    this.id = state.match;
    this.last = state.number;
    this.board = new Board(h("section", { class: "board still", id: "board", "aria-label": "Board" }), {
      play: () => undefined,
      why: () => undefined,
    });
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", { type: "range", id: "slider", min: 0, max: this.last, "aria-label": "Entry" })
    );
    this.slider.addEventListener("input", () => this.leap(this.here()));
    this.caption = h("p", { id: "entry", "aria-live": "polite" });
    this.autoplay = button("autoplay", "Play", () => this.start());
    this.log = h("ol", { class: "log", "aria-label": "Log", tabindex: 0 }, ...state.log.map(this.row, this));
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.playing = undefined;
    this.wanted = 0;
  }

  close() {
    this.stop();
    this.board.close();
  }

  here() {
    return Number(this.slider.value);
  }

  /** Shows the match after an entry. @param {number} number */
  async go(number) {
    const mine = ++this.wanted;
    const to = Math.max(0, Math.min(this.last, number));
    this.slider.value = String(to);
    const position = await get(`/matches/${this.id}/positions/${to}`);
    if (mine !== this.wanted) return;
    this.board.show({ svg: position.svg, moves: [], last: position.last });
    this.caption.textContent = to
      ? `${to} of ${this.last}. ${told(this.state.log[to - 1], this.state.players)}`
      : `The start, before ${this.last} entries.`;
    for (const row of this.log.children) {
      row.classList.toggle("here", Number(row.getAttribute("value")) === to);
      if (row.classList.contains("here"))
        this.log.scrollTop = /** @type {HTMLElement} */ (row).offsetTop - 60;
    }
  }

  /** @param {number} number */
  leap(number) {
    this.stop();
    return this.go(number);
  }

  start() {
    if (this.playing) return this.stop();
    if (this.here() >= this.last) this.go(0);
    this.autoplay.textContent = "Pause";
    this.playing = setInterval(
      () => (this.here() >= this.last ? this.stop() : this.go(this.here() + 1)),
      PACE,
    );
    return undefined;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.autoplay.textContent = "Play";
  }

  /** A new match from here: against bots, or on one's own where nobody else sat. */
  branch() {
    return attempt(async () => {
      await someone();
      const mine = this.state.you[0] ?? 0;
      const players = this.state.players.map((/** @type {any} */ { seat }) =>
        seat === mine ? "me" : "greedy",
      );
      const made = await post(`/matches/${this.id}/branch`, { number: this.here(), players });
      location.hash = `#/match/${made.match}`;
    });
  }

  /** @param {any} entry */
  row(entry) {
    const text = told(entry, this.state.players);
    const open = () => this.leap(entry.number);
    return h(
      "li",
      { value: entry.number },
      h("button", { type: "button", class: "linklike", onclick: open }, text),
    );
  }

  /** @param {HTMLElement} place */
  build(place) {
    const { state } = this;
    const step = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {() => number} */ where,
    ) => button(name, text, () => this.leap(where()));
    const steps = [
      step("first", "First", () => 0),
      step("back", "Back", () => this.here() - 1),
      this.autoplay,
      step("next", "Next", () => this.here() + 1),
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
      h("p", {}, state.players.map((/** @type {any} */ player) => player.name).join(", ")),
      h(
        "div",
        { class: "row" },
        button("branch", "Branch here, against bots", () => this.branch()),
        button("record", "Record", () => download(state.record_url, `${this.id}.jsonl`)),
        h("a", { class: "button", href: `#/match/${this.id}` }, "To the table"),
      ),
      h("h2", {}, "Log"),
      this.log,
    );
  }
}
