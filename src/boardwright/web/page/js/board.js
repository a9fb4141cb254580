// A board that can be played with mouse, touch and keyboard. It knows no game: the picture names its parts, and
// each move says which part one takes (subject), how it is turned (variant) and where it goes (target).

import { h, picture, speak } from "/js/dom.js";
import { fold } from "/js/fold.js";
import { Keyboard } from "/js/keyboard.js";
import { Marks } from "/js/marks.js";
import { Parts } from "/js/parts.js";
import { listenToPointer } from "/js/pointer.js";
import { settings } from "/js/settings.js";

/** @typedef {{text: string, seat: number, subject: string, variant: string, target: string, covers: string[], label: string}} Move */
/** @typedef {{play: (move: Move) => void, why: (subject: string, variant: string, target: string) => void}} Acts */

export class Board {
  /** @param {HTMLElement} host @param {Acts} acts */
  constructor(host, acts) {
    this.host = host;
    this.acts = acts;
    /** @type {any} */ (host).board = this;
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
    /** @type {Move | null} the move that one more press confirms */
    this.asked = null;
    this.svg = picture('<svg xmlns="http://www.w3.org/2000/svg"/>');
    this.parts = new Parts(this.svg);
    this.marks = new Marks(this.parts);
    this.keyboard = new Keyboard(this);
    listenToPointer(this);
    this.sight = new ResizeObserver(() => this.lay());
    this.sight.observe(this.stage);
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
    fold(drawn, this.room());
    for (const name of last) this.parts.get(name)?.classList.add("bw-settles");
    const kept = moves.some((move) => move.subject === this.subject) ? this.subject : null;
    this.take(kept, false);
    if (hadFocus) this.keyboard.refocus();
  }

  room() {
    return this.stage.clientWidth || window.innerWidth;
  }

  /** Lays the picture out for the room there is. */
  lay() {
    fold(this.svg, this.room());
    this.parts.moved();
    this.paint();
  }

  close() {
    this.sight.disconnect();
    this.keyboard.close();
  }

  // What there is to choose from

  subjects() {
    return [...new Set(this.moves.map((move) => move.subject))];
  }

  variants() {
    const own = this.moves.filter((move) => move.subject === this.subject);
    return [...new Set(own.map((move) => move.variant))];
  }

  /** The moves that are one gesture away. */
  choices() {
    return this.moves.filter(
      (move) => move.subject === this.subject && move.variant === this.variant && move.target !== "",
    );
  }

  /** What the keys can reach now. @returns {string[]} */
  reachable() {
    const names = this.subject === null ? this.subjects() : this.choices().map((move) => move.target);
    return [...new Set(names)].filter((name) => this.parts.has(name));
  }

  // Taking, turning, putting

  /** Takes a subject, or lets go of it. @param {string | null} subject @param {boolean} [talk] */
  take(subject, talk = true) {
    const same = subject === this.subject;
    this.subject = subject;
    this.ghost = this.asked = null;
    const variants = this.variants();
    if (!same || !variants.includes(this.variant)) this.variant = variants[0] ?? "";
    this.paint();
    if (!talk) return;
    if (subject === null) speak("Nothing taken.");
    else speak(`${this.parts.label(subject)} taken. ${this.choices().length} places.`);
  }

  /** Turns what is taken. @param {1 | -1} way */
  turn(way) {
    const near = this.variants().filter((variant) => isOver(variant) === isOver(this.variant));
    this.becomes(near[(near.indexOf(this.variant) + way + near.length) % near.length]);
  }

  /** Turns what is taken over. */
  flip() {
    const others = this.variants().filter((variant) => isOver(variant) !== isOver(this.variant));
    this.becomes(others.find((variant) => bare(variant) === bare(this.variant)) ?? others[0]);
  }

  /** @param {string | undefined} variant */
  becomes(variant) {
    if (variant === undefined || variant === this.variant) return;
    this.variant = variant;
    this.ghost = this.asked = null;
    this.paint();
    speak(`Turned: ${this.variant || "as it is"}. ${this.choices().length} places.`);
  }

