// The first lesson of a game: one thing to do at a time on a real board, then a small match.

import { ensureSession, get, post } from "/js/lib/api.js";
import { Board } from "/js/board/board.js";
import { attempt, button, h } from "/js/lib/dom.js";
import { refusalAfter } from "/js/table/explain.js";
import { create } from "/js/players/fairness.js";
import { expandMoves, partOf } from "/js/lib/moves.js";
import { withNames } from "/js/i18n/names.js";
import { openRules } from "/js/lobby/rules.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").LessonPlan} LessonPlan */
/** @typedef {import("/js/received.d.ts").Explored} Explored */
/** @typedef {import("/js/sent.d.ts").StepMade} Step */
/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {{game: string, start: string, steps: Step[]}} Line */

const BETWEEN = 900;
const MARGIN = 12;
const KNOWN = "Now you know how to play.";
const SKIPPED = "The lesson is here whenever you want it.";
const NOT_THIS = "That is a legal move, but not the one we are after. Try again, or let me show you.";

/** @param {HTMLElement} place @param {string} name */
export async function show(place, name) {
  /** @type {[GameCard, LessonPlan]} */
  const [game, plan] = await Promise.all([get(`/games/${name}`), get(`/games/${name}/lesson`)]);
  document.title = `Learn ${game.title} – Boardwright`;
  const lesson = new Lesson(game, plan);
  lesson.build(place);
  await lesson.begin(0);
  return lesson;
}

