// Keyboard input on a board: arrows, N and P move the focus (with Shift, arrows reach parts without a move), Enter takes
// and puts down, R turns, F flips, Escape releases.

import { announce } from "/js/lib/dom.js";
import { isBusy } from "/js/board/board-state.js";
import { goalOf } from "/js/lib/moves.js";

/**
 * The board that keys act on.
 * @typedef {object} Operated
 * @property {import("/js/board/board-state.js").BoardState} state
 * @property {import("/js/zones/parts.js").Parts} parts
 * @property {import("/js/board/marks.js").Marks} marks
 * @property {import("/js/board/drag-preview.js").DragPreview} held
 * @property {HTMLElement} host
 * @property {HTMLElement} stage
 * @property {HTMLElement} top
 * @property {(() => void) | null} putBack
 * @property {() => string[]} reachable
 * @property {() => import("/js/lib/moves.js").Move[]} choices
 * @property {(pressed: import("/js/board/board-state.js").Pressed) => void} activate
 * @property {(direction: 1 | -1) => void} turn
 * @property {() => void} flip
 * @property {() => void} cancel
 * @property {(move: import("/js/lib/moves.js").Move | null) => void} preview
 * @property {(at: {x: number, y: number}) => void} previewAt
 */

/** The keys that move the focus, and those that act on what it is on. */
const WALKS = /^(tab|arrow.*|n|p|enter| )$/;

