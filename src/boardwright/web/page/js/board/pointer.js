// Mouse, pen and touch input on a board: click or tap, drag, wheel.

import { isMovable, isStart, orientations } from "/js/board/board-state.js";

/**
 * The board that is touched.
 * @typedef {object} Touched
 * @property {import("/js/board/board-state.js").BoardState} state
 * @property {import("/js/zones/parts.js").Parts} parts
 * @property {import("/js/board/drag-preview.js").DragPreview} held
 * @property {import("/js/zones/tip.js").Tip} tip
 * @property {HTMLElement} stage
 * @property {() => import("/js/lib/moves.js").Move[]} choices
 * @property {(pressed: import("/js/board/board-state.js").Pressed, touch: boolean) => void} activate
 * @property {(subject: string | null, isAnnounced?: boolean) => void} take
 * @property {(move: import("/js/lib/moves.js").Move, touch: boolean, isCarried: boolean) => void} put
 * @property {(target: string) => void} explain
 * @property {(direction: 1 | -1) => void} turn
 * @property {(move: import("/js/lib/moves.js").Move | null, at: {x: number, y: number}) => void} preview
 */

const DRAG_STARTS = 8;

/** @param {Touched} board */
export function listenToPointer(board) {
  /** @type {{x: number, y: number, subject: string, on: boolean} | null} */
  let drag = null;
  const moveUnder = (/** @type {MouseEvent} */ event) =>
    board.parts.moveAt(board.choices(), event.clientX, event.clientY);
  const targetUnder = (/** @type {MouseEvent} */ event) => board.held.target(event.clientX, event.clientY);

  /** @param {PointerEvent} event */
  function down(event) {
    const names = board.parts.namesAt(event.clientX, event.clientY);
    const subject = names.find((name) => isMovable(board.state, name));
    const isTarget = subject === undefined || moveUnder(event);
    drag = isTarget ? null : { x: event.clientX, y: event.clientY, subject, on: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (drag && !drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_STARTS) {
      drag.on = board.held.isCarried = true;
      if (board.state.taken !== drag.subject) board.take(drag.subject);
    }
    const previews = event.pointerType !== "touch" || drag?.on;
    if (previews) board.held.pointer = { x: event.clientX, y: event.clientY };
    if (board.state.taken !== null && previews && !board.state.unconfirmed)
      board.preview(moveUnder(event), { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const dragged = drag?.on;
    drag = null;
    board.held.isCarried = false;
    const chosen = moveUnder(event);
    const touch = event.pointerType === "touch";
    const names = board.parts.namesAt(event.clientX, event.clientY);
    const target = targetUnder(event) ?? names[0];
    const isIdle = !names.some((name) => isStart(board.state, name));
    if (touch && !dragged && !chosen && isIdle && board.state.taken === null) board.tip.tap(event);
    // What was put where it cannot go stays there to be seen; what is taken by a tap has no place yet.
    if (touch) board.held.pointer = isIdle && !chosen ? { x: event.clientX, y: event.clientY } : null;
    if (!dragged) return board.activate({ names, aimed: chosen, target }, touch);
    if (chosen) return board.put(chosen, touch, true);
    if (target !== undefined) board.explain(target);
    return board.take(null, false);
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    if (board.state.taken === null || orientations(board.state).length < 2) return;
    event.preventDefault();
    board.turn(event.deltaY > 0 ? 1 : -1);
    board.preview(moveUnder(event), { x: event.clientX, y: event.clientY });
  }

  board.stage.addEventListener("pointerdown", down);
  board.stage.addEventListener("pointermove", move);
  board.stage.addEventListener("pointerup", up);
  board.stage.addEventListener(
    "pointerleave",
    (event) => event.pointerType === "touch" || board.held.leave(),
  );
  board.stage.addEventListener("pointercancel", () => {
    drag = null;
    board.held.isCarried = false;
  });
  board.stage.addEventListener("wheel", wheel, { passive: false });
}
