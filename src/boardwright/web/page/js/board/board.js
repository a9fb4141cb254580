// A table that can be played with mouse, touch and keyboard. It contains no rules: the zones name their parts, and
// each move has a gesture on them. What the player does goes into one state (`board-state.js`); this shows it.

import * as actions from "/js/board/board-state.js";
import { change, hint } from "/js/board/caption.js";
import { controls } from "/js/board/controls.js";
import { announce, h, svg } from "/js/lib/dom.js";
import { DragPreview } from "/js/board/drag-preview.js";
import { Keyboard } from "/js/board/keyboard.js";
import { Marks } from "/js/board/marks.js";
import { Motion } from "/js/board/motion.js";
import { MoveMenu } from "/js/board/move-menu.js";
import { alike, goalOf } from "/js/lib/moves.js";
import { cellsOf } from "/js/zones/orientation.js";
import { paint } from "/js/board/paint.js";
import { Parts } from "/js/zones/parts.js";
import { listenToPointer } from "/js/board/pointer.js";
import { settings } from "/js/lib/settings.js";
import { Tip } from "/js/zones/tip.js";
import { Zones } from "/js/zones/zones.js";

/** @typedef {import("/js/board/board-state.js").BoardState} BoardState */
/** @typedef {import("/js/board/board-state.js").Pressed} Pressed */
/** @typedef {import("/js/lib/moves.js").Gesture} Gesture */
/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {import("/js/lib/moves.js").Step} Step */
/** @typedef {import("/js/received.d.ts").TableData} TableData */
/** @typedef {import("/js/received.d.ts").Changes} Changes */
/** @typedef {{moves: Move[], steps: Step[], prompt?: string, seats?: number[], isFlipped?: boolean, putBack?: (() => void) | null, pointed?: string[], rename?: (text: string) => string}} Shown */
/** @typedef {{play: (move: Move) => void, explain: (gesture: Gesture) => void, drawn?: () => void}} Handlers */

