// What a click, a tap or Enter on a board does.

import { isSame } from "/js/orientation.js";

/** @typedef {import("/js/board.js").Board} Board */
/** @typedef {import("/js/board.js").Move} Move */

/** The name of a picture that shows a subject turned: `top r2`. */
const TURNED = /^(.+) r([0-3])$/;

/**
 * Presses named parts; `target` is where the taken subject would go.
 * @param {Board} board @param {string[]} names @param {Move | null} chosen @param {boolean} touch @param {string | undefined} target
 */
export function press(board, names, chosen, touch, target) {
  if (board.subject !== null && chosen) return board.put(chosen, touch);
  if (board.picks.press(names)) return undefined;
  const name = names.find((candidate) => board.moves.some((move) => move.subject === candidate));
  if (name === undefined) return pressOther(board, names, target);
  const own = board.moves.filter((move) => move.subject === name);
  if (own.some((move) => move.target !== "")) return board.take(name === board.subject ? null : name);
  if (own.length === 1) return board.put(own[0], touch);
  if (board.subject !== name) return board.take(name);
  const turned = own.find((move) => isSame(move, board.orientation));
  return turned ? board.put(turned, touch) : undefined;
}

/** A press on parts without a move: a turned picture of a subject, a target that is refused, or something to explain. @param {Board} board @param {string[]} names @param {string | undefined} target */
function pressOther(board, names, target) {
  const [, subject, turn] = names.map((name) => TURNED.exec(name)).find(Boolean) ?? [];
  if (subject !== undefined && board.subjects().includes(subject)) {
    if (board.subject !== subject) board.take(subject, false);
    return board.orient({ turn: Number(turn), flip: false });
  }
  if (target !== undefined && board.subject !== null) board.explain(target);
  return undefined;
}