  /** Makes a move, or asks once more where care is wanted. @param {Move} move @param {boolean} [touch] */
  put(move, touch = false) {
    const careful = settings().confirm || (touch && move.covers.length > 1);
    if (careful && this.asked !== move) {
      this.meant(move);
      this.asked = move;
      this.caption.textContent = `${move.label}: once more to confirm`;
      this.offerTurns();
      speak(`${move.label}. Once more to confirm.`);
      return;
    }
    this.subject = this.ghost = this.asked = null;
    this.paint();
    this.acts.play(move);
  }

  /** A click, tap or Enter on named parts. @param {string[]} names @param {Move | null} meant @param {boolean} touch */
  press(names, meant, touch) {
    if (this.subject !== null && meant) return this.put(meant, touch);
    const name = names.find((candidate) => this.moves.some((move) => move.subject === candidate));
    if (name === undefined) {
      if (this.subject !== null && names.length) this.acts.why(this.subject, this.variant, names[0]);
      return undefined;
    }
    const own = this.moves.filter((move) => move.subject === name);
    if (own.some((move) => move.target !== "")) return this.take(name === this.subject ? null : name);
    if (own.length === 1) return this.put(own[0], touch);
    if (this.subject !== name) return this.take(name);
    const chosen = own.find((move) => move.variant === this.variant);
    return chosen ? this.put(chosen, touch) : undefined;
  }

  // Showing what can be done

  paint() {
    const { marks, subject } = this;
    this.measure();
    this.host.dataset.subject = subject ?? "";
    this.host.dataset.variant = this.variant;
    marks.clear();
    for (const name of this.last) marks.frame(name, "bw-last");
    for (const name of this.subjects()) {
      marks.press(name, name === subject ? "bw-taken" : "bw-subject");
      if (subject === null) marks.frame(name, "bw-subject-frame");
    }
    if (subject !== null) {
      marks.turned(subject, this.variant);
      marks.frame(subject, "bw-taken-frame");
      for (const move of this.choices()) marks.target(move);
    }
    if (this.ghost) marks.ghost(this.ghost);
    else this.caption.textContent = this.hint();
    this.offerTurns();
    this.keyboard.stop();
  }

  /** All boxes are read before anything is drawn: reading after drawing would lay the picture out each time. */
  measure() {
    const moves = this.subject === null ? [] : this.choices();
    for (const name of [...this.last, ...this.subjects()]) this.parts.box(name);
    for (const move of moves) for (const name of [move.target, ...move.covers]) this.parts.box(name);
  }

  /** Shows what a move would bring. @param {Move | null} move */
  meant(move) {
    if (move === this.ghost) return;
    this.ghost = move;
    this.asked = null;
    this.marks.ghost(move);
    this.caption.textContent = move ? move.label : this.hint();
  }

  hint() {
    if (this.subject !== null) return this.parts.label(this.subject);
    return this.moves.length ? "Press what is framed, or go about with the arrow keys." : "";
  }

  /** Buttons for those without keys or wheel. */
  offerTurns() {
    const variants = this.variants();
    const many = this.subject !== null && variants.length > 1;
    const { asked } = this;
    const act = (
      /** @type {string} */ text,
      /** @type {string} */ key,
      /** @type {() => void} */ what,
      look = "",
    ) =>
      h(
        "button",
        { type: "button", class: look, onclick: what },
        text,
        key && h("span", { class: "key" }, ` (${key})`),
      );
    this.turner.replaceChildren(
      asked ? act("Do it", "", () => this.put(asked), "primary") : "",
      many ? act("Turn", "R", () => this.turn(1)) : "",
      many && variants.some(isOver) ? act("Flip", "F", () => this.flip()) : "",
      this.subject === null ? "" : act("Put back", "Esc", () => this.take(null)),
    );
  }
}

/** @param {string} variant */
const isOver = (variant) => variant.endsWith("f");
/** @param {string} variant */
const bare = (variant) => variant.replace(/f$/, "");
