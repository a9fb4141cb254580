// The log in words: who did what, and what came of it.

import { h } from "/js/dom.js";

/** An entry in one line of plain text. @param {any} entry @param {any[]} players */
export function told(entry, players) {
  const who = entry.seat === null ? "" : `${players[entry.seat]?.name ?? ""}: `;
  const events = entry.events.map((/** @type {any} */ event) => event.text).join(" ");
  if (entry.kind === "end") return `The match is over. ${events}`;
  if (entry.kind === "chance") return events || (entry.text ?? "something hidden");
  const verb = entry.kind === "move" ? "" : `${entry.kind} `;
  return `${who}${verb}${entry.text ?? "something hidden"}. ${events}`;
}

/** An entry as a row of the log. @param {any} entry @param {any[]} players */
export function row(entry, players) {
  const who = entry.seat === null ? "" : (players[entry.seat]?.name ?? "");
  const events = entry.events.map((/** @type {any} */ event) => event.text).join(" ");
  const isStep = entry.kind === "move" || entry.kind === "chance";
  const plain = entry.kind === "end" ? "The match is over." : (entry.text ?? "something hidden");
  return h(
    "li",
    { value: entry.number, class: entry.kind, "data-seat": entry.seat ?? "" },
    h("span", { class: "who" }, who),
    isStep || entry.kind === "end" ? " " : ` ${entry.kind} `,
    entry.kind === "chance" && events ? "" : h("span", { class: "what" }, plain),
    events ? h("small", {}, ` ${events}`) : "",
  );
}

/** The log beside a table, growing. */
export class Log {
  constructor() {
    this.list = h("ol", { class: "log", id: "log", "aria-label": "Log", tabindex: 0 });
    this.written = 0;
  }

  clear() {
    this.list.replaceChildren();
    this.written = 0;
  }

  /** @param {any[]} entries all of them @param {any[]} players */
  show(entries, players) {
    const fresh = entries.slice(this.written);
    this.written = entries.length;
    this.list.append(...fresh.map((entry) => row(entry, players)));
    if (fresh.length) this.list.scrollTop = this.list.scrollHeight;
  }
}
