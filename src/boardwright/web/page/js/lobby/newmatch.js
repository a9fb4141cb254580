// The sheet that opens a match: opponent, side, clock, variant, casual or rated; the last choice is preselected.

import { ensureSession } from "/js/lib/api.js";
import { choices, selects } from "/js/lib/choices.js";
import { CLOCKS, shortClock } from "/js/lib/clock.js";
import { button, dialog, h, onSubmit } from "/js/lib/dom.js";
import { create } from "/js/players/fairness.js";
import { fields, optionsText, possible } from "/js/lib/form.js";
import {
  botsOf,
  clockOf,
  isRated,
  matchRequest,
  othersOf,
  playersOf,
  whyCasual,
} from "/js/lobby/match-request.js";
import { remember, remembered } from "/js/lib/remembered.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */
/** @typedef {import("/js/lib/remembered.js").Wish} Wish */

const AGAINST = [
  { value: "bot", title: "A bot", text: "The match starts at once." },
  { value: "link", title: "A friend", text: "You get a link to send, and a code for a phone beside you." },
  {
    value: "anyone",
    title: "Anyone",
    text: "Quick match: joins a table that waits with these terms, or opens one.",
  },
  { value: "screen", title: "Same screen", text: "You take turns at this screen." },
  { value: "mixed", title: "Mixed", text: "Choose for every seat: bots, friends, or this screen." },
  { value: "watch", title: "Bots only", text: "Bots play among themselves, and you watch." },
];
const START = {
  bot: "Start",
  link: "Create the link",
  anyone: "Find an opponent",
  screen: "Start",
  mixed: "Open the table",
  watch: "Watch",
};
const SPECTATORS = [
  { value: "allowed", title: "Allowed", text: "Whoever has the link may watch." },
  { value: "delayed", title: "Delayed", text: "Spectators see the match some moves later." },
  { value: "forbidden", title: "None", text: "Only players see the match." },
];
const TIMEOUT = [
  { value: "play", title: "Play on", text: "When time is out, the game makes a move for the player." },
  { value: "forfeit", title: "Lose", text: "When time is out, the player has lost." },
];

/** Opens the sheet of a game. @param {GameCard} game @param {Partial<Wish>} [wanted] choices that replace the last ones */
export function choose(game, wanted = {}) {
  new Sheet(game, { ...remembered(game), ...wanted }).open();
}

class Sheet {
  /** @param {GameCard} game @param {Wish} wish */
  constructor(game, wish) {
    this.game = game;
    this.wish = wish;
    this.rows = h("div", { class: "stack" });
    this.begin = h("button", { type: "submit", class: "primary", id: "begin" });
    /** @type {Set<string>} */
    this.unfolded = new Set();
    this.file = /** @type {HTMLInputElement} */ (
      h("input", { type: "file", name: "start", accept: this.accepted() })
    );
    this.startMove = /** @type {HTMLInputElement} */ (
      h("input", { type: "number", name: "start_move", min: "0", inputmode: "numeric" })
    );
  }

