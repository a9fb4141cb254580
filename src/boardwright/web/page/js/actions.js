// The buttons of a table: everything a player can do besides moving.

import { showAgain, stepsToShow } from "/js/again.js";
import { canPlayOn, playOn } from "/js/choose.js";
import { attempt, button, h } from "/js/dom.js";
import { download } from "/js/download.js";
import { copyLink, invitationTo } from "/js/invitation.js";
import { openRules } from "/js/rules.js";

/** @typedef {import("/js/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */

/** @param {Table} table @returns {Node[]} */
export function actions(table) {
  const { state } = table;
  if (state.status === "open") return []; // its page has the buttons
  const found = [];
  if (state.status === "running" && state.you.length) found.push(...whileRunning(table));
  if (state.status === "over") found.push(...whenOver(table));
  found.push(...looking(table));
  found.push(...table.game.layers.map((layer) => layerButton(table, layer)));
  if (state.status === "running" && canPlayOn(state, table.game)) {
    const branch = () => playOn(table.game, { state, entry: state.number });
    found.push(button("play-on", "Play on from here", branch));
  }
  if (state.origin_entry !== null) {
    const href = `#/replay/${state.origin}/${state.origin_entry}`;
    found.push(h("a", { class: "button", id: "origin", href }, "Where it comes from"));
  }
  found.push(...recordButtons(state));
  found.push(
    button("share", "Share link", () => share(state.match)),
    button("rules", "Rules", () => openRules(table.game)),
  );
  return found;
}

/** Ways to look at the board. @param {Table} table */
function looking(table) {
  const again = button("again", "Show again", () => attempt(() => showAgain(table)), {
    title: "Show what happened since your last turn, step by step",
    disabled: !stepsToShow(table).length,
  });
  const flip = button("flip", "Flip board", () => table.flip(), {
    "aria-pressed": String(table.isFlipped),
    title: "See the board from the other side",
  });
  return table.board.canFlip() ? [again, flip] : [again];
}

/** @param {Table} table */
function whileRunning(table) {
  const { state } = table;
  const shown = state.view_seat;
  const seat = shown !== null && state.you.includes(shown) ? shown : state.you[0];
  const others = state.players.some((player) => !player.you);
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
  return [...found, ...table.hint.buttons(), button("resign", "Resign", resign)];
}

/** @param {Table} table */
function whenOver(table) {
  const { state } = table;
  const replay = h("a", { class: "button", href: `#/replay/${state.match}`, id: "replay" }, "Replay");
  const again = button("rematch", "Rematch", () => table.rematch(), { class: "primary" });
  const result = button("show-result", "Result", () => table.result.show(true));
  return state.you.length ? [again, result, replay] : [result, replay];
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

/** @param {string} match */
export function share(match) {
  return attempt(async () => copyLink(await invitationTo(match)));
}
