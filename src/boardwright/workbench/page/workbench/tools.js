// The tools beside the boards: the position's fields, steps, bots, laws, random games, coverage, profile, pasting.

import { button, h, toast } from "/js/lib/dom.js";
import { languages } from "/js/lib/game-assets.js";
import { languageRow } from "/js/account/preferences.js";

/** @typedef {import("/workbench/received.d.ts").BenchState} State */
/** @typedef {import("/workbench/sent.d.ts").Job["kind"]} Kind */

/** @type {[Kind, string, string, number][]} */
const JOBS = [
  ["laws", "Laws", "Check again", 0],
  ["games", "Random games", "Play 100", 100],
  ["coverage", "Coverage of the rules", "Measure", 20],
  ["profile", "Profile", "Measure", 10],
];

export class Tools {
  /** @param {import("/workbench/app.js").Do} act @param {HTMLElement} fields */
  constructor(act, fields) {
    this.act = (/** @type {import("/workbench/sent.d.ts").BenchCommand} */ command) =>
      act(command).catch(() => null);
    this.bot = /** @type {HTMLSelectElement} */ (h("select", { id: "bot", "aria-label": "Bot" }));
    this.steps = h("ol", { id: "steps" });
    this.sounds = h("div", { class: "row", id: "sounds" });
    this.text = /** @type {HTMLTextAreaElement} */ (
      h("textarea", {
        id: "pasted",
        placeholder: "A position as JSON, or a record",
        "aria-label": "Position",
      })
    );
    /** @type {Map<Kind, HTMLElement>} */
    this.results = new Map();
    const botMove = () => this.act({ do: "bot", name: this.bot.value });
    this.element = h(
      "aside",
      { id: "tools" },
      h("div", { class: "row" }, this.bot, button("bot-move", "Bot move", botMove)),
      section("State", fields, true),
      section("Steps", this.steps, false),
      section("Position", this.pasting(), false),
      ...JOBS.map(([kind, title, start, games]) => this.job(kind, title, start, games)),
      ...(languages.length ? [section("Language", languageRow(), false)] : []),
      section("Sounds", this.sounds, false),
    );
  }

  pasting() {
    const set = () => this.act({ do: "paste", text: this.text.value });
    return h(
      "div",
      { class: "stack" },
      this.text,
      h(
        "div",
        { class: "row" },
        button("paste", "Put on the bench", set),
        button("copy", "Copy this position", () => this.copy()),
        h("a", { class: "button", href: "/api/record", id: "record" }, "Record"),
      ),
    );
  }

  async copy() {
    this.text.value = this.now;
    await navigator.clipboard.writeText(this.now).catch(() => null);
    toast("The position is in the box and in the clipboard.");
  }

  /** @param {Kind} kind @param {string} title @param {string} start @param {number} games */
  job(kind, title, start, games) {
    const result = h("div", { id: `job-${kind}` });
    this.results.set(kind, result);
    const begin = button(`start-${kind}`, start, () => this.act({ do: "job", kind, games }));
    return section(title, h("div", {}, begin, result), kind === "laws");
  }

  /** @param {State} state */
  show({ about, shown, jobs }) {
    for (const [kind, result] of this.results) result.replaceChildren(...report(jobs[kind]));
    const bots = about?.bots ?? [];
    if (this.bot.options.length !== bots.length) {
      this.bot.replaceChildren(...bots.map((name) => h("option", { selected: name === "greedy" }, name)));
    }
    const sounds = Object.entries(about?.extras.sounds ?? {});
    const rows = sounds.map(([name, file]) => button(`sound-${name}`, name, () => new Audio(file).play()));
    this.sounds.replaceChildren(...(rows.length ? rows : ["The package brings none."]));
    if (!shown) return;
    this.now = JSON.stringify(shown.fields);
    const steps = shown.steps.map((step, place) => this.step(step, place + 1, shown.session.at));
    this.steps.replaceChildren(...steps);
  }

  /** @param {NonNullable<State["shown"]>["steps"][number]} step @param {number} number @param {number} at */
  step({ seat, text, words }, number, at) {
    const who = seat === null ? "chance" : `seat ${seat}`;
    const attributes = {
      class: number > at ? "later" : "",
      "aria-current": number === at ? "step" : null,
      onclick: () => this.act({ do: "go", at: number }),
    };
    return h(
      "li",
      attributes,
      `${who}: ${text}`,
      words && words !== text ? h("small", {}, ` ${words}`) : null,
    );
  }

  now = "";
}

/** @param {State["jobs"][string] | undefined} progress @returns {Node[]} */
function report(progress) {
  if (!progress) return [];
  const { state, text, lines, is_good } = progress;
  const tone = state === "running" && is_good ? "" : is_good ? "good" : "bad";
  const busy = state === "running" ? h("progress", {}) : null;
  const head = h("p", { class: tone, "data-state": state }, text, " ", busy);
  return lines.length ? [head, h("pre", { class: "lines" }, lines.join("\n"))] : [head];
}

/** @param {string} title @param {HTMLElement} content @param {boolean} isOpen */
function section(title, content, isOpen) {
  return h("details", { open: isOpen }, h("summary", {}, title), content);
}
