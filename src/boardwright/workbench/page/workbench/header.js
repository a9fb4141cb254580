// The top of the workbench: which game, whether it is loaded, and how a new one begins.

import { button, h } from "/js/lib/dom.js";

/** @typedef {import("/workbench/received.d.ts").BenchState} State */

export class Header {
  /** @param {import("/workbench/app.js").Do} act */
  constructor(act) {
    this.title = h("h1", {}, "…");
    this.load = h("p", { id: "load", role: "status" });
    this.seats = /** @type {HTMLSelectElement} */ (h("select", { id: "seats" }));
    this.seed = /** @type {HTMLInputElement} */ (h("input", { id: "seed" }));
    this.options = /** @type {HTMLInputElement} */ (
      h("input", { id: "options", placeholder: "size=5 bonus=2", title: "Options of the game, KEY=VALUE" })
    );
    this.hand = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "by-hand" }));
    this.hand.addEventListener("change", () => act({ do: "hand", on: this.hand.checked }).catch(() => null));
    const begin = () => act({ do: "new", ...this.setup() }).catch(() => null);
    document
      .getElementById("top")
      ?.replaceChildren(
        this.title,
        this.load,
        h("label", {}, "Seats", this.seats),
        h("label", {}, "Options", this.options),
        h("label", {}, "Seed", this.seed),
        h("label", { class: "check" }, this.hand, "Chance by hand"),
        button("new", "New game", begin, { class: "primary" }),
      );
  }

  setup() {
    const pairs = this.options.value.split(/\s+/).filter(Boolean);
    return {
      seats: Number(this.seats.value),
      options: Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
      seed: this.seed.value || "1",
      by_hand: this.hand.checked,
    };
  }

  /** @param {State} state */
  show({ about, status, shown }) {
    this.load.textContent = status.text;
    if (!about || !shown) return;
    this.title.textContent = `${about.title}, version ${about.version}`;
    const isOther = this.seats.options.length !== about.seats.length;
    if (isOther) this.seats.replaceChildren(...about.seats.map((count) => h("option", {}, count)));
    if (document.activeElement !== this.seats) this.seats.value = String(shown.seats);
    if (document.activeElement !== this.seed) this.seed.value = shown.session.seed;
    const options = Object.entries(shown.session.options).map(([key, value]) => `${key}=${value}`);
    if (document.activeElement !== this.options) this.options.value = options.join(" ");
    this.options.title = `Options: ${Object.keys(about.options.properties ?? {}).join(", ") || "none"}`;
    this.hand.checked = shown.session.is_by_hand;
  }
}
