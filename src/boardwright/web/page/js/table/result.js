// The result card: who won and why, where the scores come from, changes of ratings, and what to do next.

import { get } from "/js/lib/api.js";
import { announce, button, clearToasts, h, replaceKeepingFocus } from "/js/lib/dom.js";
import { moves } from "/js/board/motion.js";
import { nameOf, withNames } from "/js/i18n/names.js";
import { markPicture } from "/js/lobby/rules.js";
import { choose } from "/js/lobby/newmatch.js";
import { ratingText } from "/js/players/rating.js";
import { settings } from "/js/lib/settings.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/table/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").MatchResult} MatchResult */
/** @typedef {import("/js/received.d.ts").Remark} Remark */

const RATING_DELAY = 1500;
const ROW_TIME = 900;

export class ResultCard {
  /** @param {Table} table @param {() => void} share copies the link to the match */
  constructor(table, share) {
    this.table = table;
    this.share = share;
    this.isAside = false;
    this.isLoaded = false;
    /** Whether the match was still running when the page showed it. */
    this.wasSeen = false;
    /** @type {HTMLElement | null} where the focus was before the card took it */
    this.before = null;
    /** @type {MatchResult | null} */
    this.result = null;
    this.words = h("p", { id: "remark", hidden: true });
    /** Where a rematch is talked about. */
    this.asked = h("div", {});
    this.card = h("section", { class: "result", id: "result", "aria-label": "Result", tabindex: -1 });
    this.spot = h("div", { class: "spot", "aria-hidden": "true", hidden: true });
    this.place = h("div", { class: "result-layer", hidden: true }, this.card, this.spot);
  }

  /** Shows the card when the match is over, unless it was put aside. */
  update() {
    const { outcome } = this.table.state;
    this.wasSeen ||= !outcome;
    if (!outcome || this.isLoaded) return;
    this.isLoaded = true;
    this.load(outcome.reason !== "canceled");
  }

  /** @param {boolean} retries whether ratings may come later */
  async load(retries) {
    const { state } = this.table;
    /** @type {MatchResult | null} */
    const result = await get(`/matches/${state.match}/result`).catch(() => null);
    if (!result) return;
    this.draw(result);
    this.remark();
    if (retries && this.wasSeen) await this.tour(result);
    this.show(!this.isAside);
    if (result.ratings === null && retries) setTimeout(() => this.load(false), RATING_DELAY);
  }

  /** Lets a bot say a closing line, unless the settings say that bots are silent. */
  async remark() {
    const { state } = this.table;
    const isAsked = settings().remarks && state.players.some((player) => player.kind === "bot");
    /** @type {Remark | null} */
    const said = isAsked ? await get(`/matches/${state.match}/remark`).catch(() => null) : null;
    if (!said || said.seat === null) return;
    this.words.textContent = `${state.players[said.seat].name}: ${withNames(said.text, state.players)}`;
    this.words.hidden = false;
  }

  /** Points at what decided the match, one after the other, before the card covers the board; a press ends it. @param {MatchResult} result */
  async tour({ table }) {
    const { board } = this.table;
    const rows = moves() ? table.filter((row) => row.marks.length) : [];
    let isOver = false;
    const end = () => (isOver = true);
    addEventListener("pointerdown", end, { once: true });
    for (const row of rows) {
      if (isOver || !board.host.isConnected) break;
      board.point(row.marks, row.label);
      await new Promise((resolve) => setTimeout(resolve, ROW_TIME));
    }
    removeEventListener("pointerdown", end);
    if (rows.length) board.point([], "");
  }

  isShown() {
    return !this.place.hidden;
  }

  /** Draws what depends on the rematch anew. */
  redraw() {
    if (this.result) this.draw(this.result);
  }

  /** Shows the card or puts it aside; the focus goes with it. @param {boolean} yes */
  show(yes) {
    const isNew = yes && Boolean(this.place.hidden);
    this.isAside = !yes;
    this.place.hidden = !yes;
    this.table.rematch.draw();
    if (isNew) clearToasts();
    if (isNew) this.takeFocus();
    else if (!yes) this.giveBack();
  }

  /** Moves the focus to the heading, which is read out then. Who writes goes on writing and hears the heading. */
  takeFocus() {
    const heading = this.card.querySelector("h2");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    this.card.scrollTop = 0;
    if (focused?.closest("input, textarea, dialog")) return announce(heading?.textContent ?? "");
    this.before = focused;
    return heading?.focus({ preventScroll: true });
  }

  /** Puts the focus where it was or, if that is gone, on the button that shows the card again. */
  giveBack() {
    const isHere = () =>
      document.activeElement === document.body || this.card.contains(document.activeElement);
    if (!isHere()) return;
    const { before } = this;
    const again = before?.id ? document.getElementById(before.id) : before;
    again?.focus({ preventScroll: true });
    if (isHere()) document.getElementById("show-result")?.focus();
  }

