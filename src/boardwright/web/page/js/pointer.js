// Mouse, pen and touch input on a board: click or tap, drag, wheel.

import { press } from "/js/press.js";

/** @typedef {import("/js/board.js").Board} Board */

const DRAG_STARTS = 8;

/** @param {Board} board */
export function listenToPointer(board) {
  /** @type {{x: number, y: number, subject: string, on: boolean} | null} */
  let drag = null;
  const moveUnder = (/** @type {MouseEvent} */ event) =>
    board.parts.moveAt(board.choices(), event.clientX, event.clientY);
  const targetUnder = (/** @type {MouseEvent} */ event) => board.held.target(event.clientX, event.clientY);

  /** @param {PointerEvent} event */
  function down(event) {
    const names = board.parts.namesAt(event.clientX, event.clientY);
    const subject = names.find((name) =>
      board.moves.some((move) => move.subject === name && move.target !== ""),
    );
    const isTarget = subject === undefined || moveUnder(event);
    drag = isTarget ? null : { x: event.clientX, y: event.clientY, subject, on: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (drag && !drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_STARTS) {
      drag.on = board.held.isCarried = true;
      if (board.subject !== drag.subject) board.take(drag.subject);
    }
    const previews = event.pointerType !== "touch" || drag?.on;
    if (previews) board.held.pointer = { x: event.clientX, y: event.clientY };
    if (board.subject !== null && previews && !board.unconfirmed)
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
    const isIdle = !names.some((name) => board.moves.some((move) => move.subject === name));
    if (touch && !dragged && !chosen && isIdle && board.subject === null) board.tip.tap(event);
    // What was put where it cannot go stays there to be seen; what is taken by a tap has no place yet.
    if (touch) board.held.pointer = isIdle && !chosen ? { x: event.clientX, y: event.clientY } : null;
    if (!dragged) return press(board, names, chosen, touch, target);
    if (chosen) return board.put(chosen, touch, true);
    if (target !== undefined) board.explain(target);
    return board.take(null, false);
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    if (board.subject === null || board.orientations().length < 2) return;
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
