// Layers of a table that are shown on request, such as the structures of a board.

import { get } from "/js/lib/api.js";
import { button } from "/js/lib/dom.js";
import { change, settings } from "/js/lib/settings.js";

/** @typedef {import("/js/table/table.js").Table} Table */

/** @param {Table} table @param {string} layer */
export function layerButton(table, layer) {
  const on = table.layer === layer;
  const text = `${on ? "Hide" : "Show"} ${layer}`;
  const press = () => showLayer(table, on ? "" : layer);
  return button(`layer-${layer}`, text, press, { "aria-pressed": String(on) });
}

/** @param {Table} table @param {string} layer a layer of the game, or "" for none */
export async function showLayer(table, layer) {
  if (layer !== table.layer) change({ layers: { ...settings().layers, [table.game.name]: layer } });
  table.layer = layer;
  table.isDrawn = false;
  if (!layer) return table.send({ type: "sync" });
  const { number } = table.state;
  const shown = await get(`/matches/${table.id}/table?layer=${layer}`).catch(() => null);
  if (shown === null || table.layer !== layer || table.state.number !== number) return undefined;
  table.board.show({ table: shown, ...table.shown() });
  return table.drawSide();
}
