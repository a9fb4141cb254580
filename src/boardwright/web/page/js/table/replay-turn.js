// "Show me again": the moves since the player's last turn, one by one.

import { get } from "/js/lib/api.js";

/** @typedef {import("/js/table/table.js").Table} Table */

const BETWEEN = 700;

/** Whether earlier positions can be looked at: on one screen those of the other seats show their secrets. @param {Table} table */
export const isPastOpen = ({ state, game }) =>
  !game.has_secrets || state.you.length < 2 || state.status === "over";

/** The steps that can be shown again: those of others. @param {Table} table */
export function stepsToShow(table) {
  const { state } = table;
  if (!isPastOpen(table)) return [];
  return state.steps.filter(({ seat }) => state.you.length !== 1 || seat !== state.you[0]);
}

/** Shows the board before those steps and after each, then as it is. @param {Table} table */
export async function showAgain(table) {
  const steps = stepsToShow(table);
  const { number } = table.state;
  const isCurrent = () => table.state.number === number && table.board.host.isConnected;
  const before = steps[0].number - 1;
  /** @type {import("/js/received.d.ts").PositionView[]} */
  const positions = await Promise.all(
    [before, ...steps.map((step) => step.number)].map((at) => get(`/matches/${table.id}/positions/${at}`)),
  );
  table.isDrawn = false;
  for (const [index, position] of positions.entries()) {
    if (!isCurrent()) return;
    const shown = index ? [steps[index - 1]] : [];
    table.board.show({
      ...table.shown(),
      table: position.table,
      moves: [],
      steps: shown,
      prompt: "",
      isMoving: true,
    });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
  if (isCurrent()) table.send({ type: "sync" });
}
