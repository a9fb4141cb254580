// A board that can be played with mouse, touch and keyboard. It contains no rules: the picture names its parts, and
// each move names the part to take (subject), how it is turned (turn, flip) and where it goes (target).

import { controls } from "/js/controls.js";
import { announce, h, picture } from "/js/dom.js";
import { Dressing } from "/js/dressing.js";
import { Picks } from "/js/entry.js";
import { Held } from "/js/held.js";
import { Keyboard } from "/js/keyboard.js";
import { Marks } from "/js/marks.js";
import { Motion } from "/js/motion.js";
import { isSame, orientationText, placeCount, Turning, UPRIGHT } from "/js/orientation.js";
import { hint, paint } from "/js/paint.js";
import { Parts } from "/js/parts.js";
import { applyPatch } from "/js/patch.js";
import { listenToPointer } from "/js/pointer.js";
import { settings } from "/js/settings.js";
import { Tip } from "/js/tip.js";

/** @typedef {import("/js/moves.js").Move} Move */
/** @typedef {import("/js/received.d.ts").StepView} Step */
/** @typedef {{moves: Move[], steps: Step[], prompt?: string, seats?: number[], isFlipped?: boolean, putBack?: (() => void) | null, pointed?: string[], rename?: (text: string) => string}} Shown */
/** @typedef {Pick<Move, "subject" | "turn" | "flip" | "target">} Gesture */
/** @typedef {import("/js/orientation.js").Orientation} Orientation */
/** @typedef {{play: (move: Move) => void, explain: (gesture: Gesture) => void, drawn?: () => void}} Handlers */

