// A board that can be played with mouse, touch and keyboard. It contains no rules: the picture names its parts, and
// each move names the part to take (subject), how it is turned (variant) and where it goes (target).

import { announce, h, picture } from "/js/dom.js";
import { fold } from "/js/fold.js";
import { Keyboard } from "/js/keyboard.js";
import { Marks } from "/js/marks.js";
import { Parts } from "/js/parts.js";
import { listenToPointer } from "/js/pointer.js";
import { settings } from "/js/settings.js";

/** @typedef {import("/js/received.d.ts").State["moves"][number]} Move */
/** @typedef {{play: (move: Move) => void, explain: (subject: string, variant: string, target: string) => void}} Handlers */

export class Board {
  /** @param {HTMLElement} host @param {Handlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    Object.assign(host, { board: this }); // for the tests of the page
    this.caption = h("p", { class: "caption" });
    this.turner = h("div", { class: "turner" });
    this.stage = h("div", { class: "stage" });
    host.replaceChildren(h("div", { class: "bar" }, this.caption, this.turner), this.stage);
    /** @type {Move[]} */
    this.moves = [];
    /** @type {string[]} */
    this.last = [];
    /** @type {string | null} */
    this.subject = null;
    this.variant = "";
    /** @type {Move | null} */
    this.ghost = null;
    /** @type {Move | null} the move that a second click confirms */
    this.unconfirmed = null;
    /** @type {string[]} the parts that the last refusal names */
    this.refused = [];
    this.svg = picture('<svg xmlns="http://www.w3.org/2000/svg"/>');
    this.parts = new Parts(this.svg);
    this.marks = new Marks(this.parts);
    this.keyboard = new Keyboard(this);
    listenToPointer(this);
    this.resizes = new ResizeObserver(() => this.layOut());
    this.resizes.observe(this.stage);
  }

  /** Shows a position. @param {{svg: string, moves: Move[], last: string[]}} now */
  show({ svg: text, moves, last }) {
    const hadFocus = this.stage.contains(document.activeElement);
    const drawn = picture(text);
    const title = drawn.querySelector("title");
    drawn.setAttribute("role", moves.length ? "group" : "img");
    drawn.setAttribute("aria-label", title?.textContent ?? "Board");
    title?.remove();
    this.stage.replaceChildren(drawn);
    this.svg = drawn;
    this.parts = new Parts(drawn);
    this.marks = new Marks(this.parts);
    this.moves = moves;
    this.last = last;
    this.refused = [];
    fold(drawn, this.width());
    for (const name of last) this.parts.get(name)?.classList.add("bw-settles");
    const kept = moves.some((move) => move.subject === this.subject) ? this.subject : null;
    this.take(kept, false);
    if (hadFocus) this.keyboard.refocus();
  }

  width() {
    return this.stage.clientWidth || window.innerWidth;
  }

  /** Lays the picture out for the available width. */
  layOut() {
    fold(this.svg, this.width());
    this.parts.clearBoxes();
    this.paint();
  }

  close() {
    this.resizes.disconnect();
    this.keyboard.close();
  }

  // Choices

  subjects() {
    return [...new Set(this.moves.map((move) => move.subject))];
  }

  variants() {
    const own = this.moves.filter((move) => move.subject === this.subject);
    return [...new Set(own.map((move) => move.variant))];
  }

  /** The moves of the taken subject, as it is turned now. */
  choices() {
    return this.moves.filter(
      (move) => move.subject === this.subject && move.variant === this.variant && move.target !== "",
    );
  }

  /** The parts that the keyboard can reach now. @returns {string[]} */
  reachable() {
    const names = this.subject === null ? this.subjects() : this.choices().map((move) => move.target);
    return [...new Set(names)].filter((name) => this.parts.has(name));
  }

  // Taking, turning, putting down

  /** Takes a subject, or none with null. @param {string | null} subject @param {boolean} [isAnnounced] */
  take(subject, isAnnounced = true) {
    const same = subject === this.subject;
    this.subject = subject;
    this.reset();
    const variants = this.variants();
    if (!same || !variants.includes(this.variant)) this.variant = variants[0] ?? "";
    this.paint();
    if (!isAnnounced) return;
    if (subject === null) announce("Nothing taken.");
    else announce(`${this.parts.label(subject)} taken. ${this.choices().length} places.`);
  }

  /** Turns the taken subject. @param {1 | -1} direction */
  turn(direction) {
    const turns = this.variants().filter((variant) => isFlipped(variant) === isFlipped(this.variant));
    this.setVariant(turns[(turns.indexOf(this.variant) + direction + turns.length) % turns.length]);
  }

  /** Flips the taken subject. */
  flip() {
    const others = this.variants().filter((variant) => isFlipped(variant) !== isFlipped(this.variant));
    this.setVariant(others.find((variant) => unflipped(variant) === unflipped(this.variant)) ?? others[0]);
  }

  /** @param {string | undefined} variant */
  setVariant(variant) {
    if (variant === undefined || variant === this.variant) return;
    this.variant = variant;
    this.reset();
    this.paint();
    announce(`Turned: ${this.variant || "not at all"}. ${this.choices().length} places.`);
  }

  /** Plays a move, or asks for confirmation first. @param {Move} move @param {boolean} [touch] */
  put(move, touch = false) {
    const confirms = settings().confirm || (touch && move.covers.length > 1);
    if (confirms && this.unconfirmed !== move) {
      this.preview(move);
      this.unconfirmed = move;
      this.caption.textContent = `${move.label}: once more to confirm`;
      this.showControls();
      announce(`${move.label}. Once more to confirm.`);
      return;
    }
    this.subject = null;
    this.reset();
    this.paint();
    this.handlers.play(move);
  }

  /** A click, tap or Enter on named parts. @param {string[]} names @param {Move | null} chosen @param {boolean} touch */
  press(names, chosen, touch) {
    if (this.subject !== null && chosen) return this.put(chosen, touch);
    const name = names.find((candidate) => this.moves.some((move) => move.subject === candidate));
    if (name === undefined) {
      if (this.subject !== null && names.length) this.handlers.explain(this.subject, this.variant, names[0]);
      return undefined;
    }
    const own = this.moves.filter((move) => move.subject === name);
    if (own.some((move) => move.target !== "")) return this.take(name === this.subject ? null : name);
    if (own.length === 1) return this.put(own[0], touch);
    if (this.subject !== name) return this.take(name);
    const turned = own.find((move) => move.variant === this.variant);
    return turned ? this.put(turned, touch) : undefined;
  }

  /** Forgets the preview, the unconfirmed move and the last refusal. */
  reset() {
    this.ghost = this.unconfirmed = null;
    this.refused = [];
  }

  // Painting

  /** Marks the parts that a refusal names, until the next action. @param {string[]} names */
  showRefused(names) {
    this.refused = names;
    this.paint();
  }

  paint() {
    const { marks, subject } = this;
    this.measure();
    this.host.dataset.subject = subject ?? "";
    this.host.dataset.variant = this.variant;
    marks.clear();
    for (const name of this.last) marks.frame(name, "bw-last");
    for (const name of this.subjects()) {
      marks.makeButton(name, name === subject ? "bw-taken" : "bw-subject");
      if (subject === null) marks.frame(name, "bw-subject-frame");
    }
    if (subject !== null) {
      marks.rotate(subject, this.variant);
      marks.frame(subject, "bw-taken-frame");
      for (const move of this.choices()) marks.target(move);
    }
    for (const name of this.refused) marks.frame(name, "bw-refused");
    if (this.ghost) marks.ghost(this.ghost);
    else this.caption.textContent = this.hint();
    this.showControls();
    this.keyboard.updateTabStop();
  }

  /** Reads all boxes before anything is drawn: each read after a change would make the browser lay out again. */
  measure() {
    const moves = this.subject === null ? [] : this.choices();
    for (const name of [...this.last, ...this.refused, ...this.subjects()]) this.parts.box(name);
    for (const move of moves) for (const name of [move.target, ...move.covers]) this.parts.box(name);
  }

  /** Shows the result of a move before it is played. @param {Move | null} move */
  preview(move) {
    if (move === this.ghost) return;
    this.ghost = move;
    this.unconfirmed = null;
    this.marks.ghost(move);
    this.caption.textContent = move ? move.label : this.hint();
  }

  hint() {
    if (this.subject !== null) return this.parts.label(this.subject);
    return this.moves.length ? "Click a framed part, or use the arrow keys." : "";
  }

  /** Shows buttons for what keys and wheel do. */
  showControls() {
    const variants = this.variants();
    const many = this.subject !== null && variants.length > 1;
    const { unconfirmed } = this;
    const control = (
      /** @type {string} */ text,
      /** @type {string} */ key,
      /** @type {() => void} */ onclick,
      style = "",
    ) =>
      h(
        "button",
        { type: "button", class: style, onclick },
        text,
        key && h("span", { class: "key" }, ` (${key})`),
      );
    this.turner.replaceChildren(
      unconfirmed ? control("Do it", "", () => this.put(unconfirmed), "primary") : "",
      many ? control("Turn", "R", () => this.turn(1)) : "",
      many && variants.some(isFlipped) ? control("Flip", "F", () => this.flip()) : "",
      this.subject === null ? "" : control("Put back", "Esc", () => this.take(null)),
    );
  }
}

/** @param {string} variant */
const isFlipped = (variant) => variant.endsWith("f");
/** @param {string} variant */
const unflipped = (variant) => variant.replace(/f$/, "");
