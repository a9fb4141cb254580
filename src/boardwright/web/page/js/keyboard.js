// The keyboard on a board: arrows, N and P go about, Enter takes and puts, R and F turn, Escape lets go.

import { speak } from "/js/dom.js";

/** @typedef {import("/js/board.js").Board} Board */

export class Keyboard {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} */
    this.at = null;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    board.stage.addEventListener("focusin", (event) => this.arrive(/** @type {SVGElement} */ (event.target)));
    board.stage.addEventListener("focusout", () => board.marks.wipe("bw-focus"));
  }

  close() {
    document.removeEventListener("keydown", this.keys);
  }

  /** The Tab key finds one part of the board. */
  stop() {
    const reachable = this.board.reachable();
    const stop = this.at !== null && reachable.includes(this.at) ? this.at : reachable[0];
    if (stop !== undefined) this.board.parts.get(stop)?.setAttribute("tabindex", "0");
    if (this.at !== null && this.board.parts.get(this.at) === document.activeElement) this.ring(this.at);
  }

  /** @param {SVGElement} part */
  arrive(part) {
    const name = part.dataset?.name;
    if (name === undefined) return;
    this.at = name;
    this.ring(name);
  }

  /** @param {string} name */
  ring(name) {
    this.board.marks.wipe("bw-focus");
    if (this.board.parts.get(name)?.matches(":focus-visible")) this.board.marks.frame(name, "bw-focus");
  }

  /** Keys work on the board, and turn what the mouse has taken wherever the focus is. @param {KeyboardEvent} event */
  key(event) {
    const { board } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = /** @type {Element} */ (event.target);
    const elsewhere = board.subject === null || place.closest("input, select, textarea, dialog");
    if (!board.host.contains(place) && elsewhere) return;
    const act = this.meaning(event.key.toLowerCase());
    if (!act) return;
    act();
    event.preventDefault();
  }

  /** @param {string} key @returns {(() => void) | undefined} */
  meaning(key) {
    const { board } = this;
    if (key.startsWith("arrow")) return () => this.step(key.slice(5));
    if (key === "r") return () => (board.turn(1), this.settle());
    if (key === "f") return () => (board.flip(), this.settle());
    if (key === "n" || key === "p") return () => this.walk(key === "n" ? 1 : -1);
    if (key === "escape" && board.subject !== null) return () => this.letGo();
    const onPart = board.stage.contains(document.activeElement);
    return onPart && (key === "enter" || key === " ") ? () => this.enter() : undefined;
  }

  /** @param {string | undefined} name */
  focus(name) {
    const { board } = this;
    const part = name === undefined ? undefined : board.parts.get(name);
    if (!part || name === undefined) return;
    this.at = name;
    for (const other of board.parts.named.values())
      if (other.getAttribute("tabindex") === "0") other.setAttribute("tabindex", "-1");
    part.setAttribute("tabindex", "0");
    part.focus();
    const move = board.choices().find((choice) => choice.target === name) ?? null;
    if (board.subject !== null) board.meant(move);
    speak(move ? move.label : board.parts.label(name));
  }

  /** After a new picture: back to where one was. */
  refocus() {
    const here = this.at !== null && this.board.parts.has(this.at);
    this.focus(here ? (this.at ?? undefined) : this.board.reachable()[0]);
  }

  /** After a turn: to the nearest place that it may go to now. */
  settle() {
    this.focus(this.board.parts.nearest(this.board.reachable(), this.at));
  }

  letGo() {
    const back = this.board.subject;
    this.board.take(null);
    this.focus(back ?? undefined);
  }

  enter() {
    const { board, at } = this;
    if (at === null) return;
    const before = board.subject;
    const meant = board.choices().find((move) => move.target === at) ?? null;
    board.press([at], meant, false);
    if (board.subject !== null && board.subject !== before) this.settle();
  }

  /** Goes through everything that can be reached, one by one. @param {1 | -1} way */
  walk(way) {
    const names = this.board.reachable();
    const from = this.at === null ? -1 : names.indexOf(this.at);
    this.focus(names[from < 0 ? 0 : (from + way + names.length) % names.length]);
  }

  /** @param {string} way */
  step(way) {
    const names = this.board.reachable();
    if (this.at === null || !this.board.parts.has(this.at)) return this.focus(names[0]);
    return this.focus(this.board.parts.toward(names, this.at, way) ?? this.at);
  }
}
