// The buttons of a table: everything a player can do besides moving.

import { showAgain, stepsToShow } from "/js/table/replay-turn.js";
import { canPlayOn, playOn } from "/js/table/new-match-sheet.js";
import { attempt, button, dialog, h } from "/js/lib/dom.js";
import { download } from "/js/lib/download.js";
import { copyLink, invitationTo } from "/js/account/invitation.js";
import { layerButton } from "/js/table/layers.js";
import { openRules } from "/js/lobby/rules.js";

/** @typedef {import("/js/table/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */

/** What a player needs often, and behind "More" everything else. @param {Table} table @returns {Node[]} */
export function actions(table) {
  const { state } = table;
  if (state.status === "open") return []; // its page has the buttons
  const isPlaying = state.status === "running" && state.you.length > 0;
  const isOver = state.status === "over";
  const layers = table.game.layers.map((layer) => layerButton(table, layer));
  const flips = table.board.canFlip() ? [flip(table)] : [];
  // The bar of a phone has room for six; against bots, who say nothing, the chat is behind "More".
  const hasPeople = state.players.some(({ kind, you }) => kind === "person" && !you);
  const [looks, others] = layers.length ? [layers, flips] : [flips, []];
  const isFull = hasPeople && isOver;
  const often = [
    ...(isPlaying ? [undo(table), ...table.hint.buttons()] : []),
    ...(isOver ? whenOver(table) : [again(table)]),
    ...(isFull ? [] : looks),
    button("rules", "Rules", () => openRules(table.game)),
    ...(hasPeople ? [table.chat.button] : []),
  ];
  const rest = [
    ...(hasPeople ? [] : [table.chat.button]),
    ...(isPlaying ? seldom(table) : stopping(table)),
    ...(isFull ? looks : []),
    ...others,
    ...sharing(table),
  ];
  return [...often, table.more.show(rest)];
}

/** @param {Table} table */
const again = (table) =>
  button("again", "Show again", () => attempt(() => showAgain(table)), {
    title: "Show what happened since your last turn, step by step",
    disabled: !stepsToShow(table).length,
  });

/** @param {Table} table */
const flip = (table) =>
  button("flip", "Flip", () => table.flip(), {
    "aria-pressed": String(table.isFlipped),
    title: "See the board from the other side",
  });

/** @param {Table} table */
function undo(table) {
  const { possible, free } = table.state.undo;
  const label = possible && !free ? "Ask for undo" : "Undo";
  return button("undo", label, () => table.undo(), {
    disabled: !possible,
    title: "Take back your last move",
  });
}

/** What a player does once in a match, if at all. @param {Table} table */
function seldom(table) {
  const { state } = table;
  const seat = table.ownSeat();
  const redo = button("redo", "Redo", () => table.send({ type: "redo", seat }), {
    disabled: !state.redo.possible,
  });
  const draw = button("draw", "Offer a draw", () => table.send({ type: "draw", yes: true, seat }), {
    disabled: state.draw.includes(seat),
  });
  const others = state.players.some((player) => !player.you);
  return [redo, ...(others ? [draw] : []), button("resign", "Resign", () => resign(table))];
}

/** The host of a table of bots may end it. @param {Table} table */
function stopping(table) {
  const { status, host } = table.state;
  const stop = () => table.request("cancel");
  return status === "running" && host ? [button("stop", "Stop the match", stop)] : [];
}

/** Asks before the match is given up. @param {Table} table */
function resign(table) {
  const yes = () => {
    box.close();
    table.send({ type: "resign", seat: table.ownSeat() });
  };
  const box = dialog(
    "Resign?",
    h("p", {}, "The match ends and counts as lost."),
    h(
      "div",
      { class: "row" },
      button("resign-yes", "Resign", yes, { class: "danger" }),
      button("resign-no", "Play on", () => box.close(), { autofocus: true }),
    ),
  );
}

/** What can be done with the match besides playing it. @param {Table} table */
function sharing(table) {
  const { state } = table;
  const found = [];
  if (state.status === "running" && canPlayOn(state, table.game)) {
    const branch = () => playOn(table.game, { state, entry: state.number, entries: table.entries });
    found.push(button("play-on", "Play on from here", branch, { title: "A new match from this position" }));
  }
  if (state.origin_entry !== null) {
    const href = `#/replay/${state.origin}/${state.origin_entry}`;
    found.push(h("a", { class: "button", id: "origin", href }, "Where it comes from"));
  }
  found.push(button("share", "Share link", () => share(state.match)));
  return [...found, ...recordButtons(state)];
}

/** @param {Table} table */
function whenOver(table) {
  const { state } = table;
  const replay = h("a", { class: "button", href: `#/replay/${state.match}`, id: "replay" }, "Replay");
  const again = button("rematch", "Rematch", () => table.rematch.ask(), { class: "primary" });
  const result = button("show-result", "Result", () => table.result.show(true));
  return table.rematch.isFree ? [again, result, replay] : [result, replay];
}

/** Buttons that download the match as a record, and in each notation of the game. @param {State} state */
export function recordButtons(state) {
  const files = [
    ["", "Save record", "jsonl"],
    ...state.formats.map((format) => [format, `Save as ${format}`, format]),
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
