// Marks drawn over a table: for what can be taken and where it can go, and the line above it.

import { choices, isBusy, pickable, starts } from "/js/board/board-state.js";
import { goalOf, partOf, placesOf } from "/js/lib/moves.js";

/**
 * The board on which the marks are drawn.
 * @typedef {object} Drawn
 * @property {import("/js/board/board-state.js").BoardState} state
 * @property {import("/js/zones/parts.js").Parts} parts
 * @property {import("/js/board/marks.js").Marks} marks
 * @property {import("/js/board/drag-preview.js").DragPreview} held
 * @property {import("/js/board/keyboard.js").Keyboard} keyboard
 * @property {HTMLElement} host
 * @property {import("/js/lib/moves.js").Step[]} steps
 * @property {string[]} pointed
 * @property {import("/js/lib/moves.js").Move | null} suggestion
 * @property {() => void} sayHint
 * @property {() => void} showControls
 */

/** Draws all marks anew. @param {Drawn} board */
export function paint(board) {
  const { marks, held, state } = board;
  const { taken, orientation, aimed, unconfirmed } = state;
  measure(board);
  board.host.dataset.subject = taken ?? "";
  board.host.dataset.turn = String(orientation.turn);
  board.host.dataset.flip = String(orientation.flip);
  marks.clear();
  held.hide();
  for (const name of touched(board.steps, board.parts)) marks.frame(name, "bw-last");
  for (const name of starts(state)) {
    marks.makeButton(name, name === taken ? "bw-taken" : "bw-subject");
    if (!isBusy(state) && name !== taken) marks.frame(name, "bw-subject-frame");
  }
  if (taken !== null) {
    marks.orient(taken, orientation);
    marks.frame(taken, "bw-taken-frame");
    marks.targets(choices(state));
  }
  paintPicks(board);
  for (const name of board.pointed) marks.frame(name, "bw-pointed");
  for (const name of state.refused) marks.frame(name, "bw-refused");
  marks.ghost(aimed ?? board.suggestion);
  if (!aimed || unconfirmed) board.sayHint();
  if (!aimed && taken !== null && held.pointer) held.follow(held.pointer.x, held.pointer.y);
  board.showControls();
  board.keyboard.updateTabStop();
}

/** Marks the parts that are picked, and those that can be picked with them. @param {Drawn} board */
function paintPicks({ marks, state }) {
  const { picked } = state;
  for (const name of picked.length ? pickable(state) : []) {
    marks.makeButton(name, "bw-target");
    if (picked.includes(name)) marks.frame(name, "bw-taken-frame");
    else marks.dot(name);
  }
}

/** Reads all boxes before anything is drawn: each read after a change would make the browser lay out again. @param {Drawn} board */
function measure({ parts, pointed, state, steps }) {
  for (const name of [...touched(steps, parts), ...state.refused, ...pointed, ...starts(state)])
    parts.box(name);
  for (const { gesture, covers } of choices(state))
    for (const name of [goalOf(gesture), ...covers]) parts.box(name);
}

/** The parts where the moves since the last turn ended; of presses, those on a board. @param {import("/js/lib/moves.js").Step[]} steps @param {import("/js/zones/parts.js").Parts} parts @returns {string[]} */
export function touched(steps, parts) {
  const found = steps.flatMap((step) => {
    const [places, part] = [placesOf(step), partOf(step.gesture)];
    return places.length || !parts.get(part)?.matches(".place") ? places : [part];
  });
  return [...new Set(found)];
}
