// The log as text: who did what, and which events followed.

import { h } from "/js/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {State["log"][number]} Entry */
/** @typedef {State["players"]} Players */

const HIDDEN = "something hidden";

/** @param {Entry} entry */
const eventText = (entry) => entry.events.map((event) => event.text).join(" ");

/** A sentence for an entry that needs one. @param {Entry} entry */
function sentence(entry) {
  if (entry.kind === "end") return "The match is over.";
  return entry.kind === "pause" ? `The server was down for ${entry.text}; no clock ran.` : null;
}

/** An entry in one line of plain text. @param {Entry} entry @param {Players} players */
export function entryText(entry, players) {
  const player = entry.seat === null ? "" : `${players[entry.seat]?.name ?? ""}: `;
  const events = eventText(entry);
  const whole = sentence(entry);
  if (whole) return `${whole} ${events}`;
  if (entry.kind === "chance") return events || (entry.text ?? HIDDEN);
  const verb = entry.kind === "move" ? "" : `${entry.kind} `;
  return `${player}${`${verb}${entry.text ?? HIDDEN}`.trim()}. ${events}`;
}

/** What marks an undone entry: struck through for the eye, in words for screen readers. @param {Entry} entry */
export const undoneMark = (entry) =>
  entry.undone ? h("span", { class: "visually-hidden" }, " (undone)") : "";

/** An entry as a row of the log. @param {Entry} entry @param {Players} players */
function row(entry, players) {
  const player = entry.seat === null ? "" : (players[entry.seat]?.name ?? "");
  const events = eventText(entry);
  const isStep = entry.kind === "move" || entry.kind === "chance";
  const whole = sentence(entry);
  return h(
    "li",
    { value: entry.number, class: entryClass(entry), "data-seat": entry.seat ?? "" },
    h("span", { class: "who" }, player),
    isStep || whole ? " " : ` ${entry.kind} `,
    entry.kind === "chance" && events ? "" : h("span", { class: "what" }, whole ?? entry.text ?? HIDDEN),
    events ? h("small", {}, ` ${events}`) : "",
    undoneMark(entry),
  );
}

/** @param {Entry} entry */
const entryClass = (entry) => (entry.undone ? `${entry.kind} undone` : entry.kind);

/** The log of a running match; entries are appended as they arrive, and drawn again when they are undone or redone. */
export class Log {
  constructor() {
    this.list = h("ol", { class: "log", id: "log", "aria-label": "Log", tabindex: 0 });
    this.written = 0;
  }

  clear() {
    this.list.replaceChildren();
    this.written = 0;
  }

  /** @param {Entry[]} entries all of them @param {Players} players */
  show(entries, players) {
    entries.slice(0, this.written).forEach((entry, index) => {
      const old = this.list.children[index];
      if (old.classList.contains("undone") !== entry.undone) old.replaceWith(row(entry, players));
    });
    const added = entries.slice(this.written);
    this.written = entries.length;
    this.list.append(...added.map((entry) => row(entry, players)));
    if (added.length) this.list.scrollTop = this.list.scrollHeight;
  }
}
