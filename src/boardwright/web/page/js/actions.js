// The buttons of a table: everything a player can do besides moving.

import { session } from "/js/api.js";
import { button, h, toast } from "/js/dom.js";

/** @typedef {import("/js/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */

/** @param {Table} table @returns {Node[]} */
export function actions(table) {
  const { state } = table;
  const found = [];
  if (state.status === "open") found.push(...whileOpen(table));
  if (state.status === "running" && state.you.length) found.push(...whileRunning(table));
  if (state.status === "over") found.push(...whenOver(table));
  found.push(...table.game.layers.map((layer) => layerButton(table, layer)));
  if (state.status !== "open") found.push(...recordButtons(state));
  found.push(
    button("share", "Share link", () => share(state.match)),
    h("a", { class: "button", href: `#/rules/${state.game}` }, "Rules"),
  );
  return found;
}

/** @param {Table} table */
function whileOpen(table) {
  const { state } = table;
  if (!state.you.length) return [button("join", "Sit down", () => table.join(), { class: "primary" })];
  if (!state.host) return [button("leave", "Stand up", () => table.request("leave"))];
  /** @type {import("/js/sent.d.ts").Start} */
  const start = { bot: table.game.usual_bot };
  return [
    button("start", "Start, bots on open seats", () => table.request("start", start)),
    button("cancel", "Close the match", () => table.closeMatch()),
  ];
}

/** @param {Table} table */
function whileRunning(table) {
  const { state } = table;
  const shown = state.view_seat;
  const seat = shown !== null && state.you.includes(shown) ? shown : state.you[0];
  const others = state.players.some((player) => player.kind === "person" && !player.you);
  const needsConsent = state.undo.possible && !state.undo.free;
  const found = [
    button("undo", needsConsent ? "Ask for undo" : "Undo", () => table.send({ type: "undo", seat }), {
      disabled: !state.undo.possible,
    }),
    button("redo", "Redo", () => table.send({ type: "redo", seat }), { disabled: !state.redo.possible }),
  ];
  if (others)
    found.push(
      button("draw", "Offer draw", () => table.send({ type: "draw", yes: true, seat }), {
        disabled: state.draw.includes(seat),
      }),
    );
  const resign = () => confirm("Resign this match?") && table.send({ type: "resign", seat });
  return [...found, button("resign", "Resign", resign)];
}

/** @param {Table} table */
function whenOver(table) {
  const { state } = table;
  const replay = h("a", { class: "button", href: `#/replay/${state.match}`, id: "replay" }, "Replay");
  const again = button("rematch", "Rematch", () => table.rematch(), { class: "primary" });
  return state.you.length ? [again, replay] : [replay];
}

/** @param {Table} table @param {string} layer */
function layerButton(table, layer) {
  const on = table.layer === layer;
  return button(
    `layer-${layer}`,
    `${on ? "Hide" : "Show"} ${layer}`,
    () => table.showLayer(on ? "" : layer),
    {
      "aria-pressed": String(on),
    },
  );
}

/** Buttons that download the match as a record, and in each notation of the game. @param {State} state */
export function recordButtons(state) {
  const files = [
    ["", "Record", "jsonl"],
    ...state.formats.map((format) => [format, `Record (${format})`, format]),
  ];
  return files.map(([format, label, suffix]) =>
    button(format ? `record-${format}` : "record", label, () =>
      download(
        format ? `${state.record_url}?format=${format}` : state.record_url,
        `${state.match}.${suffix}`,
      ),
    ),
  );
}

/** Downloads a file with the session's token. @param {string} url @param {string} name */
async function download(url, name) {
  const known = session();
  const response = await fetch(url, { headers: known ? { Authorization: `Bearer ${known.token}` } : {} });
  if (!response.ok) return toast("The record is not available now.", "error");
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", { href: URL.createObjectURL(await response.blob()), download: name })
  );
  link.click();
  return URL.revokeObjectURL(link.href);
}

/** @param {string} match */
async function share(match) {
  const link = `${location.origin}/#/match/${match}`;
  try {
    await navigator.clipboard.writeText(link);
    toast("The link is in the clipboard.");
  } catch {
    prompt("The link to this match:", link);
  }
}
