// Moves that need more than two presses: a number that is typed in, and several parts that are gathered and confirmed.

import { announce, h } from "/js/dom.js";

/** @typedef {import("/js/board.js").Board} Board */
/** @typedef {import("/js/moves.js").Move} Move */

const FEW = 6; // as many moves of one subject can be told apart by turning it

/** The moves of a subject by the number in their texts, where that is all they differ in. @param {Move[]} moves @returns {Map<number, Move> | null} */
export function numbered(moves) {
  const found = moves.map((move) => ({ move, at: /^(.*?)(-?\d+)(\D*)$/.exec(move.text) }));
  const words = new Set(found.map(({ at }) => (at ? `${at[1]}#${at[3]}` : "")));
  if (moves.length <= FEW || words.size !== 1 || words.has("") || moves.some((move) => move.target))
    return null;
  return new Map(found.map(({ move, at }) => [Number(at?.[2]), move]));
}

/** A field for the number of a move, and a button that makes the move. @param {Board} board @param {Map<number, Move>} moves @returns {HTMLElement[]} */
export function numberEntry(board, moves) {
  const numbers = [...moves.keys()];
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "number", id: "number", min, max, value: min, "aria-label": `${min} to ${max}` })
  );
  const act = () => {
    const move = moves.get(Number(field.value));
    if (move) board.put(move);
    else announce(`${field.value} is not possible here.`);
    field.setAttribute("aria-invalid", String(!move));
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") act();
  });
  return [field, h("button", { type: "button", class: "primary", id: "do-number", onclick: act }, "Confirm")];
}

/** The parts gathered so far for a pick of several. */
export class Picks {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Set<string>} */
    this.names = new Set();
  }

  /** The sets of parts that make a move of the taken subject, if it is made by several. @returns {{move: Move, parts: string[]}[]} */
  ways() {
    const { subject, moves, parts } = this.board;
    if (subject === null) return [];
    return moves
      .filter((move) => move.subject === subject && move.target.includes(",") && !parts.has(move.target))
      .map((move) => ({ move, parts: move.target.split(",") }));
  }

  /** The parts that are gathered, and those that can still be added. @returns {string[]} */
  open() {
    const fits = this.ways().filter(({ parts }) => [...this.names].every((name) => parts.includes(name)));
    return [...new Set(fits.flatMap(({ parts }) => parts))];
  }

  /** The move that the gathered parts make. @returns {Move | undefined} */
  move() {
    const full = this.ways().find(
      ({ parts }) => parts.length === this.names.size && parts.every((name) => this.names.has(name)),
    );
    return full?.move;
  }

  /** Adds a part to those gathered, or puts it back; false if it is not one of them. @param {string[]} names */
  press(names) {
    const name = names.find((each) => this.open().includes(each));
    if (name === undefined) return false;
    if (!this.names.delete(name)) this.names.add(name);
    announce(`${this.names.size} chosen.${this.move() ? " Press Confirm." : ""}`);
    this.board.paint();
    return true;
  }

  paint() {
    const { marks } = this.board;
    for (const name of this.open()) {
      marks.makeButton(name, "bw-target");
      if (this.names.has(name)) marks.frame(name, "bw-taken-frame");
      else marks.dot(name);
    }
  }

  clear() {
    this.names.clear();
  }
}
