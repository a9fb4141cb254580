// Why a gesture makes no legal move.

import { get, post } from "/js/lib/api.js";
import { toast } from "/js/lib/dom.js";

/** @typedef {import("/js/lib/moves.js").Gesture} Gesture */
/** @typedef {import("/js/received.d.ts").MoveRefusal} MoveRefusal */

/** Says why, and marks the parts concerned. @param {import("/js/table/table.js").Table} table @param {Gesture} gesture */
export async function explain(table, gesture) {
  const { number, view_seat: seat } = table.state;
  const query = new URLSearchParams({ gesture: JSON.stringify(gesture), seat: `${seat}` });
  /** @type {MoveRefusal | null} */
  const answer = await get(`/matches/${table.id}/refusal?${query}`).catch(() => null);
  const text = table.named(answer?.refusal?.text ?? UNKNOWN);
  toast(text, "error");
  if (table.state.number === number) table.board.showRefused(answer?.refusal?.marks ?? []);
}

/**
 * Why a gesture is not possible after a line of moves, in a sentence; marks the parts concerned.
 * @param {import("/js/board/board.js").Board} board @param {import("/js/sent.d.ts").Exploration} line @param {number} seat @param {Gesture} gesture
 */
export async function refusalAfter(board, line, seat, gesture) {
  const { parts } = board;
  /** @type {import("/js/sent.d.ts").GestureTried} */
  const tried = { ...line, seat, gesture };
  /** @type {MoveRefusal | null} */
  const answer = await post("/explore/refusal", tried).catch(() => null);
  if (board.parts === parts) board.showRefused(answer?.refusal?.marks ?? []);
  return answer?.refusal?.text ?? UNKNOWN;
}

const UNKNOWN = "That cannot go there.";
