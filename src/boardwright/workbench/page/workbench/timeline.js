// The steps of the line: a slider through time, and chance that waits for its outcome.

import { button, h } from "/js/lib/dom.js";

/** @typedef {NonNullable<import("/workbench/received.d.ts").BenchState["shown"]>} Shown */

export class Timeline {
  /** @param {import("/workbench/app.js").Do} act */
  constructor(act) {
    this.act = act;
    this.at = 0;
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", { type: "range", id: "slider", min: 0, "aria-label": "Step" })
    );
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.now = h("span", { id: "now" });
    this.chance = h("span", { class: "row", id: "chance" });
    this.element = h(
      "section",
      { id: "time", "aria-label": "Time" },
      button("first", "|◀", () => this.go(0), { title: "To the start" }),
      button("before", "◀", () => this.go(this.at - 1), { title: "One step back" }),
      this.slider,
      button("next", "▶", () => this.go(this.at + 1), { title: "One step on" }),
      button("last", "▶|", () => this.go(Number(this.slider.max)), { title: "To the end" }),
      button("back", "Undo change", () => this.send({ do: "back" }), {
        title: "Take back the last move, set-up or paste",
      }),
      this.now,
      this.chance,
    );
  }

  /** @param {import("/workbench/sent.d.ts").BenchCommand} command */
  send(command) {
    return this.act(command).catch(() => null);
  }

  /** @param {number} at */
  go(at) {
    return this.send({ do: "go", at: Math.max(0, at) });
  }

  /** @param {Shown} shown */
  show(shown) {
    const { at, steps } = shown.session;
    this.at = at;
    this.slider.max = String(steps.length);
    this.slider.value = String(at);
    const step = shown.steps[at - 1];
    const who = step === undefined ? "" : step.seat === null ? "chance: " : `seat ${step.seat}: `;
    const reason = shown.outcome ? `, over (${shown.outcome.reason})` : "";
    this.now.textContent = `step ${at} of ${steps.length}${step ? `, ${who}${step.text}` : ""}${reason}`;
    this.chance.replaceChildren(...(shown.chance ? this.outcomes(shown.chance) : []));
  }

  /** @param {NonNullable<Shown["chance"]>} chance @returns {Node[]} */
  outcomes({ outcomes, example }) {
    const typed = /** @type {HTMLInputElement} */ (
      h("input", { id: "outcome", value: example, size: 30, "aria-label": "Outcome" })
    );
    const force = (/** @type {string} */ outcome) => this.send({ do: "chance", outcome });
    if (!outcomes.length)
      return ["Deal", typed, button("force", "Deal this", () => force(typed.value))].map(node);
    return outcomes.map(([outcome, share]) =>
      h(
        "button",
        {
          type: "button",
          class: "outcome",
          title: `${(100 * share).toFixed(1)} %`,
          onclick: () => force(outcome),
        },
        outcome,
      ),
    );
  }
}

/** @param {Node | string} part */
const node = (part) => (typeof part === "string" ? document.createTextNode(part) : part);