/** Pixels; the style sheet of tables has the same. */
const NARROW = 700;

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
    /** @type {BoardState} */
    this.state = actions.EMPTY;
    /** @type {Step[]} the moves since the last turn of the viewer */
    this.steps = [];
    this.prompt = "";
    /** @type {(() => void) | null} takes back the move that put a part into the hand */
    this.putBack = null;
    /** @type {(() => void) | null} stops what the prompt announces */
    this.stop = null;
    this.isFlipped = false;
    /** @type {Move | null} a good move, shown as long as no other is previewed */
    this.suggestion = null;
    /** @type {string[]} */
    this.pointed = [];
    this.top = h("div", { class: "tabletop" });
    this.over = svg("g", { class: "bw-over" });
    this.overlay = /** @type {SVGSVGElement} */ (svg("svg", { class: "overlay", "aria-hidden": "true" }));
    this.overlay.append(this.over);
    this.stage.append(this.top, this.overlay);
    this.zones = new Zones(this.top);
    this.parts = new Parts(this.top, this.overlay, this.over);
    this.marks = new Marks(this.parts);
    this.motion = new Motion(this);
    this.held = new DragPreview(this);
    this.tip = new Tip(host, this.stage, () => actions.isBusy(this.state));
    this.keyboard = new Keyboard(this);
    this.menu = new MoveMenu(host, this.stage, {
      choose: (move) => this.set(actions.make(this.state, move, this.manner())),
      close: (isByKey) => this.closeMenu(isByKey),
    });
    listenToPointer(this);
    /** The width of the stage, as it was when it was laid out: to ask for it would lay it out again. */
    this.width = Infinity;
    this.resizes = new ResizeObserver(([{ contentRect }]) => this.layOut(contentRect.width));
    this.resizes.observe(this.stage);
  }

  /** Shows a table; with `isMoving` the steps that led to it are seen. @param {Shown & {table: TableData, isMoving?: boolean}} now */
  show({ table, isMoving = false, ...shown }) {
    const motion = isMoving ? this.motion.prepare(shown.steps, true) : () => this.motion.seen(shown.steps);
    const hadFocus = this.hasFocus();
    this.marks.clear();
    this.zones.show(table);
    this.begin(shown, hadFocus);
    motion();
  }

  /** Changes the table in place. @param {Shown & {changes: Changes}} now */
  update({ changes, ...shown }) {
    const hadFocus = this.hasFocus();
    const motion = this.motion.prepare(shown.steps);
    this.marks.clear();
    this.zones.change(changes);
    this.begin(shown, hadFocus);
    motion();
  }

  hasFocus() {
    return this.stage.contains(document.activeElement) || this.menu.hasFocus();
  }

  /** @param {Shown} shown what goes with the table @param {boolean} hadFocus */
  begin(
    { moves, steps, prompt = "", seats = [], isFlipped = false, putBack = null, pointed = [], rename },
    hadFocus,
  ) {
    this.isFlipped = this.canFlip() && this.isFar(seats) !== isFlipped;
    this.top.setAttribute("role", moves.length ? "group" : "img");
    this.zones.setNames(rename ?? ((text) => text));
    this.zones.turn(this.isFlipped);
    this.parts = new Parts(this.top, this.overlay, this.over);
    this.marks = new Marks(this.parts);
    this.steps = steps;
    this.prompt = prompt;
    this.putBack = this.zones.held()?.returns ? putBack : null;
    this.stop = null;
    this.suggestion = null;
    this.pointed = pointed;
    this.tip.hide();
    this.state = { ...this.state, moves };
    const { held } = this.zones.held() ?? {};
    const hand = actions.starts(this.state).find((name) => name === held);
    this.state = actions.begin(this.state, moves, hand ?? null, this.cells);
    this.paint();
    this.keyboard.keepFocus(hadFocus);
    this.handlers.drawn?.();
  }

  /** Whether a board can be seen from the other side. */
  canFlip() {
    return this.zones.fields().some((zone) => zone.canFlip);
  }

  /** Whether everybody who looks from these seats sits on the far side of the board. @param {number[]} seats */
  isFar(seats) {
    return this.zones.fields().some((zone) => zone.isFar(seats));
  }

  /** Whether the zones lie below each other. */
  isNarrow() {
    return this.width < NARROW;
  }

  /** The drawing of the board, of the one with all those parts. @param {string[]} names @returns {SVGElement | null} */
  drawing(names = []) {
    const drawn = /** @type {SVGElement[]} */ ([...this.top.querySelectorAll("svg.places")]);
    const has = (/** @type {SVGElement} */ one, /** @type {string} */ name) =>
      one.querySelector(`[data-name="${CSS.escape(name)}"]`);
    return drawn.find((one) => names.every((name) => has(one, name))) ?? null;
  }

  /** Draws the marks anew where the table has another size. @param {number} width */
  layOut(width) {
    this.width = width;
    this.parts.clearBoxes();
    this.paint();
    this.handlers.drawn?.();
  }

  close() {
    this.resizes.disconnect();
    this.keyboard.close();
    this.menu.close();
  }

  // The state

  get moves() {
    return this.state.moves;
  }

  /** The moves that put the taken subject somewhere, as it is turned now. */
  choices() {
    return actions.choices(this.state);
  }

  /** The parts that the keyboard can reach now. @returns {string[]} */
  reachable() {
    return actions.reachable(this.state).filter((name) => this.parts.has(name));
  }

  /** A place where the taken subject could go. */
  place() {
    const like = this.choices()[0] ?? this.moves.find(({ gesture }) => goalOf(gesture) !== "");
    return like ? (like.covers[0] ?? goalOf(like.gesture)) : "";
  }

  /** Whether no other move is made like this one. @param {Move} move */
  isOnly(move) {
    return alike(this.moves, move).length < 2;
  }

  /** The squares of a piece as it is drawn. */
  cells = (/** @type {string} */ part) => cellsOf(this.parts.get(part));

  /** The accessible name of a part. */
  label = (/** @type {string} */ part) => this.parts.label(part);

  /** How moves are made. @param {boolean} [touch] @returns {import("/js/board/board-state.js").Manner} */
  manner(touch = false) {
    return { confirms: settings().confirm, touch };
  }

  /** Shows the state after an action, and does what it asks for. @param {BoardState} next @param {{isAnnounced?: boolean, isCarried?: boolean}} [how] whether what is put was dragged there */
  set(next, { isAnnounced = true, isCarried = false } = {}) {
    const before = this.state;
    if (next === before) return;
    const { effect } = next;
    const wasInMenu = this.menu.hasFocus();
    this.state = { ...next, effect: null };
    if (effect?.kind === "play") {
      // It stays where it was put until the answer comes; what rolls there is not there yet.
      const isThere = isCarried || !this.motion.rolls(effect.move);
      this.motion.landed = isThere ? effect.move : null;
      this.state = actions.aim(this.state, isThere ? effect.move : null);
    }
    this.paint();
    if (this.state.menu && this.keyboard.isUsed) this.menu.focus();
    else if (wasInMenu) this.stage.focus({ preventScroll: true });
    if (effect?.kind === "play") this.handlers.play(effect.move);
    else if (effect) this.handlers.explain(effect.gesture);
    else if (isAnnounced) announceSome(change(before, this.state, this.label));
  }

  // Actions

  /** Takes a subject; with null the one that is in the player's hand by the rules, or none. @param {string | null} subject @param {boolean} [isAnnounced] */
  take(subject, isAnnounced = true) {
    this.set(actions.take(this.state, subject, this.cells), { isAnnounced });
  }

  /** Turns the taken subject. @param {1 | -1} direction */
  turn(direction) {
    this.set(actions.turn(this.state, direction));
  }

  /** Flips the taken subject. */
  flip() {
    this.set(actions.flip(this.state));
  }

  /** @param {Pressed} pressed @param {boolean} [touch] */
  activate(pressed, touch = false) {
    const shown = pressed.names.map((name) => this.parts.turned(name)).find((each) => each !== null);
    const there = { ...pressed, turned: shown };
    this.set(actions.activate(this.state, there, this.manner(touch), this.cells));
  }

  /** Plays a move, or asks for confirmation first. @param {Move} move @param {boolean} [touch] @param {boolean} [isCarried] whether the subject was dragged there */
  put(move, touch = false, isCarried = false) {
    this.set(actions.put(this.state, move, this.manner(touch)), { isCarried });
  }

  /** Asks why the taken subject cannot go to a part. @param {string} target */
  explain(target) {
    this.set(actions.explain(this.state, target));
  }

  /** Closes the menu, or puts back what was taken or picked. */
  cancel() {
    this.set(actions.cancel(this.state, this.cells));
  }

  /** @param {boolean} isByKey */
  closeMenu(isByKey) {
    const { menu } = this.state;
    this.cancel();
    if (menu && isByKey) this.keyboard.focus(menu.part);
  }

  // Painting

  /** Marks the parts that a refusal names, until the next action. @param {string[]} names */
  showRefused(names) {
    this.motion.landed = null;
    this.set(actions.refuse(this.state, names), { isAnnounced: false });
  }

  /** Points at parts, and says why. @param {string[]} names @param {string} text */
  point(names, text) {
    this.pointed = names;
    this.paint();
    if (text) this.say(text);
  }

  paint() {
    paint(this);
    const { menu } = this.state;
    if (menu) this.menu.open(menu.moves, (this.parts.get(menu.part) ?? this.stage).getBoundingClientRect());
    else if (this.menu.isOpen) this.menu.hide();
  }

  /** Changes what the line above the board says; with `stop` a button stops what it announces. @param {string} prompt @param {(() => void) | null} stop */
  ask(prompt, stop) {
    const isSame = (this.stop === null) === (stop === null);
    this.prompt = prompt;
    this.stop = stop;
    if (!this.state.aimed) this.sayHint();
    if (!isSame) this.showControls();
  }

  sayHint() {
    this.say(hint(this.state, this.prompt, this.label));
  }

  /** Writes the line above the board. @param {string} text */
  say(text) {
    this.caption.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Shows the result of a move before it is played; with null, the subject at a point of the window. @param {Move | null} move @param {{x: number, y: number}} [at] */
  preview(move, at) {
    if (move || !at || this.state.taken === null) this.held.hide();
    else this.held.follow(at.x, at.y);
    const { unconfirmed } = this.state;
    const next = actions.aim(this.state, move);
    if (next === this.state) return;
    this.state = next;
    this.marks.ghost(move ?? this.suggestion);
    this.sayHint();
    if (unconfirmed) this.showControls();
  }

  /** Shows a good move until the table changes. @param {Move | null} move */
  suggest(move) {
    this.suggestion = move;
    this.marks.ghost(this.state.aimed ?? move);
  }

  /** Shows the move at a point of the window, or what is held there. @param {{x: number, y: number}} at */
  previewAt(at) {
    this.preview(this.parts.moveAt(this.choices(), at.x, at.y), at);
  }

  showControls() {
    const { keyboard, putBack, stop } = this;
    this.turner.replaceChildren(
      ...controls(this.state, {
        confirm: () => this.confirm(),
        turn: () => keyboard.turn(() => this.turn(1)),
        flip: () => keyboard.turn(() => this.flip()),
        cancel: () => this.cancel(),
        enter: (number) => this.enter(number),
        putBack,
        stop,
      }),
    );
  }

  /** Plays a move that was asked for; the focus goes back to the board. */
  confirm() {
    this.stage.focus({ preventScroll: true });
    this.set(actions.confirm(this.state));
  }

  /** Makes the move with a number; false if there is none. @param {number} number */
  enter(number) {
    const next = actions.enter(this.state, number);
    const isPossible = next !== this.state;
    this.set(next);
    return isPossible;
  }
}

/** @param {string} text */
const announceSome = (text) => text && announce(text);
