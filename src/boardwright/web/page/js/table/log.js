// The log in sentences: who did what, grouped by turn, and what followed. Notation is shown to those who want it.

import { isPastOpen } from "/js/table/replay-turn.js";
import { get } from "/js/lib/api.js";
import { dots } from "/js/lib/colors.js";
import { button, h } from "/js/lib/dom.js";
import { nameOf, withNames } from "/js/i18n/names.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {State["log"][number]} Entry */
/** @typedef {Pick<State, "players" | "colors">} Seats */

const HIDDEN = "Something is dealt in secret.";
const SECRET = "chooses in secret.";

/** What an entry that is no step says of a player. @type {Record<string, string>} */
const ACTIONS = {
  undo: "takes moves back.",
  redo: "brings moves back.",
  timeout: "runs out of time.",
  resign: "resigns.",
};

/** @type {Record<string, string>} */
const DRAWS = { offer: "offers a draw.", accept: "agrees to a draw.", decline: "declines the draw." };

/** An entry as a sentence, without who did it where that is said beside it. @param {Entry} entry @param {Seats} seats */
function sentence(entry, { players }) {
  if (entry.kind === "end") return withNames(["The match is over.", events(entry)].join(" ").trim(), players);
  if (entry.kind === "pause") return `The server was down for ${entry.text}; no clock ran.`;
  if (entry.kind === "cancel") return "The match is canceled.";
  if (entry.kind === "draw") return DRAWS[entry.text ?? ""];
  const text = events(entry) || ACTIONS[entry.kind] || entry.words || entry.text;
  return withNames(text || (entry.seat === null ? HIDDEN : SECRET), players);
}

/** @param {Entry} entry */
const events = (entry) => entry.events.map((event) => event.text).join(" ");

/** Whether a sentence needs the name of the player in front of it: events name who acts themselves. @param {Entry} entry */
const needsName = (entry) => entry.seat !== null && !entry.events.length;

/** An entry in one line of plain text. @param {Entry} entry @param {Seats} seats */
export function entryText(entry, seats) {
  const player = needsName(entry) ? `${nameOf(seats.players, entry.seat)} ` : "";
  return `${player}${sentence(entry, seats)}`;
}

/** What has just happened, and whether it is the listener's turn, as a reporter would say it. @param {Entry[]} entries @param {State} state after them */
export function report(entries, state) {
  const said = entries.filter(({ kind }) => kind !== "end").map((entry) => entryText(entry, state));
  const { outcome } = state;
  if (outcome) {
    const winners = listed(outcome.winners.map((seat) => nameOf(state.players, seat)));
    said.push(winners ? `${winners} won.` : "A draw.", withNames(outcome.text, state.players));
  } else if (state.prompt) said.push(`Your turn. ${withNames(state.prompt, state.players)}`);
  return said.join(" ");
}

/** What a player did last, up to what somebody else did before. @param {Entry[]} entries @param {number} seat @param {Seats} seats */
export function lastTurn(entries, seat, seats) {
  const moves = entries.filter((entry) => entry.kind === "move" && !entry.undone).reverse();
  const own = moves.slice(
    Math.max(
      0,
      moves.findIndex((entry) => entry.seat === seat),
    ),
  );
  const before = own.findIndex((entry) => entry.seat !== seat);
  const turn = own.slice(0, before < 0 ? own.length : before).reverse();
  return turn.map((entry) => entryText(entry, seats)).join(" ");
}

/** What marks an undone entry: struck through for the eye, in words for screen readers. @param {Entry} entry */
export const undoneMark = (entry) =>
  entry.undone ? h("span", { class: "visually-hidden" }, " (undone)") : "";

/**
 * An entry as a row of the log.
 * @param {Entry} entry @param {Seats} seats @param {boolean} isFirst whether it begins a turn @param {string | null} href
 * where the moment after it is shown
 */
function row(entry, seats, isFirst, href) {
  const name = nameOf(seats.players, entry.seat);
  const who = h("span", { class: "who" }, ...dots(seats.colors[entry.seat ?? -1]), name);
  const said = withoutName(sentence(entry, seats), name);
  return h(
    "li",
    { value: entry.number, class: entryClass(entry, isFirst), "data-seat": entry.seat ?? "" },
    isFirst && name ? who : "",
    h("span", { class: "what" }, entry.text ?? ""),
    href
      ? h("a", { class: "said", href, tabindex: -1, title: "Look at this moment" }, said)
      : h("span", { class: "said" }, said),
    undoneMark(entry),
    " ",
  );
}

/** A sentence under the name of its player, without that name. @param {string} text @param {string} name */
function withoutName(text, name) {
  const rest = name && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** @param {Entry} entry @param {boolean} isFirst */
const entryClass = (entry, isFirst) =>
  [entry.kind, entry.undone ? "undone" : "", isFirst ? "turn" : ""].filter(Boolean).join(" ");

/** Gets the entries of a log before those already there, a page at most. @param {string} match @param {Entry[]} entries @returns {Promise<Entry[]>} */
export async function olderEntries(match, entries) {
  /** @type {import("/js/received.d.ts").LogPage} */
  const page = await get(`/matches/${match}/log?before=${entries[0]?.number ?? 1}`);
  return page.log;
}

/** The log of a running match; entries are appended as they arrive, and drawn again when they are undone or redone. */
export class Log {
  /** @param {import("/js/table/table.js").Table} table @param {() => void} onOlder called when the player wants to see earlier entries */
  constructor(table, onOlder) {
    this.table = table;
    this.older = button("older", "Earlier entries", onOlder, { hidden: true });
    this.list = h("ol", { class: "log", id: "log", "aria-label": "Log", tabindex: 0, onkeydown: walk });
    this.written = 0;
  }

  clear() {
    this.list.replaceChildren();
    this.written = 0;
  }

  /** @param {Entry[]} entries all that are known @param {Seats} seats */
  show(entries, seats) {
    this.older.hidden = (entries[0]?.number ?? 1) === 1;
    const drawn = (/** @type {number} */ index) => {
      const href = isPastOpen(this.table) ? `#/replay/${this.table.id}/${entries[index].number}` : null;
      return row(entries[index], seats, beginsTurn(entries, index), href);
    };
    entries.slice(0, this.written).forEach((entry, index) => {
      const old = this.list.children[index];
      if (old.classList.contains("undone") !== entry.undone) old.replaceWith(drawn(index));
    });
    const first = this.written;
    this.written = entries.length;
    for (let index = first; index < entries.length; index++) this.list.append(drawn(index));
    // In the next frame, which lays it out anyway.
    if (first < entries.length) requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }
}

/** Lets the arrows go from entry to entry, the first time to the last one: they are no stops of the tab key. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  /** @type {NodeListOf<HTMLElement>} */
  const links = list.querySelectorAll("a.said");
  const here = [...links].findIndex((link) => link === document.activeElement);
  links[here < 0 ? links.length - 1 : here + step]?.focus();
  event.preventDefault();
}

/** Whether an entry is the first of its player since somebody else acted. @param {Entry[]} entries @param {number} index */
function beginsTurn(entries, index) {
  const { seat } = entries[index];
  if (seat === null) return false;
  for (let before = index - 1; before >= 0; before--)
    if (entries[before].seat !== null) return entries[before].seat !== seat;
  return true;
}