  /** Shows beside a row where its points come from: a part of the board, marked. @param {string[]} marks @param {HTMLElement} row */
  point(marks, row) {
    const drawing = marks.length ? this.table.board.drawing(marks) : null;
    this.spot.hidden = !drawing;
    if (!drawing) return;
    const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
    this.spot.replaceChildren(copy);
    markPicture(copy, marks, marks);
    const [card, box] = [this.card, row].map((part) => part.getBoundingClientRect());
    const { width, height } = this.spot.getBoundingClientRect();
    // Beside the card, or where there is no room, over it: it never covers the row itself.
    const isBeside = card.right + width + 8 <= innerWidth;
    const [under, over] = [box.bottom + 4, box.top - height - 4];
    const top = isBeside ? Math.min(box.top, innerHeight - height - 4) : over > 4 ? over : under;
    Object.assign(this.spot.style, {
      left: `${isBeside ? card.right + 6 : box.left}px`,
      top: `${Math.max(4, top)}px`,
    });
  }

  /** @param {MatchResult} result */
  draw(result) {
    const { state, game, rematch } = this.table;
    this.result = result;
    const isKept = replaceKeepingFocus(this.card, [
      h(
        "button",
        {
          type: "button",
          class: "aside",
          id: "put-aside",
          "aria-label": "Put the result aside",
          onclick: () => this.show(false),
        },
        "×",
      ),
      h("h2", { id: "result-heading", tabindex: -1 }, verdict(state)),
      h("p", {}, this.table.named(result.outcome.text)),
      this.words,
      scoreTable(state, result, (marks, row) => this.point(marks, row)),
      ratings(state, result),
      this.asked,
      h(
        "div",
        { class: "row next" },
        rematch.isFree && button("result-rematch", "Rematch", () => rematch.ask(), { class: "primary" }),
        h("a", { class: "button", id: "result-analyze", href: `#/analysis/${state.match}` }, "Analyze"),
        button("result-new", "New opponent", () => choose(game)),
        button("result-share", "Share", () => this.share()),
      ),
    ]);
    if (!isKept) this.card.querySelector("h2")?.focus({ preventScroll: true });
  }
}

/** Who won, in words for the reader. @param {State} state */
export function verdict(state) {
  const { outcome, players, you } = state;
  if (!outcome) return "";
  if (outcome.reason === "canceled") return "The match was canceled";
  if (!outcome.winners.length) return players.length === 1 ? "Not won this time" : "A draw";
  const isMine = you.length === 1 && outcome.winners.includes(you[0]);
  const names = listed(outcome.winners.map((seat) => nameOf(players, seat)));
  return `${isMine && outcome.winners.length === 1 ? "You" : names} won${margin(outcome)}`;
}

/** @param {NonNullable<State["outcome"]>} outcome */
function margin({ scores, winners, reason }) {
  const others = scores.filter((_, seat) => !winners.includes(seat));
  const lead = scores[winners[0]] - Math.max(...others);
  return others.length && lead > 1 && reason !== "resignation" && reason !== "time" ? ` by ${lead}` : "";
}

/** Points with a proper minus sign. @param {number | null} points */
const signed = (points) => (points === null ? "–" : String(points).replace("-", "−"));

/** @param {State} state @param {MatchResult} result @param {(marks: string[], row: HTMLElement) => void} point */
function scoreTable(state, { table }, point) {
  if (!table.some(({ points }) => points.some(Boolean))) return "";
  const cells = (/** @type {(number | null)[]} */ points) =>
    points.map((point) => h("td", {}, signed(point)));
  const sums = state.players.map((_, seat) => table.reduce((sum, row) => sum + (row.points[seat] ?? 0), 0));
  const head = state.players.map((_, seat) => h("th", { scope: "col" }, nameOf(state.players, seat)));
  const row = (/** @type {string} */ label, /** @type {(number | null)[]} */ points) =>
    h("tr", {}, h("th", { scope: "row" }, label), ...cells(points));
  const placed = (/** @type {MatchResult["table"][number]} */ { label, points, marks }) => {
    const line = row(label, points);
    if (!marks.length) return line;
    line.classList.add("placed");
    line.tabIndex = 0;
    for (const on of ["mouseenter", "focus"]) line.addEventListener(on, () => point(marks, line));
    for (const off of ["mouseleave", "blur"]) line.addEventListener(off, () => point([], line));
    return line;
  };
  return h(
    "table",
    { class: "scores" },
    h("thead", {}, h("tr", {}, h("td", {}), ...head)),
    h("tbody", {}, ...table.map(placed)),
    h("tfoot", {}, row("Total", sums)),
  );
}

/** Why ratings stay as they are. @type {Record<NonNullable<MatchResult["unrated"]>, string>} */
const UNRATED = {
  casual: "A casual match: ratings stay as they are.",
  same_address: "Not rated: players of this match have the same address.",
  canceled: "Not rated: the match was canceled.",
  few_moves: "Not rated: it ended before everybody had made two moves.",
};

/** @param {State} state @param {MatchResult} result */
function ratings(state, { ratings: found, unrated }) {
  if (unrated !== null) return h("p", { class: "quiet", id: "unrated" }, UNRATED[unrated]);
  if (found === null) return h("p", { class: "quiet" }, "The ratings are being computed…");
  const text = found.map(({ seat, before, after }) => {
    const gain = before === null ? 0 : after.value - before.value;
    const change = before === null ? "new" : `${gain >= 0 ? "+" : "−"}${Math.abs(gain)}`;
    return `${state.players[seat].name} ${ratingText(after)} (${change})`;
  });
  return h("p", { id: "rating-change" }, `Ratings: ${text.join(", ")}`);
}