export class Keyboard {
  /** @param {Operated} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} */
    this.at = null;
    /** @type {string | null} the button that was pressed last */
    this.pressed = null;
    /** Whether the focus is being moved by keys, so that it has to be seen. */
    this.isUsed = false;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.pointed = () => (this.isUsed = false);
    document.addEventListener("keydown", this.keys, { capture: true });
    document.addEventListener("pointerdown", this.pointed, { capture: true });
    board.stage.addEventListener("focusin", (event) =>
      this.onFocus(/** @type {SVGElement} */ (event.target)),
    );
    board.stage.addEventListener("focusout", () => board.marks.remove("bw-focus"));
  }

  close() {
    document.removeEventListener("keydown", this.keys, { capture: true });
    document.removeEventListener("pointerdown", this.pointed, { capture: true });
  }

  /** Makes one part of the board reachable by the Tab key. */
  updateTabStop() {
    const reachable = this.board.reachable();
    const isThere = this.at !== null && (reachable.includes(this.at) || this.isFocused(this.at));
    const stop = isThere && this.at !== null ? this.at : reachable[0];
    const part = stop === undefined ? undefined : this.board.parts.get(stop);
    if (part?.getAttribute("tabindex") !== "0") part?.setAttribute("tabindex", "0");
    if (this.at !== null && this.isFocused(this.at)) this.drawFocus(this.at);
  }

  /** @param {string} name */
  isFocused(name) {
    return this.board.parts.get(name) === document.activeElement;
  }

  /** @param {SVGElement} part */
  onFocus(part) {
    const name = part.dataset?.name;
    if (name === undefined) return;
    this.at = name;
    this.drawFocus(name);
  }

  /** @param {string} name */
  drawFocus(name) {
    this.board.marks.remove("bw-focus");
    if (this.isUsed) this.board.marks.frame(name, "bw-focus");
  }

  /** Handles a key on the board, or anywhere while a subject is taken. @param {KeyboardEvent} event */
  key(event) {
    const { board } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (WALKS.test(key)) this.isUsed = true;
    const place = /** @type {Element} */ (event.target);
    if (place.closest("[role=menu]")) return;
    const elsewhere =
      board.state.taken === null ||
      place.closest("input, select, textarea, dialog, [role=dialog]") ||
      (key.startsWith("arrow") && place.closest(".log"));
    if (!board.host.contains(place) && elsewhere) return;
    const command = this.commandFor(key, event.shiftKey);
    if (!command) return;
    command();
    event.preventDefault();
  }

  /** @param {string} key @param {boolean} shift @returns {(() => void) | undefined} */
  commandFor(key, shift) {
    const { board } = this;
    if (key.startsWith("arrow")) return () => this.moveFocus(key.slice(5), shift);
    if (key === "r") return () => this.turn(() => board.turn(1));
    if (key === "f") return () => this.turn(() => board.flip());
    if (key === "n" || key === "p") return () => this.cycle(key === "n" ? 1 : -1);
    const { menu, taken } = board.state;
    const isLoose = isBusy(board.state) || menu !== null;
    if (key === "escape" && !isLoose && board.putBack) return board.putBack;
    if (key === "escape" && (isLoose || taken !== null)) return () => this.release();
    const onPart = board.stage.contains(document.activeElement);
    return onPart && (key === "enter" || key === " ") ? () => this.enter() : undefined;
  }

  /** @param {string | undefined} name @param {boolean} [isAnnounced] */
  focus(name, isAnnounced = true) {
    const { board } = this;
    const part = name === undefined ? undefined : board.parts.get(name);
    if (!part || name === undefined) return;
    this.at = name;
    if (isAnnounced) board.held.leave();
    for (const other of board.parts.named.values())
      if (other.getAttribute("tabindex") === "0") other.setAttribute("tabindex", "-1");
    part.setAttribute("tabindex", "0");
    part.focus({ preventScroll: !isAnnounced });
    const move = board.choices().find(({ gesture }) => goalOf(gesture) === name) ?? null;
    // After a click the focus is where the hand was, not what is meant next.
    if (board.state.taken !== null && (isAnnounced || this.isUsed)) board.preview(move);
    if (isAnnounced) announce(move ? move.label : board.parts.label(name));
  }

  /** Keeps the focus on the board after a change of the table. @param {boolean} hadFocus */
  keepFocus(hadFocus) {
    const { board } = this;
    // An element whose name was patched away is no part any more: the focus has to leave it.
    for (const part of board.top.querySelectorAll("[tabindex]:not([data-name])"))
      part.removeAttribute("tabindex");
    if (!hadFocus) return;
    const reachable = board.reachable();
    const isPart = this.at !== null && this.isFocused(this.at);
    // A button that was pressed must not be pressed again by the same key without looking.
    const isStale = isPart && this.at === this.pressed && reachable.some((name) => name !== this.at);
    if (isPart && !isStale) return;
    const isThere = this.at !== null && this.at !== this.pressed && board.parts.has(this.at);
    const next = isThere ? this.at : (reachable.find((name) => name !== this.pressed) ?? reachable[0]);
    if (next === undefined || next === null) board.stage.focus({ preventScroll: true });
    else this.focus(next, false);
    if (reachable.length) this.pressed = null;
  }

  /** Turns the taken subject, at the pointer if it is there; else focuses its nearest target. @param {() => void} turn */
  turn(turn) {
    const { held } = this.board;
    turn();
    if (held.pointer) this.board.previewAt(held.pointer);
    else this.focusNearest();
  }

  focusNearest() {
    this.focus(this.board.parts.nearest(this.board.reachable(), this.at));
  }

  /** Puts back what is taken or picked, or closes the menu, and focuses its part. */
  release() {
    const { menu, picked, taken } = this.board.state;
    const back = menu?.part ?? taken ?? picked.at(-1);
    this.board.cancel();
    this.focus(back ?? undefined);
  }

  enter() {
    const { board, at } = this;
    if (at === null) return;
    const before = board.state.taken;
    const isButton = board.state.moves.some(({ gesture }) => gesture.kind === "press" && gesture.part === at);
    this.pressed = isButton ? at : null;
    const aimed = board.choices().find(({ gesture }) => goalOf(gesture) === at) ?? null;
    board.activate({ names: [at], aimed, target: at });
    const { menu, taken } = board.state;
    if (taken !== null && taken !== before && !menu) this.focusNearest();
  }

  /** Moves the focus to the next or previous reachable part. @param {1 | -1} direction */
  cycle(direction) {
    const names = this.board.reachable();
    const from = this.at === null ? -1 : names.indexOf(this.at);
    this.focus(names[from < 0 ? 0 : (from + direction + names.length) % names.length]);
  }

  /** @param {string} direction @param {boolean} everywhere */
  moveFocus(direction, everywhere) {
    const names = everywhere ? this.board.parts.drawn() : this.board.reachable();
    if (this.at === null || !this.board.parts.has(this.at)) return this.focus(names[0]);
    return this.focus(this.board.parts.toward(names, this.at, direction) ?? this.at);
  }
}
