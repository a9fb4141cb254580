// The analysis screen: replays a match, lets anyone try other moves on a free board, and shows what the computer thinks.

import { recordButtons } from "/js/table/actions.js";
import { ensureSession, get, post } from "/js/lib/api.js";
import { Board } from "/js/board/board.js";
import { candidates, svgButton, verdict } from "/js/board/candidates.js";
import { canPlayOn, playOn } from "/js/table/new-match-sheet.js";
import { annotatedButton, Computer } from "/js/analysis/computer.js";
import { attempt, button, h, toast } from "/js/lib/dom.js";
import { refusalAfter } from "/js/table/explain.js";
import { Graph, percent } from "/js/board/graph.js";
import { olderEntries } from "/js/table/log.js";
import { MainLine } from "/js/analysis/mainline.js";
import { expandMoves } from "/js/lib/moves.js";
import { withNames } from "/js/i18n/names.js";
import { showUnreadable } from "/js/lib/unreadable.js";
import { variationList } from "/js/analysis/variations.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").Explored} Explored */
/** @typedef {import("/js/received.d.ts").Study} Study */
/** @typedef {import("/js/received.d.ts").LineMove} LineMove */
/** @typedef {import("/js/analysis/variations.js").Point} Point */
/** @typedef {{start: import("/js/sent.d.ts").Exploration, game: GameCard, names: string[], state: State | null, title: string}} Setup */

const AUTOPLAY_INTERVAL = 900;
/** Replays a match. @param {HTMLElement} place @param {string} id @param {string} [at] @param {string} [title] */
export async function show(place, id, at, title = "replay") {
  /** @type {State} */
  const state = await get(`/matches/${id}`);
  if (state.unreadable !== null) return showUnreadable(place, state);
  while (state.log.length && state.log[0].number > 1)
    state.log.unshift(...(await olderEntries(id, state.log)));
  /** @type {GameCard} */
  const game = await get(`/games/${state.game}`);
  const names = state.players.map((player) => player.name);
  const screen = new Screen({ start: { match: id }, game, names, state, title });
  screen.build(place);
  await screen.go(at === undefined ? screen.main.last() : screen.main.at(Number(at)));
  await screen.computer?.load();
  return screen;
}

/** Replays a match and starts its analysis, if it is over. @param {HTMLElement} place @param {string} id @param {string} [at] */
export async function analyze(place, id, at) {
  const screen = await show(place, id, at ?? "0", "analysis");
  if (screen instanceof Screen && screen.computer?.status === "none") screen.computer.run();
  return screen;
}