  open() {
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form",
        { class: "sheet-form" },
        this.rows,
        h(
          "div",
          { class: "sheet-end" },
          this.begin,
          button("cancel", "Cancel", () => box.close()),
        ),
      )
    );
    onSubmit(form, () => this.start(box));
    // Enter in a field means the match: what is written there is taken first, which draws the field anew.
    form.addEventListener("keydown", (event) => {
      const field = /** @type {HTMLElement} */ (event.target);
      if (event.key !== "Enter" || !field.matches("input[type=number], input[type=text]")) return;
      event.preventDefault();
      field.dispatchEvent(new Event("change", { bubbles: true }));
      form.requestSubmit();
    });
    this.draw();
    const box = dialog(`Play ${this.game.title}`, form);
    box.classList.add("sheet");
    form.querySelector(/** @type {"input"} */ ("input:checked"))?.focus();
  }

  /** Creates the match; the sheet stays open, with the reason, if that is not possible. @param {HTMLDialogElement} box */
  async start(box) {
    await ensureSession();
    const state = await create({ ...matchRequest(this.game, this.wish), ...(await this.startFrom()) });
    remember(this.game, this.wish);
    box.close();
    location.hash = `#/match/${state.match}`;
  }

  /** The chosen file, and after which move of it to start; nothing without a file. @returns {Promise<Partial<NewMatch>>} */
  async startFrom() {
    const file = this.file.files?.[0];
    const move = this.startMove.value;
    return file ? { start: await file.text(), ...(move && { start_move: Number(move) }) } : {};
  }

  /** Changes the wish and shows what follows from it. @param {Partial<Wish>} change */
  set(change) {
    Object.assign(this.wish, change);
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const { name, value } = focused ?? { name: "", value: "" };
    this.draw();
    const again = [...this.rows.querySelectorAll("input, select")].find((each) => {
      const input = /** @type {HTMLInputElement} */ (each);
      return input.name === name && (input.type !== "radio" || input.value === value);
    });
    if (name) /** @type {HTMLElement | undefined} */ (again)?.focus();
  }

  draw() {
    const { game, wish } = this;
    wish.options = possible(game.options, wish.seats, wish.options);
    if (wish.against === "mixed" && wish.seats < 3) wish.against = "bot";
    const usual = this.hasPeople() && wish.clock === "none" ? game.options_between_people : {};
    const options = fields(game.options, wish.seats, { ...usual, ...wish.options }, (name, value) =>
      this.set({ options: { ...wish.options, [name]: value } }),
    );
    const isVariant = (/** @type {[string, HTMLElement]} */ [name]) => name === "variant";
    const isAlone = wish.seats === 1;
    const isWatched = !isAlone && wish.against === "watch";
    const isPlayed = !isAlone && !isWatched;
    const details = [
      isPlayed && wish.against !== "screen" && wish.against !== "anyone" && this.sideRow(),
      isPlayed && this.clockRow(),
      isPlayed && wish.clock === "custom" && this.customClock(),
      ...options.filter(isVariant).map(([, field]) => field),
      isPlayed && this.ratedRow(),
    ].filter((row) => row !== false);
    const againstBot = !isAlone && wish.against === "bot";
    this.rows.replaceChildren(
      ...[
        game.seats.length > 1 && this.seatsRow(),
        !isAlone && this.opponentRow(),
        againstBot && this.strengthRow(),
        !isAlone && wish.against === "mixed" && this.seatSelects(),
        isWatched && this.botSelects(),
        // A bot asks for one thing, how strong; everything else is said in a line.
        ...(againstBot ? [this.fold("details", this.detailsText(), details)] : details),
        this.fold("advanced", "Advanced", [
          ...options.filter((each) => !isVariant(each)).map(([, field]) => field),
          ...this.advanced(),
        ]),
      ].filter((row) => row !== false),
    );
    const bot = game.strengths.find((each) => each.bot === wish.bot);
    this.begin.textContent = againstBot && bot ? `Play ${bot.name}` : isAlone ? "Start" : START[wish.against];
  }

  seatsRow() {
    const items = this.game.seats.map((count) => ({
      value: String(count),
      title: count === 1 ? "Alone" : `${count}`,
    }));
    return choices("Players", "seats", items, String(this.wish.seats), {
      onchange: (value) => this.set({ seats: Number(value) }),
    });
  }

  opponentRow() {
    const items = AGAINST.filter(({ value }) => value !== "mixed" || this.wish.seats > 2);
    return choices("Opponent", "against", items, this.wish.against, {
      onchange: (value) => this.set({ against: /** @type {Wish["against"]} */ (value) }),
    });
  }

  strengthRow() {
    const items = this.game.strengths.map(({ bot, name, text }) => ({ value: bot, title: name, text }));
    const set = (/** @type {string} */ bot) => this.set({ bot });
    return choices("How strong?", "bot", items, this.wish.bot, { onchange: set, cards: true });
  }

  /** For each other seat a choice. */
  seatSelects() {
    const kinds = [["open", "a person, by link"], ["me", "somebody at this screen"], ...this.bots()];
    return selects("Opponent", "other", othersOf(this.wish), kinds, (others) => this.set({ others }));
  }

  /** For each seat a bot. */
  botSelects() {
    return selects("Player", "bot", botsOf(this.wish), this.bots(), (bots) => this.set({ bots }));
  }

  /** The bots of the game, as choices. */
  bots() {
    return this.game.strengths.map(({ bot, name }) => [bot, `${name} (bot)`]);
  }

  sideRow() {
    const items = [
      { value: "first", title: "Play first" },
      { value: "last", title: this.wish.seats > 2 ? "Play last" : "Play second" },
      { value: "lot", title: "Draw lots" },
    ];
    return choices("Side", "side", items, this.wish.side, {
      onchange: (value) => this.set({ side: /** @type {Wish["side"]} */ (value) }),
    });
  }

  clockRow() {
    const usual = this.hasPeople() ? betweenText(this.game) : "";
    const items = CLOCKS.map((item) => (item.value === "none" && usual ? { ...item, text: usual } : item));
    return choices("Clock", "clock", items, this.wish.clock, { onchange: (clock) => this.set({ clock }) });
  }

  customClock() {
    const { custom } = this.wish;
    const input = (
      /** @type {string} */ text,
      /** @type {"seconds" | "minutes" | "increment"} */ key,
      /** @type {number} */ min,
    ) => {
      const box = /** @type {HTMLInputElement} */ (
        h("input", {
          type: "number",
          name: `custom.${key}`,
          value: custom[key],
          min,
          max: 1440,
          required: true,
        })
      );
      box.addEventListener("change", () => Object.assign(custom, { [key]: Number(box.value) }));
      return h("label", {}, text, box);
    };
    const kinds = [
      { value: "bank", title: "For the match" },
      { value: "turn", title: "For each move" },
    ];
    const row = choices("Custom clock", "custom.kind", kinds, custom.kind, {
      onchange: (kind) => this.set({ custom: { ...custom, kind: /** @type {"turn" | "bank"} */ (kind) } }),
    });
    const asked =
      custom.kind === "bank"
        ? [
            input("Minutes for each player", "minutes", 1),
            input("Seconds added for each move", "increment", 0),
          ]
        : [input("Seconds for each move", "seconds", 1)];
    return h("div", { class: "stack" }, row, h("div", { class: "pair" }, ...asked));
  }

  hasPeople() {
    return playersOf(this.wish).includes("open");
  }

  ratedRow() {
    const reason = whyCasual(this.wish);
    const rated = isRated(this.wish);
    const items = [
      { value: "no", title: "Casual", text: reason || "Ratings stay as they are." },
      ...(reason ? [] : [{ value: "yes", title: "Rated", text: "Ratings change by the result." }]),
    ];
    return choices("Casual or rated", "rated", items, rated ? "yes" : "no", {
      onchange: (value) => this.set({ rated: value === "yes" }),
    });
  }

  advanced() {
    const { wish } = this;
    return [
      choices("Spectators", "spectators", SPECTATORS, wish.spectators, {
        onchange: (value) => this.set({ spectators: /** @type {Wish["spectators"]} */ (value) }),
      }),
      wish.clock !== "none" &&
        wish.against !== "watch" &&
        choices("When time is out", "on_timeout", TIMEOUT, wish.on_timeout, {
          onchange: (value) => this.set({ on_timeout: /** @type {Wish["on_timeout"]} */ (value) }),
        }),
      h("label", {}, `Start from a file: a record or a position (${this.accepted()})`, this.file),
      h("label", {}, "After how many moves of the file (empty: where it ends)", this.startMove),
    ].filter((row) => row !== false);
  }

  /** Rows that stay open or closed while the sheet is drawn anew. @param {string} id @param {string} title @param {HTMLElement[]} rows */
  fold(id, title, rows) {
    const made = /** @type {HTMLDetailsElement} */ (
      h(
        "details",
        { class: "more-choices", id, open: this.unfolded.has(id) },
        h("summary", {}, title),
        h("div", { class: "stack" }, ...rows),
      )
    );
    made.addEventListener("toggle", () => this.unfolded[made.open ? "add" : "delete"](id));
    return made;
  }

  /** Side, clock and variant in a line. */
  detailsText() {
    const { game, wish } = this;
    const side = { first: "You play first", last: "You play last", lot: "Lots decide who begins" }[wish.side];
    const { variant } = /** @type {import("/js/lib/form.js").Schema} */ (game.options).properties ?? {};
    const played = optionsText(game.options, wish.seats, { variant: variant?.default, ...wish.options });
    return [side, shortClock(clockOf(wish)), played, "casual"].filter(Boolean).join(" · ");
  }

  accepted() {
    return [".jsonl", ".json", ...this.game.formats.map((format) => `.${format}`)].join(", ");
  }
}

/** What is usual between people in a game, in words. @param {GameCard} game */
function betweenText(game) {
  const parts = /** @type {import("/js/lib/form.js").Schema} */ (game.options).properties ?? {};
  const said = Object.entries(game.options_between_people).map(
    ([name, value]) => `${parts[name]?.title ?? name}: ${value}`,
  );
  return said.length ? `${game.title} keeps the time itself between people. ${said.join(", ")}.` : "";
}
