// Why a gesture makes no legal move.

import { get, post } from "/js/api.js";
import { toast } from "/js/dom.js";

/** @typedef {import("/js/board.js").Gesture} Gesture */
/** @typedef {import("/js/received.d.ts").MoveRefusal} MoveRefusal */

/** Says why, and marks the parts concerned. @param {import("/js/table.js").Table} table @param {Gesture} gesture */
export async function explain(table, { subject, turn, flip, target }) {
  const { number, view_seat: seat } = table.state;
  const query = new URLSearchParams({ subject, turn: `${turn}`, flip: `${flip}`, target, seat: `${seat}` });
  /** @type {MoveRefusal | null} */
  const answer = await get(`/matches/${table.id}/refusal?${query}`).catch(() => null);
  const text = table.named(answer?.refusal?.text ?? UNKNOWN);
  toast(text, "error");
  if (table.state.number === number) table.board.showRefused(answer?.refusal?.marks ?? []);
}

/**
 * Why a gesture is not possible after a line of moves, in a sentence; marks the parts concerned.
 * @param {import("/js/board.js").Board} board @param {import("/js/sent.d.ts").Exploration} line @param {number} seat @param {Gesture} gesture
 */
export async function refusalAfter(board, line, seat, { subject, turn, flip, target }) {
  const { svg } = board;
  /** @type {import("/js/sent.d.ts").GestureTried} */
  const tried = { ...line, seat, subject, turn, flip, target };
  /** @type {MoveRefusal | null} */
  const answer = await post("/explore/refusal", tried).catch(() => null);
  if (board.svg === svg) board.showRefused(answer?.refusal?.marks ?? []);
  return answer?.refusal?.text ?? UNKNOWN;
}

const UNKNOWN = "That cannot go there.";