export class Screen {
  /** @param {Setup} setup */
  constructor(setup) {
    const { state, game } = setup;
    this.setup = setup;
    this.entries = state?.log ?? [];
    this.main = new MainLine(this.entries, state ?? { players: [], colors: [] });
    this.point = this.main.points[0];
    this.isFree = state === null || canPlayOn(state, game);
    this.board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
      play: (move) => this.play([{ seat: move.seat, move: move.text, description: move.label }]),
      explain: (gesture) => attempt(() => this.refuse(gesture)),
    });
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "range",
        id: "slider",
        min: 0,
        max: this.main.stops.length - 1,
        "aria-label": "Move",
      })
    );
    this.slider.addEventListener("input", () =>
      this.jump(this.main.points[this.main.stops[Number(this.slider.value)]]),
    );
    this.caption = h("p", { id: "entry", "aria-live": "polite" });
    this.toMatch = this.step("main-line", "Back to the match", () => this.main.at(this.point.entry));
    this.autoplay = button("autoplay", "Play", () => this.start());
    this.log = h("ol", { class: "log", "aria-label": "Moves", tabindex: 0 });
    this.lines = h("section", { id: "lines", "aria-label": "Best moves" });
    this.graph = new Graph(setup.names, (entry) => this.jump(this.main.at(entry)));
    this.computer = state?.status === "over" ? new Computer(state.match, () => this.showAnalysis()) : null;
    /** @type {Map<Point, Study>} */
    this.studies = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.playing = undefined;
    this.requests = 0;
    this.seat = 0;
    this.isFlipped = false;
    this.flipper = button("flip", "Flip", () => this.flip(), { title: "See the board from the other side" });
    const players = setup.names.map((name) => ({ name }));
    this.rename = (/** @type {string} */ text) => withNames(text, players);
  }

  close() {
    this.stop();
    this.board.close();
    this.computer?.close();
  }

  // Going about

  /** Shows the position at a point. @param {Point} point */
  async go(point) {
    const request = ++this.requests;
    this.point = point;
    const position = await this.position(point).catch((error) => {
      toast(error instanceof Error ? error.message : String(error), "error");
      return null;
    });
    if (request !== this.requests || !position) return;
    if ("drawn" in position) for (const step of position.drawn) this.point = this.point.after(step);
    this.seat = position.view_seat ?? 0;
    const moves = "names" in position ? expandMoves(position.moves, position.names) : [];
    const steps = "made" in position ? position.made : position.steps;
    const prompt = "prompt" in position ? this.rename(position.prompt) : "";
    const side = { seats: this.setup.state?.you, isFlipped: this.isFlipped };
    this.board.show({ table: position.table, moves, steps, prompt, ...side, rename: this.rename });
    this.board.host.classList.toggle("still", moves.length === 0);
    this.draw();
  }

  /** @param {Point} point @returns {Promise<Explored | import("/js/received.d.ts").PositionView>} */
  position(point) {
    const isFree = this.isFree && (point.step || this.entries[point.entry]?.kind !== "chance");
    if (!isFree) return get(`/matches/${this.setup.state?.match}/positions/${point.entry}`);
    return post("/explore", this.exploration(point));
  }

  /** @param {Point} point @returns {import("/js/sent.d.ts").Exploration} */
  exploration(point) {
    return { ...this.setup.start, entry: point.entry, steps: point.steps() };
  }

  /** @param {Point | undefined} point */
  jump(point) {
    this.stop();
    return point ? this.go(point) : undefined;
  }

  /** The point after this one. @returns {Point | undefined} */
  next() {
    return this.point.step
      ? this.point.children[0]
      : (this.main.beside(this.point.entry, 1) ?? this.point.children[0]);
  }

  /** The point before this one. */
  back() {
    return this.point.step ? this.point.before() : this.main.beside(this.point.entry, -1);
  }

  /** Turns the board half around, or back. */
  flip() {
    this.isFlipped = !this.isFlipped;
    this.flipper.setAttribute("aria-pressed", String(this.isFlipped));
    this.go(this.point);
  }

  /** Plays moves from here; a move of the match stays in the match. @param {LineMove[]} moves */
  play(moves) {
    this.stop();
    let point = this.point;
    for (const { seat, move, description } of moves) {
      const played = point.step ? undefined : this.entries[point.entry];
      const isMain = played?.kind === "move" && played.seat === seat && played.text === move;
      point = isMain ? this.main.at(point.entry + 1) : point.after({ seat, text: move, label: description });
    }
    return this.go(point);
  }

  /** Says why a gesture is not possible here. @param {import("/js/lib/moves.js").Gesture} gesture */
  async refuse(gesture) {
    toast(await refusalAfter(this.board, this.exploration(this.point), this.seat, gesture), "error");
  }

  start() {
    if (this.playing) return this.stop();
    if (!this.next()) this.go(this.main.at(0));
    this.autoplay.textContent = "Pause";
    this.playing = setInterval(() => {
      const next = this.next();
      if (next) this.go(next);
      else this.stop();
    }, AUTOPLAY_INTERVAL);
    return undefined;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.autoplay.textContent = "Play";
  }

  // The computer

  /** Asks for the best moves at this point. */
  study() {
    const { point } = this;
    return attempt(async () => {
      await ensureSession();
      this.lines.replaceChildren(h("p", { class: "quiet", role: "status" }, "Searching for the best moves…"));
      try {
        this.studies.set(point, await post("/explore/analysis", this.exploration(point)));
      } finally {
        this.drawLines();
      }
    });
  }

  showAnalysis() {
    if (!this.computer) return;
    this.graph.show(this.computer.moments, this.computer.total);
    this.draw();
  }

  // Drawing

  draw() {
    const { point, main } = this;
    this.slider.value = String(main.index(point.entry));
    this.caption.textContent = this.captionText();
    this.flipper.hidden = !this.board.canFlip();
    if (!point.step && document.activeElement === this.toMatch) this.slider.focus({ preventScroll: true });
    this.toMatch.hidden = !this.setup.state || !point.step;
    this.graph.mark(point.entry);
    this.log.replaceChildren(
      ...main.rows(
        point,
        ({ number }) => this.computer?.moment(number),
        (chosen) => this.jump(chosen),
        (entry) => this.variationRow(main.points[entry]),
      ),
      this.variationRow(main.points[0]),
    );
    const here = /** @type {HTMLElement | null} */ (this.log.querySelector(".here"));
    if (here) this.log.scrollTop = here.offsetTop - this.log.offsetTop - 60;
    this.drawLines();
  }

  captionText() {
    const { point } = this;
    const move = point.lastMove();
    if (move) return `Exploring: ${move}`;
    return this.setup.state ? this.main.caption(point.entry) : "The start. Play for all sides.";
  }

  /** @param {Point} point */
  variationRow(point) {
    const found = variationList(point.children, this.point, (chosen) => this.jump(chosen));
    return found ? h("li", { class: "variation" }, found) : "";
  }

  /** Shows the best moves at this point, if they are known. */
  drawLines() {
    const { point } = this;
    const played = point.step ? undefined : this.entries[point.entry];
    const moment = played?.kind === "move" ? this.computer?.moment(played.number) : undefined;
    const study = this.studies.get(point);
    const best = study?.best ?? moment?.best;
    const handlers = {
      play: (/** @type {LineMove[]} */ moves) => this.play(moves),
      preview: (/** @type {string | null} */ text) => this.preview(text),
    };
    const isOpen = this.board.moves.length > 0;
    this.lines.replaceChildren(
      this.verdict(),
      h("h2", {}, "Best moves"),
      study ? h("p", { class: "quiet", id: "standing" }, this.standing(study.evaluation)) : "",
      best
        ? candidates(best, played?.text ?? "", handlers)
        : button("study", "Find the best moves here", () => this.study(), { disabled: !isOpen }),
    );
    this.board.suggest(this.board.moves.find((move) => move.text === best?.[0]?.move) ?? null);
  }

  /** What was wrong with the last move, and a better one. */
  verdict() {
    const entry = this.point.step ? undefined : this.main.lastStep(this.point.entry);
    const moment = entry ? this.computer?.moment(entry.number) : undefined;
    return verdict(moment, (moves) => {
      if (moment) this.point = this.main.points[moment.number - 1];
      this.play(moves);
    });
  }

  /** @param {number[]} evaluation */
  standing(evaluation) {
    return `Standing: ${this.setup.names.map((name, seat) => `${name} ${percent(evaluation[seat])}`).join(", ")}`;
  }

  /** Shows a move on the board before it is played. @param {string | null} text */
  preview(text) {
    this.board.preview(this.board.moves.find((move) => move.text === text) ?? null);
  }

  /** A button that goes to a point. @param {string} name @param {string} text @param {() => Point | undefined} where */
  step(name, text, where) {
    return button(name, text, () => {
      this.jump(where()); // who presses "Next" fast does not wait for each picture
    });
  }

  /** @param {HTMLElement} place */
  build(place) {
    const { game, state, title } = this.setup;
    place.classList.add("table", "analysis");
    place.append(
      h(
        "div",
        { class: "middle" },
        h(
          "div",
          { class: "row head" },
          h("h1", {}, `${game.title}: ${title}`),
          state && h("a", { class: "button primary", href: `#/match/${state.match}` }, "Back to the table"),
          this.step("first", "First", () => this.main.at(0)),
          this.step("back", "Back", () => this.back()),
          this.autoplay,
          this.step("next", "Next", () => this.next()),
          this.step("last", "Last", () => (state ? this.main.last() : this.point.last())),
          this.toMatch,
        ),
        state && this.slider,
        this.caption,
        this.board.host,
      ),
      this.side(),
    );
  }

  side() {
    const { state, game, names } = this.setup;
    const { computer } = this;
    return h(
      "aside",
      { class: "side", "aria-label": "Analysis" },
      h("p", {}, names.join(", ")),
      computer?.place,
      this.graph.place,
      this.isFree && this.lines,
      h("h2", {}, "Moves"),
      this.log,
      h(
        "div",
        { class: "row tools" },
        state &&
          this.isFree &&
          button("play-on", "Play on from here", () =>
            playOn(game, { state, entry: this.point.entry, entries: this.entries }),
          ),
        ...(state ? recordButtons(state) : []),
        computer && annotatedButton(computer.match),
        computer && svgButton("save-graph", "Graph as SVG", () => this.graph.svg),
        this.flipper,
        svgButton("save-board", "Board as SVG", () => this.board.drawing()),
        state && h("a", { class: "button", href: `#/explore/${game.name}` }, "Free board"),
      ),
    );
  }
}