export class Board {
  /** @param {HTMLElement} host @param {Handlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    Object.assign(host, { board: this }); // for the tests of the page
    this.caption = h("p", { class: "caption" });
    this.turner = h("div", { class: "turner" });
    this.stage = h("div", { class: "stage", tabindex: -1 });
    host.replaceChildren(h("div", { class: "bar" }, this.caption, this.turner), this.stage);
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Step[]} the moves since the last turn of the viewer */
    this.steps = [];
    this.prompt = "";
    /** @type {(() => void) | null} takes back the move that put a part of class `returns` into the hand */
    this.putBack = null;
    /** @type {(() => void) | null} stops what the prompt announces */
    this.stop = null;
    this.isFlipped = false;
    /** @type {string | null} */
    this.subject = null;
    /** @type {Turning | null} how the taken subject can be turned */
    this.turning = null;
    this.orientation = UPRIGHT;
    /** @type {Move | null} */
    this.ghost = null;
    /** @type {Move | null} a good move, shown as long as no other is previewed */
    this.suggestion = null;
    /** @type {Move | null} the move that a second click confirms */
    this.unconfirmed = null;
    /** @type {string[]} the parts that the last refusal names */
    this.refused = [];
    /** @type {string[]} */
    this.pointed = [];
    this.svg = picture('<svg xmlns="http://www.w3.org/2000/svg"/>');
    this.parts = new Parts(this.svg);
    this.marks = new Marks(this.parts);
    this.dressing = new Dressing(this.svg);
    this.motion = new Motion(this);
    this.held = new Held(this);
    this.picks = new Picks(this);
    this.tip = new Tip(this);
    this.keyboard = new Keyboard(this);
    listenToPointer(this);
    this.resizes = new ResizeObserver(() => this.layOut());
    this.resizes.observe(this.stage);
  }

  /** Shows a picture; with `isMoving` the steps that led to it are seen. @param {Shown & {svg: string, isMoving?: boolean}} now */
  show({ svg: text, isMoving = false, ...shown }) {
    const motion = isMoving ? this.motion.prepare(shown.steps, true) : () => this.motion.seen(shown.steps);
    const hadFocus = this.stage.contains(document.activeElement);
    const drawn = picture(text);
    const title = drawn.querySelector("title");
    drawn.setAttribute("aria-label", title?.textContent ?? "Board");
    title?.remove();
    this.stage.replaceChildren(drawn);
    this.svg = drawn;
    this.begin(shown, hadFocus);
    motion();
  }

  /** Changes the picture in place. @param {Shown & {patch: import("/js/patch.js").Patch}} now */
  update({ patch, ...shown }) {
    const hadFocus = this.stage.contains(document.activeElement);
    const motion = this.motion.prepare(shown.steps);
    this.restore();
    applyPatch(this.svg, patch);
    if (patch.title) this.svg.setAttribute("aria-label", patch.title);
    this.begin(shown, hadFocus);
    motion();
  }

  /** Removes everything that the page has added to the picture. */
  restore() {
    this.marks.close();
    this.dressing.remove();
  }

  /** @param {Shown} shown what goes with the picture @param {boolean} hadFocus */
  begin(
    { moves, steps, prompt = "", seats = [], isFlipped = false, putBack = null, pointed = [], rename },
    hadFocus,
  ) {
    this.isFlipped = this.canFlip() && this.isFar(seats) !== isFlipped;
    this.svg.setAttribute("role", moves.length ? "group" : "img");
    this.dressing = new Dressing(this.svg, this.isFlipped, rename);
    this.parts = new Parts(this.svg);
    this.marks = new Marks(this.parts);
    this.moves = moves;
    this.steps = steps;
    this.prompt = prompt;
    this.putBack = this.svg.querySelector(".returns") ? putBack : null;
    this.stop = null;
    this.refused = [];
    this.suggestion = null;
    this.pointed = pointed;
    this.tip.hide();
    this.dressing.fit(this.width());
    this.take(moves.some((move) => move.subject === this.subject) ? this.subject : null, false);
    this.keyboard.keepFocus(hadFocus);
    this.handlers.drawn?.();
  }

  /** Whether the picture can be seen from the other side. */
  canFlip() {
    return this.svg.querySelector(".flips") !== null;
  }

  /** Whether everybody who looks from these seats sits on the far side of the board. @param {number[]} seats */
  isFar(seats) {
    const far = this.svg.querySelector(".flips[data-far]")?.getAttribute("data-far")?.split(" ") ?? [];
    return seats.length > 0 && seats.every((seat) => far.includes(String(seat)));
  }

  width() {
    return this.stage.clientWidth || window.innerWidth;
  }

  /** Lays the picture out for the available width. */
  layOut() {
    this.dressing.fit(this.width());
    this.parts.clearBoxes();
    this.paint();
    this.handlers.drawn?.();
  }

  close() {
    this.resizes.disconnect();
    this.keyboard.close();
  }

  // Choices

  subjects() {
    return [...new Set(this.moves.map((move) => move.subject))];
  }

  /** The subject that the game has put into the player's hand, so that pressing a target moves it. @returns {string | null} */
  inHand() {
    return this.subjects().find((name) => this.parts.get(name)?.classList.contains("in-hand")) ?? null;
  }

  /** How the taken subject can be turned, clockwise; first as it is, then flipped. @returns {Orientation[]} */
  orientations() {
    return this.turning?.orientations() ?? [];
  }

  /** The moves of the taken subject, as it is turned now. */
  choices() {
    if (this.picks.ways().length) return [];
    return this.turning?.moves(this.orientation).filter((move) => move.target !== "") ?? [];
  }

  /** A place where the taken subject could go. */
  place() {
    const like = this.choices()[0] ?? this.moves.find((move) => move.target !== "");
    return like ? (like.covers[0] ?? like.target) : "";
  }

  /** The parts that the keyboard can reach now: targets, and subjects unless one was taken by hand. @returns {string[]} */
  reachable() {
    const targets = [...this.picks.open(), ...this.choices().map((move) => move.target)];
    const isLoose = this.subject !== null && this.subject !== this.inHand();
    const names = isLoose ? targets : [...targets, ...this.subjects()];
    return [...new Set(names)].filter((name) => name !== this.subject && this.parts.has(name));
  }

  // Taking, turning, putting down

  /** Takes a subject; with null the one that is in the player's hand by the rules, or none. @param {string | null} subject @param {boolean} [isAnnounced] */
  take(subject, isAnnounced = true) {
    const taken = subject ?? this.inHand();
    const same = taken === this.subject;
    this.subject = taken;
    this.picks.clear();
    this.reset();
    const own = this.moves.filter((move) => move.subject === taken);
    this.turning = taken === null ? null : new Turning(this.parts.get(taken), own);
    const kept = same ? this.turning?.like(this.orientation) : undefined;
    this.orientation = kept ?? this.orientations()[0] ?? UPRIGHT;
    this.paint();
    if (!isAnnounced) return;
    if (taken === null) announce("Nothing taken.");
    else announce(`${this.parts.label(taken)} taken. ${placeCount(this.choices())}.`);
  }

  /** Turns the taken subject. @param {1 | -1} direction */
  turn(direction) {
    const turns = this.orientations().filter((one) => one.flip === this.orientation.flip);
    const now = turns.findIndex((one) => one.turn === this.orientation.turn);
    this.orient(turns[(now + direction + turns.length) % turns.length]);
  }

  /** Flips the taken subject. */
  flip() {
    const others = this.orientations().filter((one) => one.flip !== this.orientation.flip);
    this.orient(others.find((one) => one.turn === this.orientation.turn) ?? others[0]);
  }

  /** @param {Orientation | undefined} orientation */
  orient(orientation) {
    if (!orientation || isSame(orientation, this.orientation)) return;
    this.orientation = orientation;
    this.reset();
    this.paint();
    announce(`${orientationText(orientation)}. ${placeCount(this.choices())}.`);
  }

  /** Plays a move, or asks for confirmation first. @param {Move} move @param {boolean} [touch] @param {boolean} [isCarried] whether the subject was dragged there */
  put(move, touch = false, isCarried = false) {
    const confirms = settings().confirm || (touch && move.covers.length > 1);
    if (confirms && this.unconfirmed !== move) {
      this.preview(move);
      this.unconfirmed = move;
      this.say(`Once more: ${move.label}`);
      this.showControls();
      announce(`${move.label}. Once more to confirm.`);
      return;
    }
    // It stays where it was put until the answer comes; what rolls there is not there yet.
    const isThere = isCarried || !this.motion.rolls(move);
    this.motion.landed = isThere ? move : null;
    this.subject = this.turning = null;
    this.reset();
    this.ghost = isThere ? move : null;
    this.paint();
    this.handlers.play(move);
  }

  /** Asks why the taken subject cannot go to a part. @param {string} target */
  explain(target) {
    if (this.subject === null || target === this.subject) return;
    this.handlers.explain({ subject: this.subject, ...this.orientation, target });
  }

  /** Forgets the preview, the unconfirmed move and the last refusal. */
  reset() {
    [this.ghost, this.unconfirmed, this.refused] = [null, null, []];
  }

  // Painting

  /** Marks the parts that a refusal names, until the next action. @param {string[]} names */
  showRefused(names) {
    this.refused = names;
    this.motion.landed = null;
    this.paint();
  }

  /** Points at parts, and says why. @param {string[]} names @param {string} text */
  point(names, text) {
    this.pointed = names;
    this.paint();
    if (text) this.say(text);
  }

  paint() {
    paint(this);
  }

  /** Changes what the line above the board says; with `stop` a button stops what it announces. @param {string} prompt @param {(() => void) | null} stop */
  ask(prompt, stop) {
    const isSame = (this.stop === null) === (stop === null);
    this.prompt = prompt;
    this.stop = stop;
    if (!this.ghost) this.say(hint(this));
    if (!isSame) this.showControls();
  }

  /** Writes the line above the board. @param {string} text */
  say(text) {
    this.caption.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Shows the result of a move before it is played; with null, the subject at a point of the window. @param {Move | null} move @param {{x: number, y: number}} [at] */
  preview(move, at) {
    if (move || !at || this.subject === null) this.held.hide();
    else this.held.follow(at.x, at.y);
    if (move === this.ghost) return;
    this.ghost = move;
    this.unconfirmed = null;
    this.marks.ghost(move ?? this.suggestion);
    this.say(hint(this));
  }

  /** Shows a good move until the picture changes. @param {Move | null} move */
  suggest(move) {
    this.suggestion = move;
    this.marks.ghost(this.ghost ?? move);
  }

  /** Shows the move at a point of the window, or what is held there. @param {{x: number, y: number}} at */
  previewAt(at) {
    this.preview(this.parts.moveAt(this.choices(), at.x, at.y), at);
  }

  showControls() {
    this.turner.replaceChildren(...controls(this));
  }
}