class Lesson {
  /** @param {GameCard} game @param {LessonPlan} plan */
  constructor(game, plan) {
    this.game = game;
    this.plan = plan;
    this.number = 0;
    this.seat = 0;
    this.isDone = false;
    this.isClosed = false;
    /** @type {Line[]} where each step begins */
    this.lines = [];
    /** @type {Line} */
    this.line = { game: game.name, start: "", steps: [] };
    this.skip = button("skip", "Skip", () => attempt(() => this.begin(plan.steps.length, SKIPPED)));
    this.dots = h("ol", { class: "dots" });
    this.say = h("p", { id: "say-this", class: "say" });
    this.note = h("p", { id: "say-more", class: "more" });
    this.buttons = h("div", { class: "row" });
    this.guide = h("aside", { class: "side guide", "aria-label": "Lesson" });
    this.board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
      play: (move) => attempt(() => this.play(move)),
      explain: (gesture) => attempt(() => this.refuse(gesture)),
    });
  }

  close() {
    this.isClosed = true;
    this.board.close();
  }

  focus() {
    this.refocus();
  }

  get step() {
    return this.plan.steps[this.number];
  }

  // Steps

  /** @param {number} number @param {string} [before] what to say before the words of the step */
  async begin(number, before = KNOWN) {
    this.number = number;
    this.isDone = !this.step || this.step.moves?.length === 0;
    if (this.step) {
      const { start } = this.step;
      const before = this.lines[number] ?? this.line;
      this.line = start === null ? before : { game: this.game.name, start, steps: [] };
      this.lines[number] = { ...this.line, steps: [...this.line.steps] };
      await this.look(false);
    }
    this.draw(this.step?.say ?? `${before} ${this.plan.match.say}`, "");
  }

  /** Shows the position at the end of the line. @param {boolean} isMoving whether its last move is to be seen */
  async look(isMoving) {
    const body = isMoving ? { ...this.line, view: this.seat } : this.line;
    /** @type {Explored} */
    const found = await post("/explore", body);
    if (this.isClosed) return;
    this.line.steps.push(...found.drawn.map(({ seat, text }) => ({ seat, text })));
    this.seat = found.view_seat;
    const moves = expandMoves(found.moves, found.names).filter((move) => move.seat === this.seat);
    this.board.show({
      table: found.table,
      moves: this.isDone || isMoving ? [] : moves,
      steps: isMoving ? found.made : [],
      prompt: this.isDone || isMoving ? "" : found.prompt,
      pointed: isMoving ? [] : (this.step?.mark ?? []),
      isMoving,
      seats: [this.seat],
      rename: (text) => withNames(text, this.names(found.seats)),
    });
    if (this.board.moves.length) this.bringIntoView();
  }

  /** Scrolls to what the step asks for where the words would cover it: on a phone they lie over the page. */
  bringIntoView() {
    const wanted = this.board.moves.find(({ text }) => this.step.moves?.includes(text));
    const names = wanted ? [partOf(wanted.gesture)] : (this.step.mark ?? []);
    const boxes = names.map((name) => this.board.parts.get(name)?.getBoundingClientRect());
    const bottom = Math.max(...boxes.map((box) => box?.bottom ?? 0));
    const cover = this.guide.getBoundingClientRect();
    if (cover.width < innerWidth || bottom <= cover.top - MARGIN) return;
    scrollBy({ top: bottom - cover.top + MARGIN });
  }

  /** What to call the players. @param {number} seats */
  names(seats) {
    return Array.from({ length: seats }, (_, seat) => ({
      name: seat === this.seat ? "You" : rival(seats, seat),
    }));
  }

  /** Plays a move if it is one that the step wants, and the answers to it. @param {Move} move */
  async play(move) {
    const { moves, answers, then, say, wrong } = this.step;
    if (this.isDone) return;
    if (moves !== null && !moves.includes(move.text)) {
      this.board.take(null, false);
      this.draw(say, wrong || NOT_THIS);
      return;
    }
    this.isDone = true;
    /** @type {Step[][]} */
    const turns = [[{ seat: move.seat, text: move.text }]];
    for (const answer of answers) {
      if (answer.seat === null) turns[turns.length - 1].push(answer);
      else turns.push([answer]);
    }
    for (const [index, turn] of turns.entries()) {
      if (index) await new Promise((resolve) => setTimeout(resolve, BETWEEN));
      if (this.isClosed) return;
      this.line = { ...this.line, steps: [...this.line.steps, ...turn] };
      await this.look(true);
    }
    if (!then) {
      await this.begin(this.number + 1);
      return;
    }
    this.draw(then, "");
    this.refocus();
  }

  /** Puts the focus where the lesson goes on: on its next button, or on the board. */
  refocus() {
    const next = /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"));
    (next ?? this.board.stage).focus({ preventScroll: true });
  }

  /** Plays the move that the step wants. */
  showMove() {
    const { moves } = this.step;
    const move = this.board.moves.find(({ text }) => moves === null || text === moves[0]);
    return move ? this.play(move) : undefined;
  }

  /** @param {import("/js/lib/moves.js").Gesture} gesture */
  async refuse(gesture) {
    const text = await refusalAfter(this.board, this.line, this.seat, gesture);
    this.draw(this.step.say, text);
  }

  playMatch() {
    const { seats, options, bot } = this.plan.match;
    return attempt(async () => {
      await ensureSession();
      const players = ["me", ...Array(seats - 1).fill(bot)];
      const state = await create({ game: this.game.name, seats, options, players });
      location.hash = `#/match/${state.match}`;
    });
  }

  // Drawing

  /** @param {string} say @param {string} note */
  draw(say, note) {
    const { number, plan } = this;
    this.say.textContent = say;
    this.skip.hidden = !this.step;
    this.note.textContent = note;
    this.dots.replaceChildren(
      ...Array.from({ length: plan.steps.length + 1 }, (_, index) => dot(index, number)),
    );
    const hadFocus = this.buttons.contains(document.activeElement);
    this.buttons.replaceChildren(...(this.step ? this.stepButtons() : this.lastButtons()));
    if (hadFocus || document.activeElement === document.body) this.refocus();
  }

  stepButtons() {
    const { step, number, isDone } = this;
    const go = (/** @type {number} */ to) => () => attempt(() => this.begin(to));
    return [
      isDone
        ? button("go-on", "Go on", go(number + 1), { class: "primary" })
        : button("show-move", "Show me", () => attempt(async () => this.showMove())),
      button("go-back", "Back", go(number - 1), { disabled: number === 0 }),
      step.rule
        ? button("show-rule", "The rule", () => openRules(this.game, step.rule), {
            title: "Show me the rule",
          })
        : null,
    ].filter((each) => each !== null);
  }

  lastButtons() {
    return [
      button("play-match", "Play the match", () => this.playMatch(), { class: "primary" }),
      button("start-over", "Start over", () => attempt(() => this.begin(0))),
      button("show-rule", "All the rules", () => openRules(this.game)),
      h("a", { class: "button", href: "#/" }, "Back to the games"),
    ];
  }

  /** @param {HTMLElement} place */
  build(place) {
    const { game, plan } = this;
    place.classList.add("table", "lesson");
    this.guide.append(
      h(
        "div",
        { class: "heading" },
        h("h1", {}, plan.title === game.title ? `Learn ${game.title}` : plan.title),
        this.dots,
        this.skip,
      ),
      h("div", { class: "words", "aria-live": "polite" }, this.say, this.note),
      this.buttons,
    );
    place.append(this.guide, h("div", { class: "middle" }, this.board.host));
  }
}

/** @param {number} seats @param {number} seat */
const rival = (seats, seat) => (seats > 2 ? `Rival ${seat + 1}` : "Your rival");

/** @param {number} index @param {number} current */
function dot(index, current) {
  const state = index < current ? "done" : index === current ? "here" : "";
  const words = `Step ${index + 1}${index < current ? ", done" : ""}`;
  return h(
    "li",
    { class: state, "aria-current": index === current ? "step" : null },
    h("span", { class: "visually-hidden" }, words),
  );
}
